import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The examples that a run lacks which an earlier one had, and the runs that are compared.
struct VanishedExamplesTests {
  /// An example of a run: its id, the line of its body, and the line of its row in a file.
  struct Ran: ExpressibleByStringLiteral {
    var id: ExampleID
    var line = 1
    var file = "Till.swift"
    var row: Int?
    var outcome = Outcome.passed
    var inclusion: Int?

    /// Reads `till/opens 3`, or `till/books/one 7 row 4`: an id below the module, the line of the body, and that of the
    /// row. After a comma comes the name of the file.
    init(stringLiteral text: String) {
      let parts = text.split(separator: ", ")
      let words = parts[0].split(separator: " ").map(String.init)
      id = ExampleID(text: "Shop/" + words[0])
      line = Int(words[1]) ?? 0
      row = words.count > 3 && words[2] == "row" ? Int(words[3]) : nil
      inclusion = words.count > 3 && words[2] == "in" ? Int(words[3]) : nil
      if parts.count > 1 { file = String(parts[1]) }
    }

    init(_ text: String, _ outcome: Outcome) {
      self.init(stringLiteral: text)
      self.outcome = outcome
    }

    func events(in root: String) -> [Event] {
      let reference = row.map {
        RowReference(name: id.name, place: Place(path: root + "/books.csv", line: $0, column: 1))
      }
      let frames = inclusion.map {
        [InclusionFrame("a shelf", at: Place(path: root + "/" + file, line: $0))]
      }
      let context = ExampleContext(
        at: Place(path: root + "/" + file, line: line, column: 3), row: reference,
        inclusions: frames ?? [])
      return [
        .exampleStarted(ExampleStarted(id, context)), .exampleEnd(id, outcome, duration: 0.25),
      ]
    }
  }

  /// The events of a run; examples below `books`, `shelf` and `args` are rows of outlines.
  private static func events(_ ran: [Ran], in root: String = "/shop", isCut: Bool = false)
    -> [Event]
  {
    let groups = Set(ran.flatMap { sequence(first: $0.id, next: \.parent).dropFirst() })
      .filter { $0.depth > 1 }
    let starts = groups.sorted { $0.depth < $1.depth }.map { group in
      Event.groupStart(
        group, at: Place(path: root + "/Till.swift"),
        kind: ["books", "shelf", "args"].contains(group.name) ? .outline : .group)
    }
    let ends = groups.sorted { $0.depth > $1.depth }.map { Event.groupEnd($0) }
    let all =
      [.runStart(seed: 1, examples: ran.count)] + starts + ran.flatMap { $0.events(in: root) }
      + ends
    return all + (isCut ? [] : [.runEnd(seed: 1, after: all)])
  }

  private static func write(
    _ events: [Event], _ facts: RunFacts? = RunFacts(package: "shop"), in folder: URL
  ) throws -> String {
    let path = folder.appendingPathComponent("\(UUID().uuidString.prefix(8)).exemplar").path
    let log = try RunLog(URL(fileURLWithPath: path), EventClock())
    if let facts { log.begin(facts, nil) }
    events.forEach(log.report)
    log.finish()
    return path
  }

  private static func vanished(
    _ old: [Ran], _ new: [Ran], from root: String = "/shop"
  ) throws -> VanishedExamples {
    let folder = try temporaryFolder()
    return try VanishedExamples(
      from: [RecordedRun(write(events(old, in: root), in: folder))],
      to: [RecordedRun(write(events(new), in: folder))])
  }

  private static func text(_ vanished: VanishedExamples) -> String {
    func short(_ id: ExampleID) -> String { id.components.dropFirst().joined(separator: "/") }
    let renamed = vanished.renamed.map { "\(short($0.from))=\(short($0.to))" }
    return (vanished.ids.map { "-" + short($0) } + renamed).joined(separator: " ")
  }

  // MARK: Two runs

