extension Issue: Codable {
  private enum Key: String, CodingKey {
    case message, place, phase, isExpected, isKnown, isWarning, isRetried, checkpoint, labels,
      cause,
      isQuarantined
  }

  /// Reads an issue; lists that are empty may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      try container.decode(String.self, forKey: .message),
      at: try container.decodeIfPresent(Place.self, forKey: .place),
      phase: try container.decode(Phase.self, forKey: .phase),
      isExpected: try container.decode(Bool.self, forKey: .isExpected),
      isKnown: try container.decode(Bool.self, forKey: .isKnown),
      isWarning: try container.decode(Bool.self, forKey: .isWarning),
      isRetried: try container.decode(Bool.self, forKey: .isRetried),
      checkpoint: try container.decodeIfPresent(String.self, forKey: .checkpoint),
      labels: try container.decodeIfPresent([String].self, forKey: .labels) ?? [],
      context: try ExampleContext(from: decoder),
      cause: try container.decodeIfPresent(Cause.self, forKey: .cause))
    isQuarantined = try container.decodeIfPresent(Bool.self, forKey: .isQuarantined) ?? false
  }

  /// Writes the issue, without lists that are empty: most are.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(place, forKey: .place)
    try container.encode(phase, forKey: .phase)
    try container.encode(isExpected, forKey: .isExpected)
    try container.encode(isKnown, forKey: .isKnown)
    if isQuarantined { try container.encode(true, forKey: .isQuarantined) }
    try container.encode(isWarning, forKey: .isWarning)
    try container.encode(isRetried, forKey: .isRetried)
    try container.encodeIfPresent(checkpoint, forKey: .checkpoint)
    if !labels.isEmpty { try container.encode(labels, forKey: .labels) }
    try context.encode(to: encoder)
    try container.encodeIfPresent(cause, forKey: .cause)
  }
}
