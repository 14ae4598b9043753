import ExemplarCore
import Foundation
import TestSupport
import Testing

@Suite("Engine and oracle tell the same story", .apart)
struct OracleTests {
  private static let count =
    ProcessInfo.processInfo.environment["EXEMPLAR_ORACLE_TREES"].flatMap(Int.init)
    ?? (runsSlowTests ? 20_000 : 400)

  @Test func onRandomTrees() async {
    var kinds: Set<String> = []
    for number in 0..<Self.count {
      var generator = TreeGenerator(number)
      let specs = generator.specs()
      let request = generator.request(for: specs)
      var oracle = Oracle(request)
      oracle.run(specs)
      let engine = await EngineStory(specs, request)
      kinds.formUnion(oracle.story.map { $0.split(separator: " ").dropFirst().joined() })
      guard engine.story != oracle.story else { continue }
      let difference = zip(engine.story, oracle.story).enumerated().first { $1.0 != $1.1 }
      Issue.record(
        """
        tree \(number), line \(difference?.offset ?? min(engine.story.count, oracle.story.count))
        engine: \(engine.story)
        oracle: \(oracle.story)
        request: \(request)
        specs: \(specs)
        """)
      return
    }
    // The trees must have met every outcome, or equality would prove little.
    for outcome in [
      "passed", "failed", "failedunexpectedly", "flaky", "skipped", "pending", "matches",
      "quarantined",
      "focusedcanrun",
    ] {
      #expect(kinds.contains(outcome), "no tree had the outcome \(outcome)")
    }
    #expect(kinds.contains { $0.hasPrefix("blockedby") })
  }

  /// Side by side, each spec has the trace that it has alone, and run groups are barriers.
  @Test func alsoSideBySide() async {
    for number in 0..<(Self.count / 20) {
      var generator = TreeGenerator(number)
      let specs = generator.specs()
      var request = generator.request(for: specs)
      request.failFast = nil
      let alone = await EngineStory(specs, request)
      let beside = await EngineStory(specs, request, width: 4)
      #expect(alone.story.sorted() == beside.story.sorted())
      #expect(alone.summary == beside.summary)
      for spec in specs {
        let id = ExampleID(["M", spec.name])
        #expect(
          alone.events.filter { $0.belongs(to: id) }
            == beside.events.filter { $0.belongs(to: id) })
      }
      #expect(beside.events.runGroups(of: specs).isSorted)
    }
  }
}

extension Event {
  fileprivate func belongs(to spec: ExampleID) -> Bool {
    switch self {
    case .groupStarted(let event): event.id.isAtOrBelow(spec)
    case .groupEnded(let event): event.id.isAtOrBelow(spec)
    case .exampleStarted(let event): event.id.isAtOrBelow(spec)
    case .exampleEnded(let event): event.id.isAtOrBelow(spec)
    case .issueRecorded(let event): event.id?.isAtOrBelow(spec) ?? false
    case .hooksStarted(let event): event.id.isAtOrBelow(spec)
    case .hooksEnded(let event): event.id.isAtOrBelow(spec)
    case .attachmentRecorded(let event): event.id.isAtOrBelow(spec)
    case .exampleListed, .runStarted, .runEnded: false
    }
  }
}

extension [Event] {
  /// The run groups of the events, in the order of the events.
  fileprivate func runGroups(of specs: [Tree]) -> [Int] {
    compactMap { event -> Int? in
      // Issues of the plan come before all groups.
      if case .issueRecorded(let record) = event, record.issue.phase == .planning { return nil }
      let spec = specs.first { event.belongs(to: ExampleID(["M", $0.name])) }
      switch spec?.hookScope {
      case .module: return nil
      case .runGroup(let number): return number
      case nil: return spec.map { $0.runGroup ?? 1 }
      }
    }
  }
}

extension [Int] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
