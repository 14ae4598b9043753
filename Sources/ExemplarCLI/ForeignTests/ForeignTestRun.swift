import ExemplarCore
import ExemplarLog
import ExemplarSources
import Foundation

/// A run of the tests of a package that are not examples, reported as events.
struct ForeignTestRun {
  /// One for each program with tests.
  let processes: [ForeignTestProcess]
  private(set) var tests: [ForeignTest]
  /// Whether these are all that there are.
  private(set) var isWhole: Bool
  /// The selectors that agree with one of them.
  let selectors: Set<String>
  /// Names similar to the others, and the known reasons why these match nothing.
  private let hints: (near: [String], explanations: [String])
  /// Why no test is selected, if a selection leaves none.
  let nothingToRun: NothingToRun?
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Prints the reason and throws the status if that is
  /// impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - targets: The targets of the package, whose files show where tests of XCTest are.
  ///   - rerun: The only ids that run again; `nil` for all.
  init(
    _ programs: [URL], of targets: TestTargets? = nil, in directory: String, _ options: RunOptions,
    rerun: Set<ExampleID>?,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    async let declarations = targets.map(TestDeclarations.init(of:))
    processes = programs.map {
      ForeignTestProcess(program: $0, directory: directory, options: options)
    }
    var all: [ForeignTest] = []
    var known: Set<[String]> = []
    do {
      for (number, process) in processes.enumerated() {
        // A test that several programs hold is run by the first of them.
        let tests = try await process.tests().filter { test in
          known.insert([test.library.rawValue, test.name]).inserted
        }
        all += tests.map { test in
          var test = test
          test.program = number
          return test
        }
      }
    } catch let mistake as UsageError {
      if Interruption.isRequested { throw ExitStatus.interrupted }
      Terminal.error(mistake)
      throw ExitStatus.couldNotStart
    }
    self.output = output
    if let declarations = await declarations { all = all.located(by: declarations) }
    let selected = await ForeignTestSelection(of: all, by: options.selection, rerun: rerun)
    tests = selected.tests
    isWhole = tests.count == all.count
    selectors = Set(selected.matched)
    hints = (selected.near, selected.explanations)
    nothingToRun =
      selected.tests.isEmpty && rerun == nil && !options.selection.isEmpty
      ? .nothingMatches(
        selectors: options.selection.spelled, near: selected.near,
        explanations: selected.explanations) : nil
  }

  /// Whether anything is known about selectors that match nothing.
  var hasHints: Bool { !hints.near.isEmpty || !hints.explanations.isEmpty }

  /// Why nothing runs if selectors match nothing at all.
  ///
  /// - Parameter near: Names of examples similar to them.
  func nothingMatches(_ selectors: [String], near: [String] = []) -> NothingToRun {
    .nothingMatches(
      selectors: selectors, near: near + hints.near, explanations: hints.explanations)
  }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    run.isWhole = isWhole && run.tests.count == tests.count
    return run
  }
}
