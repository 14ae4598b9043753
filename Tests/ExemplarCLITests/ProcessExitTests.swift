import Exemplar
import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// The meaning of the exit of a process, and the exit status of the tool.
struct ProcessExitTests {
  /// Processes without a log and without specs, and those that look alike.
  @Test func aProcessWithoutSpecsIsNotBroken() {
    for (status, hasBegun, hasEndedTests, cause, isWithoutSpecs) in [
      (0, false, true, nil, true), (69, false, true, nil, true), (1, false, true, nil, false),
      (0, true, true, nil, false), (0, false, true, .memory(1), false),
      (0, false, false, nil, false), (69, false, false, nil, false),
    ] as [(Int32, Bool, Bool, ProcessExit.Cause?, Bool)] {
      let exit = ProcessExit(
        way: .status(status), cause: cause, hasBegun: hasBegun, hasEndedTests: hasEndedTests)
      expect(exit.isWithoutSpecs, equals: isWithoutSpecs)
    }
    #expect(
      !ProcessExit(way: .signal(SIGKILL), hasBegun: false, hasEndedTests: true).isWithoutSpecs)
  }

  @Test func anExitAfterTheRunIsAnIssueIfItIsAbnormal() {
    #expect(ProcessExit(way: .status(0), lastOutput: "bye").issueAfterRun() == nil)
    let failed = ProcessExit(way: .status(3), lastOutput: "bye")
    let message = "The process ended with status 3 after its examples had finished."
    expect(failed.issueAfterRun()?.message, equals: message + "\nThe last that it wrote:\nbye")
    expect(failed.issueAfterRun(withOutput: false)?.message, equals: message)
    let killed = ProcessExit(way: .signal(SIGKILL), cause: .exitGrace(.seconds(5)))
    expect(
      killed.issueAfterRun()?.message,
      equals:
        "A process did not exit within 5 s after its examples had finished (--grace), so it was killed: a "
        + "handler of atexit may hang.")
    expect(
      ProcessExit(way: .signal(SIGKILL), cause: .unreadableAnswer).issueAfterRun()?.message,
      equals:
        "The process sent an answer that cannot be read after its examples had finished, so it was killed: its "
        + "code has written into a descriptor that it had not opened.")
    expect(
      ProcessExit(ProcessEnd?.none).issue.message,
      equals: "The process ended before the run had finished. How it ended was not recorded.")
  }

  /// Of the hooks of one group, those that began last were running.
  @Test func runningExamplesAndHooksFail() {
    let group = ExampleID(["Shop", "Till"])
    let before = RunningExample(group, ExampleContext(), isGroupHook: true, phase: .beforeAll)
    var cleanup = before
    cleanup.phase = .cleanup
    var example = RunningExample(group.appending("opens"), ExampleContext(), phase: .body)
    (example.start, example.attempt) = (5, 2)
    let exit = ProcessExit(way: .signal(SIGSEGV), running: [before, example, cleanup], time: 7.5)
    let ends = exit.events.filter { if case .issueRecorded = $0 { false } else { true } }
    expect(
      ends,
      equals: [
        .exampleEnd(example.id, .failed(unexpected: true), duration: 2.5, attempts: 2),
        .hooksEnd(group, .cleanup),
        .groupEnd(group, failed: true),
      ])
  }

  /// The worst of the events and of the exits decides, and an incomplete report is no success.
  @Test func theStatusFollowsFromEventsAndExits() {
    func status(_ events: [Event], _ ways: [ProcessEnd.Way] = [], isWhole: Bool = true)
      -> ExemplarCore.ExitStatus
    {
      var progress = RunProgress()
      for event in events { progress.record(event) }
      return progress.exitStatus(ways.map { ProcessExit(way: $0) }, isWhole: isWhole)
    }
    let start = Event.runStart(seed: 1)
    let first = Event.runStart(seed: 1, repetition: 1, of: 2)
    let passed = Event.runEnd(seed: 1) { ($0.passed, $0.executed) = (1, 1) }
    let failed = Event.runEnd(seed: 1) { ($0.passed, $0.executed, $0.failed) = (1, 1, 1) }
    expect(status([start]), equals: .didNotFinish)
    expect(status([start, passed]), equals: .fine)
    expect(status([start, failed]), equals: .failed)
    expect(status([start, passed], isWhole: false), equals: .failed)
    expect(status([start, passed], [.status(0), .status(1)]), equals: .failed)
    expect(status([start, failed], [.signal(SIGKILL)]), equals: .didNotFinish)
    expect(status([first, passed]), equals: .didNotFinish)
    expect(status([first, failed, start, passed]), equals: .failed)
    expect(status([passed]), equals: .fine)
  }
}
