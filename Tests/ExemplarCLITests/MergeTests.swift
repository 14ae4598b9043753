import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Many records as one run, with the proof that none of it is missing.
struct MergeTests {
  /// One of the recorded shards of a run; each way to lose something changes it.
  struct Recorded {
    var path: String
    var facts: RunFacts
    var plan: RecordedPlan
    var digest: String?
    var events: [Event]
    var exit: ProcessEnd?
    var isFinished = true
    var bytes: @Sendable (Data) -> Data = { $0 }

    func write(in folder: URL) throws -> String {
      let file = folder.appendingPathComponent(path)
      let log = try RunLog(file, EventClock())
      var facts = facts
      facts.planDigest = digest ?? plan.digest
      log.begin(facts, plan)
      events.forEach(log.report)
      if isFinished { log.finish() }
      if let exit { try EventLogWriter.record(exit, inLogAt: file.path) }
      let data = try Data(contentsOf: file)
      let changed = bytes(data)
      if changed != data { try changed.write(to: file) }
      return file.path
    }
  }

  private static let spec = ExampleID(["Shop", "The till"])
  private static func id(_ name: String) -> ExampleID { spec.appending(ExampleID(text: name)) }
  /// The examples of a plan and their shards: rows of an outline are in several, and a test has arguments.
  private static let plan: [(String, Int)] = [
    ("opens", 1), ("counts/one", 2), ("counts/two", 1), ("counts/three", 3), ("closes", 3),
    ("jams", 2), ("prints", 1),
  ]
  private static let argument = "prints/1"

  private static func example(_ name: String, _ outcome: Outcome = .passed) -> [Event] {
    [.exampleStart(id(name)), .exampleEnd(id(name), outcome, duration: 0.25)]
  }

  private static func run(_ names: [String], _ outcome: Outcome = .passed, seed: UInt64 = 7)
    -> [Event]
  {
    var events: [Event] = [
      .runStart(seed: seed, order: .random, examples: names.count),
      .groupStart(spec, at: Place(path: "Till.swift")),
    ]
    for name in names {
      if name == "prints" {
        events.append(.groupStart(id(name), at: Place(path: "Till.swift")))
        events += example(argument) + [.groupEnd(id(name))]
      } else {
        events += example(name, outcome)
      }
    }
    events.append(.groupEnd(spec, duration: 1))
    return events + [.runEnd(seed: seed, after: events)]
  }

  static func shards() -> [Recorded] {
    (1...3).map { number in
      var facts = RunFacts(package: "shop", worker: [.tag: "!slow"])
      facts.commit = String(repeating: "a", count: 40)
      facts.sources = "5"
      facts.shard = try? Shard(number, of: 3)
      let plan = RecordedPlan(plan.map { RecordedPlan.Example(id: id($0.0).text, shard: $0.1) })
      return Recorded(
        path: "\(number).exemplar", facts: facts, plan: plan,
        events: run(Self.plan.filter { $0.1 == number }.map(\.0)))
    }
  }

  private static func problems(_ shards: [Recorded], in folder: URL) throws -> [String] {
    try MergeProof(shards.map { try $0.write(in: folder) }).problems
      .map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test func aWholeRunIsProven() async throws {
    let folder = try temporaryFolder()
    let problems = try Self.problems(Self.shards(), in: folder)
    expect(problems, equals: [])
    let reversed = try Self.problems(Self.shards().reversed(), in: folder)
    expect(reversed, equals: [])
  }

  /// A way to lose a part of a run: its name, the change, and the sentence about it.
  struct Way: CustomTestStringConvertible, Sendable {
    let name: String
    let message: String
    let change: @Sendable (inout [Recorded]) -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ message: String, _ change: @escaping @Sendable (inout [Recorded]) -> Void
    ) {
      (self.name, self.message, self.change) = (name, message, change)
    }
  }