  /// What two runs have, the examples that no longer exist (`-`), and those with other names.
  @Test(
    arguments: [
      ("nothing changed", ["till/opens 3", "till/jams 7"], ["till/opens 3", "till/jams 9"], ""),
      ("one is removed", ["till/opens 3", "till/jams 7"], ["till/opens 3"], "-till/jams"),
      (
        "another one is added", ["till/opens 3", "till/jams 7"], ["till/opens 3", "till/rings 9"],
        "-till/jams"
      ),
      (
        "renamed", ["till/opens 3", "till/jams 7"], ["till/opens 3", "till/sticks 7"],
        "till/jams=till/sticks"
      ),
      (
        "renamed below lines that were added", ["till/opens 3", "till/jams 7", "till/rings 9"],
        ["till/opens 13", "till/sticks 17", "till/rings 19"], "till/jams=till/sticks"
      ),
      (
        "the first is renamed, and the second removed",
        ["till/opens 3", "till/jams 4", "till/rings 5"],
        ["till/starts 3", "till/rings 4"], "-till/jams till/opens=till/starts"
      ),
      (
        "removed, and another one in other lines", ["till/opens 3", "till/jams 7", "till/rings 9"],
        ["till/opens 3", "till/rings 7", "till/sings 9"], "-till/jams"
      ),
      (
        "a renamed spec", ["till/opens 3", "till/books/one 7 row 2", "till/books/two 7 row 3"],
        ["desk/opens 3", "desk/books/one 7 row 2", "desk/books/two 7 row 3"],
        "till/books/one=desk/books/one till/books/two=desk/books/two till/opens=desk/opens"
      ),
      (
        "a renamed spec that lost one", ["till/opens 3", "till/jams 7"], ["desk/opens 3"],
        "-till/jams till/opens=desk/opens"
      ),
      (
        "a renamed spec in a renamed file", ["till/opens 3", "till/jams 7"],
        ["desk/opens 3, Desk.swift", "desk/jams 7, Desk.swift"],
        "till/jams=desk/jams till/opens=desk/opens"
      ),
      (
        "arguments in a renamed spec in a renamed file", ["till/opens 3", "till/args/0x1 7"],
        ["desk/opens 3, Desk.swift", "desk/args/0x8 7, Desk.swift"], "till/opens=desk/opens"
      ),
      (
        "a renamed file with other examples", ["till/opens 3", "till/jams 7", "till/rings 9"],
        ["desk/opens 3, Desk.swift", "desk/sticks 7, Desk.swift", "desk/sings 9, Desk.swift"],
        "-till/jams -till/opens -till/rings"
      ),
      (
        "other examples in a new file", ["till/opens 3", "till/jams 7"],
        ["desk/closes 3, Desk.swift"],
        "-till/jams -till/opens"
      ),
      ("a moved file", ["till/opens 3"], ["till/opens 8, Desk.swift"], ""),
      (
        "renamed in a moved file", ["till/opens 3", "till/jams 7"],
        ["till/opens 8, Desk.swift", "till/sticks 12, Desk.swift"], "till/jams=till/sticks"
      ),
      (
        "a renamed row", ["till/books/one 7 row 2", "till/books/two 7 row 3"],
        ["till/books/one 7 row 2", "till/books/second 7 row 3"], "till/books/two=till/books/second"
      ),
      (
        "a row is removed",
        ["till/books/one 7 row 2", "till/books/two 7 row 3", "till/books/six 7 row 4"],
        ["till/books/one 7 row 2", "till/books/six 7 row 3"], "-till/books/two"
      ),
      (
        "a row is removed, and one is added at the end",
        ["till/books/one 7 row 2", "till/books/two 7 row 3", "till/books/six 7 row 4"],
        ["till/books/one 7 row 2", "till/books/six 7 row 3", "till/books/ten 7 row 4"],
        "-till/books/two"
      ),
      (
        "a row without a name is removed", ["till/books/#1 7 row 2", "till/books/#2 7 row 3"],
        ["till/books/#1 7 row 2"], "-till/books/#2"
      ),
      (
        "a renamed outline", ["till/books/one 7 row 2", "till/books/two 7 row 3"],
        ["till/shelf/one 7 row 3", "till/shelf/two 7 row 4"],
        "till/books/one=till/shelf/one till/books/two=till/shelf/two"
      ),
      (
        "arguments whose names are values",
        ["till/args/0x1 7", "till/args/0x2 7", "till/args/0x3 7"],
        ["till/args/0x8 7", "till/args/0x9 7"],
        "-till/args/0x3"
      ),
      (
        "one of two inclusions is removed", ["a/opens 3 in 20", "b/opens 3 in 30"],
        ["a/opens 3 in 20"],
        "-b/opens"
      ),
      (
        "removed here, and included there", ["a/opens 3 in 20", "b/opens 3 in 30", "b/x 40"],
        ["a/opens 3 in 20", "b/x 40", "c/opens 3 in 50"], "-b/opens"
      ),
      ("a group now", ["till/jams 7"], ["till/jams/often 7"], ""),
    ] as [(String, [Ran], [Ran], String)])
  func examplesThatNoLongerExist(name: String, old: [Ran], new: [Ran], expected: String)
    async throws
  {
    try expect(Self.text(Self.vanished(old, new)), equals: expected, "\(name)")
    // Paths on another machine do not matter.
    let others = ["till/stays 1, Other.swift"] as [Ran]
    try expect(
      Self.text(Self.vanished(old + others, new + others, from: "/runner/work/shop")),
      equals: expected, "\(name)")
  }

