import ExemplarCore
import Foundation

/// The value that a place expects, to be compared with the one that an example has.
package struct ExpectedValue: Sendable {
  /// A name of the place, among those with which an example compares values.
  package var key: String
  /// The value; `nil` while it is pending.
  package var value: RowValue?
  /// The place, without the value of the example; `nil` if only a person can write there. It is made only for a value
  /// that differs.
  package var place: @Sendable () -> ReviewedValue?
  /// The place as the events of a run name it if the value is equal: they show which expected values no example needs,
  /// and which values contradict this one.
  package var confirmed: ConfirmedPlace?
  /// The same of this value alone, where the place of its row does not show which values an example has compared.
  package var confirmedValue: ConfirmedPlace?
  /// Whether the newline that ends the file is not a part of the value.
  package var trimsFinalNewline = false

  package init(
    of key: String, _ value: RowValue?, pendingTexts: PendingTexts = .mark,
    confirmed: ConfirmedPlace? = nil, confirmedValue: ConfirmedPlace? = nil,
    at place: @escaping @Sendable () -> ReviewedValue?
  ) {
    self.key = key
    self.value = value
    self.pendingTexts = pendingTexts
    self.confirmed = confirmed
    self.confirmedValue = confirmedValue
    self.place = place
  }

  /// The text that stands for a value that is not known yet.
  package static let pendingMark = "?"
  /// The texts for which the value is pending.
  package var pendingTexts: PendingTexts

  /// Some of the texts for which a value can be pending.
  package struct PendingTexts: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let mark = PendingTexts(rawValue: 1)
    /// The mark as the only line of a file.
    static let line = PendingTexts(rawValue: 2)
    static let empty = PendingTexts(rawValue: 4)

    package func contains(_ text: String) -> Bool {
      switch text {
      case pendingMark: contains(.mark)
      case pendingMark + "\n": contains(.line)
      case "": contains(.empty)
      default: false
      }
    }
  }
}

extension ExpectedValue {
  /// The value that a whole file is expected to contain; it is pending without a file.
  ///
  /// Throws ``UsageError`` if there is something other than a file.
  ///
  /// - Parameters:
  ///   - original: The path of the file as a person would edit it.
  ///   - hasMark: Whether a file with nothing but a question mark is pending too.
  package init(
    fileAt path: String, as original: String? = nil, hasMark: Bool = true,
    trimmingFinalNewline: Bool = false
  ) throws {
    let original = original ?? path
    var value: RowValue?
    var data: Data?
    switch FileKind(atPath: path) {
    case .nothing: try RowFile.refuseLooseLink(path)
    case .file:
      let read = try RowFile.read(path)
      data = read
      if !hasMark || read != Data("?\n".utf8) && read != Data("?".utf8) {
        value = RowValue(.file(path: path))
      }
    default:
      throw UsageError(
        "\(path.lastPathPart) is not a file. Compare the value with a file.",
        at: Place(path: original))
    }
    value?.trimsFinalNewline = trimmingFinalNewline
    let isPending = value == nil
    self.init(of: original, value) { [data] in
      ReviewedValue(
        .file, at: Place(path: original), named: original.lastPathPart,
        digest: data.map { PathHash.digest(of: $0) },
        old: data.flatMap { String(textOf: $0) }.map {
          trimmingFinalNewline ? $0.withoutFinalNewline : $0
        }, new: "", isPending: isPending)
    }
    pendingTexts = hasMark ? [.mark, .line] : []
    trimsFinalNewline = trimmingFinalNewline
  }
}

extension Row {
  /// The value that is expected in a column of this row, which is pending if it is missing or `?`.
  ///
  /// Throws ``UsageError`` if the row cannot have a value of its own there.
  ///
  /// - Parameter isPendingIfEmpty: Whether an empty text is pending too.
  package func expectedValue(
    in column: String, isPendingIfEmpty: Bool
  ) throws -> ExpectedValue {
    guard let (key, value) = ownValue(in: column) else { return try missingValue(in: column) }
    let place = place(of: value, under: key)
    if case .file(let path) = value.content {
      if FileKind(atPath: path) == .nothing { reads?.recordComparisonOfMissingFile() }
      var expected = try ExpectedValue(
        fileAt: path, as: place.path, trimmingFinalNewline: value.trimsFinalNewline)
      expected.confirmed = .file(ofRowAt: place.path)
      return expected
    }
    let text: String? =
      switch value.content {
      case .string(let text), .untyped(let text): text
      default: nil
      }
    let isPending =
      text == ExpectedValue.pendingMark || isPendingIfEmpty && (text == "" || value.isNull)
    let isWritten = value.line != 0
    return ExpectedValue(
      of: key, isPending ? .none : value,
      pendingTexts: isPendingIfEmpty ? [.mark, .empty] : .mark,
      confirmed: isWritten ? ConfirmedPlace(Place(path: place.path), named: key) : nil,
      // The place of a combined row is that of one of its parts.
      confirmedValue: isWritten && !content.origins.isEmpty
        ? ConfirmedPlace(place, named: own.writtenKey(key)) : nil
    ) {
      // Code has made a value without a line, or has taken that of another column.
      value.line == 0 || own.isAlsoWritten(value, besides: key)
        ? nil
        : ReviewedValue(
          .value, at: place, named: own.writtenKey(key), old: text ?? value.sortedJSON(), new: "",
          isPending: isPending
        ).inFileOfRows
    }
  }

