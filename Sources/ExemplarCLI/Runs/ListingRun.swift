import ExemplarCore
import ExemplarReports
import Foundation

/// Has a worker list examples, and shows the list.
struct ListingRun {
  let build: PackageBuild
  /// The options of the worker.
  let options: [EnvironmentOption: String]
  private var terminal: Terminal { build.terminal }
  /// Whether a program reads the output, so that nothing else may be printed.
  private var isPiped: Bool { build.isSilent }

  /// Builds the tests, and shows what they hold.
  ///
  /// - Parameter foreign: Gives the tests that would run beside the specs.
  func show(
    _ listing: PlanListing, foreign: ([URL]) async throws -> ForeignTestRun? = { _ in nil }
  ) async throws -> ExitStatus {
    let urls = try await build.testPrograms()
    let foreign = try await foreign(urls)
    let programs = try await TestPrograms(
      urls, directory: build.packagePath, options: options, foreign: foreign)
    let tests = programs.isMissingSomething ? [] : foreign?.tests ?? []
    let listsLeftOut = options[.leftOut] != nil
    var summary: RunSummary?
    // An example may be in several programs, and is the first one's.
    let owners = Locked<[ExampleID: Int]>([:])
    for (number, (program, reason)) in programs.all.enumerated()
    where listsLeftOut || reason == nil {
      let worker = try WorkerProcess(program, directory: build.packagePath, takesOrders: false)
      let ended = Locked<RunSummary?>(nil)
      let receive: @Sendable (Event) -> Void = { event in
        switch event {
        case .runEnded(let summary): ended.withLock { $0 = summary }
        case .exampleListed(var example):
          if programs.all.count > 1,
            owners.withLock({ $0.owner(of: example.id, orElse: number) }) != number
          {
            return
          }
          if let reason { example.skipReason = reason }
          listing.record(.exampleListed(example))
        default: listing.record(event)
        }
      }
      let end = try await worker.runAlone { $0.forEach(receive) }
      if Interruption.isRequested { return .interrupted }
      if let ended = ended.withLock({ $0 }) {
        // An example that one program leaves out may run in another.
        if reason == nil { summary = summary?.joined(with: ended) ?? ended }
      } else if !end.exit.isWithoutSpecs {
        Terminal.write(
          "error: \(end.exit.issue(while: "while it listed the examples").message)\n",
          toError: true)
        return .didNotFinish
      }
    }
    for test in tests {
      listing.record(.exampleListed(ExampleListed(id: test.id, place: test.place)))
    }
    if !tests.isEmpty {
      // A package without specs emits no end of a list.
      summary = summary ?? RunSummary(seed: 0, order: .defined)
      summary?.nothingRan = nil
    }
    guard let summary else {
      Terminal.write(NothingToRun.nothingDiscovered.message + "\n", toError: isPiped)
      return .nothingRan
    }
    listing.record(.runEnded(summary))
    if let reason = summary.nothingRan {
      if isPiped { Terminal.write("error: \(reason)\n", toError: true) }
      return .nothingRan
    }
    return terminal.isComplete ? .fine : .failed
  }
}

extension [ExampleID: Int] {
  /// The owner of an example; `candidate` becomes it if there was none.
  fileprivate mutating func owner(of id: ExampleID, orElse candidate: Int) -> Int {
    let owner = self[id] ?? candidate
    self[id] = owner
    return owner
  }
}
