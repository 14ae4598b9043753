import Exemplar
import Foundation
import Testing

/// Author's code that hangs where no example runs, in every host.
extension PackageTests {
  @Test func whatHangsOutsideOfExamplesIsNamed() async throws {
    let fixture = try Fixture.temporary(
      named: "Hanging", files: ["HangSpec.swift": Self.hangingSpecs + Self.hangingTests],
      program: Self.hangingSpecs + "@main struct Program: ExemplarMain {}\n")
    try await fixture.build()
    let names = [
      "declaration": "declaration of a spec after ", "builder": "builder of “A till” at ",
      "condition": "condition of “A till › opens” at ",
      "opening": "row source of “A till › sells” at ", "row": "row source of “A till › counts” at ",
    ]

    try await names.forEachAtOnce { way, name in
      let environment = ["WAY": way, "EXEMPLAR_TIMEOUT": "1s"]
      try await fixture.swiftTesting(environment: environment).expect(
        5, errors: "\(name)", "within 1 s")
      let program = try await Tool.run(
        Fixture.program("HangingProgram"), [], in: Tool.repository, environment: environment)
      expect(program.status, equals: 5, "\(way)")
      #expect(program.errors.contains(name), "\(way): \(program.errors)")
    }
    try await ["builder", "row"].forEachAtOnce { way in
      let name = try #require(names[way])
      let tool = try await fixture.test(
        ["--specs", "--timeout", "1s"], environment: ["WAY": way])
      expect(tool.status, equals: way == "row" ? 1 : 5, "\(way)")
      #expect(tool.output.contains(name), "\(way): \(tool.output)")
      // The rest of the run goes on.
      if way == "row" {
        #expect(
          tool.counts?.hasPrefix("8 examples: 7 passed, 1 failed (1 unexpectedly), ") == true)
      }
      let listed = try await fixture.exemplar(
        "list", ["--timeout", "1s"], environment: ["WAY": way])
      expect(listed.status, equals: 5, "\(way)")
      #expect(listed.errors.contains(name), "\(way): \(listed.errors)")
    }

    // Rows of a file are read by its outlines.
    let rows = try URL(fileURLWithPath: fixture.path).write(
      #"[{"number": 1}, {"number": 2}]"#, to: "rows.json")
    try await fixture.exemplar(
      "check", [rows.path, "--timeout", "1s"], environment: ["WAY": "check", "ROWS": rows.path]
    ).expect(5, errors: "row source of “A till › reads” at ")

    let stopped = ["builder": "in the builder of “A till” at ", "last": "after “A till”."]
    try await stopped.forEachAtOnce { way, name in
      let tool = try await fixture.test(
        ["--timeout", "1s", "A till/closes"], environment: ["WAY": way + " stopped"])
      expect(tool.status, equals: way == "last" ? 1 : 5, "\(way)")
      #expect(
        tool.output.contains("The process was stopped, as by SIGSTOP, for 1 s (--timeout) \(name)"),
        "\(way): \(tool.output)")
    }

    // The limit has a default and an option of its own.
    try await fixture.test(
      ["--planning-timeout", "1s"], environment: ["WAY": "condition"]
    ).expect(5, prints: "raise --planning-timeout. The process was killed.")

    // The other tests of the package, and the exits of all processes.
    try await fixture.test(
      ["--timeout", "2s"], environment: ["WAY": "plain"]
    ).expect(1, prints: "It did not end within 2 s (--timeout), so its process was killed.")
    try await Tool.run(
      Fixture.program("HangingProgram"), [], in: Tool.repository,
      environment: ["WAY": "exit", "EXEMPLAR_TIMEOUT": "1s"]
    ).expect(5, errors: "The process did not exit within 1 s after its run")

    // An example that closes every descriptor takes Dispatch along.
    try await [
      (Fixture.program("HangingPackageTests.xctest"), ["--testing-library", "swift-testing"]),
      (Fixture.program("HangingProgram"), []),
    ].forEachAtOnce { program, arguments in
      let start = ContinuousClock.now
      try await Tool.run(program, arguments, in: Tool.repository, environment: ["WAY": "close"])
        .expect(5)
      #expect(ContinuousClock.now - start < .seconds(300))
    }
  }

  private static let hangingSpecs = """
    import Exemplar
    import Foundation
    import Testing

    let way = ProcessInfo.processInfo.environment["WAY"] ?? ""
    /// Hangs, or stops the process, in one place.
    func hang(_ name: String) -> Bool {
      guard way.hasPrefix(name) else { return true }
      if way.hasSuffix(" stopped") { raise(SIGSTOP) } else { while true { usleep(1000) } }
      return true
    }
    func nameOfDoor() -> String {
      _ = hang("declaration")
      return "A door"
    }
    struct Numbers: Sequence, IteratorProtocol, Sendable {
      var count = 0
      mutating func next() -> Int? {
        if count == 2 { _ = hang("row") }
        count += 1
        return count < 4 ? count : nil
      }
    }

    @Spec let shelf = describe("A shelf") { it("holds") {} }
    @Spec let door = describe(nameOfDoor()) { it("opens") {} }
    @Spec let till = describe("A till") {
      let _ = hang("builder")
      it("opens", .enabled(if: hang("condition"))) {
        if way == "exit" { atexit { _ = hang("exit") } }
      }
      outline("sells", from: .sequence { _ = hang("opening"); return [Row("one", ["price": 1])] }) {
        (row: Row) in _ = row.name
      }
      outline("counts", over: Numbers()) { row in }
      it("closes") {
        if way == "last stopped" { Thread.detachNewThread { usleep(25_000); _ = hang("last") } }
        if way == "close" {
          for descriptor in 0..<Int32(1024) { close(descriptor) }
          try await Task.sleep(for: .seconds(600))
        }
      }
      if let path = ProcessInfo.processInfo.environment["ROWS"] {
        outline("reads", from: RowSource.json(.named(path)).map { row in
          _ = hang("check")
          return row
        }) { (row: Row) in _ = row.name }
      }
    }

    """

  private static let hangingTests = """
    import XCTest

    @Test func plain() { _ = hang("plain") }
    final class OldTests: XCTestCase { func testOld() {} }

    """
}