  /// Rows that a run did not read are not missing, and neither are findings about rows.
  @Test(arguments: [Outcome.skipped(reason: "no till"), .blocked(by: ExampleID(["Shop", "till"]))])
  func rowsThatAreNotKnown(outcome: Outcome) async throws {
    let old: [Ran] = ["till/opens 3", "till/books/one 7 row 2", "till/books/two 7 row 3"]
    let new = ["till/opens 3", Ran("till/books 7", outcome)]
    try expect(Self.text(Self.vanished(old, new)), equals: "")
    let unread = Ran("till/books/rows 7", .failed(unexpected: true))
    try expect(Self.text(Self.vanished(old, ["till/opens 3", unread])), equals: "")
    try expect(Self.text(Self.vanished(old + [unread], old)), equals: "")
  }

  @Test func lossesAreOfFilesSpecsAndModules() async throws {
    let rows = (1...9).map { Ran(stringLiteral: "till/books/b\($0) 7 row \($0)") }
    let others: [Ran] = ["till/opens 3", "till/jams 4", "desk/writes 1"]
    var old = rows + others
    for name in ["a", "b"] {
      var ran = Ran("x/\(name) 3", .passed)
      ran.id = ExampleID(text: "Bank/Vault/\(name)")
      old.append(ran)
    }
    let vanished = try Self.vanished(old, Array(rows.prefix(5)) + ["till/opens 3"])
    expect(
      vanished.losses.map { "\($0.home) \($0.count)/\($0.all) \($0.names.joined(separator: ","))" },
      equals: [
        "/shop/books.csv 4/9 b6,b7,b8,b9", "Bank 2/2 a,b", "Shop/desk 1/1 writes",
        "Shop/till 1/2 jams",
      ])
  }

  @Test func runsDiffShowsNewNames() async throws {
    let folder = try temporaryFolder()
    let paths = try [["till/opens 3", "till/jams 7"], ["till/opens 3", "till/sticks 7"]].map {
      try Self.write(Self.events($0.map { Ran(stringLiteral: $0) }), in: folder)
    }
    let comparison = try RunComparison(
      from: RecordedRun(paths[0]), to: RecordedRun(paths[1]), history: nil)
    let text = RunsDiffCommand.text(
      comparison, ("2", "1"),
      Invocation(packagePath: ".", command: RunFacts.Command(), buildOptions: []),
      Style(hasColor: false))
    #expect(text.contains("\nRenamed\n  = Shop/till/sticks  was Shop/till/jams\n"), "\(text)")
    #expect(!text.contains("New") && !text.contains("No longer there"), "\(text)")
  }

  // MARK: The runs that are compared

  private static let three: [Ran] = ["till/opens 3", "till/jams 7", "till/rings 9"]
  private static let two: [Ran] = ["till/opens 3", "till/jams 7"]

  /// A run of a package: its examples, and what it was asked for.
  struct Run {
    var ran: [Ran]
    var facts = RunFacts(package: "shop")
    var isCut = false
    var notSelected = 0
  }

