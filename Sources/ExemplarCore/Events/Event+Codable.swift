extension Event: Codable {
  private enum Key: String, CodingKey { case event }
  private enum Name: String, Codable {
    case exampleListed, runStarted, groupStarted, exampleStarted, issueRecorded, attachmentRecorded,
      hooksStarted, hooksEnded,
      exampleEnded, groupEnded, runEnded
  }

  /// Reads the name under `event`, then the payload that it stands for.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.container(keyedBy: Key.self).decode(Name.self, forKey: .event)
    self =
      switch name {
      case .exampleListed: .exampleListed(try ExampleListed(from: decoder))
      case .runStarted: .runStarted(try RunStarted(from: decoder))
      case .groupStarted: .groupStarted(try GroupStarted(from: decoder))
      case .exampleStarted: .exampleStarted(try ExampleStarted(from: decoder))
      case .issueRecorded: .issueRecorded(try IssueRecorded(from: decoder))
      case .hooksStarted: .hooksStarted(try HooksStarted(from: decoder))
      case .hooksEnded: .hooksEnded(try HooksEnded(from: decoder))
      case .attachmentRecorded: .attachmentRecorded(try AttachmentRecorded(from: decoder))
      case .exampleEnded: .exampleEnded(try ExampleEnded(from: decoder))
      case .groupEnded: .groupEnded(try GroupEnded(from: decoder))
      case .runEnded: .runEnded(try RunSummary(from: decoder))
      }
  }

  /// Writes the name under `event`, and the fields of the payload beside it.
  public func encode(to encoder: any Encoder) throws {
    let (name, payload): (Name, any Encodable) =
      switch self {
      case .exampleListed(let payload): (.exampleListed, payload)
      case .runStarted(let payload): (.runStarted, payload)
      case .groupStarted(let payload): (.groupStarted, payload)
      case .exampleStarted(let payload): (.exampleStarted, payload)
      case .issueRecorded(let payload): (.issueRecorded, payload)
      case .hooksStarted(let payload): (.hooksStarted, payload)
      case .hooksEnded(let payload): (.hooksEnded, payload)
      case .attachmentRecorded(let payload): (.attachmentRecorded, payload)
      case .exampleEnded(let payload): (.exampleEnded, payload)
      case .groupEnded(let payload): (.groupEnded, payload)
      case .runEnded(let payload): (.runEnded, payload)
      }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .event)
    try payload.encode(to: encoder)
  }
}
