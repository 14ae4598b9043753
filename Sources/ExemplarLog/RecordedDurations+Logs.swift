import ExemplarCore

extension RecordedDurations {
  /// Adds the durations in the log at a path. Throws ``UsageError`` and ``EventLogDamage`` if it cannot be read.
  package mutating func add(logAt path: String) throws {
    let log = try EventLog(path: path)
    var starts: [ExampleID: Double] = [:]
    for event in log {
      switch event {
      case .exampleEnded(let end) where end.outcome.wasExecuted:
        record(end.duration / Double(max(1, end.attempts)), of: end.id)
      case .hooksStarted(let start): starts[start.id] = log.origin.time
      case .hooksEnded(let end):
        if let start = starts.removeValue(forKey: end.id) {
          record(log.origin.time - start, ofHooksOf: end.id)
        }
      default: break
      }
    }
    if let damage = log.damage { throw damage }
  }
}
