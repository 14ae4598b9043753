import Exemplar
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What is noticed of changes in a package, and what runs for them.
struct WatchTests {
  @Test func changesAreThoseThatAPersonMakes() throws {
    let folder = try temporaryFolder()
    try folder.write("let a = 1\n", to: "Sources/A.swift")
    try folder.write("name,price\nplum,1\npear,2\n", to: "Tests/rows.csv")
    try folder.write("old", to: "Tests/gone.json")
    try folder.write("", to: ".build/x.o")
    try folder.write("", to: "out/report.xml")
    var files = WatchedFiles(in: folder, except: [folder.appendingPathComponent("out")])
    expect(files.changes(), equals: [])

    for path in [
      ".build/x.o", ".git/index", "Package.resolved", "out/report.xml", "Tests/.rows.csv.swp",
      "Tests/a~",
    ] {
      try folder.write("changed", to: path)
    }
    try folder.write("name,price\nplum,1\npear,2\n", to: "Tests/rows.csv")
    expect(files.changes(), equals: [], "the same content, or not of the package")

    try folder.write("let a = 12\n", to: "Sources/A.swift")
    try folder.write("name,price\nplum,1\npear,3\nfig,4\n", to: "Tests/rows.csv")
    try folder.write("new", to: "Tests/new.json")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Tests/gone.json"))
    let changes = files.changes().sorted { $0.path < $1.path }
    #expect(
      changes.map { WatchPlan.relative($0.path, to: folder.path) } == [
        "Sources/A.swift", "Tests/gone.json", "Tests/new.json", "Tests/rows.csv",
      ])
    expect(changes.map(\.kind), equals: [.changed, .removed, .added, .changed])
    expect(changes.map(\.isSource), equals: [true, false, false, false])
    expect(changes.map(\.lines), equals: [nil, nil, nil, [3, 4]])
    try folder.write("name,price\nplum,1\nfig,4\n", to: "Tests/rows.csv")
    expect(files.changes().map(\.lines), equals: [[2]], "the line before a removed one")
    expect(files.changes(), equals: [])
  }

  @Test func aFileThatIsReplacedWhileItIsSavedHasChanged() throws {
    let folder = try temporaryFolder()
    try folder.write("a\nb\n", to: "rows.csv")
    var files = WatchedFiles(in: folder, except: [])
    try FileManager.default.removeItem(at: folder.appendingPathComponent("rows.csv"))
    var changes = files.changes()
    try folder.write("a\nc\n", to: "rows.csv")
    changes += files.changes()
    expect(changes.map(\.kind), equals: [.removed, .added])
    let joined = FileChange.joined(changes)
    expect(joined.map(\.kind), equals: [.changed])
    expect(joined.map(\.lines), equals: [[2]])
    expect(joined.map(\.before), equals: [Data("a\nb\n".utf8)])
  }

  @Test(arguments: [
    ("a.swift", true), ("a.c", true), ("a.h", true), ("Package.swift", true),
    ("exemplar.json", true), ("a.csv", false), ("swift", false), ("a.swift.txt", false),
  ])
  func aBuildReads(_ name: String, _ isSource: Bool) {
    expect(FileChange(path: "/p/\(name)", kind: .changed).isSource, equals: isSource)
  }

  private static let targets = TestTargets(
    description: """
      {"name": "Shop", "path": "/shop", "targets": [
        {"name": "Money", "type": "library", "path": "Sources/Money", "sources": ["M.swift"]},
        {"name": "Cart", "type": "library", "path": "Sources/Cart", "sources": ["C.swift"],
         "target_dependencies": ["Money"]},
        {"name": "Tool", "type": "executable", "path": "Sources/Tool", "sources": ["main.swift"]},
        {"name": "CartSpecs", "type": "test", "path": "Tests/CartSpecs", "sources": ["S.swift"],
         "target_dependencies": ["Cart"]},
        {"name": "MoneySpecs", "type": "test", "path": "Tests/MoneySpecs", "sources": ["S.swift"],
         "target_dependencies": ["Money"]},
        {"name": "OtherSpecs", "type": "test", "path": "Tests/OtherSpecs", "sources": ["S.swift"]}
      ]}
      """)

  /// A change, and the test targets that run for it; none stands for all.
  @Test(arguments: [
    (["Sources/Cart/C.swift"], ["CartSpecs"]),
    (["Sources/Money/M.swift"], ["CartSpecs", "MoneySpecs"]),
    (["Tests/OtherSpecs/S.swift"], ["OtherSpecs"]),
    (["Tests/OtherSpecs/S.swift", "Sources/Cart/New.swift"], ["CartSpecs", "OtherSpecs"]),
    (["Sources/Money/M.swift", "Tests/OtherSpecs/S.swift"], []),
    (["Package.swift"], []),
    (["Package.swift", "Sources/Cart/C.swift"], []),
    (["Sources/Tool/main.swift"], []),
    (["Tests/OtherSpecs/S.swift", "Tests/CartSpecs/rows.csv"], ["CartSpecs", "OtherSpecs"]),
  ])
  func theTestsOfWhatDependsOnAChangeRun(_ paths: [String], _ modules: [String]) throws {
    let targets = try #require(Self.targets)
    let changes = paths.map { FileChange(path: "/shop/\($0)", kind: .changed) }
    let plan = WatchPlan.build(for: changes, targets, selection: [], in: "/shop")
    expect(plan.selectors, equals: modules)
    #expect(plan.needsBuild)
    let selected = WatchPlan.build(for: changes, targets, selection: ["A cart"], in: "/shop")
    expect(selected.selectors, equals: ["A cart"])
    expect(WatchPlan.build(for: changes, nil, selection: [], in: "/shop").selectors, equals: [])
    // A file that comes or goes may change the targets.
    for kind in [FileChange.Kind.added, .removed] {
      var changes = changes
      changes[0].kind = kind
      #expect(WatchPlan.build(for: changes, targets, selection: [], in: "/shop").selectors == [])
    }
  }

  /// The folder of a target may be that of the package.
  @Test(arguments: ["Package.swift", "Package@swift-6.2.swift", "Vendor/Shop/Package.swift"])
  func aManifestConcernsEverything(name: String) throws {
    let targets = try #require(
      TestTargets(
        description: """
          {"name": "Shop", "path": "/shop", "targets": [
            {"name": "Shop", "type": "library", "path": "", "sources": ["S.swift"]},
            {"name": "ShopSpecs", "type": "test", "path": "Tests/ShopSpecs", "sources": []},
            {"name": "OtherSpecs", "type": "test", "path": "Tests/OtherSpecs", "sources": []}
          ]}
          """))
    let change = FileChange(path: "/shop/\(name)", kind: .changed)
    #expect(WatchPlan.build(for: [change], targets, selection: [], in: "/shop").selectors == [])
  }

  @Test func aFileThatWasAddedAndThenChangedIsNew() {
    let kinds: [FileChange.Kind] = [.added, .changed]
    let joined = FileChange.joined(kinds.map { FileChange(path: "/p/a.swift", kind: $0) })
    expect(joined.map(\.kind), equals: [.added])
  }

  @Test func rowsOfAFileAreSelectedByItOrByTheirLines() throws {
    let folder = try temporaryFolder()
    try folder.write("a\nnew\nb\nc\nd\ne\nalso new", to: "Tests/a.csv")
    let changes = [
      FileChange(
        path: folder.path + "/Tests/a.csv", kind: .changed, before: Data("a\nb\nc\nd\ne".utf8)),
      FileChange(path: folder.path + "/Tests/b.csv", kind: .added),
    ]
    expect(
      WatchPlan.selectors(of: changes, in: folder.path, onlyChanged: false),
      equals: ["Tests/a.csv", "Tests/b.csv"])
    expect(
      WatchPlan.selectors(of: changes, in: folder.path, onlyChanged: true),
      equals: ["Tests/a.csv:2", "Tests/a.csv:7", "Tests/b.csv"])
  }

  /// The names in the folder of resources, the earlier text, and whether the copy could be replaced.
  @Test(arguments: [
    (["rows.csv"], "old", true), (["Data/rows.csv"], "old", true), (["other.csv"], "old", true),
    (["rows.csv", "More/rows.csv"], "old", false), (["rows.csv"], "older", false),
  ])
  func theCopyOfAResourceIsReplaced(_ copies: [String], _ before: String, _ isDone: Bool) throws {
    let folder = try temporaryFolder()
    for copy in copies { try folder.write("old", to: "bin/Shop_Specs.resources/\(copy)") }
    try folder.write("new", to: "Tests/Specs/rows.csv")
    let bin = folder.appendingPathComponent("bin")
    let file = folder.appendingPathComponent("Tests/Specs/rows.csv").path
    var change = FileChange(path: file, kind: .changed, before: Data(before.utf8))
    expect(change.updateCopy(of: "Specs", in: bin), equals: isDone)
    let copy = bin.appendingPathComponent("Shop_Specs.resources/\(copies[0])")
    let text = try String(contentsOf: copy, encoding: .utf8)
    expect(text, equals: isDone && copies[0].hasSuffix("rows.csv") ? "new" : "old")
    // Another target has no resources; whether a new file is one is in the manifest.
    #expect(change.updateCopy(of: "Others", in: bin))
    change.kind = .added
    #expect(!change.updateCopy(of: "Specs", in: bin))
  }

  @Test func aBuildThatFailedIsShownFromItsFirstErrorOn() {
    let output =
      "[1/3] Compiling\nwarning: w\n/a.swift:3:1: error: no\n 3 | x\n"
      + (4...30).map { "line \($0)\n" }.joined()
    expect(
      BuildFailure.excerpt(of: output, lines: 3),
      equals: "/a.swift:3:1: error: no\n 3 | x\nline 4\n… and 27 more lines\n")
    expect(BuildFailure.excerpt(of: "a\nb", lines: 3), equals: "a\nb\n")
  }
}

