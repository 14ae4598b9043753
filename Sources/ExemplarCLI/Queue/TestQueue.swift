import ExemplarCore
import Foundation

/// A queue on a server, from which several machines take the units of one run. Each call waits for the server, and is
/// atomic there. Throws ``UsageError`` if the server does not answer, or no longer has the run.
protocol TestQueue: Sendable {
  /// Makes this machine one of those of the run, which is created if the server has none. Returns the facts of the run
  /// that the server has.
  ///
  /// - Parameter units: The units with their weights in microseconds, the slowest first.
  func join(_ facts: RunFacts, _ units: () -> [QueuedUnit]) throws -> RunFacts
  /// Takes the next batch, or returns another task. A call with the same lease gives the same answer.
  func reserve(_ lease: String) throws -> Reservation
  /// Prolongs a lease. Returns false if it has ended.
  func extend(_ lease: String) throws -> Bool
  /// Hands in the result of a batch, or of the report. Returns false if the lease has ended: the result does not count.
  func acknowledge(_ lease: String, _ result: Data) throws -> Bool
  /// Gives a batch back.
  ///
  /// - Parameter isLoss: Whether it counts as one of the times that a unit may be begun without a result.
  func release(_ lease: String, isLoss: Bool) throws
  /// The accepted results, in any order, and the units that no machine finished.
  func results() throws -> QueueResults
}

/// A unit of a plan in a queue.
struct QueuedUnit: Hashable, Sendable {
  /// The number of the unit.
  var number: Int
  /// Its expected duration, in microseconds.
  var weight: Int
  /// How often it was begun without a result.
  var losses = 0

  /// How often a unit is begun at most. The last time, it runs alone.
  static let limit = 3
}

/// The next task of a machine.
enum Reservation: Equatable, Sendable {
  /// Runs units.
  case batch([Int], left: Int)
  /// Asks again, after a number of seconds at most: other machines run the rest.
  case wait(Double)
  /// Reports the run: all units have results.
  case report
  /// Ends: another machine has reported the run.
  case verdict(Data)
}

/// The results of a whole run.
struct QueueResults: Sendable {
  /// The units of each batch that counts, and its log.
  var batches: [(units: [Int], log: Data)] = []
  /// The units that were begun too often.
  var lost: [Int] = []
}

/// The verdict of all machines, from the one that reports.
struct QueueVerdict: Codable, Equatable, Sendable {
  var status: Int32
  /// The counts, or what is wrong.
  var text: String
}