  /// Runs one after another, as the tool does. Returns the message of each that has one.
  private static func messages(of runs: [Run], in folder: URL) throws -> [String?] {
    try runs.map { run in
      let state = RunStore(in: folder).state
      let record = try RunFolder(in: folder, keeping: state.baselines)
      defer { record.close() }
      let log = try RunLog(record.log, EventClock())
      let results = RunResultsReport(
        of: record.folder, in: RunStore(in: folder), since: state,
        scope: run.facts.isPartial ? .selection : .everything, facts: run.facts,
        baseline: Baseline(in: state, of: run.facts, records: folder))
      log.begin(run.facts, nil)
      let message = Locked(String?.none)
      var merger = StreamMerger(findings: { end in
        let issue = results.vanished(atEnd: end, in: record.log.path)
        if let issue { #expect(issue.issue.isWarning && issue.id == nil) }
        message.withLock { $0 = issue?.issue.message }
        return [issue].compactMap(\.self)
      }) { batch in
        log.report(batch)
        results.report(batch)
      }
      let stream = merger.open()
      for event in Self.events(run.ran, isCut: run.isCut) {
        var event = event
        if case .runStarted(var start) = event {
          start.notSelected = run.notSelected
          event = .runStarted(start)
        }
        merger.receive(event, of: stream)
      }
      merger.finish()
      log.finish()
      results.finish()
      return message.withLock { $0 }
    }
  }

  private static func facts(_ change: (inout RunFacts) -> Void) -> RunFacts {
    var facts = RunFacts(package: "shop")
    change(&facts)
    return facts
  }

  private static let specs = facts { $0.command.specs = true }
  private static let release = RunFacts(package: "shop", build: ["-c", "release"])
  private static let rerun = facts { $0.isRerun = true }
  private static let shard = facts { $0.shard = try? Shard(1, of: 2) }

  /// Runs, and the number of those that lack examples of the one with which they are compared.
  @Test(
    arguments: [
      ("the first run", [Run(ran: three)], []),
      ("nothing is missing", [Run(ran: three), Run(ran: three)], []),
      ("shown once", [Run(ran: three), Run(ran: two), Run(ran: two)], [1]),
      ("a rerun in between", [Run(ran: three), Run(ran: two, facts: rerun), Run(ran: two)], [2]),
      ("a shard in between", [Run(ran: three), Run(ran: two, facts: shard), Run(ran: two)], [2]),
      ("a selection", [Run(ran: three), Run(ran: two, notSelected: 1), Run(ran: two)], [2]),
      ("a run that was cut", [Run(ran: three), Run(ran: two, isCut: true), Run(ran: two)], [2]),
      ("specs alone", [Run(ran: three), Run(ran: two, facts: specs), Run(ran: three)], []),
      ("specs alone, twice", [Run(ran: three, facts: specs), Run(ran: two, facts: specs)], [1]),
      ("another build", [Run(ran: three), Run(ran: two, facts: release), Run(ran: three)], []),
      (
        "rows that were not read",
        [
          Run(ran: three),
          Run(ran: [Ran("till/opens 3", .blocked(by: ExampleID(["Shop", "till"])))]),
          Run(ran: two),
        ], [1, 2]
      ),
    ] as [(String, [Run], [Int])])
  func runsThatAreCompared(name: String, runs: [Run], expected: [Int]) async throws {
    let messages = try Self.messages(of: runs, in: temporaryFolder())
    expect(messages.indices.filter { messages[$0] != nil }, equals: expected, "\(name)")
  }

  @Test func theNoteNamesWhatIsMissing() async throws {
    let folder = try temporaryFolder()
    let runs = [
      Run(ran: ["till/opens 3", "till/jams 7", "till/rings 9"]),
      Run(ran: ["till/opens 3", "till/sticks 7"]),
    ]
    let message = try #require(try Self.messages(of: runs, in: folder)[1])
    let expected =
      #/
      1\ example\ no\ longer\ exists\ that\ ran\ in\ the\ run\ of\ \d{4}-\d\d-\d\d\ \d\d:\d\d\ UTC:\n
      \ \ Shop\/till\ lost\ 1\ of\ 3\ examples:\ rings\n
      1\ other\ has\ a\ new\ name\.\ The\ next\ run\ of\ everything\ is\ compared\ with\ this\ one\.
      /#
    #expect(message.wholeMatch(of: expected) != nil, "\(message)")
    expect(
      VanishedNote(Issue(message, phase: .planning)),
      equals: VanishedNote(count: 1, losses: ["Shop/till lost 1 of 3 examples: rings"]))
    #expect(VanishedNote(Issue("7 examples no longer work", phase: .planning)) == nil)
  }

  /// Neither more recent runs of a part nor their number make the tool forget the last run of everything.
  @Test func theRunIsKept() async throws {
    let folder = try temporaryFolder()
    _ = try Self.messages(of: [Run(ran: Self.three)], in: folder)
    let state = RunStore(in: folder).state
    let first = try #require(state.latestRun)
    expect(state.baselines, equals: [first])
    for keeping in [state.baselines, []] {
      try RunFolder(in: folder, limits: RunFolder.Limits(runs: 0, bytes: 0), keeping: keeping)
        .close()
      let names = RunFolder.folders(in: folder).map(\.lastPathComponent)
      expect(names, equals: keeping.isEmpty ? [] : [first])
    }
    var small = state
    small.trim(keeping: [first], bytes: 0)
    expect(small.lastComplete("all empty")?.marks.all.count, equals: 3)
    // A state that an earlier version has written has no such run.
    let data = try PropertyListEncoder().encode(state)
    var plist = try #require(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    plist["runs"] = (plist["runs"] as? [[String: Any]])?.map { run in
      run.filter { $0.key != "extent" }
    }
    let old = try PropertyListSerialization.data(
      fromPropertyList: plist, format: .binary, options: 0)
    let read = try PropertyListDecoder().decode(PackageState.self, from: old)
    #expect(read.baselines.isEmpty && read.latestRun == first)
  }

