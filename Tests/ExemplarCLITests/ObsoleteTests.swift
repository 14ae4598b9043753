import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

private typealias Issue = ExemplarCore.Issue

/// Expected values that no example of a run of everything compares: which of them are noted, and how they are deleted.
struct ObsoleteTests {
  /// A package with golden files beside its sources, and a run of it.
  private struct Shop {
    let root: URL
    var facts = RunFacts(package: "shop")
    /// The events of the only example of `CartSpec.swift`, which has compared its golden file.
    var events: [Event] = []
    var start = RunStarted(seed: 1, order: .defined, specs: 1, examples: 1)
    /// The columns that an earlier run confirmed.
    var earlier: ConfirmedValues.Files = [:]
    var isCut = false
    static let cart = ExampleID(["Shop", "A cart", "prints"])
    static let golden = "Tests/Goldens/CartSpec/a-cart.prints.txt"
    static let old = "Tests/Goldens/CartSpec/a-cart.prints-a-bill.txt"

    init() throws {
      root = try temporaryFolder().subfolder("shop")
      try root.write("import Exemplar\n", to: "Tests/CartSpec.swift")
      try root.write("new\n", to: Self.golden)
      try root.write("old\nbill\n", to: Self.old)
      events = example(Self.cart, confirming: [Self.golden])
    }

    func path(_ name: String) -> String { root.path + "/" + name }

    func example(
      _ id: ExampleID, in source: String = "Tests/CartSpec.swift", _ outcome: Outcome = .passed,
      confirming names: [String] = []
    ) -> [Event] {
      var end = ExampleEnded(id: id, outcome: outcome)
      end.confirmed = names.map { ConfirmedPlace(Place(path: path($0))) }
      return [.exampleStart(id, at: Place(path: path(source), line: 3)), .exampleEnded(end)]
    }

    var all: [Event] {
      let all = [.runStarted(start)] + events
      return all + (isCut ? [] : [.runEnd(seed: 1, after: all)])
    }

    /// The note at the end of the run.
    func note() -> Issue? {
      let results = RunResultsReport(
        of: nil, in: RunStore(in: root.appendingPathComponent("records")), since: state,
        facts: facts)
      // The files are older than the run.
      Thread.sleep(forTimeInterval: 0.01)
      all.forEach(results.report)
      guard case .runEnded(let end)? = all.last else { return nil }
      let issue = ObsoleteValues.issue(
        of: results, atEnd: end, in: PackageRoot(root.path))
      expect(issue?.id, equals: nil)
      #expect(issue?.issue.isWarning != false)
      return issue?.issue
    }

    /// The paths of the noted files, and the noted columns.
    func noted() -> [String] {
      (note()?.obsolete ?? []).map { value in
        let path = value.place.path.replacing(root.path + "/", with: "")
        return value.site == .file ? path : "\(value.name) of \(path)"
      }
    }

    /// The state after an earlier run.
    private var state: PackageState {
      var state = PackageState()
      if earlier.isEmpty { return state }
      var results = RunResults(extent: facts.extent)
      var end = ExampleEnded(id: Self.cart, outcome: .passed)
      end.confirmed = earlier.flatMap { path, names in
        names.map { ConfirmedPlace(Place(path: self.path(path)), named: $0) }
      }
      let events = [Event.runStart(), .exampleStart(Self.cart), .exampleEnded(end), .runEnd()]
      for event in events { results.record(.event(event), at: 0) }
      state.apply(results, ofRun: "earlier")
      return state
    }
  }

  // MARK: Golden files

  @Test func aFileThatNoExampleComparedIsNoted() throws {
    let shop = try Shop()
    let note = try #require(shop.note())
    expect(
      note.message.replacing(shop.root.path + "/", with: ""),
      equals: """
        No example has compared 1 expected value:
          \(Shop.old)
        See them with exemplar review --obsolete, which deletes those that you name.
        """)
    expect(note.obsolete.map(\.digest), equals: [ReviewedFiles.File(shop.path(Shop.old)).digest])
  }

