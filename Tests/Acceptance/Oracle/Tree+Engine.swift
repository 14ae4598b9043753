import ExemplarCore
import TestSupport

/// Runs trees with the engine and collects their trace.
struct EngineStory {
  let story: [String]
  let events: [Event]
  let summary: RunSummary

  init(_ trees: [Tree], _ request: Request, width: Int = 1) async {
    let log = Locked([String]())
    let events = Locked([Event]())
    let specs = trees.map { Spec(module: "M", root: $0.node(log)) }
    var selection = Selection()
    if let path = request.path { selection.selectors = [ExampleID(["M"] + path).text] }
    if let tag = request.tag {
      selection.tags = [try! TagCondition(request.isTagForbidden ? "!\(tag)" : tag)]
    }
    let plan = Plan(
      specs,
      PlanOptions(
        seed: request.seed, order: request.isDefined ? .defined : .random,
        selection: selection, platform: .linux),
      rows: await RowSurvey(specs, selection))
    var configuration = RunConfiguration(width: width, failFast: request.failFast, now: { 0 })
    configuration.isKnown = { _, _ in KnownIssues.areExpected }
    let run = Run(plan, configuration)
    summary = await run { event in
      events.withLock { $0.append(event) }
      if let line = event.line { log.withLock { $0.append(line) } }
    }
    var lines = log.withLock { $0 }
    switch plan.nothingToRun {
    case .nothingMatches: lines.append("nothing matches")
    case .nothingFocusedCanRun: lines.append("nothing focused can run")
    case .nothingDiscovered: lines.append("nothing discovered")
    case .nothingToRunAgain: lines.append("nothing to run again")
    case nil: break
    }
    story = lines
    self.events = events.withLock { $0 }
  }
}

extension Event {
  fileprivate var line: String? {
    switch self {
    case .exampleEnded(let end): "\(end.id.name) \(end.outcome.word)"
    case .groupEnded(let end): "end \(end.id.name)\(end.failed ? " failed" : "")"
    default: nil
    }
  }
}

extension Outcome {
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .flaky: "flaky"
    case .failed(let unexpected): unexpected ? "failed unexpectedly" : "failed"
    case .skipped: "skipped"
    case .pending: "pending"
    case .quarantined: "quarantined"
    case .blocked(let group): "blocked by \(group.name)"
    }
  }
}

private struct Breakdown: Error {}

/// What `withKnownIssue` does, without a library of tests.
private enum KnownIssues {
  @TaskLocal static var areExpected = false

  static func expect(
    if isOn: Bool, _ log: Locked<[String]>, _ body: () async throws -> Void
  ) async throws {
    if !isOn { return try await body() }
    do {
      try await $areExpected.withValue(true, operation: body)
    } catch {
      let reason = (error as? Skip)?.reason
      if ExampleScope.current?.absorbs(error, skipReason: reason) == true { return }
      log.withLock { $0.append("a known issue that is recorded already") }
    }
  }
}

extension Tree {
  /// The tree as a spec whose code writes into `log` what it does.
  fileprivate func node(_ log: Locked<[String]>) -> SpecNode {
    SpecNode(name, at: Place(path: "Tree.swift", line: 1), traits: traits, content: content(log))
  }

  private var traits: [any ExampleTrait] {
    var traits: [PropertyTrait] = []
    if isFocused { traits.append(.focused) }
    if isSkipped { traits.append(.skipped("skipped")) }
    if isForeign { traits.append(.platforms(.windows)) }
    if isOrdered { traits.append(.ordered) }
    if let hookScope { traits.append(.hooks(of: hookScope)) }
    if let runGroup { traits.append(.runGroup(runGroup)) }
    if let retries { traits.append(.retry(retries)) }
    if let quarantine { traits.append(quarantine.trait) }
    let tags = tags
    traits.append(PropertyTrait { $0.tags = tags })
    return traits
  }

  private func content(_ log: Locked<[String]>) -> SpecNode.Content {
    switch kind {
    case .pending: .pending(reason: nil)
    case .example(let behavior): .example(behavior.code("body \(name)", log))
    case .outline(let rows):
      .outline(
        Outline(
          rows.map { row in
            var traits: [PropertyTrait] = []
            if row.isFocused { traits.append(.focused) }
            if let quarantine = row.quarantine { traits.append(quarantine.trait) }
            if row.isSkipped { traits.append(.skipped("skipped")) }
            return ExampleInvocation(
              row: row.name, traits: traits,
              body: row.behavior.code("body \(row.name)", log))
          }))
    case .group(let children):
      .group(
        arounds(.aroundAll, aroundAll, "A", log) + hooks(.beforeAll, beforeAll, "S", log)
          + arounds(.aroundEach, aroundEach, "a", log) + hooks(.beforeEach, beforeEach, "s", log)
          + children.map { $0.node(log) } + hooks(.afterEach, afterEach, "t", log)
          + hooks(.afterAll, afterAll, "T", log))
    }
  }

  private func hooks(
    _ moment: Hook.Moment, _ behaviors: [Behavior], _ letter: String, _ log: Locked<[String]>
  ) -> [SpecNode] {
    behaviors.enumerated().map { index, behavior in
      let code = behavior.code("\(letter)\(index) \(name)", log)
      return SpecNode(
        "hook", at: Place(path: "Tree.swift", line: 1),
        content: .hook(Hook(moment) { _ in try await code() }))
    }
  }
}

extension Tree {
  private func arounds(
    _ moment: Hook.Moment, _ hooks: [Around], _ letter: String, _ log: Locked<[String]>
  ) -> [SpecNode] {
    hooks.enumerated().map { index, around in
      let before = around.before.code("\(letter)\(index) \(name)", log)
      let after = around.after.code("after \(letter)\(index) \(name)", log)
      let hook = Hook(moment) { _, surrounded in
        try await before()
        for _ in 0..<around.calls {
          do {
            try await KnownIssues.expect(if: around.knows, log, surrounded)
          } catch  where around.catches {}
        }
        try await after()
      }
      return SpecNode("hook", at: Place(path: "Tree.swift", line: 1), content: .hook(hook))
    }
  }
}

extension Tree.Quarantine {
  fileprivate var trait: PropertyTrait {
    .quarantined("BUG-1", until: self == .active ? "9999-12-31" : "2020-02-29")
  }
}

extension Tree.Behavior {
  fileprivate func code(
    _ line: String, _ log: Locked<[String]>
  ) -> @Sendable () async throws -> Void {
    let attempts = Counter()
    return {
      log.withLock { $0.append(line) }
      switch self.at(attempts.next()) {
      case .passes, .varies: break
      case .fails:
        ExampleScope.current?.record(
          Issue("does not hold", isExpected: true, isKnown: KnownIssues.areExpected))
      case .breaks: throw Breakdown()
      case .skips: throw Skip("not today")
      case .skipsInside:
        try await KnownIssues.expect(if: true, log) { throw Skip("not today") }
      }
    }
  }
}
