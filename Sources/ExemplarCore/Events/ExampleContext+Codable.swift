extension ExampleContext {
  private enum Key: String, CodingKey { case row, inclusions, tags, bugs }

  /// Reads the fields that appear beside the other fields of an event or an issue; lists may be
  /// missing. An issue has a location of its own, so the location of its example stays unknown.
  init(from decoder: any Decoder, at place: Place? = nil) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      at: place, row: try container.decodeIfPresent(RowReference.self, forKey: .row),
      tags: Set(try container.decodeIfPresent([String].self, forKey: .tags) ?? []),
      bugs: try container.decodeIfPresent([String].self, forKey: .bugs) ?? [],
      inclusions: try container.decodeIfPresent([InclusionFrame].self, forKey: .inclusions) ?? [])
  }

  /// Writes all but the place beside the other fields, without lists that are empty: most are.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(row, forKey: .row)
    if !inclusions.isEmpty { try container.encode(inclusions, forKey: .inclusions) }
    if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
    if !bugs.isEmpty { try container.encode(bugs, forKey: .bugs) }
  }
}
