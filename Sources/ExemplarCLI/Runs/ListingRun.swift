import ExemplarCore
import ExemplarReports
import Foundation

/// Has a worker list examples, and shows the list.
struct ListingRun {
  let packagePath: String
  let buildOptions: [String]
  /// What the worker is told.
  let options: [EnvironmentOption: String]
  let terminal: Terminal
  /// Whether a program reads what is printed: nothing else must stand there.
  var isPiped = false

  /// Builds the tests, and shows what they hold.
  ///
  /// - Parameter plain: Gives the tests that would run beside the specs.
  func show(
    _ listing: PlanListing, plain: (URL) async throws -> [PlainTest] = { _ in [] }
  ) async throws -> ExitStatus {
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal, isSilent: isPiped)
    let program = try await build.testProgram()
    let worker = Worker(
      program: program, directory: packagePath, options: options, output: { _ in })
    let tests = try await plain(program).map { ExampleListed(id: $0.id, place: $0.place) }
    let end = try await worker.run { event in
      guard case .runEnded(var summary) = event, !tests.isEmpty else { return listing.note(event) }
      for test in tests { listing.note(.exampleListed(test)) }
      summary.nothingRan = nil
      listing.note(.runEnded(summary))
    }
    if Interruption.isRequested { return .interrupted }
    if let summary = listing.summary {
      if let reason = summary.nothingRan {
        if isPiped { Terminal.write("error: \(reason)\n", toError: true) }
        return .nothingRan
      }
      return terminal.isComplete ? .fine : .failed
    }
    if end.status.isWithoutTests, !tests.isEmpty {
      // There is no spec whose list would have an end.
      for test in tests { listing.note(.exampleListed(test)) }
      listing.note(.runEnded(RunSummary(seed: 0, order: .defined)))
      return terminal.isComplete ? .fine : .failed
    }
    guard end.status.isWithoutTests else {
      Terminal.write(
        "error: The process that lists the examples \(end.status.way.explanation).\n\(end.errorTail)\n",
        toError: true)
      return .didNotFinish
    }
    Terminal.write(
      NothingToRun.nothingDiscovered.message + "\n",
      toError: isPiped)
    return .nothingRan
  }
}
