import Foundation
import Testing

/// The tool on a small package in a folder that Git knows.
@Suite struct ToolTests {
  private static let files = [
    "Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Counting",
      targets: [
        .target(name: "Counting"), .target(name: "Unused"),
        .testTarget(name: "CountingTests", dependencies: ["Counting"]),
      ]
    )

    """,
    ".gitignore": ".build\nGenerated.swift\n",
    "Sources/Counting/Counting.swift": """
    public struct Counter {
      public private(set) var count = 0
      public init() {}
      public mutating func add(_ number: Int) {
        count += number
        if count > 10 { count = 10 }
      }
      public func text(_ unit: String) -> String { "\\(count)" + " " + unit + suffix }
    }

    """,
    "Sources/Counting/Generated.swift": "let suffix = \".\"\nlet names = suffix + suffix\n",
    "Sources/Unused/Unused.swift": "public let unused = 1 + 2\n",
    "Tests/CountingTests/CountingTests.swift": """
    import Testing
    @testable import Counting

    @Test func adds() {
      var counter = Counter()
      counter.add(3)
      #expect(counter.text("books") == "3 books.")
      counter.add(10)
      #expect(counter.count == 10)
    }

    """,
  ]

  private let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("exemplar-mutate-tests-\(UUID().uuidString)")
  private var folder: URL { root.appendingPathComponent("Counting") }

  init() throws {
    for (path, text) in Self.files { try write(text, to: path) }
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Runs a command of the shell, with the tool as `$0`. Returns its output, with errors, and its status.
  private func shell(_ command: String) throws -> (output: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", command, Bundle.main.bundleURL.appendingPathComponent("exemplar-mutate").path,
    ]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_CACHE_HOME": root.appendingPathComponent("caches").path
    ]) { $1 }
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  private static let git =
    "git init -q -b main && git add . && git -c user.name=A -c user.email=a@example.com commit -qm A"

  @Test func listsMutantsOfAPlace() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let result = try shell("\"$0\" --list Sources/Counting/Counting.swift:6")
    #expect(
      result.output == """
        Sources/Counting/Counting.swift:6:8: ConditionalExpression
        -    if count > 10 { count = 10 }
        +    if true { count = 10 }

        Sources/Counting/Counting.swift:6:8: ConditionalExpression
        -    if count > 10 { count = 10 }
        +    if false { count = 10 }

        Sources/Counting/Counting.swift:6:14: EqualityOperator
        -    if count > 10 { count = 10 }
        +    if count >= 10 { count = 10 }

        3 mutants

        """)
    #expect(result.status == 0)
    // The package does not change, not even by a folder of a build.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == [".gitignore", "Package.swift", "Sources", "Tests"])
  }

  @Test func oneMutantIsOne() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let result = try shell("\"$0\" --list --operators EqualityOperator")
    #expect(result.output.hasSuffix("\n\n1 mutant\n"), "\(result.output)")
  }

  /// A choice of nothing judges nothing; a change without code does not need to be judged. Earlier reports do not stay.
  @Test func noMutants() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("earlier", to: "report.json")
    let chosen = try shell("\"$0\" --operators UnaryOperator --json report.json; cat report.json")
    #expect(
      chosen.output.contains(
        """
        No mutants, since nothing there can be changed.