  private static func edit(
    _ shard: Int, _ change: @escaping @Sendable (inout [Event]) -> Void
  ) -> @Sendable (inout [Recorded]) -> Void {
    { change(&$0[shard].events) }
  }

  private static func changeEnd(
    _ change: @escaping @Sendable (inout RunSummary) -> Void
  ) -> @Sendable (inout [Recorded]) -> Void {
    edit(1) { events in
      guard case .runEnded(var summary)? = events.popLast() else { return }
      change(&summary)
      events.append(.runEnded(summary))
    }
  }

  private static func changePlan(
    _ shards: [Int], _ change: @escaping @Sendable (inout [RecordedPlan.Example]) -> Void
  ) -> @Sendable (inout [Recorded]) -> Void {
    { all in for shard in shards { change(&all[shard].plan.examples) } }
  }

  private static func changeStart(
    _ change: @escaping @Sendable (inout RunStarted) -> Void
  ) -> @Sendable (inout [Recorded]) -> Void {
    edit(1) { events in
      guard case .runStarted(var start) = events[0] else { return }
      change(&start)
      events[0] = .runStarted(start)
    }
  }

  private static func isAbout(_ name: String) -> @Sendable (Event) -> Bool {
    { event in
      switch event {
      case .exampleStarted(let start): start.id == id(name)
      case .exampleEnded(let end): end.id == id(name)
      default: false
      }
    }
  }

