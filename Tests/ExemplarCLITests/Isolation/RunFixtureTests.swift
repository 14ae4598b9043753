import Foundation
import TestSupport
import Testing

/// Fixtures of a run, which all its processes share. What they do is noted in a file.
extension FixturePackageTests {
  /// The lines of the file.
  private static func notes(in folder: URL) -> [String] {
    let text = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  /// The number in the line that begins with a word; of the only such line.
  private static func number(_ word: String, in folder: URL) throws -> pid_t {
    let lines = notes(in: folder).filter {
      $0.hasPrefix(word + " ") && Int($0.split(separator: " ").last!) != nil
    }
    #expect(lines.count == 1, "\(notes(in: folder))")
    return try #require(lines.first.flatMap { pid_t($0.split(separator: " ").last!) })
  }

  private static func specs(
    _ names: String, in folder: URL, _ more: String..., environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    try await Fixture.workers.test(
      names.split(separator: ",").map { "FixtureSpecs/\($0)" } + more,
      environment: environment.merging(["MARKS": folder.path]) { first, _ in first })
  }

  @Test func allWorkersShareAFixtureThatIsStartedOnce() async throws {
    let folder = try temporaryFolder()
    let result = try await Self.specs(
      "uses*,nests", in: folder, "--jobs", "3", "-v", "--repeat", "2")
    #expect(result.status == 0, "\(result.output)")
    let (server, end) = (try Self.number("start", in: folder), try Self.number("end", in: folder))
    #expect(server == end)
    let child = try Self.number("child", in: folder)
    #expect(try await exits(child))
    let users = result.marks.map { $0.split(separator: " ").compactMap { pid_t($0) } }
    #expect(users.count == 2 * 16)
    #expect(users.allSatisfy { $0.last == server && $0.first != server })
    #expect(Set(users.map(\.first)).count == 3, "\(users)")
    // The fixture that uses another one is shut down before it.
    #expect(Self.notes(in: folder).suffix(2) == ["end of nested", "end \(server)"])
    #expect(result.output.contains("started the fixture “server” · "))
    // Nothing is started that no example asks for.
    let unused = try temporaryFolder()
    let nothing = try await Self.specs("ends badly", in: unused)
    nothing.expect(
      counts: "1 example: 1 passed, 1 failure outside examples ",
      prints: "The fixture “bad end” was not shut down: It threw an error: PortInUse()")
    #expect(nothing.status == 1 && Self.notes(in: unused).isEmpty)
    // That its process has to be killed is no failure of its own.
    try await Self.specs("ends late", in: unused).expect(
      counts: "1 example: 1 passed, 1 failure outside examples ",
      prints: "The fixture “late end” was not shut down: It did not end within")
    #if os(Linux)
      // A status does not prove that it was shut down.
      try await Self.specs("ends silently", in: unused).expect(
        1, counts: "1 example: 1 passed, 1 failure outside examples ",
        prints:
          "The process of the fixture “silent end” ended with status 0 while it was shut down.",
        "It had recorded: it was not shut down\n       at FixtureSpecs.swift:")
      try await Self.specs("starts silently", in: unused).expect(
        counts: "1 example: 1 failed (1 unexpectedly) ",
        prints: "Its process ended with status 0 before it had started.",
        "It had recorded: no port is free\n       at FixtureSpecs.swift:")
    #endif
  }

  @Test func aFixtureOutlivesTheWorkersThatCrash() async throws {
    let folder = try temporaryFolder()
    try await Self.specs("crashes and uses", in: folder, "--order", "defined").expect(
      counts: "2 examples: 1 passed, 1 failed (1 unexpectedly) ")
    #expect(try Self.number("start", in: folder) == Self.number("end", in: folder))
  }

  @Test func theSameCodeRunsInOneProcess() async throws {
    for way in ["swift test", "tool"] {
      let folder = try temporaryFolder()
      let result =
        way == "tool"
        ? try await Self.specs("uses*,nests", in: folder, "--in-process")
        : try await Fixture.workers.swiftTesting(environment: [
          "MARKS": folder.path, "EXEMPLAR_SELECT": "FixtureSpecs/uses*\nFixtureSpecs/nests",
        ])
      #expect(result.status == 0, "\(result.everything)")
      let server = try Self.number("start", in: folder)
      #expect(Self.notes(in: folder).suffix(2) == ["end of nested", "end \(server)"])
      let users = result.marks.map { $0.split(separator: " ").compactMap { pid_t($0) } }
      #expect(users.count == 16 && users.allSatisfy { $0 == [server, server] }, "\(users)")
    }
    let folder = try temporaryFolder()
    let result = try await Fixture.workers.swiftTesting(environment: [
      "MARKS": folder.path, "EXEMPLAR_SELECT": "FixtureSpecs/ends badly",
    ])
    #expect(result.status == 1)
    #expect(result.everything.contains("The fixture “bad end” was not shut down"))
  }

  @Test func aFixtureThatDoesNotStartFailsEachExampleThatAsks() async throws {
    let folder = try temporaryFolder()
    let refused = try await Self.specs(
      "is refused*", in: folder, "--jobs", "3", "-v", "--show-output", "failed")
    #expect(refused.counts == "6 examples: 6 failed (6 unexpectedly) ", "\(refused.output)")
    #expect(Self.notes(in: folder) == ["refused"])
    let cause = "\n     The fixture “refused” did not start: It threw an error: PortInUse()"
    #expect(refused.output.ranges(of: cause).count == 6)
    #expect(refused.output.ranges(of: ", which asked first)").count == 5)
    // What it printed is shown once.
    #expect(refused.output.ranges(of: "no port is free").count == 1)

    let slow = try await Self.specs("is slow", in: folder, "--grace", "1s")
    #expect(slow.counts == "2 examples: 2 failed (2 unexpectedly) ", "\(slow.output)")
    for (name, output) in [("slow", "waits for the network"), ("deaf", "waits for nothing")] {
      #expect(
        slow.output.contains("The fixture “\(name)” did not start: It did not start within 1 s."))
      #expect(slow.output.contains(output))
    }

    try await Self.specs("is fatal", in: folder).expect(
      counts: "1 example: 1 failed (1 unexpectedly) ",
      prints: "Its process was ended by signal 6 (abort) before it had started.",
      "is about to crash")

    try await Self.specs("is garbled", in: folder).expect(
      counts: "1 example: 1 failed (1 unexpectedly) ",
      prints: "Its process sent an answer that cannot be read before it had started.")

    try await Self.specs("has no record", in: folder).expect(
      counts: "1 example: 1 failed (1 unexpectedly) ",
      prints: "The fixture “unregistered” is not declared with @Spec", "FixtureSpecs.swift:")
  }