        FAILED (status 4) · 0 mutants
        {
        """), "\(chosen.output)")
    #expect(try shell("\"$0\" --operators UnaryOperator").status == 4)
    let changed = try shell("\(Self.git); \"$0\" --diff main --minimum 80 --html report.json")
    #expect(
      changed.output.hasSuffix(
        """
        No mutants, since no line that has changed contains code that can be changed.

        PASSED · 0 mutants

        """), "\(changed.output)")
    #expect(changed.status == 0)
  }

  /// A record is about a commit and the files of its targets, on any machine; other files, such as the record itself, may
  /// differ.
  @Test func aRecordBelongsToItsSources() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let recorded = try shell("\(Self.git); \"$0\" --diff main --record ../a.json --shard 1/1")
    #expect(recorded.status == 0, "\(recorded.output)")
    let merge = "\"$0\" --merge ../a.json --html page.html --record all.json"
    let clone = "git clone -q . ../Clone/Counting && cp ../a.json ../Clone && cd ../Clone/Counting"
    let generated = "cp ../../Counting/Sources/Counting/Generated.swift Sources/Counting"
    let merged = try shell("\(merge) && \(clone) && \(generated) && \(merge) && \(merge)")
    #expect(
      merged.output == String(repeating: "\nPASSED · 0 mutants\n", count: 3), "\(merged.output)")
    #expect(merged.status == 0)
    let other = "Error: ../a.json is of other sources than those in this folder."
    for change in [
      "rm Sources/Counting/Generated.swift", "echo 'a,b' > Tests/CountingTests/new.csv",
      "git -c user.name=A -c user.email=a@example.com commit --allow-empty -qm B",
    ] {
      let result = try shell(
        "\(clone.replacing("Clone", with: "Other")) && \(generated) && \(change) && \(merge); e=$?; rm -rf ../../Other; exit $e"
      )
      #expect(result.output.hasPrefix(other), "\(change): \(result.output)")
      #expect(result.status == 2)
    }
  }

  /// Changed lines have one mutant each, whether they are committed or not; untracked files have too.
  @Test func listsMutantsOfChangedLines() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let command = """
      \(Self.git) && git checkout -qb other && sed -i.old 's/> 10/> 9/' Sources/Counting/Counting.swift &&
      printf 'let more = 1 + 2\\n' > Sources/Counting/More.swift && "$0" --list --diff main
      """
    let result = try shell(command)
    let places = result.output.split(separator: "\n").filter { $0.hasPrefix("Sources") }
    #expect(
      places == [
        "Sources/Counting/Counting.swift:6:14: EqualityOperator",
        "Sources/Counting/More.swift:1:14: ArithmeticOperator",
      ], "\(result.output)")
  }

  /// A mistake of the user is a sentence, and status 2.
  @Test(arguments: [
    ("--list Nowhere.swift", "There is no Nowhere.swift in "),
    ("--list Package.swift", "Package.swift has no code that can be mutated"),
    (
      "--list Sources/Counting/Counting.swift:1", "Sources/Counting/Counting.swift:1 has no mutant."
    ),
    ("--list --diff main", "--diff needs Git, and "),
    ("--list --operators Foo", "There is no operator “Foo”. The operators are EqualityOperator, "),
    ("--list --package-path Sources", "There is no Package.swift in "),
    ("--list --package-path Nowhere", "There is no folder at "),
    ("--jobs 0", "--jobs needs a number from 1, not 0."),
    (
      "--queue redis://localhost/key",
      "--queue does not share mutants. Give each machine a shard, such as --shard 1/4, and join their records with --merge."
    ),
    ("--merge", "Name the records of all shards after --merge."),
    ("--merge nowhere.json", "There is no record at nowhere.json."),
    (
      "--merge Package.swift",
      "Package.swift is no record of this version of exemplar-mutate. --record writes one."
    ),
    (
      "--merge a.json b.json --record ./b.json",
      "./b.json is one of the records, so no report may replace it. Name another file."
    ),
    (
      "--merge shard-1.json --shard 1/2",
      "--merge runs nothing, so --shard has no meaning with it. Leave it out."
    ),
  ])
  func mistakes(arguments: String, message: String) throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let result = try shell("GIT_CEILING_DIRECTORIES='\(root.path)' \"$0\" \(arguments)")
    #expect(result.output.hasPrefix("Error: \(message)"), "\(result.output)")
    #expect(result.status == 2)
  }

  @Test func aCommentNeedsAReason() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("let more = 1 + 2 // exemplar:no-mutants\n", to: "Sources/Counting/More.swift")
    let result = try shell("\"$0\" --list")
    #expect(
      result.output == """
        Error: Sources/Counting/More.swift:1: exemplar:no-mutants needs a reason after it, such as “exemplar:no-mutants only \
        faster”.

        """)
    #expect(result.status == 2)
  }

  /// The tool that runs the tests is replaced by a program that prints what it is given.
  @Test func buildsOnceWithAllMutants() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let first = try shell("\(Self.git); EXEMPLAR_PROGRAM=echo \"$0\" --jobs 3 --shard 1/2")
    #expect(
      first.output.hasPrefix("Unused has no mutants, since no test target depends on it.\n"),
      "\(first.output)")
    #expect(first.output.contains("run-mutants"), "\(first.output)")
    #expect(first.output.contains("--jobs 3 --shard 1/2"), "\(first.output)")
    let lists = try shell("cat ../caches/exemplar-mutate/*/mutants.json")
    struct Listed: Decodable {
      var number: Int
      var mutator: String
      var compileError: String?
    }
    let mutants = try JSONDecoder().decode([Listed].self, from: Data(lists.output.utf8))
    // The concatenation in the ignored file, of which only the compiler knows, is none.
    #expect(
      mutants.map(\.mutator) == [
        "EarlyReturn", "AssignmentOperator", "ConditionalExpression", "ConditionalExpression",
        "EqualityOperator", "EarlyReturn",
      ])
    #expect(mutants.allSatisfy { $0.compileError == nil })
    // Each mutant is in the program, and has no effect without the variable.
    let run = "cd ../caches/exemplar-mutate/*/Counting && swift test --skip-build --disable-xctest"
    #expect(try shell(run).status == 0)
    for mutant in mutants {
      let result = try shell("EXEMPLAR_MUTANT=\(mutant.number); export EXEMPLAR_MUTANT; \(run)")
      #expect((result.status == 0) == (mutant.mutator == "EqualityOperator"), "\(mutant)")
    }
    // A second run compiles nothing.
    let second = try shell(
      "EXEMPLAR_PROGRAM=echo \"$0\"; cd ../caches/exemplar-mutate/*/Counting && swift build --build-tests"
    )
    #expect(!second.output.contains("Compiling"), "\(second.output)")
  }

  /// Sources behind links are copied, since what is written through a link would change the package. Other links and
  /// dependencies at local paths lead where they did.
  @Test(arguments: [true, false]) func whatIsOutsideOfAPackageStays(hasGit: Bool) throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let manifest = try #require(Self.files["Package.swift"])
      .replacing(
        "  targets:",
        with:
          "  dependencies: [.package(path: Context.packageDirectory + \"/../Other\")],\n  targets:"
      )
      .replacing(
        ".target(name: \"Counting\")",
        with:
          ".target(name: \"Counting\", dependencies: [.product(name: \"Other\", package: \"Other\")])"
      )
    try write(manifest, to: "Package.swift")
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Other", products: [.library(name: "Other", targets: ["Other"])],
        targets: [.target(name: "Other")])
      """, to: "../Other/Package.swift")
    try write("public func more() -> Bool { true }\n", to: "../Other/Sources/Other/Other.swift")
    try write("import Other\nlet hasMore = more() && 1 < 2\n", to: "../More.swift")
    try write("12", to: "../data.txt")
    try write(
      """
      import Foundation
      import Testing

      @Test func readsAFileElsewhere() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("data.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == "12")
      }

      """, to: "Tests/CountingTests/DataTests.swift")
    let links = try shell(
      """
      mv Sources ../Code && ln -s ../Code Sources && ln -s ../../More.swift ../Code/Counting/More.swift &&
      ln -s ../../../data.txt Tests/CountingTests/data.txt
      """)
    #expect(links.status == 0, "\(links.output)")
    func contents() throws -> String {
      try shell("cd .. && find -H Code Other More.swift Counting -type f | sort | xargs cksum")
        .output
    }
    let before = try contents()
    let result = try shell(
      "\(hasGit ? Self.git : "export GIT_CEILING_DIRECTORIES='\(root.path)'"); EXEMPLAR_PROGRAM=echo \"$0\" Sources/Counting"
    )
    #expect(result.output.contains("run-mutants"), "\(result.output)")
    #expect(
      try contents().split(separator: "\n").filter { !$0.contains("/.git/") }
        == before.split(separator: "\n").filter { !$0.contains("/.git/") })
    let copy = "cd ../caches/exemplar-mutate/*/Counting"
    let sources = try shell("\(copy) && cat Sources/Counting/More.swift && test ! -L Sources")
    #expect(sources.output.contains("__mLess("), "\(sources.output)")
    #expect(sources.status == 0)
    let tests = try shell("\(copy) && swift test --skip-build --disable-xctest")
    #expect(tests.status == 0, "\(tests.output)")
  }

  @Test func aPackageThatDoesNotBuild() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try write("let more: Int = \"1\"\n", to: "Sources/Counting/More.swift")
    try write("earlier", to: "report.json")
    let result = try shell("\(Self.git); \"$0\" --summary report.json")
    let error = """
      Error: The package does not build without mutants:
        Sources/Counting/More.swift:1:17: error: cannot convert value of type 'String' to specified type 'Int'

      """
    #expect(result.output.hasSuffix(error), "\(result.output)")
    #expect(
      !FileManager.default.fileExists(atPath: folder.appendingPathComponent("report.json").path))
    #expect(result.status == 2)
  }
}