/// A running `exemplar test --watch`.
private final class WatchingTool {
  private let process = Process()
  private let keys = Pipe()
  private let file: URL
  private var seen = 0

  init(_ fixture: Fixture, _ arguments: [String] = []) throws {
    file = try temporaryFolder().write("", to: "output")
    process.executableURL = products.appendingPathComponent("exemplar")
    process.arguments =
      ["test", "--package-path", fixture.path, "--watch"] + arguments + ["--"]
      + Fixture.buildOptions
    process.currentDirectoryURL = Tool.repository
    process.environment = Tool.inheritedEnvironment
    process.standardInput = keys
    let output = try FileHandle(forWritingTo: file)
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
  }

  private var output: String {
    String(decoding: FileManager.default.contents(atPath: file.path) ?? Data(), as: UTF8.self)
  }

  func press(_ key: String) throws {
    try keys.fileHandleForWriting.write(contentsOf: Data(key.utf8))
  }

  /// What is printed from now on, until it waits for changes again.
  func next() async throws -> String {
    let limit = ContinuousClock.now + .seconds(400)
    while ContinuousClock.now < limit, process.isRunning {
      let rest = String(output.dropFirst(seen))
      if let end = rest.range(of: #"Watching for changes.*\n"#, options: .regularExpression) {
        let text = String(rest[..<end.upperBound])
        seen += text.count
        return text
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return "Nothing more was printed: \(output)"
  }

  func end() async throws -> Int32 {
    try press("q")
    let limit = ContinuousClock.now + .seconds(60)
    while process.isRunning, ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(20))
    }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension PackageTests {
  @Test func watchingRunsWhatAChangeConcerns() async throws {
    let fixture = try Fixture.temporary(
      named: "Watched",
      files: [
        "Spec.swift": Self.watchedSpec(1),
        "fruit.csv": "name,price\nplum,1\npear,2\nfig,3\n",
      ])
    func write(_ text: String, _ file: String) throws {
      try URL(fileURLWithPath: fixture.path).write(text, to: "Tests/WatchedSpecs/\(file)")
    }
    let tool = try WatchingTool(fixture)
    var text = try await tool.next()
    #expect(text.contains("4 examples: 4 passed"), "\(text)")

    try write("name,price\nplum,1\npear,0\nfig,3\n", "fruit.csv")
    text = try await tool.next()
    #expect(text.contains("▸ Tests/WatchedSpecs/fruit.csv changed\n"), "\(text)")
    #expect(
      text.contains("3 examples: 2 passed, 1 failed") && text.contains("fruit.csv:3"), "\(text)")
    #expect(!text.contains("Building"), "no build: \(text)")

    try write("name,price\nplum,1\npear,2\nfig,3\nkiwi,4\n", "fruit.csv")
    text = try await tool.next()
    #expect(text.contains("4 examples: 4 passed"), "\(text)")
    try tool.press("c")
    text = try await tool.next()
    #expect(text.contains("the changed rows") && text.contains("2 examples: 2 passed"), "\(text)")

    try write("name,price\nplum,\"1\n", "fruit.csv")
    text = try await tool.next()
    #expect(
      text.contains("failed") && text.contains("fruit.csv:2"), "a file that cannot be read: \(text)"
    )
    try write("name,price\nplum,0\npear,2\n", "fruit.csv")
    text = try await tool.next()
    #expect(text.contains("1 failed"), "\(text)")

    // What failed runs first.
    try write(Self.watchedSpec(2), "Spec.swift")
    text = try await tool.next()
    #expect(text.contains("▸ Tests/WatchedSpecs/Spec.swift changed"), "\(text)")
    #expect(
      text.contains("2 examples: 1 passed, 1 failed")
        && text.contains("3 examples: 1 passed, 2 failed"),
      "\(text)")
    try write(Self.watchedSpec(1) + "let wrong: Int = \"\"\n", "Spec.swift")
    text = try await tool.next()
    #expect(
      text.contains("cannot convert value") && text.contains("last results: 2 failed"), "\(text)")
    try write(Self.watchedSpec(1), "Spec.swift")
    text = try await tool.next()
    #expect(text.contains("last results: 1 failed, 2 passed"), "\(text)")

    try tool.press("f")
    text = try await tool.next()
    #expect(text.contains("1 example: 1 failed"), "\(text)")
    try tool.press("pexists\n")
    text = try await tool.next()
    #expect(text.contains("1 example: 1 passed"), "\(text)")
    // Failures outside of the paths do not run.
    try write(Self.watchedSpec(1) + "// changed\n", "Spec.swift")
    text = try await tool.next()
    #expect(text.contains("Building") && text.contains("1 example: 1 passed"), "\(text)")
    #expect(!text.contains("first what failed") && !text.contains("1 failed ·"), "\(text)")
    try tool.press("p\n")
    text = try await tool.next()
    #expect(text.contains("3 examples: 2 passed, 1 failed"), "\(text)")
    try write("", "notes.txt")
    text = try await tool.next()
    #expect(
      text.contains("Tests/WatchedSpecs/notes.txt changed, which no test reads"), "\(text)")
    try await expect(tool.end(), equals: 1)
  }

  /// A build that fails leaves the tests of all changes to the next one, and old programs to nobody.
  @Test func watchingForgetsNoChangeOfABuildThatFailed() async throws {
    let fixture = try Fixture.temporary(
      named: "Twice", files: ["Spec.swift": Self.spec("One", passes: true)])
    let folder = URL(fileURLWithPath: fixture.path)
    let manifest = try String(contentsOfFile: fixture.path + "/Package.swift", encoding: .utf8)
    try folder.write(
      manifest + """

        let product = Target.Dependency.product(name: "Exemplar", package: "exemplar")
        package.targets.append(.testTarget(name: "OtherSpecs", dependencies: [product]))

        """, to: "Package.swift")
    let (one, other) = ("Tests/TwiceSpecs/Spec.swift", "Tests/OtherSpecs/Spec.swift")
    try folder.write(Self.spec("Other", passes: true), to: other)
    let tool = try WatchingTool(fixture)
    var text = try await tool.next()
    #expect(text.contains("2 examples: 2 passed"), "\(text)")

    // Only the target of a change runs.
    try folder.write(Self.spec("Other", passes: true) + "// changed\n", to: other)
    text = try await tool.next()
    #expect(text.contains("changed: OtherSpecs\n") && text.contains("1 passed"), "\(text)")

    try folder.write(Self.spec("One", passes: false), to: one)
    try folder.write("nonsense", to: other)
    text = try await tool.next()
    #expect(text.contains("do not build"), "\(text)")
    // Neither run finds the programs of the first build.
    try tool.press("f")
    text = try await tool.next()
    #expect(!text.contains("passed,") && !text.contains("Running"), "\(text)")
    try folder.write(Self.spec("Other", passes: true), to: other)
    text = try await tool.next()
    #expect(text.contains("2 examples: 1 passed, 1 failed"), "\(text)")
    try await expect(tool.end(), equals: 1)
  }

  private static func spec(_ name: String, passes: Bool) -> String {
    """
    import Exemplar
    @Spec let spec\(name) = describe("\(name)") { it("passes") { expect(1, equals: \(passes ? 1 : 2)) } }

    """
  }

  private static func watchedSpec(_ number: Int) -> String {
    """
    import Exemplar

    struct Offer: Decodable { let price: Int }

    @Spec let fruit = describe("Fruit") {
      it("exists") { #expect(\(number) == 1) }
      outline("has a price", from: .csv("fruit")) { (offer: Offer) in
        #expect(offer.price > 0)
      }
    }

    """
  }
}
