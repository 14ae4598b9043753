import Exemplar
import ExemplarCore

extension RunOptions {
  /// Options as the traces have them, in declared order and one after the other, with changes.
  static func plain(_ change: (inout RunOptions) throws -> Void) rethrows -> RunOptions {
    var options = RunOptions()
    options.order = .defined
    options.seed = 1
    options.jobs = 1
    try change(&options)
    return options
  }

  static func plain() -> RunOptions { plain { _ in } }

  /// Plain options that select something.
  static func selecting(_ selectors: String...) -> RunOptions {
    plain { $0.selection.selectors = selectors }
  }
}

extension Trace {
  /// What the start of the run says is focused.
  var focused: [String] {
    guard case .runStarted(let start) = events.first else { return [] }
    return start.focused.map(\.text)
  }

  /// The names of the examples that ran, in order, with the groups around them.
  var executedPaths: [String] {
    events.compactMap { event in
      guard case .exampleEnded(let end) = event, end.outcome.wasExecuted else { return nil }
      return end.id.components.dropFirst().joined(separator: "/")
    }
  }
}

/// Counts how often something happens.
struct Counter: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  /// Counts once more, and returns the new count.
  @discardableResult
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}

/// A place where several tasks wait for each other.
final class Rendezvous: Sendable {
  private struct NobodyCame: Error {}
  private let size: Int
  private let arrived = Locked(0)
  private let left = Locked(0)

  init(of size: Int) {
    self.size = size
  }

  /// Returns when all have arrived, and throws if they do not within a time that no sound run takes.
  func arrive() async throws { try await meet(arrived) }

  /// Returns when all want to leave.
  func leave() async throws { try await meet(left) }

  private func meet(_ present: Locked<Int>) async throws {
    present.withLock { $0 += 1 }
    let end = ContinuousClock.now + .seconds(600)
    while present.withLock({ $0 < size }) {
      guard ContinuousClock.now < end else { throw NobodyCame() }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