  /// If the log of the earlier run cannot be read, the run goes on.
  @Test func aDamagedRunIsNotCompared() async throws {
    let folder = try temporaryFolder()
    _ = try Self.messages(of: [Run(ran: Self.three)], in: folder)
    let log = RunFolder.runs(in: folder)[0].log
    try Data("junk".utf8).write(to: log)
    try expect(Self.messages(of: [Run(ran: Self.two)], in: folder), equals: [nil])
  }

  // MARK: A run that the user names

  private static func issue(
    _ later: [Ran], accepting accepted: Int = 0, isWhole: Bool = true, in folder: URL,
    _ change: (String) throws -> Void = { _ in }
  ) throws -> ExemplarCore.Issue? {
    let path = try write(events(three), in: folder)
    let baseline = try Baseline(
      path, accepting: accepted, package: "shop", command: RunFacts.Command())
    try change(path)
    let run = try RecordedRun(write(events(later), in: folder))
    if !isWhole { return baseline.issue(after: [], isWhole: false) { [run] }?.issue }
    return baseline.issue(ofMerged: [run], RunFacts(package: "shop"))?.issue
  }

  @Test func missingExamplesFailUnlessTheirNumberIsAccepted() async throws {
    let folder = try temporaryFolder()
    try expect(Self.issue(Self.three, in: folder) == nil, equals: true)
    let issue = try #require(try Self.issue(Self.two, in: folder))
    #expect(
      issue.isFailure
        && issue.message.hasPrefix("1 example no longer exists that ran in the baseline "))
    #expect(issue.message.hasSuffix("If nothing of it is a mistake, give --accept-vanished 1."))
    let accepted = try #require(try Self.issue(Self.two, accepting: 1, in: folder))
    #expect(accepted.isWarning && accepted.message.hasSuffix("--accept-vanished accepts them."))
    let other = try #require(try Self.issue(Self.two, accepting: 2, in: folder))
    #expect(other.isFailure)
    #expect(other.message.contains("--accept-vanished accepts 2. If nothing of it is a mistake,"))
    let none = try #require(try Self.issue(Self.three, accepting: 2, in: folder))
    #expect(none.isFailure)
    #expect(
      none.message.hasSuffix(
        "No example is missing, and --accept-vanished accepts 2. Leave it out."))
  }

  @Test func aRunThatCannotBeComparedWithIt() async throws {
    let folder = try temporaryFolder()
    let part = try #require(try Self.issue(Self.two, isWhole: false, in: folder))
    #expect(
      part.isFailure
        && part.message.hasSuffix("The run did not have everything, so it was not compared."))
    let lost = try #require(
      try Self.issue(Self.two, in: folder) { try FileManager.default.removeItem(atPath: $0) })
    #expect(lost.isFailure, "\(lost.message)")
    // Without a record of its own, a run cannot be compared either.
    let path = try Self.write(Self.events(Self.three), in: folder)
    let facts = RunFacts(package: "shop")
    let results = RunResultsReport(
      of: nil, in: RunStore(in: folder), facts: facts,
      baseline: try Baseline(path, accepting: 0, package: "shop", command: facts.command))
    Self.events(Self.two).forEach(results.report)
    var end = RunSummary(seed: 1)
    end.finished = true
    let issue = results.vanished(atEnd: end, in: nil)?.issue
    #expect(
      issue?.isFailure == true && issue?.message.hasSuffix("The run is not recorded.") == true)
  }

  @Test(
    arguments: [
      ("no run", [], nil, "is no record of a run. Record one of everything with --record."),
      ("no facts", events(three), nil, "is no record of a run."),
      (
        "another package", events(three), RunFacts(package: "desk"),
        "is of the package desk, not of shop. Name a record of shop."
      ),
      (
        "another platform", events(three), facts { $0.machine.platform = "watchOS" },
        "was recorded for watchOS, where other examples exist than for "
      ),
      (
        "a rerun", events(three), rerun,
        "did not run everything to its end, so it does not show which examples no longer exist. Record a run of everything, or merge all shards of one with exemplar merge --record."
      ),
      ("a shard", events(three), shard, "or merge all shards of one with exemplar merge --record."),
      (
        "specs", events(three), specs,
        "ran with --specs, so it has other examples. Add it, or name another"
      ),
      (
        "a cut run", events(three, isCut: true), RunFacts(package: "shop"),
        "did not run everything to its end,"
      ),
    ] as [(String, [Event], RunFacts?, String)])
  func baselinesThatShowNothing(name: String, events: [Event], facts: RunFacts?, message: String)
    async throws
  {
    let path = try Self.write(events, facts, in: temporaryFolder())
    let error = #expect(throws: UsageError.self) {
      try Baseline(path, accepting: 0, package: "shop", command: RunFacts.Command())
    }
    expect(error?.message.contains(message), equals: true, "\(name): \(error?.message ?? "")")
  }

  @Test func withSpecsTheBaselineHasThemAlone() async throws {
    let path = try Self.write(Self.events(Self.three), in: temporaryFolder())
    let error = #expect(throws: UsageError.self) {
      try Baseline(path, accepting: 0, package: "shop", command: RunFacts.Command(specs: true))
    }
    expect(
      error?.message.contains("ran without --specs, so it has other examples. Leave it out"),
      equals: true)
  }

  // MARK: The command line

  @Test(arguments: [
    (
      "--baseline run.exemplar --only-failures",
      "--baseline compares a run of everything, which --only-failures does not allow."
    ),
    (
      "--baseline run.exemplar --tag slow",
      "which --tag does not allow. Leave one of them out; of shards, give it to exemplar merge."
    ),
    ("--baseline run.exemplar --shard 1/2", "of shards, give it to exemplar merge."),
    ("--baseline run.exemplar till", "which a PATH does not allow."),
    ("--accept-vanished 2", "--accept-vanished needs --baseline, which it is compared with."),
    ("--baseline run.exemplar --accept-vanished 0", "--accept-vanished must be a number from 1."),
    ("--baseline %EMPTY%", "--baseline has an empty value. Give it one, or leave it out."),
    ("--baseline missing.exemplar", "missing.exemplar"),
    ("--baseline junk.exemplar", "is no event log."),
  ])
  func optionsThatDoNotFit(arguments: String, message: String) async throws {
    let folder = try temporaryFolder()
    try folder.write("// swift-tools-version: 6.0", to: "Package.swift")
    try folder.write("junk", to: "junk.exemplar")
    try folder.write("", to: "run.exemplar")
    try await Tool.exemplar(
      ["test"] + arguments.split(separator: " ").map { $0 == "%EMPTY%" ? "" : String($0) },
      in: folder
    ).expect(2, errors: message)
  }

  /// The shards of a run are compared where they are merged.
  @Test func mergedShardsAreCompared() async throws {
    let folder = try temporaryFolder()
    let shards = MergeTests.shards()
    let paths = try shards.map { try $0.write(in: folder) }
    var whole = shards[0]
    (whole.path, whole.facts.shard) = ("main.exemplar", nil)
    whole.facts.options = [:]
    whole.events = Self.events(Self.three)
    let main = try whole.write(in: folder)
    // They ran a selection.
    try await Tool.exemplar(["merge"] + paths + ["--baseline", main], in: folder)
      .expect(1, prints: "The run did not have everything, so it was not compared.")
    let all = try shards.map { shard in
      var shard = shard
      (shard.path, shard.facts.options) = ("all-" + shard.path, [:])
      return try shard.write(in: folder)
    }
    try await Tool.exemplar(["merge"] + all + ["--baseline", main], in: folder)
      .expect(1, prints: "3 examples no longer exist that ran in the baseline \(main):")
    try await Tool.exemplar(
      ["merge"] + all + ["--baseline", main, "--accept-vanished", "3"], in: folder
    ).expect(0, prints: "--accept-vanished accepts them.")
    try await Tool.exemplar(["merge"] + all + ["--baseline", all[0]], in: folder)
      .expect(2, errors: "did not run everything to its end")
  }
}
