import Exemplar
import Foundation
import TestSupport
import Testing

/// Packages of which Swift Build makes a program for each test target.
///
/// Two packages are built once, and laid out as Swift Build lays out the targets of one, beside a program of a target
/// that is gone: to build Exemplar with Swift Build takes minutes. `EXEMPLAR_SWIFT_BUILD=1` does.
extension PackageTests {
  @Test func theProgramsOfSwiftBuildAreOneRun() async throws {
    let shelf = try Fixture.temporary(
      named: "Shelf",
      files: ["ShelfSpec.swift": Self.shelfSpec + Self.note, "Plain.swift": Self.plainShelf])
    let till = try Fixture.temporary(
      named: "Till", files: ["TillSpec.swift": Self.tillSpec + Self.note])
    try await shelf.build()
    try await till.build()
    let folder = try temporaryFolder()
    let shop = try ShopBuiltInParts(in: folder)

    // What has to be over first is, also where it is in another program; a crash costs its example alone.
    let order = folder.appendingPathComponent("order")
    try await shop.exemplar(
      "test", ["--jobs", "2"], environment: ["ORDER": order.path]
    ).expect(1, counts: "9 examples and tests: 8 passed, 1 failed (1 unexpectedly) ")
    try expect(String(contentsOf: order, encoding: .utf8), equals: "first, last, ")
    try await shop.exemplar("test", ["--specs", "--jobs", "1", "--repeat", "2", "Shelf"]).expect(
      0, counts: "4 examples: 4 passed, 1 test left out by --specs ",
      prints:
        "Running 1 example and 1 outline of 1 spec, 4 not selected, 1 test left out by --specs")
    // A focus is one for all.
    try await shop.exemplar("test", environment: ["FOCUS": "1"]).expect(
      0, counts: "1 example: 1 passed ")

    // Each selector needs to be in one of them.
    for (arguments, counts) in [
      (["prices", "adds", "--jobs", "1"], "4 examples: 4"),
      (["Shelf"], "5 examples and tests: 5"),
      (["adds", "plainShelf"], "2 examples and tests: 2"),
      (["--repeat", "2", "plainShelf"], "1 test: 1"),
      (["--in-process", "plainShelf"], "1 test: 1"),
    ] {
      try await shop.exemplar("test", arguments).expect(0, counts: "\(counts) passed ")
    }
    try await shop.exemplar("test", ["prices", "ads", "--jobs", "1"]).expect(
      4, prints: "Nothing matches “ads”.", "Till/adds")
    try await shop.exemplar("test", ["ads", "plainShelf"]).expect(
      4, prints: "Nothing matches “ads”.")

    try await shop.exemplar("list", ["adds"]).expect(0, prints: "1 example would run, 8 would not")
    let none = try await shop.exemplar("list", ["--json", "--filter", "zzz"])
    none.expect(4, errors: "Nothing matches “zzz”.")
    #expect(none.output.hasSuffix("]\n"), "\(none.output)")
    let ids = try await shop.exemplar("list", ["--ids"])
    expect(ids.output.split(separator: "\n").count, equals: 9)

    try await Self.tryProgramsThatExit(shop)
    try await Self.tryInProcess(shop)
    try await Self.tryOwnReports(shop, in: folder)
  }

  /// A program whose code ends it before its tests begin has not stated that it has no specs.
  private static func tryProgramsThatExit(_ shop: ShopBuiltInParts) async throws {
    for status in ["0", "69"] {
      let environment = ["STATUS": status]
      for arguments in [[], ["Shelf"], ["--in-process"]] {
        try await shop.exemplar(
          "test", ["--specs", "--tag", "!fragile"] + arguments, environment: environment
        ).expect(5, prints: "ended with status \(status) before the run had finished")
      }
      try await shop.exemplar("test", environment: environment).expect(
        2,
        errors: status == "0"
          ? "cannot be listed: the process ended with status 0"
          : "ended with status \(status) while it listed the tests of ")
      try await shop.exemplar("list", ["--specs"], environment: environment).expect(
        5, errors: "ended with status \(status) while it listed the examples")
    }
  }