  static let ways: [Way] = [
    // A shard is not there.
    Way(
      "the first is missing",
      "Shard 1 of 3 is missing. Add its record, or run it again with --shard 1/3 --seed 7."
    ) {
      $0.removeFirst()
    },
    Way("one in the middle is missing", "Shard 2 of 3 is missing.") { $0.remove(at: 1) },
    Way("the last is missing", "Shard 3 of 3 is missing.") { $0.removeLast() },
    Way("two are missing", "Shard 3 of 3 is missing.") { $0.removeLast(2) },
    // One is there twice.
    Way(
      "one ran twice",
      "Shard 1 of 3 ran twice: 1.exemplar and again.exemplar. Leave one of them out."
    ) {
      $0.append($0[0])
      $0[3].path = "again.exemplar"
    },
    Way("one is in place of another", "Shard 2 of 3 is missing.") { shards in
      shards[1] = shards[0]
      shards[1].path = "copy.exemplar"
    },
    Way("a file is given twice", "Shard 2 of 3 ran twice: 2.exemplar and 2.exemplar.") {
      $0.append($0[1])
    },
    Way("one more has failed first", "Shard 3 of 3 ran twice") { shards in
      shards.append(shards[2])
      shards[3].path = "first.exemplar"
      shards[3].events.removeSegment(about: "closes")
    },
    // One is of another run.
    Way(
      "another commit", "2.exemplar is of another run than 1.exemplar: its commit is bb, not aaaa"
    ) {
      $0[1].facts.commit = "bb"
    },
    Way("a changed file", "its commit is aaaa") { $0[1].facts.commit! += "-dirty" },
    Way("other changes", "its digest of changed files is 2, not 1") { shards in
      for (index, changes) in ["1", "2", "1"].enumerated() { shards[index].facts.changes = changes }
    },
    Way("other sources", "its digest of sources is 6, not 5") { $0[1].facts.sources = "6" },
    Way(
      "no evidence in one", "its digest of sources is not known, not 5",
      { $0[1].facts.sources = nil }),
    Way(
      "no evidence",
      "2.exemplar does not show which code ran: the digest of its sources is not known, since a file could not be read, or was changed after the build."
    ) { shards in
      for index in shards.indices {
        (shards[index].facts.commit, shards[index].facts.sources) = (nil, nil)
      }
    },
    Way(
      "changes of unknown content",
      "3.exemplar does not show which code ran: the digest of its changed files is not known, since Git did not list "
        + "them, or one could not be read. Run the shard again where it is known."
    ) { shards in
      for index in shards.indices { shards[index].facts.commit = "aa-dirty" }
    },
    Way("no commit", "its commit is not known, not aaaa") { $0[1].facts.commit = nil },
    Way(
      "another seed", "its seed is 8, not 7. Run all shards with the same seed.",
      changeStart { $0.seed = 8 }),
    Way("another order", "its order is defined, not random", changeStart { $0.order = .defined }),
    Way("another package", "its package is store, not shop") { $0[1].facts.package = "store" },
    Way("another version", "its version of Exemplar is 0.0.1") { $0[1].facts.exemplar = "0.0.1" },
    Way("another count", "its number of shards is 4, not 3") {
      $0[1].facts.shard = try? Shard(2, of: 4)
    },
    Way("another selection", "its option select is Shop, not absent") {
      $0[1].facts.options["select"] = "Shop"
    },
    Way("another tag", "its option tag is slow, not !slow") { $0[1].facts.options["tag"] = "slow" },
    Way("no tag", "its option tag is absent, not !slow") { $0[1].facts.options["tag"] = nil },
    Way(
      "another build",
      "its list of build options is -c release, not empty. Run all shards with the same list of build options."
    ) { $0[1].facts.buildOptions = ["-c", "release"] },
    Way("other retries", "its option retries is 1") { $0[1].facts.options["retries"] = "1" },
    Way("specs alone", "its command is with --specs, profile none") {
      $0[1].facts.command.specs = true
    },
    Way("another profile", "profile ci") { $0[1].facts.command.profile = "ci" },
    Way("a planned platform", "platform iPad") { $0[1].facts.command.platform = "iPad" },
    Way("another machine's platform", "platform Amiga") { $0[1].facts.machine.platform = "Amiga" },
    Way("a whole run", "2.exemplar is the record of a whole run, which has no other shards.") {
      $0[1].facts.shard = nil
    },
    Way(
      "repetitions", "2.exemplar is of a run that was repeated. Run the shards without --repeat.",
      changeStart { $0.repetitions = 3 }
    ),
    // The plans differ.
    Way(
      "an example less", "Shop/The till/prints is only in the latter",
      changePlan([1]) { $0.removeLast() }),
    Way(
      "an example more", "Shop/The till/new is only in the former",
      changePlan([1]) { $0.append(RecordedPlan.Example(id: "Shop/The till/new", shard: 2)) }),
    Way("another name", "is only in the former", changePlan([1]) { $0[0].id += "!" }),
    Way(
      "another plan order", "their examples are in other orders", changePlan([1]) { $0.reverse() }),
    Way(
      "other durations", "their examples are divided otherwise", changePlan([1]) { $0[0].shard = 2 }
    ),
    Way(
      "a damaged plan",
      "The plan in 2.exemplar is damaged. Copy the file again, or run the shard again."
    ) { $0[1].digest = "0" },
    Way(
      "an example in no shard",
      "Shop/The till/closes belongs to shard 9, and ran in 3.exemplar too.",
      changePlan([0, 1, 2]) { $0[4].shard = 9 }),
    Way(
      "an example twice in the plan", "The plan contains an example twice.",
      changePlan([0, 1, 2]) { $0.append($0[0]) }),
    // One ended early.
    Way(
      "no end", "2.exemplar, shard 2 of 3, ended early: its run did not finish.",
      edit(1) { $0.removeLast() }),
    Way("killed tool", "2.exemplar, shard 2 of 3, is still in progress.") { shards in
      // The process that wrote it still runs: this one.
      shards[1].events.removeLast()
      shards[1].isFinished = false
    },
    Way("killed worker", "2.exemplar, shard 2 of 3, ended early") { shards in
      shards[1].events.removeLast(2)
      shards[1].exit = ProcessEnd(.signal(9))
    },
    Way(
      "canceled", "ended early: its run did not finish. Run it again.",
      changeEnd { $0.finished = false }),
    Way(
      "stopped", "ended early: it did not reach 2 of its examples.", changeEnd { $0.notReached = 2 }
    ),
    Way(
      "no beginning",
      "The run in 2.exemplar did not begin. Its output has the reason; run it again.",
      edit(1) { $0 = [] }),
    Way(
      "did not build", "The run in 2.exemplar did not begin.",
      edit(1) { $0 = [Event].runDidNotBegin("No such module") }),
    // An example did not run, or ran more than once.
    Way(
      "an example is lost",
      "Shop/The till/jams belongs to shard 2 of 3, and did not run in 2.exemplar.",
      edit(1) { $0.removeAll(where: isAbout("jams")) }),
    Way(
      "a row is lost", "Shop/The till/counts/one belongs to shard 2 of 3, and did not run",
      edit(1) { $0.removeAll(where: isAbout("counts/one")) }),
    Way(
      "a test is lost", "Shop/The till/prints belongs to shard 1 of 3, and did not run",
      edit(0) { $0.removeAll { $0.node == id("prints") || isAbout(argument)($0) } }),
    Way(
      "an example did not end", "Shop/The till/jams belongs to shard 2 of 3, and did not run",
      edit(1) {
        $0.removeAll { if case .exampleEnded(let end) = $0 { end.id == id("jams") } else { false } }
      }),
    Way(
      "everything is lost", "Shop/The till/counts/one belongs to shard 2 of 3, and did not run",
      edit(1) { $0 = run([]) }),
    Way(
      "an example ran twice", "Shop/The till/jams ran 2 times in 2.exemplar.",
      edit(1) { $0.insert(contentsOf: example("jams"), at: 2) }),
    Way(
      "an example of another ran too",
      "Shop/The till/opens belongs to shard 1, and ran in 2.exemplar too.",
      edit(1) { $0.insert(contentsOf: example("opens"), at: 2) }),
    Way("the shards are interchanged", "belongs to shard 2, and ran in 1.exemplar too.") { shards in
      (shards[0].events, shards[1].events) = (shards[1].events, shards[0].events)
    },
    Way(
      "an example is not planned",
      "Shop/The till/new passed in 2.exemplar, and is not in the plan.",
      edit(1) { $0.insert(contentsOf: example("new"), at: 2) }),
    Way("many are lost", "and 2 more") { shards in
      for index in shards.indices { shards[index].events = run([]) }
    },
    // The file is not whole, or another one.
    Way("truncated", "Copy the file again, or run the shard again.") {
      $0[1].bytes = { $0.dropLast(8) }
    },
    Way("truncated to its half", "Copy the file again") {
      $0[1].bytes = { $0.prefix($0.count / 2) }
    },
    Way("truncated in its head", "fewer than its head") {
      $0[1].bytes = { $0.prefix(40) }
    },
    Way("empty", "The log 2.exemplar is truncated: it has only 0 bytes") {
      $0[1].bytes = { _ in Data() }
    },
    Way("damaged", "is damaged at byte") { shards in
      shards[1].bytes = { data in
        var data = data
        data[data.lastRange(of: Data("jams".utf8))!.lowerBound] ^= 1
        return data
      }
    },
    Way("foreign", "2.exemplar is no event log.") {
      $0[1].bytes = { _ in Data("<testsuites/>".utf8) }
    },
    Way("newer", "The log 2.exemplar has the format version 99") { shards in
      shards[1].bytes = { data in
        var data = data
        data[8] = 99
        return data
      }
    },
    Way("incomplete, since the disk was full", "Not all events of the run could be written.") {
      shards in
      shards[1].bytes = { data in
        var data = data
        data[24] = 2
        return data
      }
    },
  ]

