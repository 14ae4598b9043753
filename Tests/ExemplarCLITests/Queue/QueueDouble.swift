import ExemplarCore
import Foundation
import TestSupport

@testable import ExemplarCLI

/// A queue in memory with the rules of the one on a server, and a clock of its own.
final class QueueDouble: TestQueue {
  struct State {
    var facts: RunFacts?
    var todo: [QueuedUnit] = []
    /// The units of each lease, none for the report, and its end.
    var leases: [String: (units: [QueuedUnit]?, end: Double)] = [:]
    var done: [String: (units: [QueuedUnit], log: Data)] = [:]
    var lost: [Int] = []
    var verdict: Data?
    var now = 0.0
    /// Whether the server has lost the run.
    var isGone = false
    /// How many units each reserved batch had.
    var sizes: [Int] = []

    mutating func giveBack(_ lease: String, losses: Int) {
      for var unit in (leases.removeValue(forKey: lease)?.units ?? []).reversed() {
        unit.losses += losses
        if unit.losses < QueuedUnit.limit {
          todo.insert(unit, at: 0)
        } else {
          lost.append(unit.number)
        }
      }
    }
  }

  static let lease = 30.0
  let state = Locked(State())
  let machines: Int

  init(machines: Int) { self.machines = machines }

  private func withRun<Result>(_ body: (inout State) -> Result) throws -> Result {
    try state.withLock { state in
      if state.isGone { throw UsageError("The run has gone.") }
      return body(&state)
    }
  }

  func join(_ facts: RunFacts, _ units: () -> [QueuedUnit]) throws -> RunFacts {
    try withRun { state in
      if let known = state.facts { return known }
      (state.facts, state.todo) = (facts, units())
      return facts
    }
  }

  func reserve(_ lease: String) throws -> Reservation {
    try withRun { state in
      func hold(_ units: [QueuedUnit]?) -> Reservation {
        state.leases[lease] = (units, state.now + Self.lease)
        return units.map { .batch($0.map(\.number), left: state.todo.count) } ?? .report
      }
      if let held = state.leases[lease] { return hold(held.units) }
      if let verdict = state.verdict { return .verdict(verdict) }
      for (lease, held) in state.leases where held.end <= state.now {
        state.giveBack(lease, losses: 1)
      }
      if state.todo.isEmpty {
        if state.leases.isEmpty { return hold(nil) }
        state.now += 1
        return .wait(0)
      }
      var units: [QueuedUnit] = []
      let aim = max(1, state.todo.count / (2 * machines))
      while units.count < aim, let unit = state.todo.first {
        let isAlone = unit.losses + 1 >= QueuedUnit.limit
        if isAlone, !units.isEmpty { break }
        units.append(state.todo.removeFirst())
        if isAlone { break }
      }
      state.sizes.append(units.count)
      return hold(units)
    }
  }

  func extend(_ lease: String) throws -> Bool {
    try withRun { state in
      guard state.leases[lease] != nil else { return false }
      state.leases[lease]?.end = state.now + Self.lease
      return true
    }
  }

  func acknowledge(_ lease: String, _ result: Data) throws -> Bool {
    try withRun { state in
      if state.done[lease] != nil { return true }
      guard let held = state.leases.removeValue(forKey: lease) else { return false }
      if let units = held.units {
        state.done[lease] = (units, result)
      } else {
        state.verdict = result
      }
      return true
    }
  }

  func release(_ lease: String, isLoss: Bool) throws {
    try withRun { $0.giveBack(lease, losses: isLoss ? 1 : 0) }
  }

  func results() throws -> QueueResults {
    try withRun { state in
      QueueResults(
        batches: state.done.values.map { ($0.units.map(\.number), $0.log) }, lost: state.lost)
    }
  }
}

/// The queue as one machine sees it: answers get lost, so that calls are made twice, and a machine that is dead makes
/// none.
struct UnreliableQueue: TestQueue {
  let queue: QueueDouble
  let isDead: Locked<Bool>
  let random: Locked<SeededGenerator>

  private func call<Result>(_ body: () throws -> Result) throws -> Result {
    if isDead.withLock({ $0 }) { throw UsageError("The machine is dead.") }
    if random.withLock({ Int.random(in: 0..<4, using: &$0) }) == 0 { _ = try body() }
    return try body()
  }

  func join(_ facts: RunFacts, _ units: () -> [QueuedUnit]) throws -> RunFacts {
    try call { try queue.join(facts, units) }
  }
  func reserve(_ lease: String) throws -> Reservation { try call { try queue.reserve(lease) } }
  func extend(_ lease: String) throws -> Bool { try call { try queue.extend(lease) } }
  func acknowledge(_ lease: String, _ result: Data) throws -> Bool {
    try call { try queue.acknowledge(lease, result) }
  }
  func release(_ lease: String, isLoss: Bool) throws {
    try call { try queue.release(lease, isLoss: isLoss) }
  }
  func results() throws -> QueueResults { try call { try queue.results() } }
}