  /// A process of each program runs everything in it, and all of them are one run.
  private static func tryInProcess(_ shop: ShopBuiltInParts) async throws {
    func run(
      _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Tool.Result {
      try await shop.exemplar(
        "test", ["--specs", "--in-process", "--order", "defined"] + arguments,
        environment: environment)
    }
    let whole = try await run("--report", "json=-", "--tag", "!fragile")
    expect(whole.status, equals: 0, "\(whole.everything)")
    let ends = whole.output.split(separator: "\n").filter { $0.contains("\"runEnded\"") }
    let starts = whole.output.split(separator: "\n").filter { $0.contains("\"runStarted\"") }
    #expect(ends.count == 1 && starts.count == 1, "\(whole.output)")
    #expect(starts[0].contains(#""examples":5"#), "\(starts)")
    #expect(ends[0].contains(#""executed":7"#), "\(ends)")
    #expect(
      whole.errors.contains("Everything runs in one process of each program (--in-process)"),
      "\(whole.errors)")

    try await run().expect(5, prints: "was ended by signal 9")

    let repeated = try await run("--repeat", "2", "--tag", "!fragile")
    expect(repeated.status, equals: 0)
    #expect(repeated.output.matches(of: #/7 examples: 7 passed/#).count >= 2, "\(repeated.output)")
    try await run(
      "--fail-fast", "1", "--tag", "!fragile", environment: ["FAILING": "1"]
    ).expect(1, counts: "5 examples: 1 failed, 4 not reached, 1 test left out by --specs ")
    try await run(environment: ["FOCUS": "1"]).expect(
      0, counts: "1 example: 1 passed, 1 test left out by --specs ")
    try await expect(run("Shelf").status, equals: 0)
  }

  /// The program that contains the class writes the report of the whole run.
  private static func tryOwnReports(_ shop: ShopBuiltInParts, in folder: URL) async throws {
    for option in ["--jobs=2", "--in-process"] {
      let path = folder.appendingPathComponent("names\(option).txt").path
      let result = try await shop.exemplar(
        "test", [option, "--tag", "!fragile", "--report", "Names=\(path)"])
      expect(result.status, equals: 0, "\(result.everything)")
      let names = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      expect(names.count, equals: 8, "\(names)")
      expect(
        Set(names.map { $0.prefix { $0 != "/" } }), equals: ["ShelfSpecs", "TillSpecs"], "\(names)")
      #expect(result.output.contains("printed by the report"), "\(result.output)")
    }
    try await shop.exemplar(
      "test", ["--report", "Names=\(folder.appendingPathComponent("crash.txt").path)"]
    ).expect(1, counts: "9 examples and tests: 8 passed, 1 failed (1 unexpectedly) ")
    let path = folder.appendingPathComponent("none/names.txt").path
    try await shop.exemplar(
      "test", ["--tag", "!fragile", "--report", "Names=\(path)"]
    ).expect(1, errors: "Names needs a path that can be written.")
    try await tryBrokenReports(shop, in: folder)
    try await shop.exemplar("test", ["--report", "Nams=x"]).expect(
      2,
      errors:
        "No test target with specs contains a class Nams that is a CustomReport. Did you mean Names?"
    )
  }

