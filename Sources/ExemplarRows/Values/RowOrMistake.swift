import ExemplarCore

/// What a row source gives: a row, or a row that is wrong by itself.
public enum RowOrMistake: Sendable {
  case row(Row)
  case mistake(AuthoringMistake, named: String?, in: [RowSuite] = [])

  /// Where the row stands.
  var place: Place? {
    switch self {
    case .row(let row): row.place
    case .mistake(let mistake, _, _): mistake.place
    }
  }
}

/// Whether the rows of a source must have names.
public enum RowNaming: Sendable, Hashable {
  /// A row without a name is known by its position, `#3`.
  case optional
  /// A row without a name is a failing example.
  case required

  /// The mistake that the key of a row is empty and so names nothing, if names are required.
  func mistake(ofKey key: String, at place: Place) -> AuthoringMistake? {
    guard self == .required, key.isEmpty else { return nil }
    return AuthoringMistake("The row has no name; its key is empty.", at: place)
  }
}

extension RowOrMistake {
  /// The row that an object is, which its key `name` names.
  ///
  /// - Parameter expected: What the format calls an object, for messages.
  init(
    of value: RowValue, at place: Place, _ naming: RowNaming, in suites: [RowSuite] = [],
    expected: String = "an object"
  ) {
    guard case .object(let fields) = value.content else {
      self.init("Expected \(expected) as a row, found \(value.kind).", at: place, in: suites)
      return
    }
    var row = Row(name: nil, fields: fields, place: place, suites: suites)
    if let name = fields["name"], name.text?.isEmpty != true {
      guard let text = name.text else {
        self.init(
          "The name of a row must be text, found \(name.kind).", at: row.place(of: name), in: suites
        )
        return
      }
      row.name = text
    } else if naming == .required {
      self.init(
        "The row has no name; expected a text under \u{201C}name\u{201D}.", at: place, in: suites)
      return
    }
    self = .row(row)
  }

  /// A row without a name of which `message` says what is wrong.
  private init(_ message: String, at place: Place, in suites: [RowSuite]) {
    self = .mistake(AuthoringMistake(message, at: place), named: nil, in: suites)
  }
}
