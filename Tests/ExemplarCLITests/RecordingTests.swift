import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The file with a run that another machine reads.
struct RecordingTests {
  private static let till = ExampleID(["Shop", "The till"])

  /// A run of one example that failed, one that passed and one that never ended.
  private static let events: [Event] = {
    let (opens, jams, sinks) = (
      till.appending("opens"), till.appending("jams"), till.appending("sinks")
    )
    return [
      .runStart(examples: 3),
      .groupStart(till, at: Place(path: "Till.swift")),
      .exampleStart(opens),
      .exampleEnd(opens),
      .exampleStart(jams),
      .attachment(AttachmentRecorded.outputName, of: jams, size: 6, text: "secret"),
      .attachment("note", of: jams, size: 2, text: "ok"),
      .exampleEnd(jams, .failed(unexpected: false)),
      .exampleStart(sinks),
    ]
  }()

  private static func record(
    _ events: [Event] = events, output: RecordedOutput = .failures, in folder: URL,
    exit: ProcessExit? = nil
  ) throws -> URL {
    let file = folder.appendingPathComponent("run.exemplar")
    let log = try RunLog(file, EventClock(), output: output)
    log.begin(
      RunFacts(command: RunFacts.Command(specs: true), package: "shop", worker: [.retries: "2"]),
      RecordedPlan([RecordedPlan.Example(id: till.appending("opens").text)]))
    events.forEach(log.report)
    if let exit { log.finish(exit) }
    log.finish()
    return file
  }

