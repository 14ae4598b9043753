import ExemplarCore
import ExemplarReports
import Foundation

/// Has a worker list examples, and shows the list.
struct ListingRun {
  let build: PackageBuild
  /// The options of the worker.
  let options: [EnvironmentOption: String]
  let asked: AskedPrograms
  /// The shard to show; `nil` for all examples.
  var shard: Shard?
  var durations: [String] = []
  private var terminal: Terminal { build.terminal }
  /// Whether a program reads the output, so that nothing else may be printed.
  private var isPiped: Bool { build.isSilent }

  /// Shows what the programs that were built hold.
  ///
  /// - Parameter others: The tests that would run beside the specs.
  func show(_ listing: PlanListing, _ others: ForeignTestRun) async throws -> ExitStatus {
    let programs = try await TestPrograms(
      others.programsOfSpecs, options: options, foreign: others.besideSpecs, by: asked)
    let tests = programs.isMissingSomething ? [] : others.tests
    let listsLeftOut = options[.leftOut] != nil
    let folder = try WorkerFolder()
    defer { folder.remove() }
    let merger = Locked(StreamMerger { $0.forEach { listing.record($0) } })
    // An example may be in several programs, and is the first one's.
    let owners = Locked<[ExampleID: Int]>([:])
    for (number, (program, reason)) in programs.all.enumerated()
    where listsLeftOut || reason == nil {
      let stream = merger.withLock { $0.open() }
      let receive: @Sendable (Event) -> Void = { event in
        var event = event
        switch event {
        case .exampleListed(var example):
          let isOwner = owners.withLock { owners in
            owners[example.id] = owners[example.id] ?? number
            return owners[example.id] == number
          }
          if !isOwner { return }
          if let reason { example.skipReason = reason }
          event = .exampleListed(example)
        default: break
        }
        merger.withLock { [event] in $0.receive(event, of: stream) }
      }
      var program = program
      if let shard,
        let shares = try await asked.shares(
          of: program, count: shard.count, durations, in: folder.url)
      {
        program = try shares.share(of: [shard.number], in: program, folder.url)
      }
      let hasSpecs = try await asked.list(program, receive)
      // An example that one program leaves out may run in another.
      if reason != nil || !hasSpecs { merger.withLock { $0.remove(stream) } }
    }
    let unselected = listsLeftOut && !programs.isMissingSomething ? others.listed : []
    for test in programs.isMissingSomething ? [] : try others.listed(in: shard, durations) {
      listing.record(.exampleListed(test), isTest: true)
    }
    for test in unselected where test.skipReason != nil {
      listing.record(.exampleListed(test), isTest: true)
    }
    if !tests.isEmpty || listsLeftOut && !others.listed.isEmpty {
      // A package without specs emits no end of a list.
      var end = ForeignTestRun.endOfList
      if tests.isEmpty { end.nothingRan = others.reasonIfNothing }
      merger.withLock { [end] in $0.receive(.runEnded(end), of: $0.open()) }
    }
    guard let summary = merger.withLock({ $0.end() }) else {
      Terminal.write(others.reasonIfNothing + "\n", toError: isPiped)
      return .nothingRan
    }
    merger.withLock { $0.finish() }
    if let reason = summary.nothingRan {
      if isPiped { Terminal.error(reason) }
      return .nothingRan
    }
    return terminal.isComplete ? .fine : .failed
  }
}
