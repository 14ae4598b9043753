import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import TestSupport
import Testing

@testable import ExemplarCLI

/// The live view of a run, and how it appears and disappears on a terminal.
struct LiveViewTests {
  private static let till = ExampleID(["Shop", "The till"])
  private static let place = Place(path: "Till.swift", line: 3)

  private static func state(_ events: [Event]) -> LiveState {
    var state = LiveState()
    for event in events { state.receive(event) }
    return state
  }

  private static func ended(_ id: ExampleID, _ outcome: Outcome) -> [Event] {
    [.exampleStart(id, at: place), .exampleEnd(id, outcome)]
  }

  /// Four are to run: an outline, of which two rows are over, and three examples, one of which has failed.
  private static let events: [Event] =
    [.runStart(seed: 1, examples: 4)]
    + ended(till.appending("opens"), .passed)
    + [
      .exampleStart(till.appending("prints"), at: place, isLeftOut: true),
      .exampleEnd(till.appending("prints"), .pending(reason: nil)),
      .groupStart(till.appending("counts"), at: place, kind: .outline),
    ] + ended(till.appending("counts").appending("one"), .passed)
    + ended(till.appending("counts").appending("two"), .flaky)
    + [
      .exampleStart(till.appending("jams"), at: place),
      .issue(Issue("It is stuck.\nReally.", at: place), of: till.appending("jams")),
      .exampleEnd(till.appending("jams"), .failed(unexpected: false)),
    ]

  private static func drawing(
    _ state: LiveState, columns: Int = 80, rows: Int = 24, elapsed: Double = 12.3
  ) -> [String] {
    LiveDrawing(size: (columns, rows), style: Style(hasColor: false))
      .lines(of: state, elapsed: elapsed, now: 100)
  }

  @Test func countsRowsAndKnowsHowFarTheRunIs() {
    let state = Self.state(Self.events)
    expect(state.reached, equals: 2)
    let counts = state.counts
    #expect([counts.passed, counts.failed, counts.flaky, counts.pending] == [2, 1, 1, 1])
    expect(
      state.failures,
      equals: [
        LiveState.Failure(id: Self.till.appending("jams"), message: "It is stuck.")
      ])
    let later = Self.state(Self.events + [.groupEnd(Self.till.appending("counts"))])
    expect(later.reached, equals: 3)
  }

  @Test func drawsABarWhatRunsInAllWorkersAndWhatFailed() {
    var state = Self.state(Self.events)
    var counts = RunningExample(Self.till.appending("counts").appending("three"), ExampleContext())
    counts.start = 99.7
    counts.checkpoint = "the drawer is open"
    var closes = RunningExample(Self.till.appending("closes"), ExampleContext(), phase: .afterEach)
    closes.start = 30
    closes.attempt = 2
    state.receive(running: [counts], ofWorker: 1)
    state.receive(running: [closes], ofWorker: 2)
    expect(
      Self.drawing(state),
      equals: [
        " ✘ The till › jams  It is stuck.",
        " ━━━━━━━━━━━━━─────────────  50 % · 1 failed · 2 passed · 1 flaky · 1 skipped",
        "  1 min 10 s  The till › closes (afterEach) · attempt 2",
        "    0.2 s  The till › counts › three · the drawer is open",
      ])
    state.receive(running: [], ofWorker: 2)
    expect(Self.drawing(state).count, equals: 3)
  }

  @Test func whoeverHasAskedForTheEndIsTold() {
    let drawing = LiveDrawing(size: (80, 24), style: Style(hasColor: false), isStopping: true)
    let lines = drawing.lines(of: Self.state(Self.events), elapsed: 1, now: 1)
    expect(lines.last?.contains("  stopping, Ctrl-C again kills · 50 % · 1 failed"), equals: true)
  }

