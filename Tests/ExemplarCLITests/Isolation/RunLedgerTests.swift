import ExemplarCore
import ExemplarLog
import Foundation
import Testing

@testable import ExemplarCLI

/// Reports of a run whose processes exit: each example once.
struct RunLedgerTests {
  static let spec = ExampleID(["Shop", "A till"])
  static let place = Place(path: "/shop/TillSpec.swift", line: 3)
  static let killed = ProcessExit(way: .signal(SIGKILL))

  /// A ledger of one spec, with its events in words.
  final class Told: @unchecked Sendable {
    private(set) var events: [String] = []
    private(set) var issues: [String] = []
    private(set) var summary: RunSummary?
    private(set) var lastDuration = 0.0
    lazy var ledger = RunLedger(allowsFocus: true, sink: { [unowned self] in $0.forEach(note) })

    init(examples: Int = 3) {
      var plan = WorkerPlan(parts: [PlannedPart(spec: spec, examples: examples)])
      plan.sharedHooks = [shared]
      ledger.receive(plan)
      tell(.runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: examples)))
    }

    private func note(_ event: Event) {
      switch event {
      case .runStarted: events.append("run")
      case .groupStarted(let group): events.append("(\(group.id.name)")
      case .groupEnded(let group): events.append(group.failed ? "\(group.id.name)!)" : ")")
      case .exampleStarted(let example): events.append(example.id.name)
      case .exampleEnded(let end):
        lastDuration = end.duration
        switch end.outcome {
        case .passed: events.append("✔")
        case .flaky: events.append("✘✔")
        case .blocked: events.append("⊘")
        default: events.append("✘")
        }
      case .issueRecorded(let record):
        events.append(record.id == nil ? "issue of the run" : "issue of \(record.id!.name)")
        issues.append(record.issue.message)
      case .attachmentRecorded(let attachment): events.append("“\(attachment.text ?? "")”")
      case .hooksStarted(let hooks): events.append("<\(hooks.phase.rawValue)")
      case .hooksEnded: events.append(">")
      case .runEnded(let end): summary = end
      case .exampleListed: break
      }
    }

    func tell(by worker: Int = 1, _ events: Event...) {
      for event in events { ledger.receive(event, of: worker) }
    }

    func die(
      _ death: ProcessExit = killed, running: [RunningExample] = [],
      in part: PlanPart = PlanPart(spec: spec)
    ) -> PlanPart? {
      var death = death
      death.running = running
      return ledger.handle(death, in: part)
    }

    func leaveNothing() { events.append("nothing left") }

    var text: String { events.joined(separator: " ") }
  }

  static func group(_ id: ExampleID = spec, isOutline: Bool = false) -> Event {
    .groupStarted(GroupStarted(id: id, place: place, isOutline: isOutline))
  }
  static func end(_ id: ExampleID = spec) -> Event { .groupEnded(GroupEnded(id: id)) }
  static func begin(_ name: String, in id: ExampleID = spec, row: Bool = false) -> Event {
    let row = row ? RowReference(name: name) : nil
    return .exampleStarted(
      ExampleStarted(id.appending(name), ExampleContext(at: place).inner(at: place, row: row)))
  }
  static func pass(_ name: String, in id: ExampleID = spec) -> Event {
    .exampleEnded(ExampleEnded(id: id.appending(name), outcome: .passed))
  }
  static func running(
    _ name: String, in id: ExampleID = spec, hooks: Phase? = nil
  ) -> RunningExample {
    RunningExample(
      hooks == nil ? id.appending(name) : id, ExampleContext(at: place), isGroupHook: hooks != nil,
      phase: hooks ?? .body)
  }

  /// The actions of workers, the reported events, and the end of the last issue.
  ///
  /// `(` and `)` begin and end the spec or a group of it, `a` and `✔a` an example; `!a` fails an assertion in it; `<` begins
  /// hooks. At `†` a process dies while these run, at `‡` while one runs that may be tried again. `.` ends the run.
  @Test(arguments: [
    ("( a †a", "run (A till a issue of a ✘", "while this ran."),
    (
      "( a ‡a ( b ✔b ) .", "run (A till a issue of a b ✔ issue of a ✘ )",
      "the set of examples must not depend on the process."
    ),
    ("( a ‡a .", "run (A till a issue of a issue of a ✘ )", "\nThere was no other attempt."),
    (
      "( a ✔a <afterAll †<afterAll",
      "run (A till a ✔ <afterAll issue of A till > A till!) nothing left",
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
    for step in script.split(separator: " ") {
      let names = step.drop { "(✔!<†‡".contains($0) }
      func id(_ names: Substring) -> ExampleID {
        names.split(separator: "/").reduce(Self.spec) { $0.appending(String($1)) }
      }
      let example = id(names)
      switch step.first {
      case "(": told.tell(Self.group(example))
      case ")": told.tell(Self.end())
      case ".": told.ledger.end(duration: 1, isWhole: true)
      case "<":
        told.tell(.hooksStarted(HooksStarted(id: Self.spec, phase: .afterAll, place: Self.place)))
      case "✔": told.tell(.exampleEnded(ExampleEnded(id: example, outcome: .passed)))
      case "!":
        let failure = Issue("Expectation failed", at: Self.place, isExpected: true)
        told.tell(.issueRecorded(IssueRecorded(id: example, issue: failure)))
      case "†", "‡":
        let running = names.split(separator: "+").map { name in
          var running = Self.running(id(name).name, in: id(name).parent!)
          if step.contains("<") { running = Self.running("", hooks: .afterAll) }
          running.isRetryable = step.first == "‡"
          return running
        }
        if told.die(running: running) == nil { told.leaveNothing() }
      default: told.tell(Self.begin(example.name, in: example.parent!))
      }
    }
    #expect(told.text == text)
    #expect(told.issues.last?.hasSuffix(issue) == true, "\(told.issues)")
    #expect(told.summary?.isSuccess != true)
  }

  @Test func whatRanFailsAndTheRestIsLeft() {
    let told = Told()
    told.tell(Self.group(), Self.begin("a"), Self.pass("a"), Self.begin("b"))
    var death = Self.killed
    death.outputs[Self.spec.appending("b")] = AttachmentRecorded(
      id: Self.spec.appending("b"), name: AttachmentRecorded.outputName, size: 2, text: "oh")
    let rest = told.die(death, running: [Self.running("b")])
    #expect(
      rest
        == PlanPart(
          spec: Self.spec, done: [Self.spec.appending("a"), Self.spec.appending("b")], isRest: true)
    )
    told.tell(Self.group(), Self.begin("c"), Self.pass("c"), Self.end())
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.text == "run (A till a ✔ b issue of b “oh” ✘ c ✔ )")
    #expect(told.issues == ["The process was ended by signal 9 (killed) while this ran."])
    #expect(told.summary?.passed == 2 && told.summary?.failed == 1)
    #expect(told.summary?.finished == true && told.summary?.notReached == 0)
  }

  @Test func anAttemptThatEndsTheProcessIsFollowedByTheNext() {
    let told = Told()
    var running = Self.running("a")
    running.isRetryable = true
    running.start = 0
    told.tell(Self.group(), Self.begin("a"))
    var death = Self.killed
    death.time = 2
    let rest = told.die(death, running: [running])
    #expect(
      rest
        == PlanPart(spec: Self.spec, lostAttempts: [Self.spec.appending("a"): 1], isRest: true))
    running.attempt = 2
    told.tell(Self.group(), Self.begin("a"))
    #expect(told.die(death, running: [running])?.lostAttempts == [Self.spec.appending("a"): 2])
    let flaky = ExampleEnded(
      id: Self.spec.appending("a"), outcome: .flaky, duration: 1, attempts: 3)
    told.tell(Self.group(), Self.begin("a"), .exampleEnded(flaky))
    #expect(told.text == "run (A till a issue of a issue of a ✘✔")
    #expect(told.ledger.summary.flaky == 1 && told.ledger.summary.failed == 0)
    #expect(told.lastDuration == 5)
    // The next one of the spec has lost nothing.
    told.tell(Self.begin("b"))
    #expect(told.die(running: [Self.running("b")])?.lostAttempts == [:])
  }

  @Test func allAttemptsHaveOneTimeout() {
    let told = Told()
    var running = Self.running("a")
    running.isRetryable = true
    told.tell(Self.group(), Self.begin("a"))
    var death = Self.killed
    death.cause = .timeout(.seconds(1), of: running.id)
    #expect(told.die(death, running: [running])?.lostAttempts == [:])
    #expect(told.text == "run (A till a issue of a ✘")
    #expect(told.ledger.summary.failed == 1)
  }

  @Test(arguments: [
    Outcome.skipped(reason: "no network"), .blocked(by: spec), .pending(reason: nil),
  ])
  func anExampleThatDoesNotRunAgainHasFailed(outcome: Outcome) {
    let told = Told()
    var running = Self.running("a")
    running.isRetryable = true
    told.tell(Self.group(), Self.begin("a"))
    _ = told.die(running: [running])
    let end = ExampleEnded(id: running.id, outcome: outcome, attempts: 0)
    told.tell(Self.group(), Self.begin("a"), .exampleEnded(end))
    #expect(told.text == "run (A till a issue of a issue of a ✘")
    #expect(told.ledger.summary.failed == 1 && told.ledger.summary.unexpected == 1)
    #expect(told.issues[1].hasPrefix(told.issues[0] + "\nThe"))
  }

  @Test func aFailedAttemptInAProcessThatAnotherExampleEndedCounts() {
    let retried = Issue("Expectation failed", at: Self.place, isExpected: true, isRetried: true)
    func text(_ outcome: Outcome) -> String {
      let told = Told()
      told.tell(
        Self.group(), Self.begin("a"), Self.begin("b"),
        .issueRecorded(IssueRecorded(id: Self.spec.appending("a"), issue: retried)))
      _ = told.die(running: [Self.running("a"), Self.running("b")])
      let end = ExampleEnded(id: Self.spec.appending("a"), outcome: outcome)
      told.tell(Self.group(), Self.begin("a"), .exampleEnded(end))
      return told.text
    }
    #expect(text(.passed) == "run (A till a b issue of a ✘✔")
    #expect(text(.skipped(reason: "sold out")) == "run (A till a b issue of a issue of a ✘")
  }

  @Test func moreInOneSpecDoesNotMakeUpForLessInAnother() {
    let told = Told(examples: 2)
    let other = ExampleID(["Shop", "A shelf"])
    told.ledger.receive(
      WorkerPlan(parts: [
        PlannedPart(spec: Self.spec, examples: 2), PlannedPart(spec: other, examples: 1),
      ]))
    told.tell(Self.group(), Self.begin("a"), Self.pass("a"), Self.end())
    told.tell(
      Self.group(other), Self.begin("a", in: other), Self.pass("a", in: other),
      Self.begin("b", in: other), Self.pass("b", in: other), Self.end(other))
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.summary?.notReached == 1)
    #expect(told.summary?.isSuccess == false)
  }

  @Test func rowsAreCounted() {
    let told = Told(examples: 1)
    let outline = Self.spec.appending("sells")
    told.tell(Self.group(), Self.group(outline, isOutline: true))
    for name in ["one", "two"] {
      told.tell(Self.begin(name, in: outline, row: true), Self.pass(name, in: outline))
    }
    told.tell(Self.begin("three", in: outline, row: true))
    let rest = told.die(running: [Self.running("three", in: outline)])
    #expect(
      rest
        == PlanPart(
          spec: Self.spec, rows: [outline: FinishedRows(3, last: outline.appending("three"))],
          isRest: true))
    // Findings about all rows are reported once.
    let found = Self.begin("row names", in: outline)
    told.tell(
      Self.group(), Self.group(outline, isOutline: true),
      Self.begin("four", in: outline, row: true), Self.pass("four", in: outline), found,
      Self.pass("row names", in: outline))
    let again = told.die(running: [])
    #expect(again?.rows == [outline: FinishedRows(4, last: outline.appending("four"))])
    told.tell(
      Self.group(), Self.group(outline, isOutline: true), found,
      Self.pass("row names", in: outline), Self.end(outline), Self.end())
    told.ledger.end(duration: 1, isWhole: true)
    #expect(
      told.text == "run (A till (sells one ✔ two ✔ three issue of three ✘ four ✔ row names ✔ ) "
        + "issue of the run )")
    #expect(told.summary?.executed == 5)
  }

  @Test func rowsThatEndTheProcessWhereTheyAreReadFailTheirOutline() {
    let told = Told(examples: 1)
    let outline = Self.spec.appending("sells")
    told.tell(
      Self.group(), Self.group(outline, isOutline: true), Self.begin("one", in: outline, row: true),
      Self.pass("one", in: outline))
    let rest = told.die()
    #expect(rest?.rows == [outline: FinishedRows(1, last: outline.appending("one"))])
    told.tell(Self.group(), Self.group(outline, isOutline: true))
    #expect(told.die() == PlanPart(spec: Self.spec, done: [outline], isRest: true))
    told.tell(Self.group(), Self.end())
    #expect(told.text == "run (A till (sells one ✔ rows issue of rows ✘ ) )")
    #expect(told.issues == ["The process was ended by signal 9 (killed) while the rows were read."])
  }

  @Test func aBeforeAllThatEndsTheProcessBlocksItsGroup() {
    let told = Told()
    let hooks = HooksStarted(id: Self.spec, phase: .beforeAll, place: Self.place)
    told.tell(Self.group(), .hooksStarted(hooks))
    let rest = told.die(running: [Self.running("", hooks: .beforeAll)])
    #expect(rest == PlanPart(spec: Self.spec, failedGroups: [Self.spec], isRest: true))
    let blocked = ExampleEnded(id: Self.spec.appending("a"), outcome: .blocked(by: Self.spec))
    told.tell(
      Self.group(), Self.begin("a"), .exampleEnded(blocked),
      .groupEnded(GroupEnded(id: Self.spec, failed: true)))
    #expect(told.text == "run (A till <beforeAll issue of A till > a ⊘ A till!)")
  }

  static let shared = ExampleID(["Shop", "opened"])

  @Test func `a shared beforeAll that ends a process blocks its specs in every other one`() {
    let told = Told()
    let hooks = HooksStarted(id: Self.shared, phase: .beforeAll, place: Self.place)
    told.tell(Self.group(Self.shared), .hooksStarted(hooks))
    let rest = told.die(running: [Self.running("", in: Self.shared, hooks: .beforeAll)])
    #expect(rest == PlanPart(spec: Self.spec, failedGroups: [Self.shared], isRest: true))
    let other = PlanPart(spec: ExampleID(["Shop", "A shelf"]))
    #expect(told.ledger.handOut(other, to: 2).failedGroups == [Self.shared])
    // Another spec ends the process that took over; the failure is still known.
    told.tell(Self.group(Self.shared))
    told.ledger.end(duration: 0, isWhole: false)
    #expect(told.text == "run (opened <beforeAll issue of opened > opened!)")
    #expect(told.summary?.groupFailures == 1)
  }

  @Test func `a shared afterAll that ends a process has failed, whether a spec follows or not`() {
    for isLast in [true, false] {
      let told = Told()
      let hooks = HooksStarted(id: Self.shared, phase: .afterAll, place: Self.place)
      told.tell(Self.group(Self.shared), .hooksStarted(hooks))
      let running = Self.running("", in: Self.shared, hooks: .afterAll)
      if isLast {
        told.ledger.handle(Self.killed, inSharedHooks: running)
      } else {
        #expect(told.die(running: [running]) == PlanPart(spec: Self.spec, isRest: true))
      }
      // Another process runs and ends the same hooks.
      told.tell(by: 2, Self.group(Self.shared), Self.end(Self.shared))
      told.ledger.end(duration: 0, isWhole: true)
      #expect(told.text == "run (opened <afterAll issue of opened > opened!)", "\(isLast)")
      #expect(told.summary?.groupFailures == 1 && told.summary?.runFailures == 0)
    }
  }

  @Test func `hooks that processes run side by side are one group, with the issues of all`() {
    let told = Told()
    func hooks(_ phase: Phase) -> (begin: Event, issue: Event, end: Event) {
      let issue = IssueRecorded(id: Self.shared, issue: Issue("\(phase.rawValue)", phase: phase))
      return (
        .hooksStarted(HooksStarted(id: Self.shared, phase: phase, place: Self.place)),
        .issueRecorded(issue), .hooksEnded(HooksEnded(id: Self.shared, phase: phase))
      )
    }
    let (before, after) = (hooks(.beforeAll), hooks(.afterAll))
    told.tell(by: 1, Self.group(Self.shared), before.begin, before.issue, before.end)
    told.tell(by: 2, Self.group(Self.shared), before.begin, before.end)
    told.tell(by: 1, .groupEnded(GroupEnded(id: Self.shared, duration: 2, failed: true)))
    told.tell(by: 2, after.begin, after.issue, after.end)
    told.tell(by: 2, .groupEnded(GroupEnded(id: Self.shared, duration: 1)))
    told.ledger.end(duration: 0, isWhole: true)
    #expect(
      told.text == "run (opened <beforeAll issue of opened > <beforeAll > "
        + "<afterAll issue of opened > opened!)")
    #expect(told.issues == ["beforeAll", "afterAll"])
    #expect(told.summary?.groupFailures == 1)
  }

  @Test func whatEveryProcessFindsIsToldOnce() {
    let told = Told()
    let found = Event.issueRecorded(IssueRecorded(id: nil, issue: Issue("odd", isWarning: true)))
    told.ledger.receive(found, hasPart: false)
    told.ledger.receive(found, hasPart: false)
    told.ledger.receive(.runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: 3)))
    told.ledger.receive(found, hasPart: true)
    #expect(told.text == "run issue of the run issue of the run")
  }

  @Test func whatRunsTooLongIsKnown() {
    var slow = Self.running("slow")
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
    death.running = [Self.running("other"), slow]
    #expect(death.culprit == slow)
    #expect(
      death.issue(of: slow).message
        == "It did not end within 5 s (--timeout), so its process was killed.")
  }

  /// The next attempt has its own time limit.
  @Test func aLimitThatAnEarlierAttemptExceededIsNoLongerLate() {
    var late = LateExamples()
    var example = Self.running("slow")
    example.limit = .seconds(20)
    func look(attempt: Int, now: Double) -> [ExampleID: Double] {
      example.attempt = attempt
      late.look(at: [example], now: now)
      return late.times(of: [example])
    }
    #expect(look(attempt: 1, now: 5) == [:])
    late.receive(
      .issueRecorded(IssueRecorded(id: example.id, issue: Issue("slow", cause: .timeLimit))),
      now: 20)
    #expect(look(attempt: 1, now: 20.2) == [example.id: 20])
    #expect(look(attempt: 2, now: 20.5) == [example.id: 40.5])
    #expect(look(attempt: 2, now: 30) == [example.id: 40.5])
    // That was seen before: it is the one that exceeded its limit.
    late.receive(
      .issueRecorded(IssueRecorded(id: example.id, issue: Issue("slow", cause: .timeLimit))),
      now: 41)
    #expect(look(attempt: 2, now: 42) == [example.id: 41])
    #expect(!late.isEmpty)
    late.receive(.exampleEnded(ExampleEnded(id: example.id, outcome: .passed)))
    #expect(late.isEmpty && look(attempt: 1, now: 43) == [:])
  }

  @Test func whatIsCleanedUpInHooksBelongsToThem() {
    var death = Self.killed
    death.running = [Self.running("", hooks: .afterAll), Self.running("", hooks: .cleanup)]
    #expect(death.culprit == death.running[1])
    death.running[1] = Self.running("a")
    #expect(death.culprit == nil)
  }
}
