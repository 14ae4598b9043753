import ExemplarCore

/// Creates rows from the values that a format has read, in the shape that the author declares.
///
/// An instance serves one walk over the rows of a source.
struct RowMaker {
  let shape: RowShape
  let skips: [RowSkipping.Rule]
  /// Whether the elements of the array are plain values; the first one decides.
  private var isPlain: Bool?
  /// Where the row with an empty key is, by the suites around it, in formats where that is a key as others are.
  private var emptyKeys: [[RowSuite]: Int]? = [:]

  /// - Parameters:
  ///   - takesPlain: Whether the elements of an array may be plain values.
  ///   - mayRepeatEmptyKeys: Whether an empty key only means that a row has no name.
  init(
    _ shape: RowShape = RowShape(), takesPlain: Bool = true, mayRepeatEmptyKeys: Bool = false
  ) {
    self.shape = shape
    if mayRepeatEmptyKeys || shape.duplicateKeys != .refused { emptyKeys = nil }
    skips = shape.skipping.walk
    if !takesPlain { isPlain = false }
  }

  /// The row that a value is: an object, or an array, of which the columns are named in code, or a plain
  /// value. A row is named by its key; an element of an array, which has none, by its value under `name`.
  ///
  /// - Parameter expected: What the format calls an object, for messages.
  mutating func row(
    _ value: RowValue, under key: String? = nil, at place: Place, in suites: [RowSuite] = [],
    outerFields: [RowFields] = [], expected: String = "an object"
  ) -> RowResult {
    if let skipped = skips.skipped(value, named: key, at: place, in: suites) { return skipped }
    do throws(UsageError) {
      if let key, let mistake = shape.naming.mistake(ofKey: key, at: place) { throw mistake }
      // Other keys are names, which are compared when the rows run.
      if key == "", let line = emptyKeys?.updateValue(place.line, forKey: suites) {
        throw .duplicate(key: "", in: expected, line: line, at: place)
      }
      let isWhole = key != nil && shape.columns.isEmpty
      let fields = isWhole ? value.fieldsOfRow : try fields(of: value, at: place, expected)
      var row = Row(
        RowContent(
          name: key?.nonEmpty, fields: fields, place: place, suites: suites,
          outerFields: outerFields))
      if key == nil { try takeName(of: &row, from: value) }
      return .success(row)
    } catch {
      return .mistake(error, named: key?.nonEmpty, in: suites)
    }
  }

  private mutating func fields(
    of value: RowValue, at place: Place, _ expected: String
  ) throws(UsageError) -> RowFields {
    if !shape.columns.isEmpty { return try columns(of: value, at: place) }
    let isPlain =
      switch value.content {
      case .object, .array: false
      default: true
      }
    if self.isPlain == nil { self.isPlain = isPlain }
    if case .object(let fields) = value.content, self.isPlain == false { return fields }
    if isPlain, self.isPlain == true { return value.fieldsOfRow }
    let wanted =
      self.isPlain == true ? "a plain value as a row, as the first one is" : "\(expected) as a row"
    let hint =
      if case .array = value.content {
        " To read arrays as rows, name their columns: columns: \u{201C}title\u{201D}, \u{2026}"
      } else {
        ""
      }
    throw UsageError("Expected \(wanted), found \(value.kind).\(hint)", at: place)
  }

  /// The values under the names that code gives them. Throws if there are more or fewer.
  private func columns(of value: RowValue, at place: Place) throws(UsageError) -> RowFields {
    let values: [RowValue]
    switch value.content {
    case .array(let elements): values = elements
    case .object:
      throw UsageError(
        "The row is an object, which names its values itself; columns: is for rows that are arrays.",
        at: place)
    default: values = [value]
    }
    guard values.count == shape.columns.count else {
      let (found, columns) = (values.count.counted("value"), shape.columns.count)
      let names = shape.columns.map(\.quoted).joined(separator: ", ")
      throw UsageError(
        "The row has \(found), but \(columns.counted("column")) \(columns == 1 ? "is" : "are") named: \(names).",
        at: place)
    }
    var fields = RowFields()
    for (column, value) in zip(shape.columns, values) where !fields.add(value, for: column) {
      throw UsageError("Two columns are named \(column.quoted).", at: place)
    }
    return fields
  }

  /// Names the row by its key `name`, unless it is named otherwise.
  private func takeName(of row: inout Row, from value: RowValue) throws(UsageError) {
    guard shape.naming.isByName else { return }
    if value.object != nil || !shape.columns.isEmpty, let name = row.own["name"],
      name.text?.isEmpty != true
    {
      guard let text = name.text else {
        throw UsageError(
          "The name of a row must be text, found \(name.kind).", at: row.place(of: name))
      }
      row.content.name = text.nonEmpty
    } else if shape.naming.isRequired {
      throw UsageError(
        "The row has no name; expected a text under \u{201C}name\u{201D}.", at: row.place)
    }
  }
}