  @Test(arguments: ways)
  func whatIsMissingIsNamed(way: Way) async throws {
    var shards = Self.shards()
    way.change(&shards)
    let problems = try Self.problems(shards, in: temporaryFolder())
    #expect(problems.contains { $0.contains(way.message) }, "\(problems)")
  }

  /// Options of the build, and those in which the shards of a run must not differ.
  @Test(arguments: [
    ("-c release", "-c release"), ("--enable-code-coverage", "--enable-code-coverage"),
    ("-Xswiftc -DX -Xcc -v", "-Xswiftc -DX -Xcc -v"), ("--traits=A,B", "--traits=A,B"),
    ("--build-system swiftbuild --sanitize thread", "--build-system swiftbuild --sanitize thread"),
    ("--unknown value -x", "--unknown value -x"), ("-Xswiftc", "-Xswiftc"),
    ("--scratch-path /a --cache-path=/b -j 4 --jobs=4 -v --disable-sandbox", ""),
    ("--scratch-path -c release -q --disable-build-manifest-caching", "release"),
    ("--verbose --very-verbose -c debug --disable-index-store --jobs", "-c debug"), ("", ""),
  ])
  func optionsOfABuild(options: String, deciding: String) {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    expect(RunFacts(build: words(options)).buildOptions, equals: words(deciding))
  }

