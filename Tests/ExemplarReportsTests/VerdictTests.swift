import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// The last line of the console, with the exit status of the process or without.
struct VerdictTests {
  private static let passing: [Event] = [
    .runStart(order: .random, examples: 1), FixtureRun.group("Cart"),
    FixtureRun.started("Cart", "adds"), FixtureRun.ended("Cart", "adds", as: .passed),
    FixtureRun.groupEnded("Cart"),
  ]

  private static func whole(_ events: [Event]) -> [Event] {
    events + [.runEnd(after: events) { $0.duration = 0.5 }]
  }

  @Test(arguments: [
    (ExemplarCore.ExitStatus.fine, "PASSED"), (.failed, "FAILED (status 1)"),
    (.focused, "FAILED (status 3)"),
    (.outstanding, "FAILED (status 6)"), (.interrupted, "FAILED (status 130)"),
  ])
  func waitsForTheStatusOfTheProcess(status: ExemplarCore.ExitStatus, word: String) throws {
    let trial = try ReportTrial()
    var context = trial.context
    let verdicts = PendingVerdicts()
    context.verdicts = verdicts
    let file = trial.folder.appendingPathComponent("console.txt").path
    let format = try #require(ReportFormat.console.first { $0.name == "dots" })
    let reporters = [ConsoleReporter(context), try format.reporter(file, context)]
    trial.report(Self.whole(Self.passing), to: reporters[0])
    trial.report(Self.whole(Self.passing), to: reporters[1])
    #expect(!trial.output.contains("1 passed"), "\(trial.output)")
    #expect(verdicts.print(Verdict(status)).isShown)
    let line = "\(word) · 1 example: 1 passed · 0.5 s · seed 7\n"
    let printed = trial.output
    #expect(printed.hasSuffix("\n" + line), "\(printed)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("\n" + line))
    // It is printed once.
    #expect(!verdicts.print(Verdict(status)).isShown)
    expect(trial.output, equals: printed)
  }

  /// A report that waits for the status may be the last that fills a disk.
  @Test(arguments: ["quiet", "summary"])
  func aFileThatCannotBeWrittenIsNoSuccess(name: String) throws {
    let trial = try ReportTrial()
    var context = trial.context
    let verdicts = PendingVerdicts()
    context.verdicts = verdicts
    let console = ConsoleReporter(context)
    let format = try #require(ReportFormat.all.first { $0.name == name })
    let file = try format.reporter("/dev/full", context)
    for reporter in [console, file] { trial.report(Self.whole(Self.passing), to: reporter) }
    let printed = verdicts.print(.passed, ifIncomplete: .failed(.failed))
    expect(printed.verdict, equals: .failed(.failed))
    let line = "FAILED (status 1) · 1 example: 1 passed · 0.5 s · seed 7\n"
    #expect(trial.output.hasSuffix("\n" + line), "\(trial.output)")
    expect(trial.troubles.count, equals: 1)
    expect(
      trial.troubles.first?.hasPrefix("The report at /dev/full is incomplete: "), equals: true)
  }

  /// A shard may be empty, and changes may concern nothing.
  @Test func aRunOfNothingStatesWhy() throws {
    let trial = try ReportTrial()
    let start = RunStarted(seed: 7, order: .random, specs: 0, examples: 0, notSelected: 5)
    trial.report([.runStarted(start), .runEnd(after: [])], to: ConsoleReporter(trial.context))
    #expect(
      trial.output.contains("\nPASSED · no example: 5 not selected · "), "\(trial.output)")
  }

  /// Something may fail after the last example, and after the end of the run.
  @Test(arguments: ConsoleLayout.allCases)
  func countsWhatFailsAfterTheEnd(layout: ConsoleLayout) throws {
    let trial = try ReportTrial()
    var context = trial.context
    context.layout = layout
    let late = FixtureRun.issue(is: Issue("The server did not stop."))
    trial.report(Self.whole(Self.passing) + [late], to: ConsoleReporter(context))
    #expect(trial.output.contains("The server did not stop."), "\(trial.output)")
    let end = "FAILED · 1 example: 1 passed, 1 failure outside examples · 0.5 s · seed 7\n"
    #expect(trial.output.hasSuffix(end), "\(trial.output)")
  }

  /// A list is not a run, and a console that received nothing has no result.
  @Test func onlyARunHasOne() throws {
    let trial = try ReportTrial()
    let listed = ExampleListed(id: FixtureRun.id("Cart", "adds"), place: FixtureRun.place(1))
    trial.report([.exampleListed(listed), .runEnd(after: [])], to: ConsoleReporter(trial.context))
    trial.report([], to: ConsoleReporter(trial.context))
    #expect(!trial.output.contains(#/PASSED|FAILED/#), "\(trial.output)")
  }

  /// What an example prints may look like a verdict, but is never the last line.
  @Test func outputIsNoVerdict() throws {
    let trial = try ReportTrial()
    let output = AttachmentRecorded(
      id: FixtureRun.id("Cart", "adds"), name: AttachmentRecorded.outputName, size: 6,
      text: "PASSED · 1 example: 1 passed\n")
    let events: [Event] = [
      .runStart(order: .random, examples: 1), FixtureRun.group("Cart"),
      FixtureRun.started("Cart", "adds"), .attachmentRecorded(output),
      FixtureRun.issue("Cart", "adds", is: Issue("1 != 2")),
      FixtureRun.ended("Cart", "adds", as: .failed(unexpected: false)),
      FixtureRun.groupEnded("Cart"),
    ]
    trial.report(Self.whole(events), to: ConsoleReporter(trial.context))
    let last = trial.output.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix("FAILED · 1 example: 1 failed"), "\(trial.output)")
  }
}
