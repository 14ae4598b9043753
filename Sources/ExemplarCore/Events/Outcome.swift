/// How an example ended, or why it did not run.
public enum Outcome: Sendable, Hashable {
  /// Nothing failed.
  case passed
  /// It failed and then passed on a retry.
  case flaky
  /// Something failed; unexpected if the first failure was not an assertion.
  case failed(unexpected: Bool)
  /// It failed, or a hook around it did, and that does not fail the run, since it is quarantined.
  case quarantined(reason: String)
  /// It was not run, or ended itself, for a reason.
  case skipped(reason: String)
  /// It is not written yet.
  case pending(reason: String?)
  /// A `beforeAll` of this group failed.
  case blocked(by: ExampleID)

  /// Whether the outcome makes a run fail.
  public var isFailure: Bool {
    switch self {
    case .failed, .blocked: true
    case .passed, .flaky, .quarantined, .skipped, .pending: false
    }
  }

  /// Whether the example ran.
  package var wasExecuted: Bool {
    switch self {
    case .passed, .flaky, .failed, .quarantined: true
    case .skipped, .pending, .blocked: false
    }
  }
}

extension Outcome: Codable {
  private enum Key: String, CodingKey { case kind, unexpected, reason, by }
  private enum Name: String, Codable {
    case passed, flaky, failed, quarantined, skipped, pending, blocked
  }

  /// Reads the name under `kind`, then what belongs to it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self =
      switch try container.decode(Name.self, forKey: .kind) {
      case .passed: .passed
      case .flaky: .flaky
      case .failed: .failed(unexpected: try container.decode(Bool.self, forKey: .unexpected))
      case .quarantined: .quarantined(reason: try container.decode(String.self, forKey: .reason))
      case .skipped: .skipped(reason: try container.decode(String.self, forKey: .reason))
      case .pending: .pending(reason: try container.decodeIfPresent(String.self, forKey: .reason))
      case .blocked: .blocked(by: try container.decode(ExampleID.self, forKey: .by))
      }
  }

  /// Writes the name under `kind`, and what belongs to it beside it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .passed: try container.encode(Name.passed, forKey: .kind)
    case .flaky: try container.encode(Name.flaky, forKey: .kind)
    case .failed(let unexpected):
      try container.encode(Name.failed, forKey: .kind)
      try container.encode(unexpected, forKey: .unexpected)
    case .quarantined(let reason):
      try container.encode(Name.quarantined, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    case .skipped(let reason):
      try container.encode(Name.skipped, forKey: .kind)
      try container.encode(reason, forKey: .reason)
    case .pending(let reason):
      try container.encode(Name.pending, forKey: .kind)
      try container.encodeIfPresent(reason, forKey: .reason)
    case .blocked(let group):
      try container.encode(Name.blocked, forKey: .kind)
      try container.encode(group, forKey: .by)
    }
  }
}