  private static func tryBrokenReports(_ shop: ShopBuiltInParts, in folder: URL) async throws {
    func run(
      _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Tool.Result {
      try await shop.exemplar(
        "test", ["--specs", "--tag", "!fragile"] + arguments, environment: environment)
    }
    // An interrupted run has its report, as those of the tool.
    let path = folder.appendingPathComponent("interrupted.txt").path
    try await run("--report", "Names=\(path)", environment: ["INTERRUPT": "1"]).expect(
      130, prints: "printed by the report")
    #expect(FileManager.default.fileExists(atPath: path))

    try await run("--report", "Both").expect(
      2,
      errors:
        "Several test targets contain a report Both: ShelfSpecs.Both, TillSpecs.Both. Write one with its module."
    )
    try await run("--report", "TillSpecs.Both", "--timeout", "1s").expect(
      1, errors: "The package's own reports were not written within 1 s. The process was killed.")
    let same = try await run("--report", "Names=\(path)", "--report", "junit=\(path)")
    same.expect(2, errors: "The reports Names and junit would both be written to")
    #expect(!same.output.contains("Running"), "\(same.output)")
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["EXEMPLAR_SWIFT_BUILD"] == "1",
      "EXEMPLAR_SWIFT_BUILD=1 runs it"),
    .disabled(
      if: ProcessInfo.processInfo.environment["EXEMPLAR_WARNINGS_AS_ERRORS"] != nil,
      "Swift Build suppresses the warnings of dependencies, which excludes EXEMPLAR_WARNINGS_AS_ERRORS"
    ))
  func aPackageThatSwiftBuildBuildsIsOneRun() async throws {
    let folder = try temporaryFolder()
    for (target, source) in [
      ("ShelfSpecs", Self.shelfSpec + Self.note), ("TillSpecs", Self.tillSpec + Self.note),
    ] {
      try folder.write(source, to: "Tests/\(target)/Spec.swift")
    }
    try """
    // swift-tools-version: 6.1
    import PackageDescription
    let exemplar: [Target.Dependency] = [.product(name: "Exemplar", package: "exemplar")]
    let package = Package(
      name: "Shop",
      dependencies: [.package(name: "exemplar", path: "\(Tool.repository.path)")],
      targets: ["ShelfSpecs", "TillSpecs"].map { .testTarget(name: $0, dependencies: exemplar) })
    """.write(
      to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    try await Tool.exemplar([
      "test", "--package-path", folder.path, "--", "--build-system", "swiftbuild",
    ]).expect(1, counts: "8 examples: 7 passed, 1 failed (1 unexpectedly) ")
  }

  private static let shelfSpec = """
    import Exemplar
    import Foundation
    import Testing

    @Spec struct Shelf {
      @Example func isEmpty() {
        #expect(ProcessInfo.processInfo.environment["FAILING"] == nil)
      }

      @Example("prices", rows: { row("one", 1, 2); row("two", 2, 3); row("three", 3, 4) })
      func prices(net: Int, gross: Int) { #expect(net + 1 == gross) }
    }

    @Spec(.runGroup(2)) struct LateShelf {
      @Example func comesLast() { note("last") }
    }

    final class Names: CustomReport, Sendable {
      private nonisolated(unsafe) let file: FileHandle

      init(path: String?) throws {
        guard let path, FileManager.default.createFile(atPath: path, contents: nil),
          let file = FileHandle(forWritingAtPath: path)
        else { throw UsageError("Names needs a path that can be written.") }
        self.file = file
      }

      func report(_ event: RunEvent) {
        if case .exampleEnded(let end) = event { file.write(Data("\\(end.id)\\n".utf8)) }
      }

      func finish() { print("printed by the report") }
    }
    """

  /// Notes in which order examples of several processes run; and a report that does not end.
  private static let note = """

    final class Both: CustomReport, Sendable {
      init(path: String?) {}
      func report(_ event: RunEvent) {}
      func finish() { sleep(100) }
    }

    func note(_ name: String) {
      guard let path = ProcessInfo.processInfo.environment["ORDER"], let file = fopen(path, "a") else { return }
      fputs("\\(name), ", file)
      fclose(file)
    }
    """

  private static let plainShelf = """
    import Testing

    @Test func plainShelf() {}
    """

  private static let tillSpec = """
    import Exemplar
    import Foundation
    import Testing

    let isFocused = ProcessInfo.processInfo.environment["FOCUS"] != nil

    @Spec let till = describe("Till") {
      it("adds", isFocused ? .focused : .tags()) {
        usleep(300_000)
        if ProcessInfo.processInfo.environment["INTERRUPT"] != nil {
          kill(getppid(), SIGINT)
          sleep(100)
        }
        note("first")
        #expect(1 + 1 == 2)
      }
      it("crashes", .tags("fragile")) { kill(getpid(), SIGKILL) }
      it("goes on") {}
    }
    """
}

/// A package whose test targets were built apart.
private struct ShopBuiltInParts {
  private let folder: URL
  private let programs: URL

  init(in folder: URL) throws {
    self.folder = folder
    programs = folder.appendingPathComponent("programs")
    for (runner, package) in [("ShelfSpecs", "Shelf"), ("TillSpecs", "Till"), ("Gone", "Till")] {
      try copyProgram(
        Fixture.program("\(package)PackageTests.xctest"),
        to: programs.appendingPathComponent("\(runner)-test-runner"))
    }
    try folder.write("// swift-tools-version: 6.1", to: "Package.swift")
    let description = """
      {"name": "Shop", "path": "\(folder.path)", "targets": [
      {"name": "ShelfSpecs", "type": "test", "path": "Tests/ShelfSpecs", "sources": []},
      {"name": "TillSpecs", "type": "test", "path": "Tests/TillSpecs", "sources": []},
      {"name": "PlainTests", "type": "test", "path": "Tests/PlainTests", "sources": []}]}
      """
    // Without specs, it answers as the libraries do if there are no tests.
    let plain = """
      #!/bin/sh
      [ -z "$STATUS" ] || exit $STATUS
      case "$*" in *swift-testing*) ;; *) echo "Listing 0 tests in Plain:"; exit 0 ;; esac
      while [ $# -gt 1 ]; do
        [ "$1" != --event-stream-output-path ] || stream=$2
        shift
      done
      echo '{"kind":"event","payload":{"kind":"runEnded"},"version":0}' > "$stream"
      exit 69
      """
    try folder.write(plain, to: "programs/PlainTests-test-runner", isProgram: true)
    let swift = """
      #!/bin/sh
      case "$*" in
        *describe*) cat << 'END'
      \(description)
      END
        ;;
        *show-bin-path*) echo '\(programs.path)' ;;
        *) echo "Build complete!" ;;
      esac
      """
    try folder.write(swift, to: "bin/swift", isProgram: true)
  }

  func exemplar(
    _ command: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    var environment = environment
    environment["PATH"] = "\(folder.path)/bin:\(path)"
    return try await Tool.exemplar(
      [command, "--package-path", folder.path] + arguments, environment: environment)
  }
}
