import Exemplar
import Foundation
import TestSupport
import Testing

/// Runs whose tool, whose worker or whose output goes away.
extension FixturePackageTests {
  @Test func whatAttacksARunIsTold() async throws {
    let fixture = Fixture.workers
    let folder = try temporaryFolder()
    let report = folder.appendingPathComponent("events.jsonl").path
    func events(_ name: String, of selector: String) async throws -> [Substring] {
      _ = try await fixture.test([selector, "--report", "json=\(report)"])
      return try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        .filter { $0.contains("\"event\":\"\(name)\"") }
    }
    // A copy of the process that returns into the run reports nothing.
    try await expect(events("issueRecorded", of: "Attacks/forks").count, equals: 1)
    let long = try await events("issueRecorded", of: "Attacks/talks")
    #expect(long.count == 1 && long[0].utf8.count > 8 << 20)
    // Its end is reported: a log needs no descriptor. Its process is terminated, which is reported too.
    try await fixture.test(["Attacks/closes everything"]).expect(
      1, prints: "The process ended with status 5 while no example ran.")
    try await fixture.test(["Attacks/closes everything, and waits"]).expect(
      1, prints: "✘ closes everything, and waits")

    try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "\"$@\" > /dev/full", "sh", products.appendingPathComponent("exemplar").path,
        "test", "Attacks/passes", "--package-path", fixture.path, "--",
      ] + Fixture.buildOptions, in: Tool.repository, environment: fixture.toolEnvironment
    ).expect(1, errors: "The standard output cannot be written")
    try await fixture.swiftTesting(environment: ["EXEMPLAR_SELECT": "Attacks/passes"]).expect(0)

    // A worker lives no longer than its tool, and the next run removes what is left.
    let temporary = try folder.subfolder("tmp")
    let marks = folder.appendingPathComponent("pid").path
    let tool = try fixture.start(
      ["Attacks/waits"], environment: ["TMPDIR": temporary.path, "MARK": marks])
    let worker = try await Self.number(in: marks)
    let child = try await Self.number(in: marks + ".child")
    kill(tool.processIdentifier, SIGKILL)
    #expect(try await exits(worker))
    #if os(Linux)
      // Processes that examples have started exit with it, even those in a group of their own.
      #expect(try await exits(child))
    #endif
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary.path)
        .filter { $0.hasPrefix("exemplar-worker-") }
    }
    #expect(try !left().isEmpty)
    try await expect(
      fixture.test(["Attacks/passes"], environment: ["TMPDIR": temporary.path]).status, equals: 0)
    #expect(try left().isEmpty)
  }

  /// Bytes in pipes that are not the example's own: the tool must not wait for an answer among them for ever.
  @Test func whatAnExampleWritesIntoOtherDescriptorsIsToldApart() async throws {
    let fixture = Fixture.workers
    let sentence = "The process sent an answer that cannot be read while this ran, so it was killed"
    try await fixture.test(["Attacks/writes into each descriptor, and waits"]).expect(
      1, counts: "1 example: 1 failed (1 unexpectedly) ", prints: sentence)
    // It may have finished when the tool reads them.
    let quick = try await fixture.test(["Attacks/writes into each descriptor"])
    quick.expect(1, prints: "The process sent an answer that cannot be read ")
    #expect(
      quick.output.contains("✘ writes into each") || quick.output.contains(sentence)
        || quick.output.contains("after Attacks had finished in it"), "\(quick.output)")
    #if os(Linux)
      try await fixture.test(["Attacks/writes among its orders"]).expect(
        1, counts: "1 example: 1 failed (1 unexpectedly) ",
        prints: "The process ended with status 5 while this ran.",
        "error: An order of the tool cannot be read.")
    #endif
    // No byte is taken for a signal.
    let hosted = try await fixture.swiftTesting(
      environment: ["EXEMPLAR_SELECT": "Attacks/writes into each descriptor"])
    hosted.expect(0, counts: "1 example: 1 passed ")
    #expect(!hosted.everything.contains("signal"))
  }

  /// Processes that an example has left, one of which is stopped, are in groups of their own.
  @Test func noProcessStaysAfterAWorkerThatHasPassed() async throws {
    #if os(Linux)
      for arguments in [[], ["--in-process"]] {
        let marks = try temporaryFolder().appendingPathComponent("pid").path
        try await Fixture.workers.test(
          ["Attacks/leaves processes"] + arguments, environment: ["MARK": marks]
        ).expect(0)
        let children = try String(contentsOfFile: marks, encoding: .utf8)
          .split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
        expect(children.count, equals: 2)
        for child in children { #expect(try await exits(child)) }
      }
    #endif
  }

  @Test func theMaskAndTheDescriptorsOfExamplesDoNotConcernAttachments() async throws {
    let folder = try temporaryFolder().appendingPathComponent("new").path
    try await Fixture.workers.test(
      ["AttackSpecs/A mask"], environment: ["EXEMPLAR_ATTACHMENTS": folder]
    ).expect(0, counts: "3 examples: 3 passed ")
    let files = FileManager.default.enumerator(atPath: folder)
    var count = 0
    while let file = files?.nextObject() as? String {
      count += 1
      var status = stat()
      expect(stat(folder + "/" + file, &status), equals: 0)
      #expect(status.st_mode & 0o400 != 0, "\(file): \(String(status.st_mode, radix: 8))")
    }
    #expect(count > 2)
    try await Fixture.workers.test(
      ["AttackSpecs/Without descriptors"], environment: ["EXEMPLAR_ATTACHMENTS": folder]
    ).expect(1, prints: "“l.txt” could not be attached: Too many open files.")
  }

  /// A build that takes for ever, with a process that it has started, which ignores SIGINT and is in a group of its own.
  @Test(arguments: [[SIGINT], [SIGTERM], [SIGHUP], [SIGTERM, SIGTERM]])
  func aSignalEndsABuildAtOnce(signals: [Int32]) async throws {
    let folder = try temporaryFolder()
    let marks = folder.appendingPathComponent("pid").path
    // As `swift build` does, it ends what it has started after SIGINT alone.
    try folder.write(
      """
      #!/bin/bash
      set -m
      sleep 6000 &
      set +m
      trap '' TERM HUP
      \(signals.count == 1 ? "trap 'kill -9 $!; exit 1' INT" : "trap '' INT")
      echo $! > \(marks)
      while true; do sleep 0.1; done
      """, to: "swift", isProgram: true)
    let tool = try Tool.start(
      products.appendingPathComponent("exemplar"),
      ["test", "--package-path", "Examples/Bookshop"],
      environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    let compiler = try await Self.number(in: marks)
    for signal in signals {
      kill(tool.processIdentifier, signal)
      // Two signals of one number that are pending at once are one.
      if signals.count > 1 { try await Task.sleep(for: .milliseconds(200)) }
    }
    try await Self.until { !tool.isRunning }
    expect(tool.terminationStatus, equals: 130)
    #expect(try await exits(compiler))
  }

  /// The number that another process writes into a file.
  private static func number(in path: String) async throws -> pid_t {
    var number: pid_t?
    try await until {
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      // It is whole with the end of its line.
      number = text.flatMap { $0.hasSuffix("\n") ? pid_t($0.dropLast()) : nil }
      return number != nil
    }
    return try #require(number)
  }

  /// Waits until something holds; for minutes, since other builds may run on this machine.
  static func until(_ holds: () -> Bool) async throws {
    for _ in 0..<30_000 where !holds() { try await Task.sleep(for: .milliseconds(20)) }
    try #require(holds())
  }
}

extension Tool {
  /// Starts a program, and does not wait for it.
  static func start(
    _ program: URL, _ arguments: [String], environment: [String: String]
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = repository
    process.environment = inheritedEnvironment.merging(environment) { $1 }
    for stream in [\Process.standardOutput, \Process.standardError, \Process.standardInput] {
      process[keyPath: stream] = FileHandle.nullDevice
    }
    try process.run()
    return process
  }
}