  /// Each change of the run, or of the package, by which the old file is noted or not.
  @Test(arguments: [
    ("nothing", true), ("a selection", false), ("an option that selects", false),
    ("a rerun", false), ("a shard", false), ("a change since a commit", false), ("a focus", false),
    ("a failure", false), ("a crash", false), ("a run that was cut", false),
    ("an example that was not reached", false), ("a failure of the run", false),
    ("a skipped example", false), ("a pending example", false), ("a quarantine", false),
    ("a known issue", false), ("a flaky example", true), ("a skipped example elsewhere", true),
    ("a condition in the source", false), ("a condition, and an earlier run", true),
    ("the first of two repetitions", false), ("the last of two repetitions", true),
  ])
  func whatARunShows(_ change: String, isNoted: Bool) throws {
    var shop = try Shop()
    let (id, failed) = (ExampleID(["Shop", "A cart", "other"]), Outcome.failed(unexpected: false))
    switch change {
    case "nothing": break
    case "a selection": shop.start.notSelected = 1
    case "an option that selects": shop.facts.options["filter"] = "prints"
    case "a rerun": shop.facts.isRerun = true
    case "a shard": shop.facts.shard = try Shard(1, of: 2)
    case "a change since a commit": shop.facts.changedSince = "abc"
    case "a focus": shop.start.focused = [Shop.cart]
    case "a failure": shop.events += shop.example(id, failed)
    case "a crash":
      shop.events += shop.example(id, .failed(unexpected: true))
      shop.events.append(.issue(Issue("It crashed.", cause: .endOfProcess), of: id))
    case "a run that was cut": shop.isCut = true
    case "an example that was not reached":
      let end = Event.runEnd(seed: 1, after: shop.events) { $0.notReached = 1 }
      shop.events.append(end)
      shop.isCut = true
    case "a failure of the run": shop.events.append(.issue(Issue("It broke.")))
    case "a skipped example": shop.events += shop.example(id, .skipped(reason: "later"))
    case "a pending example": shop.events += shop.example(id, .pending(reason: nil))
    case "a quarantine": shop.events += shop.example(id, .quarantined(reason: "#1"))
    case "a known issue":
      var issue = Issue("It is known.", isKnown: true)
      issue.context.place = Place(path: shop.path("Tests/CartSpec.swift"), line: 3)
      shop.events.insert(.issue(issue, of: Shop.cart), at: 1)
    case "a flaky example": shop.events += shop.example(id, .flaky)
    case "a skipped example elsewhere":
      shop.events += shop.example(id, in: "Tests/OtherSpec.swift", .skipped(reason: "later"))
    case "a condition in the source", "a condition, and an earlier run":
      try shop.root.write("import X\n  #if os(macOS)\n#endif\n", to: "Tests/CartSpec.swift")
      if change.hasSuffix("run") { shop.earlier = [Shop.old: [""]] }
    case "the first of two repetitions": shop.start.repetitions = 2
    case "the last of two repetitions":
      (shop.start.repetition, shop.start.repetitions) = (2, 2)
    default: #expect(change.isEmpty, "This change is not made.")
    }
    expect(shop.noted(), equals: isNoted ? [Shop.old] : [])
  }

  /// Files beside the old one, and which of all are noted.
  @Test(arguments: [
    ("Tests/Goldens/CartSpec/a-cart.windows.png", false),
    ("Tests/Goldens/CartSpec/a-cart.on-\(Platform.current.name.lowercased()).png", true),
    ("Tests/Goldens/CartSpec/a-cart.a_1x2y.html", true),
    ("Tests/Goldens/GoneSpec/gone.prints.txt", true),
    ("Tests/Goldens/CartSpec/README.md", false), ("Tests/Goldens/CartSpec/.DS_Store", false),
    ("Tests/Goldens/CartSpec/inputs/a.b.txt", false), ("Tests/Goldens/a.b.txt", false),
    ("Other/Goldens/CartSpec/a.b.txt", false),
  ])
  func filesThatMayBeGolden(_ path: String, isNoted: Bool) throws {
    let shop = try Shop()
    try shop.root.write("x", to: path)
    expect(Set(shop.noted()), equals: Set(isNoted ? [path, Shop.old] : [Shop.old]))
  }

  /// A folder of another tool may have the same name.
  @Test func aFolderWithoutComparedFilesStays() throws {
    var shop = try Shop()
    shop.events = shop.example(Shop.cart)
    expect(shop.noted(), equals: [])
    shop.earlier = [Shop.old: [""]]
    expect(shop.noted(), equals: [Shop.old, Shop.golden])
  }

  @Test func pathsThatDifferByCaseAreOneFile() throws {
    var shop = try Shop()
    shop.events += shop.example(
      ExampleID(["Shop", "b"]), confirming: [Shop.old.replacing("CartSpec", with: "cartspec")])
    expect(shop.noted(), equals: [])
  }