  @Test func thereAreManyWays() {
    #expect(Self.ways.count >= 50)
    expect(Set(Self.ways.map(\.name)).count, equals: Self.ways.count)
  }

  @Test func logsAndMissingFilesAreNoRecords() async throws {
    let folder = try temporaryFolder()
    let log = folder.appendingPathComponent("a.exlog").path
    let writer = try EventLogWriter(path: log)
    Self.run(["opens"]).forEach(writer.report)
    writer.finish()
    expect(
      MergeProof([log]).problems,
      equals: [
        "\(log) is no record of a shard. Record each with exemplar test --shard NUMBER/COUNT --record PATH."
      ])
    #expect(MergeProof([folder.path + "/b.exemplar"]).problems[0].contains("cannot be opened"))
  }

  /// Whatever byte of a file changes, the merged run is the same, or there is a problem.
  @Test(arguments: 0..<300)
  func noChangedByteLosesAnything(seed: Int) async throws {
    let folder = try temporaryFolder()
    var random = SeededGenerator(seed: UInt64(seed))
    let paths = try Self.shards().map { try $0.write(in: folder) }
    let expected = try Self.merged(paths)
    let file = URL(fileURLWithPath: paths.randomElement(using: &random)!)
    var data = try Data(contentsOf: file)
    let position =
      Bool.random(using: &random)
      ? Int.random(in: 0..<64, using: &random)
      : Int.random(in: 64..<data.count, using: &random)
    if Int.random(in: 0..<5, using: &random) == 0 {
      data = data.prefix(position)
    } else {
      data[position] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
    }
    try data.write(to: file)
    if MergeProof(paths).problems.isEmpty {
      let merged = try Self.merged(paths)
      expect(merged, equals: expected)
    }
  }

  private static func merged(_ paths: [String]) throws -> [Event] {
    var events: [Event] = []
    _ = try MergedLogs(paths, isProven: true).replay { events.append($0) }
    return events
  }

  // MARK: The merged run

  @Test func theMergedRunIsAsOneRun() async throws {
    let folder = try temporaryFolder()
    var shards = Self.shards()
    // All have found the same in the sources, and a hook around all has failed in two.
    let finding = Event.issue(Issue("found", phase: .planning))
    for index in shards.indices {
      shards[index].events.insert(finding, at: 1)
      if index == 2 { continue }
      shards[index].events = shards[index].events.map { event in
        guard case .groupEnded(var group) = event, group.id == Self.spec else { return event }
        group.failed = true
        return .groupEnded(group)
      }
    }
    let paths = try shards.map { try $0.write(in: folder) }
    expect(MergeProof(paths).problems, equals: [])
    let events = try Self.merged(paths)
    expect(events.count { $0 == finding }, equals: 1)
    guard case .runEnded(let summary)? = events.last else {
      Testing.Issue.record("\(events)")
      return
    }
    #expect(summary.executed == 7 && summary.passed == 7 && summary.finished)
    #expect(summary.runFailures == 1 && summary.groupFailures == 1)
    let ids = events.ended.map(\.id)
    #expect(Set(ids).count == 7 && ids.count == 7)
  }