  @Test func whatHasTakenHalfOfItsTimeIsSlow() {
    var waits = RunningExample(Self.till.appending("waits"), ExampleContext())
    waits.limit = .seconds(10)
    func line(_ start: Double, limit: Duration? = .seconds(10)) -> String? {
      waits.limit = limit
      waits.start = start
      var state = Self.state(Self.events)
      state.receive(running: [waits], ofWorker: 1)
      return Self.drawing(state).last
    }
    expect(line(95.1), equals: "    4.9 s  The till › waits")
    expect(line(94.8), equals: "  5.2 s of 10 s  The till › waits")
    // Less than a second is not shown.
    expect(line(99.1, limit: .seconds(1)), equals: "    0.9 s  The till › waits")
    expect(line(90, limit: nil), equals: "     10 s  The till › waits")
  }

  @Test(arguments: [(80, 3), (40, 24), (20, 4), (12, 24), (200, 60), (80, 2)])
  func fitsIntoEveryTerminal(columns: Int, rows: Int) {
    var state = Self.state(Self.events)
    let name = String(repeating: "a very long 日本語 name ", count: 10)
    let running = (1...20).map { number in
      RunningExample(Self.till.appending("\(name) \(number)"), ExampleContext())
    }
    state.receive(running: running, ofWorker: 1)
    let lines = Self.drawing(state, columns: columns, rows: rows)
    #expect(lines.isEmpty == (columns < 20 || rows < 3))
    #expect(lines.count < rows)
    for line in lines { #expect(DisplayText.columns(of: line) <= columns - 3) }
  }

  @Test func anotherRepetitionBeginsAnew() {
    let again = RunStarted(
      seed: 1, order: .defined, specs: 1, examples: 4, repetition: 2, repetitions: 3)
    let lines = Self.drawing(Self.state(Self.events + [.runStarted(again)]), elapsed: 0)
    expect(lines, equals: [" ──────────────────────────  repetition 2 of 3 · 0 % · 0.0 s"])
  }

  @Test func aRunUntilSomethingFailsCountsItsRepetitions() throws {
    let options = try RunOptions(environment: ["EXEMPLAR_UNTIL_FAILURE": "1"])
    let again = RunStarted(
      seed: 1, order: .defined, specs: 1, examples: 4, repetition: 412,
      repetitions: options.repetitions)
    let lines = Self.drawing(Self.state([.runStarted(again)]), elapsed: 0)
    expect(lines, equals: [" ──────────────────────────  repetition 412 of 1000 · 0 % · 0.0 s"])
  }

  @Test func agesAreRead() {
    #expect(
      [0, 0.25, 9.99, 10.5, 59.9, 60, 3_725].map(LiveDrawing.age) == [
        "0.0 s", "0.2 s", "9.9 s", "10 s", "59 s", "1 min 00 s", "62 min 05 s",
      ])
  }

  @Test func columnsAreThoseOfTheTerminal() {
    expect(DisplayText.columns(of: "naïve 日本 👩‍👩‍👧 ❤️ e\u{301}"), equals: 18)
    expect(DisplayText.end(of: "Books › 日本語", columns: 8), equals: "… 日本語")
    expect(DisplayText.beginning(of: "Books › 日本語", columns: 8), equals: "Books ›…")
  }

  @Test func aDrawingIsReplacedAlsoWhereTheTerminalHasBecomeNarrower() {
    var area = LiveArea()
    expect(area.clearing(columns: 80), equals: "")
    expect(area.replacing(with: ["one", "two"], columns: 80), equals: "one\r\ntwo\r")
    expect(area.replacing(with: ["one", "two"], columns: 80), equals: "")
    expect(area.replacing(with: ["three"], columns: 80), equals: "\r\u{1B}[1A\u{1B}[Jthree\r")
    let wide = String(repeating: "─", count: 25)
    expect(
      area.replacing(with: ["\u{1B}[31m\(wide)\u{1B}[0m", "end"], columns: 80),
      equals: "\r\u{1B}[J\u{1B}[31m\(wide)\u{1B}[0m\r\nend\r")
    // The first line takes three rows now.
    expect(area.replacing(with: [], columns: 10), equals: "\r\u{1B}[3A\u{1B}[J")
  }
}