  @Test(arguments: 0..<200)
  func aPlanIsReadAsItWasWritten(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let letters = ["a", "b", "é", "e\u{301}", "👩‍🚀", "/", "%0A", " ", "日", "\u{10FFFF}"]
    let plan = RecordedPlan(
      (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        let letters = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        }
        return RecordedPlan.Example(
          id: letters.joined(), shard: Int.random(in: 0..<5, using: &random))
      })
    let read = RecordedPlan(plan.text)
    expect(
      read?.examples.map { Array($0.id.utf8) }, equals: plan.examples.map { Array($0.id.utf8) })
    expect(read?.examples.map(\.shard), equals: plan.examples.map(\.shard))
    expect(read?.digest, equals: plan.digest)
  }

  @Test(arguments: ["0", "0\t0", "x\t0\ta", "-1\t0\ta", "0\t1\ta", "0\t0\té\n0\t1\ta"])
  func anInvalidPlanIsNone(text: String) { #expect(RecordedPlan(text) == nil) }

  @Test func otherOrdersAreOtherPlans() {
    let plans = [["a", "b"], ["b", "a"], ["ab"], ["a"], []].map { ids in
      RecordedPlan(ids.map { RecordedPlan.Example(id: $0) })
    }
    expect(Set(plans.map(\.digest)).count, equals: plans.count)
    let shard = RecordedPlan([RecordedPlan.Example(id: "a", shard: 1)])
    #expect(shard.digest != plans[3].digest)
  }

  @Test func factsPrecedeTheEvents() async throws {
    let log = try EventLog(path: Self.record(in: temporaryFolder()).path)
    let facts = try #require(RunFacts(log.sections[RunFacts.section]))
    #expect(facts.package == "shop" && facts.command.specs == true)
    expect(facts.options, equals: ["retries": "2"])
    expect(RecordedPlan(log.sections[RecordedPlan.section] ?? "")?.examples.count, equals: 1)
    expect(Array(log), equals: Self.events)
  }

  /// Neither the output of examples nor the last lines of a process that exited are in the file, but what examples attach.
  @Test func outputCanBeLeftOut() async throws {
    let folder = try temporaryFolder()
    let exit = ProcessExit(way: .signal(11), lastOutput: "secret too", time: EventLog.now)
    for output in [RecordedOutput.failures, .none] {
      let file = try Self.record(output: output, in: folder, exit: exit)
      let bytes = try Data(contentsOf: file)
      #expect((bytes.range(of: Data("secret".utf8)) == nil) == (output == .none))
      #expect(bytes.range(of: Data("note".utf8)) != nil)
      #expect(try EventLog(path: file.path).reduce(0) { n, _ in n + 1 } > 7)
    }
  }

  @Test func failuresOfARecordRunInItsOrder() async throws {
    let rerun = try RerunRequest.recording(at: [Self.record(in: temporaryFolder()).path])
    // The example that was running has failed.
    expect(rerun.ids, equals: ["Shop/The till/jams", "Shop/The till/sinks"])
    #expect(rerun.order?.seed == 7 && rerun.order?.order == .defined)
    expect(rerun.command?.specs, equals: true)
  }

  @Test func aRunInProgressIsWaitedFor() async throws {
    let file = try temporaryFolder().appendingPathComponent("run.exemplar")
    let log = try RunLog(file, EventClock())
    Self.events.forEach(log.report)
    let error = #expect(throws: UsageError.self) { try RerunRequest.recording(at: [file.path]) }
    expect(
      error?.message,
      equals: "The run that \(file.path) contains is still in progress. Wait for its end.")
  }

  /// On another machine, another process may have the number of one that was killed.
  @Test func aRunThatWasKilledOnAnotherMachineIsNotInProgress() async throws {
    let folder = try temporaryFolder()
    let file = folder.appendingPathComponent("run.exemplar")
    let log = try RunLog(file, EventClock())
    Self.events.forEach(log.report)
    // The other machine started an hour earlier.
    var bytes = try Data(contentsOf: file)
    let creation = try EventLog(path: file.path).creation - 3600
    withUnsafeBytes(of: UInt64(creation * 1e9).littleEndian) {
      bytes.replaceSubrange(40..<48, with: $0)
    }
    let copy = folder.appendingPathComponent("copy.exemplar")
    try bytes.write(to: copy)
    try expect(EventLog(path: copy.path).processID, equals: getpid())
    let ending = try RecordedLog(path: copy.path).replay { _ in }
    #expect(!ending.isLive)
    #expect(try RerunRequest.recording(at: [copy.path]).ids.contains("Shop/The till/sinks"))
  }

  /// Each problem with a file is an error that states what to do.
  @Test func aFileThatIsNoWholeRecordIsRefused() async throws {
    let folder = try temporaryFolder()
    let file = try Self.record(in: folder)
    let whole = try Data(contentsOf: file)
    func error(_ bytes: Data) async throws -> String {
      try bytes.write(to: file)
      let result = try await Tool.exemplar(
        ["test", "--package-path", folder.path, "--only-failures", file.path])
      expect(result.status, equals: 2)
      return result.errors
    }
    #expect(try await error(whole.dropLast(8)).contains("is missing, from byte "))
    #expect(try await error(whole.dropLast(8)).hasSuffix(" Copy the file again, as a whole.\n"))
    var damaged = whole
    damaged[whole.lastRange(of: Data("opens".utf8))!.lowerBound] ^= 1
    #expect(try await error(damaged).contains("is damaged at byte "))
    #expect(
      try await error(whole.prefix(50)).contains(
        "bytes, fewer than its head, so all of its events are lost. Copy it again, or run again."))
    #expect(
      try await error(Data("hello".utf8)).contains(
        "is no event log. Give a file that --report log=PATH or exemplar test has written."))
    var newer = whole
    newer[8] = 99
    #expect(try await error(newer).contains("Use the version that has written it, or a newer one."))
    #expect(
      try await error(try Data(contentsOf: Self.record([], in: folder)))
        .contains("contains no run that began. Record another one with --record."))
  }

  @Test(arguments: [
    (
      ["run.exemplar"],
      "run.exemplar is the record of a run. Add --only-failures to run what failed in it, or show it with exemplar report."
    ),
    (["--store", ""], "--store has an empty value."),
    (["--record", ""], "--record has an empty value."),
    (["--record-output", "all"], "--record-output must be “failures” or “none”; found “all”."),
  ])
  func wrongUsageIsExplained(arguments: [String], message: String) async throws {
    try await Tool.exemplar(["test"] + arguments).expect(2, errors: message)
  }

  /// No output destroys the record, whichever command and option it is of; the record stays as it is.
  @Test(arguments: [
    ["report", "z.exemplar", "--report", "json=z.exemplar"],
    ["report", "z.exemplar", "--report", "tap=other", "--report", "junit=./link"],
    ["report", "z.exemplar", "--report", "log=hard"],
    ["merge", "z.exemplar", "--report", "junit=link"], ["merge", "z.exemplar", "--record", "hard"],
    ["test", "--only-failures", "z.exemplar", "--record", "z.exemplar"],
    ["test", "--only-failures", "z.exemplar", "--coverage-json", "link"],
    ["test", "--durations", "z.exemplar", "--report", "html=hard"],
  ])
  func aRecordIsNoOutput(arguments: [String]) async throws {
    let folder = try temporaryFolder()
    let data = try Data(contentsOf: Self.record([], in: folder))
    let record = folder.appendingPathComponent("z.exemplar")
    try data.write(to: record)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "z.exemplar")
    try FileManager.default.linkItem(atPath: record.path, toPath: folder.path + "/hard")
    try await Tool.exemplar(arguments, in: folder).expect(
      2,
      errors:
        "would be written over \(arguments[0] == "test" ? "z.exemplar" : record.path), which is read. "
    )
    try expect(Data(contentsOf: record), equals: data)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
  }

  /// A report would be mixed with what the command prints, or replace the file that it prints into.
  @Test(arguments: ["x", "/dev/stdout"])
  func theOutputOfACommandIsNoReport(path: String) async throws {
    let folder = try temporaryFolder()
    let tool = products.appendingPathComponent("exemplar").path
    let log = try Self.record([], in: folder).path
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "'\(tool)' report '\(log)' --report json=\(path) > x"], in: folder)
    result.expect(
      2,
      errors:
        "The report json would be written over the output of this command, which is redirected to \(path). Give it "
        + "another path.")
  }

  /// What a command prints must not be added to a file that it reads.
  @Test(arguments: [
    "report z", "report . --report json", "merge z", "runs diff z z", "flaky z",
    "bisect a --run z", "test --only-failures z", "check rows.csv", "add rows rows.csv",
  ])
  func theOutputOfACommandIsNotAddedToItsInput(command: String) async throws {
    let folder = try temporaryFolder()
    let tool = products.appendingPathComponent("exemplar").path
    let log = try Self.record([], in: folder)
    let input = folder.appendingPathComponent(command.contains("rows") ? "rows.csv" : "z.exemplar")
    try folder.write("a,b\n1,2\n", to: "rows.csv")
    try FileManager.default.moveItem(
      at: log, to: folder.appendingPathComponent("z.exemplar"))
    let data = try Data(contentsOf: input)
    let words = command.replacing("z", with: "z.exemplar")
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "'\(tool)' \(words) >> '\(input.path)'"], in: folder)
    result.expect(2, errors: "The output of this command is redirected to ")
    #expect(result.errors.contains(", which is read. Redirect it to another file."))
    try expect(Data(contentsOf: input), equals: data)
  }

  @Test(arguments: [
    (["--record", "x", "--report", "json=x"], "--record and the report json"),
    (["--record", "x", "--report", "log=./x"], "--record and the report log"),
    (["--record", "x", "--coverage-json", "x"], "--record and --coverage-json"),
    (["--coverage-lcov", "x", "--coverage-json", "x"], "--coverage-lcov and --coverage-json"),
    (["--report", "log=x"], "The reports log and json"),
    (["--record", "x"], "--record and the report json"),
  ])
  func outputsAreNotOneFile(arguments: [String], names: String) async throws {
    let folder = try temporaryFolder()
    try folder.write("as it was", to: "x")
    try await Tool.exemplar(
      ["test"] + arguments, in: folder, environment: ["EXEMPLAR_EVENTS": "x"]
    ).expect(2, errors: "\(names) would both be written to")
    try expect(
      String(contentsOf: folder.appendingPathComponent("x"), encoding: .utf8), equals: "as it was")
  }

  @Test func theStoreIsWhereTheUserWants() {
    func folder(_ environment: [String: String], store: String? = nil) -> String {
      RunFolder.folder(ofPackage: "/a/shop", store: store, environment: environment).path
    }
    let home = folder(["HOME": "/home/me"])
    #expect(home.hasPrefix("/home/me/.local/state/exemplar/shop-"))
    let name = home.split(separator: "/").last!
    expect(
      folder(["HOME": "/home/me", "XDG_STATE_HOME": "/state"]), equals: "/state/exemplar/\(name)")
    // A relative path there is invalid, as its specification states.
    expect(folder(["HOME": "/home/me", "XDG_STATE_HOME": "state"]), equals: home)
    expect(folder(["XDG_STATE_HOME": "/state"], store: "/mine"), equals: "/mine/\(name)")
    #expect(RunFolder.folder(ofPackage: "/b/shop", store: "/mine").lastPathComponent != name)
  }

  @Test func aCommitIsKnownInARepositoryAlone() async throws {
    let commit = try #require(await RunFacts.commit(of: Tool.repository.path))
    #expect(commit.wholeMatch(of: /[0-9a-f]{40}(-dirty)?/) != nil)
    let folder = try temporaryFolder()
    #expect(await RunFacts.commit(of: folder.path) == nil)
  }

  /// Trees of one commit with different changes are not the same code.
  @Test func changedFilesHaveADigest() async throws {
    let folder = try temporaryFolder()
    func code(_ script: String) async throws -> (commit: String?, changes: String?) {
      let result = try await Tool.run(
        URL(fileURLWithPath: "/bin/sh"), ["-ec", script], in: folder)
      try #require(result.status == 0, "\(result.everything)")
      return await RunFacts.code(of: folder.path)
    }
    let clean = try await code(
      """
      git init -q . && echo 1 > a && git add a
      git -c user.name=a -c user.email=a@b commit -q -m a
      """)
    #expect(clean.commit?.count == 40 && clean.changes == nil)
    let first = try await code("echo 2 > a")
    #expect(first.commit == clean.commit.map { $0 + "-dirty" } && first.changes != nil)
    let second = try await code("echo 3 > a")
    #expect(second.commit == first.commit && second.changes != first.changes)
    let again = try await code("echo 2 > a")
    #expect(again == first)
    // A difference of any size, and a file that is gone.
    let large = try await code("head -c 70000000 /dev/zero > a")
    #expect(large.changes != nil && large.changes != first.changes)
    let removed = try await code("rm a")
    #expect(removed.changes != nil && removed.changes != large.changes)
  }

  /// A change of the sources of a package, without Git, and whether it makes other code.
  @Test(arguments: [
    ("echo 2 > Sources/Shop/Shop.swift", true), ("echo 2 > Tests/ShopTests/rows.csv", true),
    ("echo > Sources/Shop/New.swift", true), ("rm Sources/Shop/Shop.swift", true),
    ("mv Sources/Shop/Shop.swift Sources/Shop/Till.swift", true),
    ("echo 2 > Package.resolved", true),
    ("echo '//' >> Package.swift", true), ("echo > Package@swift-6.2.swift", true),
    ("echo 2 > Code/Other.swift", true), ("echo 2 > ../Beside/Sources/Beside/B.swift", true),
    ("echo 2 > linked/C.swift", true), ("rm -r ../Beside/Sources", true),
    ("touch -d 2001-01-01 Sources/Shop/Shop.swift", false), ("echo 2 > run.exemplar", false),
    ("echo 2 > .build/x.swift", false), ("echo 2 > Sources/Shop/.DS_Store", false),
    ("echo 2 > ../Beside/Tests/T.swift", false), ("cd .. && mv Shop Store", false),
  ])
  func theSourcesAreEvidenceWithoutGit(change: String, isOther: Bool) async throws {
    let folder = try temporaryFolder()
    let package = try folder.subfolder("Shop")
    for file in [
      "Sources/Shop/Shop.swift", "Tests/ShopTests/rows.csv", "Package.resolved", "Code/Other.swift",
      ".build/x.swift", "linked/C.swift", "../Beside/Sources/Beside/B.swift",
      "../Beside/Package.swift", "../Beside/Tests/T.swift",
    ] {
      try package.write("1", to: file)
    }
    try package.write(
      """
      .package(path: "../Beside"), .target(name: "Code", path: "Code"), .target(name: "All", path: ".")
      """, to: "Package.swift")
    try FileManager.default.createSymbolicLink(
      atPath: package.path + "/Sources/Linked", withDestinationPath: "../linked")
    try await Self.expectOtherSources(isOther, after: change, in: package) { path in
      TestTargets(.init(name: "Shop", path: path, targets: []))
    }
  }

  /// Nothing in this manifest names a folder as SwiftPM does, which states them.
  @Test(arguments: [
    ("echo 2 > Code/Till/T.swift", true), ("echo > Code/Till/New.swift", true),
    ("echo 2 > Code/Till/rows.csv", true), ("echo 2 > ../Beside/Sources/Beside/B.swift", true),
    ("echo 2 > headers/till.h", true), ("echo 2 > headers/notes.txt", false),
    ("echo 2 > Code/Unused/U.swift", false), ("echo 2 > schemas/till.json", true),
    ("echo 2 > schemas/other.json", false), ("echo 2 > built/T.o", false),
  ])
  func foldersThatAManifestComputesAreEvidence(change: String, isOther: Bool) async throws {
    let folder = try temporaryFolder()
    let package = try folder.subfolder("Shop")
    for file in [
      "Code/Till/T.swift", "Code/Till/rows.csv", "Code/Unused/U.swift", "headers/till.h",
      "headers/notes.txt", "../Beside/Package.swift", "../Beside/Sources/Beside/B.swift",
      "schemas/till.json", "schemas/other.json", "built/T.o", ".build/T.o",
    ] {
      try package.write("1", to: file)
    }
    try package.write(
      """
      .package(path: beside), .target(
        name: "Till", path: code + "/Till", cSettings: [.headerSearchPath("../../headers")])
      """, to: "Package.swift")
    // A plugin makes code of a file that no target has.
    let path = package.path
    let inputs = [
      "Code/Till/T.swift", "schemas/till.json", "built/T.o", ".build/T.o", "Code/Till/",
    ]
    try package.write(
      """
      commands:
        "\(path)/built/Till.swift":
          tool: shell
          inputs: [\(inputs.map { "\"\(path)/\($0)\"" }.joined(separator: ","))]
          outputs: ["\(path)/schemas/other.json"]
      """, to: "built/debug.yaml")
    try await Self.expectOtherSources(isOther, after: change, in: package) { path in
      TestTargets(
        description: """
          {"name": "Shop", "path": "\(path)", "targets": [
            {"name": "Till", "type": "library", "path": "Code/Till", "sources": ["T.swift"]}],
           "dependencies": [{"identity": "beside", "type": "fileSystem", "path": "\(folder.path)/Beside"},
             {"identity": "far", "type": "sourceControl", "url": "https://example.com/far"}]}
          """)
    }
  }

  /// - Parameter targets: What SwiftPM states about the package in a folder.
  private static func expectOtherSources(
    _ isOther: Bool, after change: String, in package: URL, _ targets: (String) -> TestTargets?
  ) async throws {
    func text(in path: String) throws -> String? {
      let programs = URL(fileURLWithPath: path + "/built/linux/debug")
      return try SourceDigest(ofPackage: path, #require(targets(path)), builtInto: programs).text
    }
    let before = try text(in: package.path)
    #expect(before != nil)
    try expect(text(in: package.path), equals: before)
    let script = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", change], in: package)
    try #require(script.status == 0, "\(script.everything)")
    let moved = package.deletingLastPathComponent().appendingPathComponent("Store").path
    let now = FileManager.default.fileExists(atPath: moved) ? moved : package.path
    try expect(text(in: now) != before, equals: isOther)
  }

  /// A file that cannot be read is no evidence, and a folder that contains itself ends.
  @Test func sourcesThatCannotBeReadAreNotKnown() async throws {
    let folder = try temporaryFolder()
    try folder.write("1", to: "Sources/a.swift")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Sources/again", withDestinationPath: ".")
    let targets = TestTargets(.init(name: "Shop", path: folder.path, targets: []))
    #expect(SourceDigest(ofPackage: folder.path, targets, builtInto: folder).text != nil)
    try #require(mkfifo(folder.path + "/Sources/pipe", 0o600) == 0)
    #expect(SourceDigest(ofPackage: folder.path, targets, builtInto: folder).text == nil)
    var facts = RunFacts()
    facts.build = 1
    #expect(facts.code == nil)
  }

  /// As in a container, with a Git that honors the option.
  @Test(.enabled("the owner of a folder can be changed") { geteuid() == 0 })
  func aCommitIsKnownInARepositoryOfAnotherUser() async throws {
    let folder = try temporaryFolder()
    let script = """
      git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a
      mkdir package mine
      chown -R 4711 .
      chown -R 0 mine
      ! git rev-parse HEAD
      """
    let made = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", script], in: folder,
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"])
    try #require(made.status == 0, "\(made.everything)")
    for (name, count) in [("", 40), ("package", 40), ("mine", nil)] {
      let path = folder.appendingPathComponent(name).path
      await expect(RunFacts.commit(of: path)?.count, equals: count, "\(name)")
    }
  }
}

