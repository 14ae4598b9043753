import ExemplarCore
import Foundation

/// The indivisible units of a plan, by their numbers from 1: what a process needs in order to run each of them.
struct PlanUnits: Sendable {
  /// The lines of `ShardShare` of each unit, and the number of its program; of a unit that is a test, its id.
  private enum Unit {
    case examples([Substring], program: Int)
    case test(ExampleID)
  }
  private var units: [Unit] = []
  /// The lines of the plans of the programs.
  private var plans: [Substring] = []

  var count: Int { units.count }

  /// Adds the units of the next program, from the file that its list has written.
  mutating func add(_ text: String) {
    let program = plans.count
    var (plan, lines) = (Substring(), [[Substring]]())
    for line in text.split(separator: "\n") {
      guard let tab = line.firstIndex(of: "\t"), let number = Int(line[..<tab]) else { continue }
      let rest = line[line.index(after: tab)...]
      if number == 0 {
        plan = rest
        continue
      }
      while lines.count < number { lines.append([]) }
      lines[number - 1].append(rest)
    }
    plans.append(plan)
    units += lines.map { .examples($0, program: program) }
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
    var shares = plans.map { [$0] }
    var tests: Set<ExampleID> = []
    for number in numbers {
      switch units[number - 1] {
      case .examples(let lines, let program): shares[program] += lines
      case .test(let id): tests.insert(id)
      }
    }
    var chosen: [TestProgram] = []
    // A batch of tests alone starts a program too: its run has the seed of all.
    let isWithoutExamples = shares.allSatisfy { $0.count == 1 }
    for (index, lines) in shares.enumerated()
    where lines.count > 1 || isWithoutExamples && index == 0 {
      let file = folder.appendingPathComponent("batch-\(index)")
      try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      var program = programs[index]
      program.options[.share] = file.path
      chosen.append(program)
    }
    return (chosen, tests)
  }
}
