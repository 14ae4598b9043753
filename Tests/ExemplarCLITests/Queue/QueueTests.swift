import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Several machines that run batches of one queue.
struct QueueTests {
  private static let spec = ExampleID(["Shop", "The till"])

  /// A plan whose units have one to three examples.
  private static func plan(units: Int) -> RecordedPlan {
    RecordedPlan(
      (1...units).flatMap { unit in
        (0...unit % 3).map {
          RecordedPlan.Example(id: spec.appending(ExampleID(["\(unit)-\($0)"])).text, shard: unit)
        }
      })
  }

  private static func facts(_ plan: RecordedPlan) -> RunFacts {
    var facts = RunFacts(package: "shop", worker: [.seed: "7"])
    facts.sources = "5"
    facts.planDigest = plan.digest
    return facts
  }

  private static func address(_ parameters: String = "") throws -> QueueAddress {
    try QueueAddress("redis://host/1\(parameters)", name: "--queue", in: [:])
  }

  /// The log of a batch.
  private static func result(
    _ ids: [String], _ facts: RunFacts, outcome: Outcome = .passed
  ) async throws -> QueueRun.BatchResult {
    let file = try temporaryFolder().appendingPathComponent("log")
    let log = try RunLog(file, EventClock())
    log.begin(facts, nil)
    var events: [Event] = [
      .runStart(order: .random, examples: ids.count),
      .groupStart(spec, at: Place(path: "Till.swift")),
    ]
    for id in ids.map({ ExampleID(text: $0) }) {
      events.append(.exampleStart(id))
      events.append(.exampleEnd(id, outcome, duration: 0.1))
    }
    events.append(.groupEnd(spec, duration: 1))
    var summary = RunSummary(seed: 7)
    for event in events { summary.count(event) }
    summary.finished = true
    for event in events + [.runEnded(summary)] { log.report(event) }
    log.finish()
    return QueueRun.BatchResult(
      log: try Data(contentsOf: file), summary: summary, status: ExemplarCore.ExitStatus(summary))
  }

  private static func report(
    _ results: QueueResults, _ plan: RecordedPlan, _ events: Locked<[Event]> = Locked([])
  ) async throws -> QueueVerdict {
    struct Collector: Reporter {
      let events: Locked<[Event]>
      func report(_ event: Event) { events.withLock { $0.append(event) } }
    }
    return try QueueReport(results, of: plan, in: temporaryFolder()).show(
      RunReporters([Collector(events: events)]), EventClock())
  }

