import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// A report that is written in a folder of its own, with a clock that goes on by 10 ms from event to event.
final class ReportTrial {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }
  private let time = Locked(1_773_480_413.0)
  private let printed = Locked("")
  private let complaints = Locked<[String]>([])
  var environment: [String: String] = [:]
  var history: RunHistory?
  var facts: [(name: String, text: String)] = []
  /// The worker of an event.
  var worker: (Event) -> Int = { _ in 0 }
  private let telling = Locked(0)

  /// The code of the run.
  static let code = "ca11ab1e"

  init() throws { temporary = try TemporaryFolder() }

  /// The text of the standard output.
  var output: String { printed.withLock { $0 } }

  /// The problem of the report.
  var troubles: [String] { complaints.withLock { $0 } }

  var context: ReportContext {
    let (time, printed, complaints) = (time, printed, complaints)
    var context = ReportContext(
      directory: "/shop", environment: environment, now: { time.withLock { $0 } },
      print: { text in printed.withLock { $0 += text } },
      printError: { text in complaints.withLock { $0.append(text) } })
    context.history = { [history] in history }
    context.code = { Self.code }
    context.facts = { [facts] in facts }
    context.worker = { [telling] in telling.withLock { $0 } }
    return context
  }

  /// Reports the events, to the end or up to a run that broke off.
  func report(_ events: [Event], to reporter: any Reporter, finishes: Bool = true) {
    for event in events {
      time.withLock { $0 += 0.01 }
      let worker = worker(event)
      telling.withLock { $0 = worker }
      reporter.report(event)
    }
    if finishes { reporter.finish() }
  }

  /// Writes a report to a file, and gives its text.
  func text(
    of format: ReportFormat, _ events: [Event] = FixtureRun.events, finishes: Bool = true
  ) throws -> String {
    let path = folder.appendingPathComponent("report").path
    let reporter = try format.reporter(path, context)
    report(events, to: reporter, finishes: finishes)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The output and the summary of a job of GitHub, whose summary has a text already.
  func gitHub(
    _ events: [Event] = FixtureRun.events, environment: [String: String] = gitHubJob,
    after earlier: String = ""
  ) throws -> (output: String, summary: String) {
    let summary = try temporary.write(earlier, to: "summary.md")
    self.environment = environment.merging(["GITHUB_STEP_SUMMARY": summary.path]) { $1 }
    report(events, to: try ReportFormat.github.reporter(nil, context))
    expect(troubles, equals: [])
    return (output, try String(contentsOf: summary, encoding: .utf8))
  }

  static let gitHubJob = [
    "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "shop/books",
    "GITHUB_SHA": "0123abc", "GITHUB_WORKSPACE": "/shop",
  ]

  /// Runs a program on this machine; what it printed, if it ended with 0.
  static func run(_ command: [String], input: String? = nil) throws -> (
    status: Int32, output: String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let (output, entry) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = output
    process.standardInput = entry
    try process.run()
    if let input { entry.fileHandleForWriting.write(Data(input.utf8)) }
    try entry.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Whether a reader that is not ours is to be tried: where a command ends well, or where all readers have
  /// to be there, as on a CI machine.
  static func has(_ command: String...) -> Bool {
    needsReaders || (try? run(command).status) == 0
  }

  static let needsReaders = ProcessInfo.processInfo.environment["EXEMPLAR_READERS"] == "1"

  /// Compares a text with a golden file of these reports.
  static func expectGolden(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try TestSupport.expectGolden(
      text, in: golden.appendingPathComponent(name), sourceLocation: sourceLocation)
  }

  static let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")
}
