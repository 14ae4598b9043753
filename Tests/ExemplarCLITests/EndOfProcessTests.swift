import Exemplar
import Foundation
import Testing

extension PackageTests {
  /// Ends of the process that are no part of an example, in every host; all of them come with status 0.
  @Test func noEarlyOrLateEndLooksGreen() async throws {
    let fixture = try Self.package()
    try await fixture.build()

    func environment(_ way: String) -> [String: String] {
      ["WAY": way].merging(way.hasPrefix("plan") ? ["EXEMPLAR_FILTER": "(a+)+$"] : [:]) { $1 }
    }
    func swiftTesting(_ way: String, _ arguments: String...) async throws -> Tool.Result {
      try await fixture.swiftTesting(arguments, environment: environment(way))
    }
    func program(_ way: String) async throws -> Tool.Result {
      try await Tool.run(
        Fixture.program("EndingProgram"), [], in: Tool.repository, environment: environment(way))
    }
    func tool(_ way: String) async throws -> Tool.Result {
      try await fixture.test(environment: environment(way))
    }
    try await expect(swiftTesting("").status, equals: 0)
    try await expect(program("").status, equals: 0)

    // A plain test ends the process before the specs, or beside them.
    try await swiftTesting("plain").expect(1, errors: "error: Something ended the process before ")
    try await expect(swiftTesting("plain", "--filter", "plain").status, equals: 0)

    for way in ["builder", "condition", "nested", "under", "exec", "atexit"] {
      let hosted = try await swiftTesting(way)
      #expect(hosted.status != 0, "\(way)")
      let alone = try await program(way)
      #expect(alone.status != 0, "\(way)")
      let tool = try await tool(way)
      #expect([1, 5].contains(tool.status), "\(way): \(tool.status)")
      #expect(!tool.output.contains("No specs were found."))
    }
    // A handler that hangs is not waited for.
    try await fixture.test(["--grace", "1s"], environment: ["WAY": "hangs"]).expect(
      5,
      prints:
        "A process did not exit within 5 s after its examples had finished (--grace), so it was killed"
    )
    try await Tool.run(
      Fixture.program("EndingProgram"), ["--grace", "1s"], in: Tool.repository,
      environment: ["WAY": "hangs"]
    ).expect(
      5, counts: "2 examples: 2 passed ",
      errors: "error: The process did not exit within 5 s after its run")

    let early = try await tool("builder")
    expect(early.status, equals: 5)
    #expect(
      early.output.contains(
        "The process ended with status 1 before the run had finished.\n"
          + "FAILED (status 5) · 2 tests: 2 passed, 1 failure outside examples · "))

    // The hook interrupts the tool, or itself, and goes on.
    let interrupted = try await tool("interrupt tool")
    expect(interrupted.status, equals: 130)
    #expect(
      interrupted.output.contains(
        """
        The run did not finish. This was running:
          A shelf (beforeAll)
        The run was interrupted.
        FAILED (status 130) ·
        """))
    let hosted = try await swiftTesting("interrupt")
    expect(hosted.status, equals: SIGTERM)
    #expect(
      hosted.errors.contains(
        """
        error: The run was interrupted by signal 15, while this was running:
          A shelf (beforeAll) ·\u{20}
        """))
    let alone = try await program("interrupt")
    expect(alone.status, equals: 130)
    #expect(
      alone.errors.contains(
        """
        Interrupted; once more ends the program at once. This is running and ends first:
          A shelf (beforeAll)
        """))

    // An expression takes longer than anybody waits, until a signal comes.
    try await expect(swiftTesting("plan").status, equals: SIGTERM)
    try await expect(program("plan").status, equals: 130)
    try await expect(tool("plan under the tool").status, equals: 130)
  }

  /// The line that a failure prints runs that example, and nothing else.
  @Test func theLineToRunAgainRunsOneExample() async throws {
    let fixture = try Self.package()
    let failed = try await fixture.swiftTest(environment: ["WAY": "fail"])
    #expect(failed.status != 0)
    let line = try #require(failed.output.firstMatch(of: #/run it again: (.*)/#)?.1)
    let again = try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "\(line) --package-path \(fixture.path) \(Fixture.shellOptions)"],
      in: Tool.repository, environment: ["WAY": "fail"])
    again.expectFailure(
      counts: "1 example: 1 failed ", prints: "Test run with 1 test in 0 suites failed")
    #expect(!again.everything.contains("testOld"))

    let named = try await fixture.swiftTest(["--filter", "A shelf"])
    try await fixture.swiftTest(["--disable-swift-testing"]).expect(
      prints: "are left out by --disable-swift-testing.")
    named.expect(0, prints: "are left out by --filter 'A shelf'.")
    #expect(named.output.contains(#"EXEMPLAR_FILTER='A shelf' swift test --filter '^Exemplar\.'"#))
  }

  private static func package() throws -> Fixture {
    try .shared(
      named: "Ending", files: ["EndingSpec.swift": specs + plainTests],
      program: specs + "@main struct Program: ExemplarMain {}\n")
  }

  private static let specs = """
    import Exemplar
    import Foundation
    import Testing

    let way = ProcessInfo.processInfo.environment["WAY"] ?? ""
    func end(_ name: String) -> Bool {
      if way == name { exit(0) }
      return true
    }

    func interruptSoon() {
      let process = way == "plan" ? getpid() : getppid()
      Thread.detachNewThread {
        while true {
          sleep(1)
          kill(process, SIGTERM)
        }
      }
    }

    @Spec let shelf = describe("A shelf") {
      let _ = end("builder")
      if way.hasPrefix("plan") {
        let _ = interruptSoon()
        it(String(repeating: "a", count: 60) + "!") {}
      }
      beforeAll {
        if way.hasPrefix("interrupt") {
          // Who is started in the background is told to ignore SIGINT, and so are those whom it starts.
          if way == "interrupt" { kill(getpid(), SIGTERM) } else { kill(getppid(), SIGINT) }
          // The program waits for running examples.
          usleep(way == "interrupt" ? 500_000 : 60_000_000)
        }
      }
      it("holds", .enabled(if: end("condition"))) {
        if way == "under" { _exit(0) }
        if way == "exec" {
          var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
          execv("/bin/true", &arguments)
        }
        if way == "atexit" { atexit { _exit(0) } }
        if way == "hangs" { atexit { while true { sleep(1000) } } }
        #expect(way != "fail" && way != "atexit")
      }
      it("stands") {
        guard way == "nested" else { return }
        let inner = await Exemplar.run([
          describe("A board") {
            it("holds") { await Task.detached { #expect(Bool(false), "it fell down") }.value }
          }
        ])
        print("the inner run is \\(inner.isSuccess)")
      }
    }

    """

  private static let plainTests = """
    import XCTest

    @Test func plain() { _ = end("plain") }
    final class OldTests: XCTestCase { func testOld() {} }

    """
}