  /// The row's own value in a column; a file of the row by its name, or by its name without extension.
  private func ownValue(in column: String) -> (key: String, value: RowValue)? {
    func file(_ key: String) -> RowValue? {
      guard let value = own[key], case .file(let path) = value.content else { return .none }
      return key == "value" || path.lastPathPart == column ? value : .none
    }
    if let index = own.table.index(of: column) {
      reads?.record(column, at: index)
      return (column, own.values[index])
    }
    let (key, found): (String, RowValue?) =
      if column == "text" || column == "data" {
        ("value", file("value"))
      } else {
        (column.fileStem, file(column.fileStem))
      }
    guard let value = found else { return nil }
    reads?.record(key, at: own.table.index(of: key))
    return (key, value)
  }

  /// The place of the first value that is written in the row, which identifies its mapping: the mapping, its key and its
  /// first key may begin at one place. Values of aliases and merged keys are before the row.
  private var placeOfFirstValue: Place? {
    own.values.lazy.map { place(of: $0) }.first { $0.path == place.path && $0 > place }
  }

  /// The value in a column that the row does not have: a key that can be added to it, or a file in its folder.
  private func missingValue(in column: String) throws -> ExpectedValue {
    var mistake = missing(column)
    if value(under: column) != nil {
      mistake.message =
        "\(title.capitalizedFirst) has no \(column.quoted) itself. Compare with a value that the row has alone."
    }
    if let location, case .file(let path) = location.content, FileKind(atPath: path) == .folder {
      if column.contains("/") {
        throw UsageError(
          "The column \(column.quoted) is no name of a file in the folder of the row. Write one without “/”."
        )
      }
      let name = column.fileExtension.isEmpty ? "\(column).txt" : column
      var expected = try ExpectedValue(
        fileAt: "\(path)/\(name)", as: "\(place.path)/\(name)",
        trimmingFinalNewline: own.values.contains(where: \.trimsFinalNewline))
      expected.confirmed = .file(ofRowAt: "\(place.path)/\(name)")
      return expected
    }
    // A column with a similar name is probably meant.
    let isNear = !Suggestions.near(column, in: allKeys, limit: 1).isEmpty
    let syntax = ReadFiles.file(at: place.path)?.syntax ?? ""
    guard value(under: column) == nil, !isNear, content.origins.isEmpty,
      syntax.hasPrefix("json") || syntax == "yaml", own.table !== FieldKeys.value
    else {
      // The same sentence for all rows shows that they have one cause.
      mistake.message =
        "The row" + mistake.message.dropFirst(title.count)
        + " Write the column, with \(ExpectedValue.pendingMark.quoted) in the row."
      throw mistake
    }
    let row = self
    return ExpectedValue(of: column, .none) {
      let place = syntax == "yaml" ? row.placeOfFirstValue : row.place
      return place.flatMap {
        ReviewedValue(.row, at: $0, named: column, old: nil, new: "", isPending: true).inFileOfRows
      }
    }
  }
}

extension RowFields {
  /// Whether another key has a value that is written where this one is.
  fileprivate func isAlsoWritten(_ value: RowValue, besides key: String) -> Bool {
    zip(keys, values).contains { other, written in
      !other.isSpelled(as: key) && (written.line, written.column) == (value.line, value.column)
        && written.path == value.path
    }
  }
}

extension ConfirmedPlace {
  /// The file of a row. It has a line, as places have of which no list of all is kept: the file stays with its row, whether
  /// an example compares it or not.
  fileprivate static func file(ofRowAt path: String) -> ConfirmedPlace {
    ConfirmedPlace(Place(path: path, line: 1))
  }
}

extension ReviewedValue {
  /// The value with the syntax and the digest of the file of rows that it is in; `nil` if no rows were read from a file
  /// of that path, or only a person can write there.
  fileprivate var inFileOfRows: ReviewedValue? {
    guard let syntax = ReadFiles.file(at: place.path)?.syntax, !syntax.isEmpty else { return nil }
    var value = self
    (value.syntax, value.digest) = (syntax, ReadFiles.digest(ofFileAt: place.path))
    return value
  }
}