  /// The rows of an outline may be in several shards, each of which counts the examples of the others as not selected.
  @Test func anOutlineInSeveralShardsCountsOnce() async throws {
    let folder = try temporaryFolder()
    var shards = Self.shards()
    let (counts, place) = (Self.id("counts"), Place(path: "Till.swift"))
    for index in shards.indices {
      guard case .runStarted(var start) = shards[index].events[0] else { continue }
      (start.examples, start.outlines, start.notSelected) = (2, 1, 5)
      shards[index].events[0] = .runStarted(start)
      shards[index].events.insert(
        .groupStarted(GroupStarted(id: counts, place: place, kind: .outline)), at: 2)
      shards[index].events.insert(
        .groupEnded(GroupEnded(id: counts)), at: shards[index].events.count - 2)
    }
    let events = try Self.merged(shards.map { try $0.write(in: folder) })
    guard case .runStarted(let start)? = events.first else {
      Testing.Issue.record("\(events)")
      return
    }
    #expect((start.examples, start.outlines, start.notSelected) == (4, 1, 0))
  }

  /// The status is that of the run, and reports of records that are not a run fail.
  @Test func theStatusIsThatOfTheRun() async throws {
    let folder = try temporaryFolder()
    var shards = Self.shards()
    let junit = folder.appendingPathComponent("junit.xml")
    func merge(_ shards: [Recorded]) async throws -> Tool.Result {
      try await Tool.exemplar(
        ["merge"] + shards.map { try $0.write(in: folder) } + ["--report", "junit=\(junit.path)"])
    }
    try await merge(shards).expect(0, prints: "7 examples: 7 passed")
    shards[1].events = Self.run(["counts/one", "jams"], .failed(unexpected: false))
    try await merge(shards).expect(1)
    #expect(try String(contentsOf: junit, encoding: .utf8).contains(#"tests="7""#))
    try await merge(shards.dropLast()).expect(5, errors: "error: Shard 3 of 3 is missing.")
    #expect(try String(contentsOf: junit, encoding: .utf8).contains("Shard 3 of 3 is missing."))
    try await Tool.exemplar(["merge"]).expect(2, errors: "Name the records of all shards.")
    try await Tool.exemplar(["merge", "a", "--record", ""]).expect(
      2, errors: "--record has an empty value. Give it one, or leave it out.")
  }

  /// The record of the merged run is that of one machine: it is shown alike, and its failures run again.
  @Test func theMergedRunIsRecorded() async throws {
    let folder = try temporaryFolder()
    var shards = Self.shards()
    shards[1].events = Self.run(["counts/one", "jams"], .failed(unexpected: false))
    let paths = try shards.map { try $0.write(in: folder) }
    let all = folder.appendingPathComponent("all.exemplar").path
    let merged = try await Tool.exemplar(["merge"] + paths + ["--record", all])
    merged.expect(1)
    let shown = try await Tool.exemplar(["report", all])
    shown.expect(1)
    expect(shown.counts, equals: merged.counts)
    try expect(Self.merged([all]).ended, equals: Self.merged(paths).ended)
    let log = try EventLog(path: all)
    let facts = try #require(RunFacts(log.sections[RunFacts.section]))
    let plan = try #require(RecordedPlan(log.sections[RecordedPlan.section] ?? ""))
    #expect(facts.shard == nil && facts.planDigest == plan.digest)
    expect(plan.examples.map(\.id), equals: Self.plan.map { Self.id($0.0).text })
    let failed: Set = ["Shop/The till/counts/one", "Shop/The till/jams"]
    try expect(RerunRequest.recording(at: [all]).ids, equals: failed)
    try expect(RerunRequest.recording(at: paths).ids, equals: failed)
    expect(
      MergeProof([all, paths[0]]).problems,
      equals: [
        "\(all) is the record of a whole run, which has no other shards. Merge shards alone."
      ])
    // Records that are no whole run leave no record of one.
    try await Tool.exemplar(["merge"] + paths.dropLast() + ["--record", all]).expect(5)
    try await Tool.exemplar(["report", all]).expect(
      5, prints: "Shard 3 of 3 is missing.")
    #expect(throws: UsageError.self) { try RerunRequest.recording(at: [all]) }
  }