  private static func run(
    _ queue: any TestQueue, _ plan: RecordedPlan, parameters: String = "",
    print: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> QueueRun {
    QueueRun(
      queue: queue, address: try address(parameters), plan: plan, facts: facts(plan), print: print,
      conclude: { print("The run of all machines: \($0)\n") })
  }

  // MARK: Each example counts once

  private struct Death: Error {}

  /// Machines die while they run a batch, answer too late, and make calls twice; one always survives. Each example counts
  /// exactly once, or is reported as lost after so many deaths, and all survivors have the same verdict.
  @Test(arguments: 0..<60)
  func eachExampleCountsOnceWhateverDies(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...6, using: &random)
    let plan = Self.plan(units: Int.random(in: 1...40, using: &random))
    let queue = QueueDouble(machines: count)
    let (events, running) = (Locked<[Event]>([]), Locked<[String: Int]>([:]))
    let seeds = (0..<count).map { _ in UInt64.random(in: 0...(.max), using: &random) }
    let statuses = try await withThrowingTaskGroup(of: ExemplarCore.ExitStatus?.self) { group in
      for (number, seed) in seeds.enumerated() {
        group.addTask {
          let random = Locked(SeededGenerator(seed: seed))
          let isDead = Locked(false)
          let machine = UnreliableQueue(queue: queue, isDead: isDead, random: random)
          do {
            return try await Self.run(machine, plan).run(by: { RecordedDurations() }) { units in
              let ids = plan.examples.filter { units.contains($0.shard) }.map(\.id)
              switch random.withLock({ Int.random(in: 0..<10, using: &$0) }) {
              case 0 where number > 0:
                isDead.withLock { $0 = true }
                throw Death()
              case 1: queue.state.withLock { $0.now += QueueDouble.lease + 1 }
              default: break
              }
              for id in ids { running.withLock { $0[id, default: 0] += 1 } }
              return try await Self.result(ids, Self.facts(plan))
            } report: {
              try await Self.report($0, plan, events)
            }
          } catch is Death { return nil }
        }
      }
      return try await group.reduce(into: [ExemplarCore.ExitStatus?]()) { $0.append($1) }
    }
    let (lost, hasResults) = queue.state.withLock { (Set($0.lost), !$0.done.isEmpty) }
    // If all units were lost, no batch has the end of a run.
    let expected: ExemplarCore.ExitStatus =
      lost.isEmpty ? .fine : hasResults ? .failed : .didNotFinish
    let survivors = statuses.compactMap { $0 }
    #expect(
      !survivors.isEmpty && survivors.allSatisfy { $0 == expected }, "\(statuses), lost: \(lost)")
    // A machine whose lease ends while it reports is followed by another, which reports the same again.
    var ends: [String: Int] = [:]
    var isFirst = true
    for event in events.withLock({ $0 }) {
      if case .runEnded = event { isFirst = false }
      if isFirst, case .exampleEnded(let end) = event { ends[end.id.text, default: 0] += 1 }
    }
    let counted = plan.examples.filter { !lost.contains($0.shard) }.map(\.id)
    expect(ends, equals: Dictionary(uniqueKeysWithValues: counted.map { ($0, 1) }))
    #expect(counted.allSatisfy { running.withLock { $0 }[$0, default: 0] >= 1 })
  }

  @Test func batchesShrinkTowardsTheEnd() async throws {
    let plan = Self.plan(units: 100)
    let queue = QueueDouble(machines: 2)
    let status = try await Self.run(queue, plan).run(by: { RecordedDurations() }) { units in
      try await Self.result(
        plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan))
    } report: {
      try await Self.report($0, plan)
    }
    expect(status, equals: .fine)
    let sizes = queue.state.withLock { $0.sizes }
    expect(sizes, equals: sizes.sorted(by: >))
    #expect(sizes.first == 25 && sizes.last == 1)
  }

  @Test func theSlowestUnitsAreFirst() {
    let plan = Self.plan(units: 4)
    var durations = RecordedDurations()
    for (example, seconds) in zip(plan.examples, [0.1, 0.1, 9, 9, 9, 0.3, 7, 7]) {
      durations.record(seconds, of: ExampleID(text: example.id))
    }
    expect(QueueRun.units(of: plan, by: durations).map(\.number), equals: [2, 4, 3, 1])
    expect(
      QueueRun.units(of: plan, by: RecordedDurations()).map(\.weight),
      equals: [3_000_000, 2_000_000, 2_000_000, 1_000_000])
  }

  // MARK: Failures are never lost

  @Test func aFailureIsTheVerdictOfAll() async throws {
    let plan = Self.plan(units: 6)
    let queue = QueueDouble(machines: 1)
    let printed = Locked("")
    for _ in 0..<2 {
      let status = try await Self.run(
        queue, plan, print: { text in printed.withLock { $0 += text } }
      )
      .run(by: { RecordedDurations() }) { units in
        try await Self.result(
          plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan),
          outcome: units.contains(3) ? .failed(unexpected: false) : .passed)
      } report: {
        try await Self.report($0, plan)
      }
      expect(status, equals: .failed)
    }
    #expect(printed.withLock { $0 }.contains("The run of all machines: 12 examples: "))
  }

  @Test func aUnitThatIsBegunTooOftenFails() async throws {
    let plan = Self.plan(units: 2)
    let log = try await Self.result(
      plan.examples.filter { $0.shard == 1 }.map(\.id), Self.facts(plan)
    ).log
    let events = Locked<[Event]>([])
    let verdict = try await Self.report(
      QueueResults(batches: [([1], log)], lost: [2]), plan, events)
    expect(verdict.status, equals: ExemplarCore.ExitStatus.failed.rawValue)
    let messages = events.withLock { $0 }.records.map(\.issue.message)
    expect(messages.count, equals: 3)
    #expect(
      messages.allSatisfy {
        $0.contains("was begun 3 times, the last time without other examples")
      })
    let onlyLost = try await Self.report(QueueResults(lost: [1, 2]), plan)
    expect(onlyLost.status, equals: ExemplarCore.ExitStatus.didNotFinish.rawValue)
  }

  /// Results that are not those of the whole run, and the message about them.
  struct Loss: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let results: @Sendable (Data) -> QueueResults

    init(_ message: String, _ results: @escaping @Sendable (Data) -> QueueResults) {
      (testDescription, self.results) = (message, results)
    }
  }

  private static let losses = [
    Loss("4 examples of the plan have no result in the queue. Run again, with another key.") {
      QueueResults(batches: [([1], $0)])
    },
    Loss("Unit 1 of the queue has two results.") {
      QueueResults(batches: [([1], $0), ([2, 3], $0), ([1], $0)])
    },
    Loss(" belongs to shard 2 of 2, and did not run in ") {
      QueueResults(batches: [([1], $0), ([2, 3], $0)])
    },
    Loss("batch-2.exemplar") { QueueResults(batches: [([1], $0), ([2, 3], Data("x".utf8))]) },
  ]

  @Test(arguments: losses) func lostResultsAreNoSuccess(loss: Loss) async throws {
    let plan = Self.plan(units: 3)
    let log = try await Self.result(
      plan.examples.filter { $0.shard == 1 }.map(\.id), Self.facts(plan)
    ).log
    let events = Locked<[Event]>([])
    let verdict = try await Self.report(loss.results(log), plan, events)
    expect(verdict.status, equals: ExemplarCore.ExitStatus.didNotFinish.rawValue)
    let text = "\(events.withLock { $0 })"
    #expect(text.contains(loss.testDescription), "\(text)")
  }

  @Test func aServerThatLosesTheRunFailsIt() async throws {
    let plan = Self.plan(units: 3)
    let queue = QueueDouble(machines: 1)
    await #expect(throws: UsageError("The run has gone.")) {
      try await Self.run(queue, plan).run(by: { RecordedDurations() }) { units in
        queue.state.withLock { $0.isGone = true }
        return try await Self.result([], Self.facts(plan))
      } report: { _ in
        QueueVerdict(status: 0, text: "")
      }
    }
  }

  // MARK: Other runs

  /// A property in which a machine differs, and the message about it.
  struct Difference: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout RunFacts) -> Void

    init(_ message: String, _ change: @escaping @Sendable (inout RunFacts) -> Void) {
      (testDescription, self.change) = (message, change)
    }
  }

  private static let differences = [
    Difference("the commit is bbb, and there aaa") { $0.commit = "bbb" },
    Difference("the digest of sources is 6, and there 5") { $0.sources = "6" },
    Difference("the option tag is absent, and there slow") { $0.options["tag"] = nil },
    Difference("the plan is 1, and there ") { $0.planDigest = "1" },
    Difference("the version of Exemplar is 9, and there ") { $0.exemplar = "9" },
  ]

  @Test(arguments: differences)
  func machinesOfAnotherRunAreRefused(difference: Difference) async throws {
    let plan = Self.plan(units: 3)
    let queue = QueueDouble(machines: 1)
    var facts = Self.facts(plan)
    (facts.commit, facts.options["tag"]) = ("aaa", "slow")
    _ = try queue.join(facts) { [] }
    difference.change(&facts)
    let own = facts
    let run = QueueRun(
      queue: queue, address: try Self.address(), plan: plan, facts: own, print: { _ in },
      conclude: { _ in })
    let error = await #expect(throws: UsageError.self) {
      try await run.run(by: { RecordedDurations() }) { _ in
        try await Self.result([], own)
      } report: { _ in
        QueueVerdict(status: 0, text: "")
      }
    }
    let text = error?.message ?? ""
    #expect(
      text.hasPrefix("The queue redis://host:6379/1 has another run than this machine: here, "))
    #expect(text.contains(difference.testDescription), "\(text)")
    #expect(
      text.contains(". Give each run a key of its own, and run all its machines with the same "))
  }

  // MARK: A run that has ended

  /// A machine of a run that has ended, and the text that it prints or the error that it throws.
  struct Latecomer: CustomTestStringConvertible, Sendable {
    var commit: String?
    var sources: String? = "5"
    var isQuiet = false
    var text: String
    var testDescription: String {
      "\(commit ?? "no commit"), \(sources ?? "no sources"), \(isQuiet)"
    }
  }

  private static let verdictAlone = "The run of all machines: 4 examples: 4 passed\n"
  private static let verdict =
    verdictAlone + "The machine that finished last has reported it.\n"
    + "It ended before this machine joined, so nothing ran here. To run again, change the key.\n"

  @Test(arguments: [
    Latecomer(commit: "aaa", text: verdict),
    Latecomer(commit: nil, text: verdict),
    Latecomer(commit: "aaa", isQuiet: true, text: verdictAlone),
    Latecomer(
      commit: nil, sources: nil,
      text:
        "This machine cannot take part in the run of the queue redis://host:6379/1: the digest of its sources is not known, "
        + "since a file could not be read, or was changed after the build. Without it, the code here may be other than that of the other machines."
    ),
    Latecomer(
      commit: "aaa-dirty",
      text:
        "This machine cannot take part in the run of the queue redis://host:6379/1: the digest of its changed files is not "
        + "known, since Git did not list them, or one could not be read. Without it, the code here may be other than "
        + "that of the other machines."
    ),
  ])
  func aLateMachineEndsWithTheVerdictOfItsCode(machine: Latecomer) async throws {
    let queue = QueueDouble(machines: 1)
    let plan = Self.plan(units: 1)
    var facts = Self.facts(plan)
    facts.commit = machine.commit
    _ = try queue.join(facts) { [] }
    let verdict = QueueVerdict(status: 0, text: "4 examples: 4 passed")
    queue.state.withLock { $0.verdict = try? JSONEncoder().encode(verdict) }
    facts.sources = machine.sources
    let printed = Locked("")
    let run = QueueRun(
      queue: queue, address: try Self.address(), plan: plan, facts: facts, isQuiet: machine.isQuiet,
      print: { text in printed.withLock { $0 += text } },
      conclude: { counts in printed.withLock { $0 += "The run of all machines: \(counts)\n" } })
    do {
      let status = try await run.run(by: { RecordedDurations() }) { _ in
        try await Self.result([], facts)
      } report: { _ in
        verdict
      }
      expect(status, equals: .fine)
    } catch let error as UsageError {
      printed.withLock { $0 = error.message }
    }
    expect(printed.withLock { $0 }, equals: machine.text)
  }

  @Test func aQuietMachinePrintsNothingOfBatches() async throws {
    let plan = Self.plan(units: 4)
    let printed = Locked("")
    var run = try Self.run(
      QueueDouble(machines: 2), plan, print: { text in printed.withLock { $0 += text } })
    run.isQuiet = true
    let status = try await run.run(by: { RecordedDurations() }) { units in
      try await Self.result(
        plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan))
    } report: {
      try await Self.report($0, plan)
    }
    expect(status, equals: .fine)
    expect(printed.withLock { $0 }, equals: "")
  }

  // MARK: Batches that end early

  /// How the run of a batch ends early, and the reason that the machine prints.
  struct Gap: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout QueueRun.BatchResult) -> Void

    init(_ reason: String, _ change: @escaping @Sendable (inout QueueRun.BatchResult) -> Void) {
      (testDescription, self.change) = (reason, change)
    }
  }

  private static let gaps = [
    Gap("it did not reach 2 examples") { $0.summary?.notReached = 2 },
    Gap("its run did not finish") { $0.summary?.finished = false },
    Gap("its run did not finish") { $0.summary = nil },
  ]

  /// One that reaches all of its examples later counts as any other.
  @Test(arguments: gaps) func aBatchThatEndsEarlyRunsAgain(gap: Gap) async throws {
    let plan = Self.plan(units: 3)
    let (printed, begun) = (Locked(""), Locked(0))
    let status = try await Self.run(
      QueueDouble(machines: 1), plan, print: { text in printed.withLock { $0 += text } }
    ).run(by: { RecordedDurations() }) { units in
      var result = try await Self.result(
        plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan))
      if begun.withLock({
        $0 += 1
        return $0 < 3
      }) {
        gap.change(&result)
      }
      return result
    } report: {
      try await Self.report($0, plan)
    }
    expect(status, equals: .fine)
    let lines = printed.withLock { $0 }.split(separator: "\n").map(String.init)
    expect(
      Array(lines.prefix(2)),
      equals: Array(
        repeating:
          "A batch of the queue was given back, since \(gap.testDescription). It runs again.",
        count: 2))
    expect(lines.count { $0.hasPrefix("A batch of the queue: ") }, equals: lines.count - 2)
  }

  /// A unit that never ends well fails, and nothing of the others is lost.
  @Test func aUnitThatAlwaysEndsEarlyFails() async throws {
    let plan = Self.plan(units: 3)
    let events = Locked<[Event]>([])
    let status = try await Self.run(QueueDouble(machines: 1), plan, parameters: "?lease=1s").run(
      by: { RecordedDurations() }
    ) { units in
      var result = try await Self.result(
        plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan))
      if units.contains(2) { result.summary?.notReached = 1 }
      return result
    } report: {
      try await Self.report($0, plan, events)
    }
    expect(status, equals: .failed)
    let all = events.withLock { $0 }
    let ends = all.compactMap { if case .exampleEnded(let end) = $0 { end.id.text } else { nil } }
    expect(
      Set(ends), equals: Set(plan.examples.filter { $0.shard != 2 }.map(\.id)))
    expect(
      all.records.count { $0.issue.message.contains(" was begun 3 times, ") },
      equals: plan.examples.count { $0.shard == 2 })
  }

  // MARK: A machine on which everything fails

  @Test func aMachineOnWhichEverythingFailsPauses() async throws {
    let plan = Self.plan(units: 4)
    let queue = QueueDouble(machines: 4)
    let printed = Locked("")
    let start = EventLog.now
    let status = try await Self.run(
      queue, plan, parameters: "?lease=1s", print: { text in printed.withLock { $0 += text } }
    ).run(by: { RecordedDurations() }) { units in
      try await Self.result(
        plan.examples.filter { units.contains($0.shard) }.map(\.id), Self.facts(plan),
        outcome: .failed(unexpected: false))
    } report: {
      try await Self.report($0, plan)
    }
    expect(status, equals: .failed)
    #expect(EventLog.now - start > 2)
    #expect(
      printed.withLock { $0 }.contains(
        "Nothing passed in 4 batches in a row, so this machine pauses for "))
  }

  // MARK: URLs

  @Test func aURLStatesEverything() throws {
    let address = try QueueAddress(
      "rediss://me:p%40ss@host:7/a/b?prefix=x&lease=10s&expiry=2h&patience=5s&machines=9&ca=ca.pem",
      name: "--queue", in: [:])
    #expect(address.user == "me" && address.password == "p@ss" && address.usesTLS)
    #expect(address.host == "host" && address.port == 7 && address.key == "a/b")
    #expect(address.prefix == "x" && address.lease == 10 && address.expiry == 7_200)
    #expect(address.patience == 5 && address.machines == 9 && address.authority == "ca.pem")
    #expect("\(address)" == "rediss://host:7/a/b")
    let plain = try QueueAddress(
      "redis://:secret@host/1", name: "--queue",
      in: ["BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "40"])
    #expect(plain.user == nil && plain.password == "secret" && plain.port == 6379)
    expect(plain.machines, equals: 40)
    let numeric = try QueueAddress("redis://[::1]:7/1", name: "--queue", in: [:])
    #expect(numeric.host == "::1" && "\(numeric)" == "redis://[::1]:7/1")
    try expect(Self.address().machines, equals: 8)
  }

  @Test(arguments: [
    (
      "http://:secret@host/1",
      "--queue must be a URL such as redis://host:6379/KEY, or rediss:// for TLS."
    ),
    (
      "redis://:secret@host:99999/1",
      "--queue must be a URL such as redis://host:6379/KEY, or rediss:// for TLS."
    ),
    (
      "redis://:secret@host/run#1",
      "--queue has a “#”, behind which nothing is read. Write %23 instead."
    ),
    (
      "redis://:secret@host",
      "--queue lacks the key of the run. Append one that all machines of this run have, and no other run, such as redis://host/$BUILD_ID."
    ),
    (
      "redis://:secret@host/1?x=2",
      "--queue has the parameter “x”, which does not exist or has no value. Use ca, expiry, lease, machines, patience or prefix."
    ),
    ("redis://:secret@host/1?lease=", "“lease” in --queue must be a duration from 1s; found “”."),
    (
      "redis://:secret@host/1?machines=0",
      "“machines” in --queue must be a number from 1; found “0”."
    ),
    (
      "redis://:secret@host/1?lease=60s&expiry=5min",
      "The expiry in --queue must be at least ten times its lease."
    ),
  ])
  func aWrongURLIsAnErrorWithoutItsPassword(url: String, message: String) throws {
    let error = #expect(throws: UsageError.self) {
      try QueueAddress(url, name: "--queue", in: [:])
    }
    expect(error?.message.hasPrefix(message), equals: true, "\(error?.message ?? "")")
    expect(error?.message.contains("secret"), equals: false)
  }

  @Test(arguments: [
    ["--shard", "1/2"], ["--repeat", "2"], ["--fail-fast"], ["--in-process"], ["--watch"],
    ["--dry-run"], ["--only-failures"], ["--cause", "x"], ["--coverage"],
  ])
  func optionsThatNeedOneMachineAreRefused(arguments: [String]) async throws {
    try await Tool.exemplar(["test", "--queue", "redis://:secret@host/1"] + arguments).expect(
      2,
      errors:
        "--queue runs each example once on one of several machines, which does not go together with \(arguments[0]). "
        + "Leave one of them out.")
  }

  #if !Queue
    @Test func theErrorWithoutTheTraitStatesHowToTurnItOn() async throws {
      try await Tool.exemplar(["test", "--queue", "redis://:secret@host/1"]).expect(
        2,
        errors:
          "--queue needs the package trait Queue, which is off. Turn it on where Package.swift names the package exemplar: "
          + ".package(url: …, from: …, traits: [.defaults, \"Queue\"]).")
      let listing = try await Tool.exemplar(["config", "--queue", "redis://:secret@host/1"])
      #expect(listing.output.contains("redis://host:6379/1"))
      #expect(!listing.output.contains("secret"))
    }
  #endif
}