extension PackageTests {
  /// A run is recorded on one machine and shown on another, where its failures run in its order; in several processes
  /// and in one.
  @Test func aRunIsCarriedToAnotherMachine() async throws {
    let fixture = Fixture.example("Failing")
    let folder = try temporaryFolder()
    func store(_ name: String) -> [String] { ["--store", folder.path + "/" + name] }
    for options in [[], ["--in-process"]] {
      let file = folder.appendingPathComponent("records/run\(options.count).exemplar").path
      let run = try await fixture.test(
        store("ci") + options + ["--record", file, "--retries", "0"],
        environment: ["MY_TOKEN": "hunter2"])
      expect(run.status, equals: 1)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(bytes.range(of: Data("hunter2".utf8)) == nil)
      let log = try EventLog(path: file)
      let facts = try #require(RunFacts(log.sections[RunFacts.section]))
      let plan = try #require(RecordedPlan(log.sections[RecordedPlan.section] ?? ""))
      #expect(facts.planDigest == plan.digest && facts.commit != nil)
      var (planned, failed) = (Set(plan.examples.map(\.id)), Set<String>())
      expect(planned.count, equals: plan.examples.count)
      for case .exampleEnded(let end) in log {
        planned.remove(end.id.text)
        if end.outcome.isFailure { failed.insert(end.id.name) }
      }
      #expect(planned.isEmpty && !failed.isEmpty)

      let shown = try await fixture.exemplar("report", store("here") + [file])
      expect(shown.status, equals: 1)
      expect(shown.counts, equals: run.counts)
      let events = folder.appendingPathComponent("again.jsonl").path
      let again = try await fixture.test(
        store("here") + ["--only-failures", file, "--report", "json=\(events)"])
      let failedAgain = try [Event](linesAt: events).ended.filter(\.outcome.isFailure)
      expect(Set(failedAgain.map(\.id.name)), equals: failed)
      expect(again.status, equals: 1)
      // A store that cannot be written fails no run; a record that was asked for does.
      try await fixture.test(options + ["is blocked", "--store", "/dev/null"]).expect(
        errors: "warning: The run is not recorded: ")
      try await fixture.test(options + ["is blocked", "--record", "/dev/null/run.exemplar"]).expect(
        2)
      let seed = try #require(run.output.firstMatch(of: /seed (\d+)/))
      #expect(again.everything.contains(seed.output.0))
    }
  }
}
