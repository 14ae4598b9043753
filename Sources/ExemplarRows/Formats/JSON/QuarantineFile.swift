import ExemplarCore
import Foundation

extension QuarantineList {
  /// Reads a file that people and programs write: an array of objects, each with the `id` of an example, a group or a
  /// test, or a glob, the `reason`, and the day `until` which failures do not count.
  ///
  /// Throws ``UsageError`` for the first error in it.
  ///
  /// - Parameter path: `nil` for an empty list.
  package init(file path: String?) throws {
    guard let path else {
      self.init()
      return
    }
    guard let text = FileManager.default.contents(atPath: path) else {
      throw UsageError("The list of quarantines, \(path), cannot be read.")
    }
    do {
      let root = try RowValue.json(text, path: path)
      guard case .array(let values) = root.content else {
        throw Self.mistake(
          "The list of quarantines must be an array of objects, not \(root.wordForKind).", root,
          path)
      }
      self.init(try values.map { try Entry($0, path) })
    } catch let mistake as UsageError {
      // Readers print the message alone, so it includes the location.
      throw UsageError("\(mistake.place ?? Place(path: path)): \(mistake.message)")
    }
  }

  fileprivate static func mistake(_ text: String, _ value: RowValue, _ path: String) -> UsageError {
    UsageError(text, at: Place(path: path, line: Int(value.line), column: Int(value.column)))
  }
}

extension QuarantineList.Entry {
  private static let keys = ["id", "reason", "until"]

  fileprivate init(_ value: RowValue, _ path: String) throws {
    func mistake(_ text: String, at other: RowValue? = nil) -> UsageError {
      QuarantineList.mistake(text, other ?? value, path)
    }
    guard case .object(let fields) = value.content else {
      throw mistake("A quarantine must be an object, not \(value.wordForKind).")
    }
    if let key = fields.keys.first(where: { !Self.keys.contains($0) }) {
      let near = Suggestions.question(Suggestions.near(key, in: Self.keys, limit: 1))
      throw mistake(
        "A quarantine has no “\(key)”; it has “id”, “reason” and “until”.\(near)", at: fields[key])
    }
    let texts = try Self.keys.map { key in
      guard let field = fields[key], case .string(let text) = field.content, !text.isEmpty,
        !text.contains(where: \.isNewline)
      else { throw mistake("A quarantine needs a text “\(key)” of one line.", at: fields[key]) }
      return text
    }
    let quarantine = "\(texts[1]) until \(texts[2])"
    let place = mistake("").place ?? .unknown
    _ = try Quarantine(quarantine, at: place)
    self.init(id: texts[0], text: quarantine, at: place)
  }
}
