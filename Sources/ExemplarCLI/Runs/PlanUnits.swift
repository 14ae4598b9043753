import ExemplarCore
import Foundation

/// The indivisible units of a plan, by their numbers from 1: what a process needs in order to run each of them.
struct PlanUnits: Sendable {
  /// The number of a share of a program, or the id of a test.
  private enum Unit {
    case share(Int, program: Int)
    case test(ExampleID)
  }
  private var units: [Unit] = []
  /// The shares of the programs.
  private var shares: [PlanShares] = []

  var count: Int { units.count }

  /// Adds the units of the next program.
  mutating func add(_ shares: PlanShares) {
    units += (0..<shares.count).map { .share($0 + 1, program: self.shares.count) }
    self.shares.append(shares)
  }

  /// Adds a test that is not an example.
  mutating func add(_ test: ExampleID) { units.append(.test(test)) }

  /// Writes files with the examples of some units.
  ///
  /// - Parameter programs: Those whose units were added, in that order.
  /// - Returns: The programs with some of the examples, each with its file, and the tests.
  func share(
    of numbers: [Int], among programs: [TestProgram], in folder: URL
  ) throws -> (programs: [TestProgram], tests: Set<ExampleID>) {
    var numbersOfPrograms = shares.map { _ in [Int]() }
    var tests: Set<ExampleID> = []
    for number in numbers {
      switch units[number - 1] {
      case .share(let share, let program): numbersOfPrograms[program].append(share)
      case .test(let id): tests.insert(id)
      }
    }
    // A batch of tests alone starts a program too: its run has the seed of all.
    if numbersOfPrograms.allSatisfy(\.isEmpty) {
      return (
        try Array(programs.prefix(1)).map { try shares[0].share(of: [], in: $0, folder) }, tests
      )
    }
    let chosen = try programs.indices.filter { !numbersOfPrograms[$0].isEmpty }.map {
      try shares[$0].share(of: numbersOfPrograms[$0], in: programs[$0], folder)
    }
    return (chosen, tests)
  }
}

extension PlanShares {
  /// A program that runs some shares alone, whose examples are in a file in a folder.
  func share(of numbers: [Int], in program: TestProgram, _ folder: URL) throws -> TestProgram {
    let file = folder.appendingPathComponent("share-\(UUID().uuidString)")
    try text(of: numbers).write(to: file, atomically: true, encoding: .utf8)
    var program = program
    program.options[.share] = file.path
    return program
  }
}

extension AskedPrograms {
  /// Has a program divide its plan. Returns `nil` if it has nothing to run. Throws as ``list(_:dividedBy:_:)`` does.
  ///
  /// - Parameters:
  ///   - count: The number of shards; `nil` for a share for each unit.
  ///   - durations: The records whose durations balance the shards.
  ///   - folder: The location of the file that the program writes.
  ///   - receive: Receives all examples, each with its shard.
  func shares(
    of program: TestProgram, count: Int?, _ durations: [String], in folder: URL,
    _ receive: @escaping @Sendable (Event) -> Void = { _ in }
  ) async throws -> PlanShares? {
    let file = folder.appendingPathComponent("shares-\(UUID().uuidString)").path
    let division = PlanDivision(
      count: count, durations: durations.map { URL(fileURLWithPath: $0).path }, file: file)
    guard try await list(program, dividedBy: division, receive),
      FileManager.default.fileExists(atPath: file)
    else { return nil }
    return PlanShares(try String(contentsOfFile: file, encoding: .utf8))
  }
}
