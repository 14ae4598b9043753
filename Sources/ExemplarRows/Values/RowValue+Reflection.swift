import Foundation

// The parts of values, as debuggers and failing expectations show them.

extension RowValue: CustomReflectable {
  /// The elements of an array, the values of an object under their keys, or a text in full.
  public var customMirror: Mirror {
    switch content {
    case .object(let fields): fields.mirror(of: self)
    // A collection would be cut after its first elements.
    case .array(let values): Mirror(self, unlabeledChildren: values, displayStyle: .struct)
    default: Mirror(self, unlabeledChildren: [fullText].compactMap { $0 }, displayStyle: .struct)
    }
  }

  /// The text of which the description may show less.
  private var fullText: String? {
    switch content {
    case .date(let date): date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    case .data, .file: text ?? data.map { Self.beginning(of: $0) }
    default: text
    }
  }

  private static func beginning(of data: Data) -> String {
    let digits = data.prefix(1000).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return digits.joined(separator: " ") + (data.count > 1000 ? " …" : "")
  }
}

extension RowFields: CustomReflectable, CustomStringConvertible {
  /// The keys and values as people read them, on one line.
  public var description: String { RowValue(.object(self)).description }

  /// The values under their keys.
  public var customMirror: Mirror { mirror(of: self) }

  fileprivate func mirror(of subject: some Any) -> Mirror {
    Mirror(subject, children: zip(keys, values).map { ($0, $1) }, displayStyle: .struct)
  }
}

extension Row: CustomReflectable {
  /// The name of the row, its values, and those of the groups around it.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["name": name as Any, "fields": fields, "groups": outerFields],
      displayStyle: .struct)
  }
}
