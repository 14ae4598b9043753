import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Reports of a run whose processes exit: each example once.
struct RunLedgerTests {
  static let spec = EventScript.spec
  static let place = EventScript.place
  static let killed = ProcessExit(way: .signal(SIGKILL))

  /// A node of the spec, by its path in it.
  static func id(_ path: some StringProtocol = "") -> ExampleID { EventScript.id(path) }

  /// What is left of the spec.
  static func rest(
    done: [String] = [], rows: [ExampleID: FinishedRows] = [:], failedGroups: Set<ExampleID> = []
  ) -> PlanPart {
    PlanPart(
      spec: spec, done: Set(done.map { id($0) }), rows: rows, failedGroups: failedGroups,
      isRest: true)
  }

  /// A ledger of one spec, with its events in words.
  final class Told: @unchecked Sendable {
    private var script = EventScript()
    private let events: Locked<ReportedEvents>
    let ledger: RunLedger
    private let merger: Locked<StreamMerger>

    convenience init(examples: Int = 3) {
      self.init([SpecDemand(spec: spec, examples: examples)])
    }

    init(_ demands: [SpecDemand]) {
      let events = Locked(ReportedEvents())
      merger = Locked(StreamMerger { $0.forEach { event in events.withLock { $0.note(event) } } })
      ledger = RunLedger(allowsFocus: true, merger, merger.withLock { $0.open() })
      self.events = events
      var plan = WorkerPlan(demands: demands)
      plan.sharedHooks = [shared]
      ledger.begin(plan, RunStarted(seed: 1, order: .defined, specs: 1, examples: plan.examples))
    }

    func tell(by worker: Int = 1, _ events: Event...) {
      for event in events { ledger.receive(event, of: worker) }
    }

    /// Tells what a worker does; see ``EventScript``.
    func tell(by worker: Int = 1, _ actions: String) {
      for action in actions.split(separator: " ") {
        for event in script.events(action) { ledger.receive(event, of: worker) }
      }
    }

    func die(
      _ death: ProcessExit = killed, running: [RunningExample] = [],
      in part: PlanPart = PlanPart(spec: spec)
    ) -> PlanPart? {
      var death = death
      death.running = running
      return ledger.handle(death, in: part)
    }

    func leaveNothing() { events.withLock { $0.leaveNothing() } }

    func end(isWhole: Bool = true) {
      ledger.end(duration: 1, isWhole: isWhole)
      merger.withLock { $0.finish() }
    }

    var text: String { events.withLock { $0.text } }
    var issues: [String] { events.withLock { $0.issues } }
    var summary: RunSummary? { events.withLock { $0.summary } }
    func duration(of id: ExampleID) -> Double? { events.withLock { $0.durations[id] } }
  }

  /// An example that runs, or the hooks of a group that do.
  static func running(
    _ id: ExampleID, hooks: Phase? = nil, isRetryable: Bool = false
  ) -> RunningExample {
    var running = RunningExample(
      id, ExampleContext(at: place), isGroupHook: hooks != nil, phase: hooks ?? .body)
    running.isRetryable = isRetryable
    return running
  }

