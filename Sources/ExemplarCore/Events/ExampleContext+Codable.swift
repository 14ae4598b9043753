extension ExampleContext {
  /// `row`, `inclusions`, or the name of a fact.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let row = Key(stringValue: "row")
    static let inclusions = Key(stringValue: "inclusions")
    static func fact(_ fact: Fact) -> Key { Key(stringValue: "\(fact.name)") }
  }

  /// Reads the fields that appear beside the other fields of an event or an issue; lists may be
  /// missing. An issue has a location of its own, so the location of its example stays unknown.
  init(from decoder: any Decoder, at place: Place? = nil) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var facts = Facts()
    for fact in Fact.allCases {
      facts[fact] = try container.decodeIfPresent([String].self, forKey: .fact(fact)) ?? []
    }
    self.init(
      at: place, row: try container.decodeIfPresent(RowReference.self, forKey: .row), facts,
      try container.decodeIfPresent([InclusionFrame].self, forKey: .inclusions) ?? [])
  }

  /// Writes all but the place beside the other fields, without lists that are empty: most are.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(row, forKey: .row)
    if !inclusions.isEmpty { try container.encode(inclusions, forKey: .inclusions) }
    for fact in Fact.allCases where !facts[fact].isEmpty {
      try container.encode(facts[fact], forKey: .fact(fact))
    }
  }
}
