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
    defer { shelf.remove() }
    let till = try Fixture.temporary(
      named: "Till", files: ["TillSpec.swift": Self.tillSpec + Self.note])
    defer { till.remove() }
    #expect(try await shelf.build().status == 0)
    #expect(try await till.build().status == 0)
    try await withTemporaryFolder { folder in
      let shop = try ShopBuiltInParts(in: folder)

      // What has to be over first is, also where it is in another program; a crash costs its example alone.
      let order = folder.appendingPathComponent("order")
      let whole = try await shop.exemplar(
        "test", ["--jobs", "2"], environment: ["ORDER": order.path])
      #expect(whole.status == 1)
      #expect(whole.counts == "8 examples: 7 passed, 1 failed (1 unexpectedly) ", "\(whole.output)")
      #expect(try String(contentsOf: order, encoding: .utf8) == "first, last, ")
      let twice = try await shop.exemplar("test", ["--jobs", "1", "--repeat", "2", "Shelf"])
      #expect(twice.status == 0 && twice.counts == "4 examples: 4 passed ", "\(twice.output)")

      #expect(twice.output.contains("Running 2 examples of 1 spec, 4 not selected"))

      // Each selector needs to be in one of them.
      let some = try await shop.exemplar("test", ["prices", "adds", "--jobs", "1"])
      #expect(some.status == 0 && some.counts == "4 examples: 4 passed ", "\(some.output)")
      let wrong = try await shop.exemplar("test", ["prices", "ads", "--jobs", "1"])
      #expect(wrong.status == 4)
      #expect(wrong.output.contains("Nothing matches “ads”."), "\(wrong.output)")
      #expect(wrong.output.contains("Till/adds"))

      // A focus is one for all.
      let focused = try await shop.exemplar("test", environment: ["FOCUS": "1"])
      #expect(focused.status == 0 && focused.counts == "1 example: 1 passed ", "\(focused.output)")

      let list = try await shop.exemplar("list", ["adds"])
      #expect(list.status == 0)
      #expect(list.output.contains("1 example would run, 7 would not"), "\(list.output)")
      let none = try await shop.exemplar("list", ["--json", "--filter", "zzz"])
      #expect(none.status == 4 && none.errors.contains("Nothing matches “zzz”."))
      #expect(none.output.hasSuffix("]\n"), "\(none.output)")
      let ids = try await shop.exemplar("list", ["--ids"])
      #expect(ids.output.split(separator: "\n").count == 8)

      let all = try await shop.exemplar("test", ["--all", "Shelf"])
      #expect(all.status == 0)
      #expect(all.counts == "5 examples: 5 passed ", "\(all.output)")

      let mixed = try await shop.exemplar("test", ["--all", "adds", "plainShelf"])
      #expect(mixed.status == 0)
      #expect(mixed.counts == "2 examples: 2 passed ", "\(mixed.output)")
      let plain = try await shop.exemplar("test", ["--all", "--repeat", "2", "plainShelf"])
      #expect(plain.status == 0 && plain.counts == "1 example: 1 passed ", "\(plain.output)")
      let inside = try await shop.exemplar("test", ["--all", "--in-process", "plainShelf"])
      #expect(inside.status == 0 && inside.counts == "1 example: 1 passed ", "\(inside.everything)")
      let missing = try await shop.exemplar("test", ["--all", "ads", "plainShelf"])
      #expect(missing.status == 4 && missing.output.contains("Nothing matches “ads”."))

      let single = try await shop.exemplar("test", ["--in-process"])
      #expect(single.status == 2)
      #expect(
        single.errors.contains("made a program of each test target: ShelfSpecs-test-runner"),
        "\(single.errors)")
      #expect(try await shop.exemplar("test", ["--in-process", "Shelf"]).status == 0)
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["EXEMPLAR_SWIFT_BUILD"] == "1",
      "EXEMPLAR_SWIFT_BUILD=1 runs it"))
  func aPackageThatSwiftBuildBuildsIsOneRun() async throws {
    try await withTemporaryFolder { folder in
      let files = FileManager.default
      for (target, source) in [
        ("ShelfSpecs", Self.shelfSpec + Self.note), ("TillSpecs", Self.tillSpec + Self.note),
      ] {
        let tests = folder.appendingPathComponent("Tests/\(target)")
        try files.createDirectory(at: tests, withIntermediateDirectories: true)
        try source.write(
          to: tests.appendingPathComponent("Spec.swift"), atomically: true, encoding: .utf8)
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
      let result = try await Tool.exemplar([
        "test", "--package-path", folder.path, "--", "--build-system", "swiftbuild",
      ])
      #expect(result.status == 1)
      #expect(result.counts == "8 examples: 7 passed, 1 failed (1 unexpectedly) ")
    }
  }

  private static let shelfSpec = """
    import Exemplar
    import Foundation
    import Testing

    @Spec struct Shelf {
      @Example func isEmpty() { #expect([Int]().isEmpty) }

      @Example("prices", rows: { row("one", 1, 2); row("two", 2, 3); row("three", 3, 4) })
      func prices(net: Int, gross: Int) { #expect(net + 1 == gross) }
    }

    @Spec(.runGroup(2)) struct LateShelf {
      @Example func comesLast() { note("last") }
    }
    """

  /// Notes in which order examples of several processes run.
  private static let note = """

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
        note("first")
        #expect(1 + 1 == 2)
      }
      it("crashes") { kill(getpid(), SIGKILL) }
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
    let files = FileManager.default
    try files.createDirectory(at: programs, withIntermediateDirectories: true)
    for (runner, package) in [("ShelfSpecs", "Shelf"), ("TillSpecs", "Till"), ("Gone", "Till")] {
      try files.copyItem(
        at: Fixture.program("\(package)PackageTests.xctest"),
        to: programs.appendingPathComponent("\(runner)-test-runner"))
    }
    try "// swift-tools-version: 6.1".write(
      to: folder.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    let description = """
      {"name": "Shop", "path": "\(folder.path)", "targets": [
      {"name": "ShelfSpecs", "type": "test", "path": "Tests/ShelfSpecs", "sources": []},
      {"name": "TillSpecs", "type": "test", "path": "Tests/TillSpecs", "sources": []}]}
      """
    let swift = folder.appendingPathComponent("bin/swift")
    try files.createDirectory(
      at: swift.deletingLastPathComponent(), withIntermediateDirectories: true)
    try """
    #!/bin/sh
    case "$*" in
      *describe*) cat << 'END'
    \(description)
    END
      ;;
      *show-bin-path*) echo '\(programs.path)' ;;
    esac
    """.write(to: swift, atomically: true, encoding: .utf8)
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift.path)
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
