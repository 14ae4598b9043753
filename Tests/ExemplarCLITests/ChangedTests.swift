import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What has changed since a commit, and the tests that it concerns.
struct ChangedTests {
  // MARK: Rows

  /// A change of a row file, and the rows that it concerns.
  struct RowCase: CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let before: String?
    let after: String
    let rows: [String]

    init(_ name: String, _ file: String, _ before: String?, _ after: String, _ rows: [String]) {
      (testDescription, self.file, self.before, self.after) = (name, file, before, after)
      self.rows = rows
    }
  }

  private static let table = "name,price\nplum,1\npear,2\nfig,1\n"
  private static let list = """
    [
      {
        "name": "plum",
        "price": 1,
        "kind": "stone"
      },
      {
        "name": "pear",
        "price": 2,
        "kind": "pome"
      },
      {
        "name": "fig",
        "price": 1
      }
    ]
    """
  private static let lines = #"[{"name": "plum"}, {"name": "pear"},"# + "\n" + #"{"name": "fig"}]"#
  private static let cells = "name,text\nplum,\"a\nb\nc\"\npear,d\n"

  @Test(arguments: [
    RowCase("a cell", "a.csv", table, table.replacing("pear,2", with: "pear,3"), ["pear"]),
    RowCase(
      "a value that another row has", "a.csv", table, table.replacing("pear,2", with: "pear,1"),
      ["pear"]),
    RowCase("a row above", "a.csv", table, table.replacing("plum", with: "kiwi,0\nplum"), ["kiwi"]),
    RowCase("a row below", "a.csv", table, table + "kiwi,0\n", ["kiwi"]),
    RowCase("a row less", "a.csv", table, table.replacing("pear,2\n", with: ""), []),
    RowCase(
      "the first row less", "a.csv", table, table.replacing("plum,1\n", with: ""), ["fig", "pear"]),
    RowCase(
      "the header", "a.csv", table, table.replacing("price", with: "cost"), ["fig", "pear", "plum"]),
    RowCase("a new file", "a.csv", nil, table, ["fig", "pear", "plum"]),
    RowCase("nothing", "a.csv", table, table, []),
    RowCase(
      "other ends of lines", "a.csv", table, table.replacing("\n", with: "\r\n"),
      ["fig", "pear", "plum"]),
    RowCase("a line of a cell", "a.csv", cells, cells.replacing("b", with: "B"), ["plum"]),
    RowCase("a line of a cell less", "a.csv", cells, cells.replacing("b\n", with: ""), ["plum"]),
    RowCase("a line of tabs", "a.tsv", "name\nplum\npear", "name\nplum\nfig", ["fig"]),
    RowCase(
      "a line of JSON", "a.jsonl", "{\"name\":\"a\"}\n{\"name\":\"b\"}",
      "{\"name\":\"a\"}\n{\"name\":\"c\"}", ["c"]),
    RowCase(
      "a value in a list", "a.json", list, list.replacing("\"price\": 2", with: "\"price\": 1"),
      ["pear"]),
    RowCase(
      "a key less in a list", "a.json", list, list.replacing("    \"price\": 2,\n", with: ""),
      ["pear"]),
    RowCase(
      "the last key less in a list", "a.json", list,
      list.replacing("2,\n    \"kind\": \"pome\"", with: "2"), ["pear"]),
    RowCase(
      "the last line of two", "a.json", lines, lines.replacing("fig", with: "kiwi"), ["kiwi"]),
    RowCase(
      "the end of a row and the beginning of the next", "a.json",
      "[\n{\"name\": \"a\",\n\"x\": 1}, {\"name\": \"b\"}\n]",
      "[\n{\"name\": \"a\",\n\"x\": 2}, {\"name\": \"b\"}\n]", ["a", "b"]),
    RowCase(
      "two rows in the first line", "a.json", lines, lines.replacing("plum", with: "kiwi"),
      ["fig", "kiwi", "pear"]),
    RowCase(
      "a value below the rows", "b.json",
      #"{"rows": [{"name": "a"},"# + "\n" + #"{"name": "b"}],"# + "\n"
        + #""currency": "EUR"}"#,
      #"{"rows": [{"name": "a"},"# + "\n" + #"{"name": "b"}],"# + "\n" + #""currency": "USD"}"#,
      ["a", "b"]),
  ])
  func aChangeOfARowFileConcerns(_ example: RowCase) async throws {
    let folder = try temporaryFolder()
    let file = try folder.write(example.after, to: "Tests/ShopSpecs/\(example.file)")
    let source: RowSource =
      switch example.file {
      case "a.csv": .csv(.url(file))
      case "a.tsv": .tsv(.url(file))
      case "a.jsonl": .jsonLines(.url(file))
      case "b.json": .json(.url(file), each: "rows")
      default: .json(.url(file))
      }
    let change = FileChange(
      path: file.path, kind: example.before == nil ? .added : .changed,
      before: example.before.map { Data($0.utf8) })
    let ids = try await Self.ids(concernedBy: change, in: folder, source)
    expect(ids.map(\.name), equals: example.rows)
    #expect(ids.allSatisfy { $0.parent?.text == "ShopSpecs/Offers/hold" })
  }

  /// Any change of a file from which rows get further values concerns all of them.
  @Test func rowsOfSeveralFilesDependOnEach() async throws {
    let folder = try temporaryFolder()
    let names = try folder.write("name\nplum\npear\n", to: "Tests/ShopSpecs/names.csv")
    let prices = try folder.write("price\n1\n3\n", to: "Tests/ShopSpecs/prices.csv")
    let source = RowSource.zip(.csv(.url(names)), .csv(.url(prices)))
    let changes = [
      (names, "name\nplum\nfig\n", ["pear"]), (prices, "price\n1\n2\n", ["pear", "plum"]),
    ]
    for (file, before, rows) in changes {
      let change = FileChange(path: file.path, kind: .changed, before: Data(before.utf8))
      let ids = try await Self.ids(concernedBy: change, in: folder, source)
      expect(ids.map(\.name), equals: rows, "\(file.lastPathComponent)")
    }
  }

  /// Nothing is known about the rows of a file that cannot be read to its end, and a file without rows may be read by any
  /// example.
  @Test func whatIsNotKnownOfAFileConcernsMore() async throws {
    let folder = try temporaryFolder()
    let before = Data("[\n{\"name\": \"a\"},\n{\"name\": \"b\"}\n]".utf8)
    let file = try folder.write("[\n{\"name\": \"a\"},\n{\"name\"\n]", to: "Tests/ShopSpecs/a.json")
    let broken = FileChange(path: file.path, kind: .changed, before: before)
    let ids = try await Self.ids(concernedBy: broken, in: folder, .json(.url(file)))
    #expect(ids.map(\.text).contains("ShopSpecs/Offers/hold"), "\(ids)")

    let other = try folder.write("{}", to: "Tests/ShopSpecs/other.json")
    for kind in [FileChange.Kind.changed, .added, .removed] {
      let change = FileChange(path: other.path, kind: kind, before: before)
      let ids = try await Self.ids(concernedBy: change, in: folder, .json(.url(file)))
      expect(ids.map(\.text), equals: ["ShopSpecs/Offers"])
    }
  }

  /// A row may be a folder.
  @Test func aFileInTheFolderOfARowConcernsTheRow() async throws {
    let folder = try temporaryFolder()
    let suite = try folder.subfolder("Tests/ShopSpecs/Offers.testsuite")
    for row in ["plum", "pear"] { try suite.write("1", to: "\(row)/price.txt") }
    let source = try #require(RowSource.file(suite))
    for (path, ids) in [
      ("plum/price.txt", ["ShopSpecs/Offers/hold/plum"]), ("notes.txt", ["ShopSpecs/Offers"]),
    ] {
      let change = FileChange(path: suite.path + "/" + path, kind: .changed)
      let found = try await Self.ids(concernedBy: change, in: folder, source)
      expect(found.map(\.text), equals: ids, "\(path)")
    }
  }

  /// The ids that a change concerns among those of an outline and of another example.
  private static func ids(
    concernedBy change: FileChange, in folder: URL, _ source: RowSource
  ) async throws -> [ExampleID] {
    let site = DeclarationSite(
      module: "ShopSpecs", place: Place(path: folder.path + "/Tests/ShopSpecs/Spec.swift", line: 3))
    let outline = SpecNode(
      "hold", at: site.place, content: .outline(source.outline(for: site) { _ in }))
    let spec = SpecNode(
      "Offers", at: site.place, content: .group([outline, it("exist") {}]))
    let plan = Plan([Spec(module: "ShopSpecs", root: spec)], PlanOptions(seed: 1))
    let listed = Locked([ExampleListed]())
    await plan.list { event in
      if case .exampleListed(let example) = event { listed.withLock { $0.append(example) } }
    }
    let targets = try #require(Self.targets(in: folder.path))
    let concerned = try ConcernedTests([change], in: targets, relativeTo: folder.path)
    return concerned.ids(among: listed.withLock { $0 }, []).sorted { $0.text < $1.text }
  }

  // MARK: Targets

  private static func targets(in folder: String) -> TestTargets? {
    TestTargets(
      description: """
        {"name": "Shop", "path": "\(folder)", "targets": [
          {"name": "Cart", "type": "library", "path": "Sources/Cart", "sources": ["C.swift"],
           "target_dependencies": ["Macros"]},
          {"name": "Macros", "type": "macro", "path": "Sources/Macros", "sources": ["M.swift"]},
          {"name": "Helpers", "type": "library", "path": "Tests/Helpers", "sources": ["H.swift"]},
          {"name": "Tool", "type": "executable", "path": "Sources/Tool", "sources": ["main.swift"]},
          {"name": "Maker", "type": "executable", "path": "Sources/Maker", "sources": ["main.swift"]},
          {"name": "Make", "type": "plugin", "path": "Plugins/Make", "sources": ["P.swift"],
           "target_dependencies": ["Maker"]},
          {"name": "MakerTests", "type": "test", "path": "Tests/MakerTests", "sources": [],
           "target_dependencies": ["Maker"]},
          {"name": "ShopSpecs", "type": "test", "path": "Tests/ShopSpecs", "sources": ["S.swift"],
           "target_dependencies": ["Cart", "Helpers"]},
          {"name": "OtherTests", "type": "test", "path": "Tests/OtherTests", "sources": []}
        ]}
        """)
  }

  /// A changed file, and the modules and tests that it concerns, or why it concerns everything.
  @Test(arguments: [
    ("Sources/Cart/C.swift", "Cart ShopSpecs"), ("Sources/Cart/data.json", "Cart ShopSpecs"),
    ("Sources/Macros/M.swift", "Cart Macros ShopSpecs"),
    ("Sources/Macros/text.txt", "Cart Macros ShopSpecs"),
    ("Tests/Helpers/H.swift", "Helpers ShopSpecs"), ("Tests/Helpers/rows.csv", "Helpers ShopSpecs"),
    ("Tests/OtherTests/T.swift", "OtherTests"),
    (
      "Sources/Tool/main.swift",
      "Sources/Tool/main.swift is in Tool, on which no test target depends"
    ),
    (
      "Sources/Maker/main.swift",
      "Sources/Maker/main.swift is used by a plugin, which may change any target"
    ),
    (
      "Plugins/Make/P.swift",
      "Plugins/Make/P.swift is used by a plugin, which may change any target"
    ),
    ("Package.swift", "Package.swift is a manifest"),
    ("Vendor/Package@swift-6.2.swift", "Vendor/Package@swift-6.2.swift is a manifest"),
    ("Package.resolved", "Package.resolved is in no target of the package"),
    ("README.md", "README.md is in no target of the package"),
    ("../web/app.js", "/web/app.js is in no target of the package"),
  ])
  func aChangeConcernsTheTargetsThatDependOnIt(_ path: String, _ expected: String) throws {
    let targets = try #require(Self.targets(in: "/shop"))
    let path = URL(fileURLWithPath: "/shop/" + path).standardizedFileURL.path
    for kind in [FileChange.Kind.changed, .added, .removed] {
      #expect(Self.modules(FileChange(path: path, kind: kind), targets) == expected)
    }
    #expect(
      Self.modules(FileChange(path: path, kind: .repository), targets).hasSuffix(
        "is a repository of its own, so its changes are not known"))
  }

  /// The modules whose specs a change concerns.
  private static func modules(_ change: FileChange, _ targets: TestTargets) -> String {
    let examples = (targets.names).map {
      ExampleListed(id: ExampleID([$0, "A spec", "works"]), place: Place(path: "/shop/S.swift"))
    }
    do {
      let concerned = try ConcernedTests([change], in: targets, relativeTo: "/shop")
      let ids = concerned.ids(among: examples, [])
      return ids.map { $0.components[0] }.sorted().joined(separator: " ")
    } catch {
      return "\(error.file) \(error.reason)"
    }
  }

  /// Tests that are not examples, and specs of modules that are not the package's.
  @Test func plainTestsAreConcernedToo() throws {
    let targets = try #require(Self.targets(in: "/shop"))
    let tests = [
      ExampleID(["ShopSpecs", "Till", "testOpens"]), ExampleID(["OtherTests", "works"]),
    ]
    let example = ExampleListed(
      id: ExampleID(["Elsewhere", "A spec", "works"]), place: Place(path: "/e/S.swift"))
    func ids(_ paths: [String]) throws -> [String] {
      let changes = paths.map { FileChange(path: "/shop/\($0)", kind: .changed) }
      return try ConcernedTests(changes, in: targets, relativeTo: "/shop")
        .ids(among: [example], tests).map(\.text).sorted()
    }
    try expect(ids([]), equals: [])
    try expect(
      ids(["Sources/Cart/C.swift"]), equals: ["Elsewhere/A spec", "ShopSpecs/Till/testOpens"])
    // They may read any file beside them.
    try expect(
      ids(["Tests/ShopSpecs/data.json"]), equals: ["Elsewhere/A spec", "ShopSpecs/Till/testOpens"])
  }

  // MARK: Git

  /// Runs a script in a folder in which Git has no options of a user.
  private static func run(_ script: String, in folder: URL) async throws {
    let result = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", script], in: folder,
      environment: [
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
      ])
    try #require(result.status == 0, "\(result.everything)")
  }

  private static let repository = """
    git init -q -b main . && mkdir -p shop/Tests && echo .build > .gitignore
    for file in a b 'c d' ü; do echo 1 > "shop/$file"; done
    git add . && git commit -q -m one && git checkout -q -b topic
    """

  /// What is done to a repository, and the changes that there are then.
  @Test(arguments: [
    ("true", [String]()),
    ("echo 2 > shop/a", ["changed shop/a"]),
    ("echo 2 > shop/a && git commit -qam two", ["changed shop/a"]),
    ("echo 2 > shop/a && git commit -qam two && echo 1 > shop/a", []),
    ("echo 2 > shop/a && git add .", ["changed shop/a"]),
    ("git checkout -q main && echo 2 > shop/b && git commit -qam two && git checkout -q topic", []),
    ("echo 2 > 'shop/c d' && echo 2 > shop/ü", ["changed shop/c d", "changed shop/ü"]),
    ("rm shop/a", ["removed shop/a"]),
    ("git mv shop/a shop/e", ["removed shop/a", "added shop/e"]),
    ("echo 1 > shop/new && echo 1 > 'shop/é ü'", ["added shop/new", "added shop/é ü"]),
    ("mkdir .build shop/.hidden && echo 1 > .build/x && echo 1 > shop/.hidden/x", []),
    ("echo 1 > shop/Package.resolved && echo 1 > shop/run.exemplar", []),
    (
      "echo 1 > shop/Package.resolved && git add . && git commit -qm two",
      ["added shop/Package.resolved"]
    ),
    ("echo 1 > README.md && mkdir web && echo 1 > web/app.js && echo 1 > shop/b.md", []),
    ("chmod +x shop/a", ["changed shop/a"]),
    ("git init -q shop/inner && echo 1 > shop/inner/x", ["repository shop/inner"]),
    (
      """
      git init -q ../other && git -C ../other commit -q --allow-empty -m one
      git -c protocol.file.allow=always submodule --quiet add ../other shop/sub && git add . && git commit -qm two
      """, ["added .gitmodules", "repository shop/sub"]
    ),
  ])
  func changesSinceABranchBegan(_ script: String, _ expected: [String]) async throws {
    let folder = try temporaryFolder().subfolder("a ü/work")
    try await Self.run(Self.repository + "\n" + script, in: folder)
    let changes = try await GitChanges(
      since: "main", of: folder.path + "/shop", except: ["*.md", "web"],
      ignoring: { $0.hasSuffix(".exemplar") })
    expect(
      changes.changes.map { "\($0.kind) \(WatchPlan.relative($0.path, to: changes.top))" },
      equals: expected)
    #expect(changes.text.wholeMatch(of: #/changed since main \([0-9a-f]{8}\)/#) != nil)
  }

  @Test func filesThatGitIgnoresAndOtherRepositoriesCount() async throws {
    let folder = try temporaryFolder()
    try await Self.run(
      """
      git init -q -b main . && mkdir -p Sources/Cart Tests/ShopSpecs Core && echo Made.swift > .gitignore
      printf 'name\\nplum\\n' > Tests/ShopSpecs/rows.csv
      git add . && git commit -q -m one && echo 1 > Sources/Cart/Made.swift && echo pear >> Tests/ShopSpecs/rows.csv
      """, in: folder)
    let elsewhere = try temporaryFolder()
    var changes = try await GitChanges(since: "HEAD", of: folder.path)
    try await changes.complete(
      for: try #require(Self.targets(in: folder.path)),
      packages: [folder.appendingPathComponent("Core"), elsewhere])
    expect(
      changes.changes.map { "\($0.kind) \(WatchPlan.relative($0.path, to: folder.path))" },
      equals: [
        "changed Tests/ShopSpecs/rows.csv", "changed Sources/Cart/Made.swift",
        "repository \(elsewhere.path)",
      ])
    expect(changes.changes.map(\.lines), equals: [[3], nil, nil])
  }

  /// What makes it impossible to compare, and the reason.
  @Test(arguments: [
    ("true", "mian", "Git knows no commit “mian” here. Fetch it, or name another one."),
    ("true", "--all", "Git knows no commit “--all” here."),
    ("true", "main..HEAD", "Git knows no commit “main..HEAD” here."),
    (
      "git checkout -q --orphan new && git commit -qm new", "main",
      "The current commit and “main” have none in common."
    ),
    ("rm -rf .git", "main", "is in no work tree of Git. Leave it out."),
    (
      "for n in 1 2 3; do git commit -q --allow-empty -m $n; done; git clone -q --depth 1 file://$PWD clone && cd clone",
      "main", "Git knows no commit “main” here. This clone is shallow."
    ),
    (
      """
      for n in 1 2 3; do git commit -q --allow-empty -m $n; done; git checkout -q main
      git commit -q --allow-empty -m m; git clone -q --depth 1 --no-single-branch file://$PWD clone
      """, "origin/topic",
      "The current commit and “origin/topic” have none in common. This clone is shallow. Fetch more"
    ),
  ])
  func whatCannotBeComparedIsAnError(
    _ script: String, _ commit: String, _ reason: String
  ) async throws {
    let folder = try temporaryFolder()
    try await Self.run(Self.repository + "\n" + script, in: folder)
    let clone = folder.appendingPathComponent("clone")
    let package = FileManager.default.fileExists(atPath: clone.path) ? clone : folder
    do {
      let changes = try await GitChanges(since: commit, of: package.path)
      Testing.Issue.record("\(changes)")
    } catch {
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  @Test func withoutAnIndexNothingIsCompared() async throws {
    let folder = try temporaryFolder()
    try await Self.run(Self.repository + "\necho no index > .git/index", in: folder)
    await #expect {
      try await GitChanges(since: "main", of: folder.path)
    } throws: {
      "\($0)"
        == "Git could not list the files that have changed since main. git status shows the reason."
    }
    let result = try await Tool.exemplar(
      ["test", "--changed", "main"], environment: ["PATH": "/nowhere"])
    result.expect(
      2,
      errors:
        "--changed compares files with a commit of Git, and there is no git on the PATH. Install it."
    )
  }
}