  @Test func aFixtureThatEndsInTheMiddleFailsTheRunAndTheExamplesThatAskLater() async throws {
    let folder = try temporaryFolder()
    let report = folder.appendingPathComponent("ctrf.json")
    let result = try await Self.specs("is mortal", in: folder, "--report", "ctrf=\(report.path)")
    result.expect(
      1, counts: "2 examples: 1 passed, 1 failed (1 unexpectedly), 1 failure outside examples ")
    let sentence =
      "The fixture “mortal” does not run any more. Its process was ended by signal 9 (killed) while the run went on."
    #expect(result.output.contains(sentence))
    #expect(result.output.contains("“mortal” does not run any more: Its process was ended by"))
    let text = try String(contentsOf: report, encoding: .utf8)
    let start = try #require(
      text.firstMatch(of: /"name":"Outside all examples".*?"start":(?<time>\d+)/)?.time)
    #expect(abs(Double(start)! / 1000 - Date().timeIntervalSince1970) < 600, "\(start)")
  }

  /// The fixture is shut down, and no process is left.
  @Test(arguments: ["tool", "tool in process", "swift test"], [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func aFixtureIsShutDownWhenTheRunIsKilled(way: String, signal: Int32) async throws {
    // No other process could shut it down.
    if way == "swift test", signal == SIGKILL { return }
    try await Fixture.workers.build()
    let folder = try temporaryFolder()
    let environment = ["MARKS": folder.path, "EXEMPLAR_SELECT": "FixtureSpecs/stays"]
    let process =
      way == "swift test"
      ? try Tool.start(
        Fixture.program("WorkersPackageTests.xctest"), ["--testing-library", "swift-testing"],
        environment: environment)
      : try Fixture.workers.start(
        ["FixtureSpecs/stays"] + (way == "tool" ? [] : ["--in-process"]),
        environment: ["MARKS": folder.path])
    try await Self.until { Self.notes(in: folder).contains("running") }
    let (server, child) = (
      try Self.number("start", in: folder), try Self.number("child", in: folder)
    )
    kill(process.processIdentifier, signal)
    if signal == SIGKILL {
      // The next run ends what a killed one has left behind, but no worker that ends by itself.
      _ = try await Self.specs("has no record", in: folder)
    }
    #expect(try await exits(server))
    #expect(try await exits(child))
    #expect(Self.notes(in: folder).last == "end \(server)")
    try await Self.until { !process.isRunning }
    if way != "swift test", signal != SIGKILL { #expect(process.terminationStatus == 130) }
  }
}
