import ExemplarCore
import ExemplarReports
import ExemplarRows
import ExemplarSources
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
struct ForeignTestRun {
  /// One for each program with tests.
  let processes: [ForeignTestProcess]
  /// Everything that the programs hold.
  let all: [ForeignTest]
  /// The programs that may have specs.
  let programsOfSpecs: [URL]
  /// The tests that run.
  private(set) var tests: [ForeignTest]
  /// How many tests do not run because only specs were asked for.
  private(set) var leftOut = 0
  /// Those that the run of these tests puts in quarantine.
  let quarantine: QuarantineList
  private let selection: Selection
  /// The tests and names that the selection agrees with.
  private let found: ForeignTestSelection
  /// Whether only some ids run again.
  private var isRerun = false
  /// Whether all tests run.
  var isWhole: Bool { tests.count == all.count }
  /// The selectors that agree with one of them.
  var selectors: Set<String> { Set(found.matched) }
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Throws ``UsageError`` if that is impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - targets: The targets of the package, whose files show where tests of XCTest are.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - quarantine: The quarantines of a list.
  ///   - isOnlyXCTest: Whether the programs start no other library.
  ///   - lists: Their lists, if these are known.
  init(
    _ programs: [URL], of targets: TestTargets? = nil, in directory: String, _ options: RunOptions,
    quarantine: QuarantineList = QuarantineList(), isOnlyXCTest: Bool = false,
    lists: [ForeignTestLists.List]? = nil,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    async let declarations = targets.map(TestDeclarations.init(of:))
    processes = programs.map {
      ForeignTestProcess(program: $0, directory: directory, options: options)
    }
    var all: [ForeignTest] = []
    var known: Set<[String]> = []
    var programsOfSpecs: [URL] = []
    for (number, process) in processes.enumerated() {
      let listed =
        if let lists { lists[number] } else {
          try await process.tests(isOnlyXCTest: isOnlyXCTest)
        }
      if listed.mayHaveSpecs { programsOfSpecs.append(process.program) }
      // A test that several programs hold is run by the first of them.
      for var test in listed.tests
      where known.insert([test.library.rawValue, test.name]).inserted {
        test.program = number
        all.append(test)
      }
    }
    if let declarations = await declarations { all = all.located(by: declarations) }
    (self.all, self.programsOfSpecs, self.output) = (all, programsOfSpecs, output)
    selection = options.selection
    self.quarantine = quarantine
    found = await ForeignTestSelection(of: all, by: selection)
    tests = found.tests
  }

  /// The same run of the tests that run again; `nil` for all.
  func rerunning(_ ids: Set<ExampleID>?) -> ForeignTestRun {
    guard let ids else { return self }
    var run = self
    (run.tests, run.isRerun) = (tests.rerunning(ids), true)
    return run
  }

  /// A run of no tests, whose number is not known.
  private init(unlisted programs: [URL]) {
    (processes, all, tests, programsOfSpecs) = ([], [], [], programs)
    (selection, found) = (Selection(), ForeignTestSelection())
    (quarantine, output) = (QuarantineList(), { _ in })
  }

  /// Lists the tests and selects some. Prints the reason and throws the status if that is impossible.
  ///
  /// - Parameters:
  ///   - early: Lists that were begun before the programs were built.
  ///   - specsOnly: Whether none of them run, but are counted.
  static func listing(
    _ products: PackageBuild.Products, _ early: ForeignTestLists? = nil, in directory: String,
    _ options: RunOptions, specsOnly: Bool, quarantine: QuarantineList = QuarantineList(),
    output: @escaping @Sendable (Data) -> Void = { _ in }
  ) async throws -> ForeignTestRun {
    do {
      var run = try await ForeignTestRun(
        products.programs, of: products.targets, in: directory, options, quarantine: quarantine,
        isOnlyXCTest: products.startsOnlyXCTest, lists: early?.lists(of: products), output: output)
      if specsOnly { (run.leftOut, run.tests) = (run.tests.count, []) }
      return run
    } catch let mistake as UsageError {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      if specsOnly {
        Terminal.warn("\(mistake) --specs leaves them out.")
        return ForeignTestRun(unlisted: products.programs)
      }
      Terminal.error(mistake)
      throw ExitStatus.couldNotStart
    }
  }

  /// These tests, if they take part in a selection: a selector has to match one of them, or a spec.
  var besideSpecs: ForeignTestRun? { all.isEmpty || tests.isEmpty && leftOut > 0 ? nil : self }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    return run
  }

  /// All of them, as a list shows them; none if only specs run.
  var listed: [ExampleListed] {
    if leftOut > 0 { return [] }
    let selected = Set(tests.map(\.id))
    return all.map { test in
      ExampleListed(
        id: test.id, place: test.place,
        skipReason: selected.contains(test.id) ? nil : ExampleListed.notSelected)
    }
  }

  /// Those that run in a shard, as a list shows them; all without one.
  func listed(in shard: Shard?, _ durations: [String]) throws -> [ExampleListed] {
    let places = Dictionary(tests.map { ($0.id, $0.place) }) { first, _ in first }
    return try ShardAssignment.ofTests(tests, shard, durations)
      .filter { $0.shard == shard?.number }
      .map { ExampleListed(id: $0.id, place: places[$0.id] ?? $0.place) }
  }

  /// The end of a list of them.
  static var endOfList: RunSummary {
    var end = RunSummary(seed: 0, order: .defined)
    end.finished = true
    return end
  }

  /// The test with an id, or with the argument that has it.
  func test(at id: ExampleID) -> ForeignTest? {
    all.first { $0.id == id || $0.hasArguments && $0.id == id.parent }
  }

  /// How a repetition of the run begins.
  func beginning(_ repetition: Int, of repetitions: Int) -> RunStarted {
    var start = RunStarted(
      seed: 0, order: .defined, specs: 0, examples: tests.count, repetition: repetition,
      repetitions: repetitions)
    start.tests = tests.count
    return start
  }

  /// The message for a run in which neither they nor specs have anything to run.
  var reasonIfNothing: String {
    if leftOut > 0 {
      return "No specs were found, and --specs leaves out \(leftOut.counted("test")). Leave it out."
    }
    if all.isEmpty { return NothingToRun.noTests }
    if isRerun { return NothingToRun.nothingToRunAgain.message }
    return nothingMatches(selection.spelled).message
  }

  /// Why no test is selected, if a selection leaves none.
  var nothingToRun: NothingToRun? {
    tests.isEmpty && !isRerun && !selection.isEmpty ? nothingMatches(selection.spelled) : nil
  }

  /// Whether anything is known about selectors that match nothing.
  var hasHints: Bool { !found.near.isEmpty || !found.explanations.isEmpty }

  /// Why nothing runs if selectors match nothing at all.
  ///
  /// - Parameter near: Names of examples similar to them.
  func nothingMatches(_ selectors: [String], near: [String] = []) -> NothingToRun {
    .nothingMatches(
      selectors: selectors, near: near + found.near, explanations: found.explanations)
  }
}