extension PackageTests {
  /// The work tree of Bookshop differs in one row from the commit that Git is shown.
  @Test func onlyWhatAChangeConcernsRuns() async throws {
    let bookshop = Fixture.example("Bookshop")
    // Package.resolved stays as it is from now on.
    try await bookshop.build()
    let folder = try temporaryFolder()
    let rows = "Tests/BookshopSpecs/Rows/vat.json"
    let path = Tool.repository.appendingPathComponent("Examples/Bookshop").path
    var environment = [
      "GIT_DIR": folder.path + "/.git", "GIT_WORK_TREE": path, "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
    func git(_ script: String) async throws {
      let result = try await Tool.run(
        URL(fileURLWithPath: "/bin/sh"), ["-ec", script],
        in: URL(fileURLWithPath: path), environment: environment)
      try #require(result.status == 0, "\(result.everything)")
    }
    let commit = "git -c user.name=a -c user.email=a@b commit -q -m"
    try await git(
      """
      git init -q && git add -A && \(commit) whole
      blob=$(sed '0,/"name": "[^"]*"/s//"name": "another name"/' \(rows) | git hash-object -w --stdin)
      git update-index --cacheinfo 100644,$blob,\(rows) && \(commit) one && git reset -q
      """)
    environment["EXEMPLAR_STORE"] = folder.path + "/store"
    func test(_ arguments: String...) async throws -> Tool.Result {
      try await bookshop.test(arguments, environment: environment)
    }
    let one = try await test("--changed", "HEAD")
    one.expect(
      0, counts: "1 example: 1 passed ",
      prints: "1 of 258 examples concerns what has changed since HEAD (")
    let listed = try await bookshop.exemplar(
      "list", ["--changed", "HEAD", "--ids"], environment: environment)
    expect(listed.output.split(separator: "\n").count, equals: 1)
    #expect(listed.errors.contains("1 of 258 examples concerns"))
    // Nothing that is selected is concerned, and nothing is asked for that exists.
    try await test("A cart", "--changed", "HEAD").expect(
      0, prints: "examples concerns what has changed since HEAD (", "), so nothing runs.\n",
      "\nPASSED · no example: none concerns the changes\n")
    try await test("No such cart", "--changed", "HEAD").expect(4)
    // All shards of it are one run.
    let records = [1, 2].map { folder.path + "/\($0).exemplar" }
    for (index, record) in records.enumerated() {
      try await test("--changed", "HEAD", "--shard", "\(index + 1)/2", "--record", record).expect(0)
    }
    let merged = try await Tool.exemplar(["merge"] + records)
    merged.expect(0, counts: "1 example: 1 passed ")
    // It was a run of a part.
    let runs = try await bookshop.exemplar("runs", environment: environment)
    runs.expect(0, prints: "--changed ")
    // What no target contains may concern everything.
    try await test("--changed", "HEAD~").expect(
      0, prints: "None of 258 examples concerns what has changed since HEAD~ (")
    try await git("git rm -q --cached README.md && \(commit) two && git reset -q")
    let all = try await test("--changed", "HEAD")
    all.expect(
      0, prints: "Everything runs: README.md has changed since HEAD (",
      "), and is in no target of the package.")
    #expect(all.counts?.hasPrefix("258 examples: ") == true, "\(all.everything)")
    try await test("--changed", "HEAD", "--unrelated", "*.md").expect(
      0, counts: "1 example: 1 passed ")
    try await test("--changed", "no-such-commit").expect(
      2, errors: "Git knows no commit “no-such-commit” here.")
  }
}
