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
  func show(_ listing: PlanListing) async throws -> ExitStatus {
    let build = PackageBuild(
      packagePath: packagePath, arguments: buildOptions, terminal: terminal, isSilent: isPiped)
    let program = try await build.testProgram()
    let worker = Worker(
      program: program, directory: packagePath, options: options, output: { _ in })
    let end = try await worker.run { listing.note($0) }
    if Interruption.isRequested { return .interrupted }
    if let summary = listing.summary {
      if let reason = summary.nothingRan {
        if isPiped { Terminal.write("error: \(reason)\n", toError: true) }
        return .nothingRan
      }
      return terminal.isComplete ? .fine : .failed
    }
    guard end.status.isWithoutTests else {
      Terminal.write(
        "error: The process that lists the examples \(end.status.way.explanation).\n\(end.errorTail)\n",
        toError: true)
      return .didNotFinish
    }
    Terminal.write(
      "No specs were found. Write one with @Spec, in a test target that depends on Exemplar.\n",
      toError: isPiped)
    return .nothingRan
  }
}
