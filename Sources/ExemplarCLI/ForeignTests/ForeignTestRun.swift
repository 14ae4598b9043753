import ExemplarCore
import ExemplarLog
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
  /// Gets what the tests print.
  let output: @Sendable (Data) -> Void

  /// Lists the tests and selects some. Prints the reason and throws the status if that is
  /// impossible.
  ///
  /// - Parameters:
  ///   - programs: The programs with tests.
  ///   - directory: The working directory of their processes.
  ///   - options: How long tests may take.
  ///   - rerun: The only ids that run again; `nil` for all.
  init(
    _ programs: [URL], in directory: String, _ options: RunOptions, rerun: Set<ExampleID>?,
    output: @escaping @Sendable (Data) -> Void
  ) async throws {
    let selection = options.selection
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
    tests = all.selected(by: selection, rerun: rerun)
    isWhole = tests.count == all.count
    selectors = Set(all.matched(selection.selectors))
  }

  /// The same run of some of the tests.
  func keeping(_ ids: Set<ExampleID>) -> ForeignTestRun {
    var run = self
    run.tests = tests.filter { ids.contains($0.id) }
    run.isWhole = isWhole && run.tests.count == tests.count
    return run
  }
}