  /// Shards that did not come to their ends run again as far as they did not; one that is missing is no success.
  @Test func theFailuresOfAllShardsRunAgain() async throws {
    let folder = try temporaryFolder()
    var shards = Self.shards()
    shards[2].events.removeLast(2)
    shards[2].events.removeAll(where: Self.isAbout("closes"))
    let paths = try shards.map { try $0.write(in: folder) }
    try expect(RerunRequest.recording(at: paths).ids, equals: ["Shop/The till/closes"])
    func problem(_ paths: [String]) -> String? {
      #expect(throws: UsageError.self) { try RerunRequest.recording(at: paths) }?.message
    }
    expect(problem(Array(paths.dropLast()))?.hasPrefix("Shard 3 of 3 is missing."), equals: true)
    expect(problem(paths + [paths[0]])?.hasPrefix("Shard 1 of 3 ran twice"), equals: true)
    shards[0].facts.sources = "6"
    _ = try shards[0].write(in: folder)
    expect(problem(paths)?.contains("its digest of sources is 5, not 6"), equals: true)
  }
}

extension [Event] {
  fileprivate mutating func removeSegment(about name: String) {
    removeAll { $0.node?.name == name }
  }
}

extension PackageTests {
  /// Shards of a package, each as on a machine of its own, are together what one run is: with rows, hooks, failures,
  /// crashes and other tests, in several processes and in one.
  @Test(arguments: [["Failing"], ["Bookshop", "--specs"]])
  func shardsAreTogetherOneRun(package: [String]) async throws {
    let fixture = Fixture.example(package[0])
    let options = Array(package.dropFirst())
    let folder = try temporaryFolder()
    func outcomes(_ path: String) throws -> [String] {
      try [Event](linesAt: path).ended.map { "\($0.id) \($0.outcome)" }.sorted()
    }
    func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
    let whole = try await fixture.test(
      options + ["--record", file("whole.exemplar"), "--report", "json=\(file("whole.jsonl"))"])
    for durations in [[], ["--durations", file("whole.exemplar")]] {
      var records: [String] = []
      for number in 1...3 {
        records.append(file("\(number)-\(durations.count).exemplar"))
        let shard = try await fixture.test(
          options + durations + ["--shard", "\(number)/3", "--record", records[number - 1]]
            + (number == 2 && options.isEmpty ? ["--jobs", "1"] : []),
          environment: ["EXEMPLAR_STORE": file("store-\(number)")])
        #expect([0, 1].contains(shard.status), "\(shard.errors)")
      }
      let merged = try await fixture.exemplar(
        "merge", records + ["--report", "json=\(file("merged.jsonl"))"])
      expect(merged.status, equals: whole.status, "\(merged.errors)")
      try expect(outcomes(file("merged.jsonl")), equals: outcomes(file("whole.jsonl")))
      try await fixture.exemplar("merge", Array(records.dropFirst())).expect(
        5, errors: "Shard 1 of 3 is missing.")
    }
    // More shards than examples of a selection.
    try await fixture.test(
      ["--shard", "7/99999", "--record", file("empty.exemplar")]).expect(
        0, prints: "Shard 7 of 99999 has no examples: the plan has ",
        "\nPASSED · no example: shard 7 of 99999 is empty\n")
    try await fixture.test(["--shard", "1/2", "no such example"]).expect(4)
  }
}