  @Test func aFileToWhichALinkLedStays() throws {
    var shop = try Shop()
    try FileManager.default.createSymbolicLink(
      atPath: shop.path("Tests/Goldens/LinkSpec"), withDestinationPath: "CartSpec")
    shop.events += shop.example(
      ExampleID(["Shop", "b"]), in: "Tests/LinkSpec.swift",
      confirming: [Shop.old.replacing("CartSpec", with: "LinkSpec")])
    expect(shop.noted(), equals: [])
  }

  @Test func aFileThatIsNewerThanTheRunStays() throws {
    let shop = try Shop()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: shop.path(Shop.old))
    expect(shop.noted(), equals: [])
  }

  /// Each shard has compared some of the files.
  @Test func shardsShowItTogether() throws {
    let shop = try Shop()
    let plan = RecordedPlan(
      [1, 2].map { RecordedPlan.Example(id: "Shop/A cart/\($0)", shard: $0) })
    var files = [[Shop.golden], [Shop.old]]
    /// - Parameter folder: The folder in which the second shard ran.
    func note(in folder: String = shop.root.path) throws -> Issue? {
      let paths = try [1, 2].map { number in
        let file = shop.root.appendingPathComponent("\(number)-\(UUID().uuidString).exemplar")
        let log = try RunLog(file, EventClock())
        var facts = shop.facts
        (facts.sources, facts.shard) = ("5", try Shard(number, of: 2))
        facts.planDigest = plan.digest
        log.begin(facts, plan)
        let id = ExampleID(["Shop", "A cart", "\(number)"])
        var end = ExampleEnded(id: id, outcome: .passed)
        end.confirmed = files[number - 1].map {
          ConfirmedPlace(Place(path: (number == 1 ? shop.root.path : folder) + "/" + $0))
        }
        let events: [Event] = [.runStart(notSelected: 1), .exampleStart(id), .exampleEnded(end)]
        for event in events + [.runEnd(after: events)] { log.report(event) }
        log.finish()
        return file.path
      }
      let proof = MergeProof(paths)
      expect(proof.problems, equals: [])
      return ObsoleteValues.issue(
        ofMerged: proof.runs, try #require(proof.whole).facts, in: PackageRoot(shop.root.path))?
        .issue
    }
    for folder in [shop.root.path, "/home/ci/shop"] {
      try expect(note(in: folder)?.obsolete.count, equals: nil)
    }
    files[1] = []
    try expect(note()?.obsolete.map(\.name), equals: ["a-cart.prints-a-bill.txt"])
  }

  // MARK: Columns

  @Test(arguments: [
    ("x,html\n", "", ["html of Tests/pages.csv"]), ("x\n", "", []),
    ("x,html\n", "expectColumn(\"html\")", []), ("x,html\n", "other", ["html of Tests/pages.csv"]),
  ])
  func aColumnThatAnEarlierRunCompared(
    _ table: String, skipped source: String, noted: [String]
  ) throws {
    var shop = try Shop()
    try FileManager.default.removeItem(atPath: shop.path(Shop.old))
    try shop.root.write(table, to: "Tests/pages.csv")
    shop.earlier = ["Tests/pages.csv": ["html"], Shop.golden: [""]]
    if !source.isEmpty {
      try shop.root.write(source, to: "Tests/PageSpec.swift")
      shop.events += shop.example(
        ExampleID(["Shop", "b"]), in: "Tests/PageSpec.swift", .skipped(reason: "later"))
    }
    expect(shop.noted(), equals: noted)
  }

  /// A run that fails does not forget what earlier ones compared.
  @Test func theStateKeepsWhatRunsOfEverythingCompared() {
    var state = PackageState()
    func run(_ names: [String], _ outcome: Outcome = .passed, extent: String? = "all") {
      var results = RunResults(since: state, extent: extent)
      var end = ExampleEnded(id: Shop.cart, outcome: outcome)
      end.confirmed = names.map { ConfirmedPlace(Place(path: "/a.csv"), named: $0) }
      let events = [Event.runStart(), .exampleStart(Shop.cart), .exampleEnded(end)]
      for event in events + [.runEnd(after: events)] { results.record(.event(event), at: 0) }
      state.apply(results, ofRun: "\(state.runs.count)")
    }
    var kept: [[String]?] { state.runs.map { $0.confirmed?["/a.csv"]?.sorted() } }
    run(["a", "b"])
    run(["c"], extent: nil)
    expect(kept, equals: [["a", "b"], nil])
    run(["d"], .failed(unexpected: false))
    expect(kept, equals: [nil, nil, ["a", "b", "d"]])
    run(["a"])
    expect(kept, equals: [nil, nil, nil, ["a"]])
  }

  // MARK: Deleting

  /// Records a run with a note about obsolete values, and returns its path.
  private func record(_ shop: Shop) throws -> String {
    let log = shop.root.deletingLastPathComponent().appendingPathComponent("run.exemplar")
    let writer = try EventLogWriter(path: log.path)
    let note = try #require(shop.note())
    let all = shop.all
    let events: [Event] = Array(all.dropLast()) + [.issue(note), try #require(all.last)]
    for event in events {
      writer.report(event)
    }
    writer.finish()
    return log.path
  }

  private func review(_ shop: Shop, _ arguments: String...) async throws -> Tool.Result {
    try await Tool.exemplar(
      [
        "review", "--package-path", shop.root.path, "--store",
        shop.root.deletingLastPathComponent().path,
      ] + arguments)
  }

  @Test func namedFilesAreDeletedAndBroughtBack() async throws {
    var shop = try Shop()
    try shop.root.write("a,html\n", to: "Tests/pages.csv")
    shop.earlier = ["Tests/pages.csv": ["html"]]
    let run = try record(shop)
    let listed = try await review(shop, run, "--obsolete")
    let list = listed.output.components(separatedBy: "\n").map { $0.prefix { $0 != "0" } }
    expect(listed.status, equals: 0)
    #expect(listed.output.contains("obsolete  \(Shop.old)"), "\(list)")
    #expect(listed.output.contains("Other code may read the column. Delete it yourself."))
    #expect(listed.output.contains("1 value to delete, 1 refused.\n"), "\(listed.output)")
    let items = try ReviewList(
      of: [URL(fileURLWithPath: run)], in: .init(shop.root.path), obsolete: true
    ).items
    expect(items.map(\.kind), equals: ["obsolete", "obsolete"])
    // Without the option, they are not among the values to review.
    try await expect(review(shop, run).output, equals: "The run has no values to review.\n")
    try await expect(review(shop, run, "--accept", items[0].id).status, equals: 2)
    let refused = try await review(shop, run, "--obsolete", "--accept", items[0].id, items[1].id)
    expect(refused.status, equals: 2)
    #expect(refused.errors.contains("Nothing was written."), "\(refused.errors)")
    let deleted = try await review(shop, run, "--obsolete", "--accept", items[0].id)
    expect(
      deleted.output,
      equals: " \(Shop.old) | 2 --\n 1 file changed, 0 insertions(+), 2 deletions(-)\n")
    #expect(!FileManager.default.fileExists(atPath: shop.path(Shop.old)))
    let after = try await review(shop, run, "--obsolete")
    #expect(after.output.contains("0 values to delete, 1 accepted, 1 refused."), "\(after.output)")
    #expect(try await review(shop, "--undo").output.hasPrefix("Undone: "))
    try expect(
      String(contentsOfFile: shop.path(Shop.old), encoding: .utf8), equals: "old\nbill\n")
  }

  @Test func aFileThatHasChangedSinceStays() async throws {
    let shop = try Shop()
    let run = try record(shop)
    try shop.root.write("mine\n", to: Shop.old)
    let listed = try await review(shop, run, "--obsolete")
    #expect(
      listed.output.contains("is not what it was when the run read it."), "\(listed.output)")
    #expect(listed.output.contains("0 values to delete, 1 refused."))
  }

  @Test func anEmptyFileIsDeletedAndBroughtBack() async throws {
    let shop = try Shop()
    try shop.root.write("", to: Shop.old)
    let run = try record(shop)
    let items = try ReviewList(
      of: [URL(fileURLWithPath: run)], in: .init(shop.root.path), obsolete: true
    ).items
    try await expect(review(shop, run, "--obsolete", "--accept", items[0].id).status, equals: 0)
    #expect(!FileManager.default.fileExists(atPath: shop.path(Shop.old)))
    try await expect(review(shop, "--undo").status, equals: 0)
    #expect(FileManager.default.contents(atPath: shop.path(Shop.old)) == Data())
  }

  @Test func aRunWithoutANoteSaysSo() async throws {
    let shop = try Shop()
    try FileManager.default.removeItem(atPath: shop.path(Shop.old))
    let log = shop.root.deletingLastPathComponent().appendingPathComponent("run.exemplar")
    let writer = try EventLogWriter(path: log.path)
    shop.all.forEach(writer.report)
    writer.finish()
    try await expect(
      review(shop, log.path, "--obsolete").output,
      equals:
        "The run reported no obsolete values. Only a run of everything in which everything succeeds finds them.\n"
    )
  }
}