  /// The process that begins a group may not be the one that ends it.
  @Test func groupsWhoseProcessExitsHaveTheTimeThatTheyTook() throws {
    let told = Told(examples: 2)
    told.tell("( (night night/a")
    _ = told.die(running: [Self.running(Self.id("night/a"))])
    told.tell("( )")
    #expect(told.text == "run (A till (night a issue of a ✘ ) )")
    for id in [Self.spec, Self.id("night")] { #expect(try #require(told.duration(of: id)) > 0) }
  }

  /// The actions of workers, the reported events, and the end of the last issue.
  ///
  /// At `†` a process dies while these run, at `‡` while one runs that may be tried again. `.` ends the run.
  @Test(arguments: [
    ("( a †a", "run (A till a issue of a ✘", "while this ran."),
    (
      "( a ‡a ( b ✔b ) .", "run (A till a issue of a b ✔ issue of a ✘ )",
      "the set of examples must not depend on the process."
    ),
    ("( a ‡a .", "run (A till a issue of a issue of a ✘ )", "\nThere was no other attempt."),
    (
      "( +a < †<", "run (A till a ✔ <afterAll issue of A till > A till!) nothing left",
      "while this ran."
    ),
    // Where several ran, each runs again.
    ("( a b †a+b ( a ✔a b †b ( )", "run (A till a b ✔ issue of b ✘ )", "while this ran."),
    (
      "( a b †a+b ( a ✔a b ✔b ) .", "run (A till a b ✔ ✔ issue of the run )",
      """
      The process was ended by signal 9 (killed) while these ran side by side.
        A till › a
        A till › b
      Each ran again by itself, and the process did not end.
      """
    ),
    ("( a b !a †a+b ( a ✔a", "run (A till a b issue of a ✘", "Expectation failed"),
    // Open groups are closed.
    ("( (night night/a †night/a ( )", "run (A till (night a issue of a ✘ ) )", "while this ran."),
    (
      "( † ( † .", "run (A till issue of the run issue of the run ) nothing left",
      "while no example ran."
    ),
  ])
  func processesThatDieFailWhatRan(script: String, text: String, issue: String) {
    let told = Told()
    for action in script.split(separator: " ") {
      guard let kind = action.first, "†‡.".contains(kind) else {
        told.tell(String(action))
        continue
      }
      let names = action.dropFirst().split(separator: "+")
      let running = names.map { name in
        name == "<"
          ? Self.running(Self.spec, hooks: .afterAll)
          : Self.running(Self.id(name), isRetryable: kind == "‡")
      }
      if kind == "." {
        told.end()
      } else if told.die(running: running) == nil {
        told.leaveNothing()
      }
    }
    #expect(told.text == text)
    #expect(told.issues.last?.hasSuffix(issue) == true, "\(told.issues)")
    #expect(told.summary?.isSuccess != true)
  }

  @Test func whatRanFailsAndTheRestIsLeft() {
    let told = Told()
    told.tell("( +a b")
    var death = Self.killed
    death.outputs[Self.id("b")] = AttachmentRecorded(
      id: Self.id("b"), name: AttachmentRecorded.outputName, size: 2, text: "oh")
    let rest = told.die(death, running: [Self.running(Self.id("b"))])
    #expect(rest == Self.rest(done: ["a", "b"]))
    told.tell("( +c )")
    told.end()
    #expect(told.text == "run (A till a ✔ b issue of b “oh” ✘ c ✔ )")
    #expect(told.issues == ["The process was ended by signal 9 (killed) while this ran."])
    #expect(told.summary?.passed == 2 && told.summary?.failed == 1)
    #expect(told.summary?.finished == true && told.summary?.notReached == 0)
  }

  @Test func anAttemptThatEndsTheProcessIsFollowedByTheNext() {
    let told = Told()
    let id = Self.id("a")
    var running = Self.running(id, isRetryable: true)
    running.start = 0
    told.tell("( a")
    var death = Self.killed
    death.time = 2
    let rest = told.die(death, running: [running])
    #expect(rest == PlanPart(spec: Self.spec, lostAttempts: [id: 1], isRest: true))
    running.attempt = 2
    told.tell("( a")
    #expect(told.die(death, running: [running])?.lostAttempts == [id: 2])
    told.tell("( a")
    told.tell(.exampleEnd(id, .flaky, duration: 1, attempts: 3))
    #expect(told.text == "run (A till a issue of a issue of a ✘✔")
    #expect(told.ledger.summary.flaky == 1 && told.ledger.summary.failed == 0)
    #expect(told.duration(of: id) == 5)
    // The next one of the spec has lost nothing.
    told.tell("b")
    #expect(told.die(running: [Self.running(Self.id("b"))])?.lostAttempts == [:])
  }

  @Test func allAttemptsHaveOneTimeout() {
    let told = Told()
    told.tell("( a")
    var death = Self.killed
    death.cause = .timeout(.seconds(1), of: Self.id("a"))
    let rest = told.die(death, running: [Self.running(Self.id("a"), isRetryable: true)])
    #expect(rest?.lostAttempts == [:])
    #expect(told.text == "run (A till a issue of a ✘")
    #expect(told.ledger.summary.failed == 1)
  }

  @Test(arguments: [
    Outcome.skipped(reason: "no network"), .blocked(by: spec), .pending(reason: nil),
  ])
  func anExampleThatDoesNotRunAgainHasFailed(outcome: Outcome) {
    let told = Told()
    told.tell("( a")
    _ = told.die(running: [Self.running(Self.id("a"), isRetryable: true)])
    told.tell("( a")
    told.tell(.exampleEnd(Self.id("a"), outcome, attempts: 0))
    #expect(told.text == "run (A till a issue of a issue of a ✘")
    #expect(told.ledger.summary.failed == 1 && told.ledger.summary.unexpected == 1)
    #expect(told.issues[1].hasPrefix(told.issues[0] + "\nThe"))
  }

  @Test(
    arguments: [
      (.passed, "run (A till a b issue of a ✘✔"),
      (.skipped(reason: "sold out"), "run (A till a b issue of a issue of a ✘"),
    ] as [(Outcome, String)])
  func aFailedAttemptInAProcessThatAnotherExampleEndedCounts(outcome: Outcome, text: String) {
    let told = Told()
    told.tell("( a b")
    let retried = Issue("Expectation failed", at: Self.place, isExpected: true, isRetried: true)
    told.tell(.issue(retried, of: Self.id("a")))
    _ = told.die(running: [Self.running(Self.id("a")), Self.running(Self.id("b"))])
    told.tell("( a")
    told.tell(.exampleEnd(Self.id("a"), outcome))
    #expect(told.text == text)
  }

  @Test func moreInOneSpecDoesNotMakeUpForLessInAnother() {
    let other = ExampleID(["Shop", "A shelf"])
    let told = Told([
      SpecDemand(spec: Self.spec, examples: 2), SpecDemand(spec: other, examples: 1),
    ])
    told.tell("( +a )")
    told.tell(.groupStart(other, at: Self.place))
    for id in ["a", "b"].map(other.appending) { told.tell(.exampleStart(id), .exampleEnd(id)) }
    told.tell(.groupEnd(other))
    told.end()
    #expect(told.summary?.notReached == 1)
    #expect(told.summary?.isSuccess == false)
  }

  @Test func rowsAreCounted() {
    let told = Told(examples: 1)
    let outline = Self.id("sells")
    told.tell("( [sells +sells/one +sells/two sells/three")
    let rest = told.die(running: [Self.running(Self.id("sells/three"))])
    #expect(
      rest == Self.rest(rows: [outline: FinishedRows(3, last: Self.id("sells/three"))]))
    // Findings about all rows are reported once.
    told.tell("( [sells +sells/four ?sells/names ✔sells/names")
    let again = told.die(running: [])
    #expect(again?.rows == [outline: FinishedRows(4, last: Self.id("sells/four"))])
    told.tell("( [sells ?sells/names ✔sells/names )sells )")
    told.end()
    #expect(
      told.text == "run (A till (sells one ✔ two ✔ three issue of three ✘ four ✔ names ✔ ) "
        + "issue of the run )")
    #expect(told.summary?.executed == 5)
  }

  @Test func rowsThatEndTheProcessWhereTheyAreReadFailTheirOutline() {
    let told = Told(examples: 1)
    told.tell("( [sells +sells/one")
    let rest = told.die()
    #expect(rest?.rows == [Self.id("sells"): FinishedRows(1, last: Self.id("sells/one"))])
    told.tell("( [sells")
    #expect(told.die() == Self.rest(done: ["sells"]))
    told.tell("( )")
    #expect(told.text == "run (A till (sells one ✔ rows issue of rows ✘ ) )")
    #expect(told.issues == ["The process was ended by signal 9 (killed) while the rows were read."])
  }

  @Test func aBeforeAllThatEndsTheProcessBlocksItsGroup() {
    let told = Told()
    told.tell("(")
    told.tell(.hooksStart(Self.spec, .beforeAll, at: Self.place))
    let rest = told.die(running: [Self.running(Self.spec, hooks: .beforeAll)])
    #expect(rest == Self.rest(failedGroups: [Self.spec]))
    told.tell("( a")
    told.tell(
      .exampleEnd(Self.id("a"), .blocked(by: Self.spec)), .groupEnd(Self.spec, failed: true))
    #expect(told.text == "run (A till <beforeAll issue of A till > a ⊘ A till!)")
  }

  static let shared = ExampleID(["Shop", "opened"])
  private static let sharedStart = Event.groupStart(shared, at: place)

  @Test func `a shared beforeAll that ends a process blocks its specs in every other one`() {
    let told = Told()
    told.tell(Self.sharedStart, .hooksStart(Self.shared, .beforeAll, at: Self.place))
    let rest = told.die(running: [Self.running(Self.shared, hooks: .beforeAll)])
    #expect(rest == Self.rest(failedGroups: [Self.shared]))
    let other = PlanPart(spec: ExampleID(["Shop", "A shelf"]))
    #expect(told.ledger.handOut(other, to: 2).failedGroups == [Self.shared])
    // Another spec ends the process that took over; the failure is still known.
    told.tell(Self.sharedStart)
    told.end(isWhole: false)
    #expect(told.text == "run (opened <beforeAll issue of opened > opened!)")
    #expect(told.summary?.groupFailures == 1)
  }

  @Test(arguments: [true, false])
  func `a shared afterAll that ends a process has failed, whether a spec follows or not`(
    isLast: Bool
  ) {
    let told = Told()
    told.tell(Self.sharedStart, .hooksStart(Self.shared, .afterAll, at: Self.place))
    let running = Self.running(Self.shared, hooks: .afterAll)
    if isLast {
      told.ledger.handle(Self.killed, inSharedHooks: running)
    } else {
      #expect(told.die(running: [running]) == Self.rest())
    }
    // Another process runs and ends the same hooks.
    told.tell(by: 2, Self.sharedStart, .groupEnd(Self.shared))
    told.end()
    #expect(told.text == "run (opened <afterAll issue of opened > opened!)")
    #expect(told.summary?.groupFailures == 1 && told.summary?.runFailures == 0)
  }

  @Test func `hooks that processes run side by side are one group, with the issues of all`() {
    let told = Told()
    func hooks(_ phase: Phase) -> (begin: Event, issue: Event, end: Event) {
      (
        .hooksStart(Self.shared, phase, at: Self.place),
        .issue(Issue("\(phase.rawValue)", phase: phase), of: Self.shared),
        .hooksEnd(Self.shared, phase)
      )
    }
    let (before, after) = (hooks(.beforeAll), hooks(.afterAll))
    told.tell(by: 1, Self.sharedStart, before.begin, before.issue, before.end)
    told.tell(by: 2, Self.sharedStart, before.begin, before.end)
    told.tell(by: 1, .groupEnd(Self.shared, duration: 2, failed: true))
    told.tell(by: 2, after.begin, after.issue, after.end, .groupEnd(Self.shared, duration: 1))
    told.end()
    #expect(
      told.text == "run (opened <beforeAll issue of opened > <beforeAll > "
        + "<afterAll issue of opened > opened!)")
    #expect(told.issues == ["beforeAll", "afterAll"])
    #expect(told.summary?.groupFailures == 1)
  }

  @Test func whatEveryProcessFindsIsToldOnce() {
    let told = Told()
    let found = Event.issue(Issue("odd", isWarning: true))
    told.ledger.receive(found, hasPart: false)
    told.ledger.receive(found, hasPart: false)
    told.ledger.receive(.runStart(examples: 3))
    told.ledger.receive(found, hasPart: true)
    #expect(told.text == "run issue of the run issue of the run")
  }

  @Test func whatRunsTooLongIsKnown() {
    var slow = Self.running(Self.id("slow"))
    slow.start = 10
    var limits = RunOptions()
    #expect(limits.exitGrace == .seconds(10))
    (limits.timeout, limits.grace, limits.memoryLimit) = (.seconds(5), .seconds(2), 100)
    func cause(_ now: Double, late: [ExampleID: Double] = [:], memory: Int = 0) -> ProcessExit
      .Cause?
    {
      limits.exceeded(by: [slow], late: late, memoryUse: { memory }, now: now)
    }
    #expect(cause(15) == nil)
    #expect(cause(15.1) == .timeout(.seconds(5), of: slow.id))
    #expect(cause(13, late: [slow.id: 11]) == nil)
    #expect(cause(13.1, late: [slow.id: 11]) == .grace(.seconds(2), of: slow.id))
    #expect(cause(11, memory: 101) == .memory(100))
    var death = Self.killed
    death.cause = .timeout(.seconds(5), of: slow.id)
    death.running = [Self.running(Self.id("other")), slow]
    #expect(death.culprit == slow)
    #expect(
      death.issue(of: slow).message
        == "It did not end within 5 s (--timeout), so its process was killed.")
  }

  /// The next attempt has its own time limit.
  @Test func aLimitThatAnEarlierAttemptExceededIsNoLongerLate() {
    var late = LateExamples()
    var example = Self.running(Self.id("slow"))
    example.limit = .seconds(20)
    func look(attempt: Int, now: Double) -> [ExampleID: Double] {
      example.attempt = attempt
      late.look(at: [example], now: now)
      return late.times(of: [example])
    }
    #expect(look(attempt: 1, now: 5) == [:])
    let issue = Event.issue(Issue("slow", cause: .timeLimit), of: example.id)
    late.receive(issue, now: 20)
    #expect(look(attempt: 1, now: 20.2) == [example.id: 20])
    #expect(look(attempt: 2, now: 20.5) == [example.id: 40.5])
    #expect(look(attempt: 2, now: 30) == [example.id: 40.5])
    // That was seen before: it is the one that exceeded its limit.
    late.receive(issue, now: 41)
    #expect(look(attempt: 2, now: 42) == [example.id: 41])
    #expect(!late.isEmpty)
    late.receive(.exampleEnd(example.id))
    #expect(late.isEmpty && look(attempt: 1, now: 43) == [:])
  }

  @Test func whatIsCleanedUpInHooksBelongsToThem() {
    var death = Self.killed
    death.running = [.afterAll, .cleanup].map { Self.running(Self.spec, hooks: $0) }
    #expect(death.culprit == death.running[1])
    death.running[1] = Self.running(Self.id("a"))
    #expect(death.culprit == nil)
  }
}
