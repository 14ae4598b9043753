import ExemplarCore
import ExemplarLog

/// Decides which plain tests the processes run, and what the exits of processes mean for them.
///
/// It touches no process: it receives events and exits, and returns parts of the run. If a process exits before its tests
/// have finished, those that were running run again, each by itself, and the rest runs in another process.
final class ForeignTestDispatcher {
  private let options: RunOptions
  private let quarantine: QuarantineList
  private let emit: (Event) -> Void
  /// Receives a sentence about tests that run again.
  private let announce: (String) -> Void
  /// How many examples failed before these tests began.
  private let failedBefore: Int
  private let ledger = PartLedger(ExampleID([]), isSideBySide: true)
  /// The parts that no process runs yet, the next at the start.
  private var waiting: [ForeignTestPart]
  private let count: Int
  private let tests: [ExampleID: ForeignTest]
  /// The tests of each class or suite that have not finished.
  private var unfinished: [ExampleID: Set<ExampleID>]
  private var failed: Set<ExampleID> = []
  private var finishedGroups: [ExampleID] = []
  /// Exits between two tests, with the class or the suite that would have been next, if that is known.
  private var exitsBetween: [(exit: ProcessExit, last: ForeignTest, next: ExampleID?)] = []
  /// The arguments that were running when a process exited, by their tests.
  private var lost: [ExampleID: Set<ExampleID>] = [:]
  /// How many tests or classes of a program and library never began, as long as none of them did.
  private var neverBegun: [ForeignTest.Kind: Int] = [:]
  private var begun: Set<ForeignTest.Kind> = []
  /// The failed example after which nothing more begins.
  private var last: ExampleID?
  var isStopped: Bool { last != nil }

  init(
    _ parts: [ForeignTestPart], _ options: RunOptions,
    quarantine: QuarantineList = QuarantineList(), failedBefore: Int = 0,
    announce: @escaping (String) -> Void = { _ in }, _ emit: @escaping (Event) -> Void
  ) {
    (self.options, self.failedBefore, waiting) = (options, failedBefore, parts)
    (self.quarantine, self.announce, self.emit) = (quarantine, announce, emit)
    let all = parts.flatMap(\.tests)
    count = all.count
    tests = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
    unfinished = Dictionary(grouping: all.map(\.id), by: \.spec).mapValues(Set.init)
  }

  /// The next part that a process has to run, if there is one.
  func next() -> ForeignTestPart? { waiting.isEmpty ? nil : waiting.removeFirst() }

  // MARK: Events

  /// Receives events of the process that runs a part.
  func receive(_ events: [Event], of part: ForeignTestPart) {
    if !events.isEmpty { begun.insert(part.kind) }
    receive(events)
  }

  private func receive(_ events: [Event]) {
    for event in events where !isRepeatedFailure(event) {
      ledger.receive(event, output: nil, emit: pass)
      endFinishedGroups()
    }
  }

  /// Ends the classes and the suites all of whose tests have finished.
  private func endFinishedGroups() {
    while let group = finishedGroups.popLast() {
      ledger.receive(.groupEnded(GroupEnded(id: group)), output: nil, emit: pass)
    }
  }

  /// Whether the event is a failure of an argument that passed before, which fails the run.
  private func isRepeatedFailure(_ event: Event) -> Bool {
    guard case .issueRecorded(let record) = event, let id = record.id, ledger.isDone(id),
      record.issue.isFailure || record.issue.isRetried, !failed.contains(id), tests[id] == nil
    else { return false }
    fail("\(id.heading) passed, and failed when its test ran again: \(record.issue.message)")
    return true
  }

  private func fail(_ message: String) {
    pass(.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess))))
  }

  private func pass(_ event: Event) {
    emit(event)
    switch event {
    case .exampleEnded(let end):
      if end.outcome.isFailure {
        failed.insert(end.id)
        if let limit = options.failFast, failedBefore + failed.count >= limit {
          (last, waiting) = (end.id, [])
        }
      }
      finish(end.id)
    case .groupEnded(let end): finish(end.id)
    default: break
    }
  }

  private func finish(_ id: ExampleID) {
    guard tests[id] != nil, unfinished[id.spec]?.remove(id) != nil,
      unfinished[id.spec]?.isEmpty == true
    else { return }
    finishedGroups.append(id.spec)
  }

  // MARK: Exits

  /// Handles the exit of the process of a part.
  ///
  /// - Parameters:
  ///   - events: Everything that the process has reported.
  ///   - hasEnded: Whether it has reported the end of its tests.
  func end(
    _ part: ForeignTestPart, _ events: ForeignTestEvents, hasEnded: Bool, _ exit: ProcessExit
  ) {
    if isStopped { return }
    if exit.hasCrashReport, case .status = exit.way {
      fail(exit.message(while: "after the runtime had reported a crash in it"))
    }
    let unseen = events.unseen(of: part.tests)
    let open = events.openTests
    var retried = events.retried
    if !open.isEmpty {
      retried += handle(exit, of: open, in: part, events)
    } else if unseen.isEmpty {
      checkEnd(exit, events, hasEnded: hasEnded)
    } else if unseen.count < part.tests.count {
      note(exit, between: part, unseen, events, hasEnded: hasEnded)
    } else {
      return split(part, exit)
    }
    if isStopped { return }
    var parts = retried.map {
      ForeignTestPart(tests: [$0], isSerial: true, attempt: part.attempt + 1)
    }
    if !unseen.isEmpty { parts.append(part.of(unseen)) }
    waiting = parts + waiting
  }

  /// Handles an exit while tests were running: at most one of them is the cause. Returns those that are tried again.
  private func handle(
    _ exit: ProcessExit, of open: [ForeignTest], in part: ForeignTestPart,
    _ events: ForeignTestEvents
  ) -> [ForeignTest] {
    var exit = exit
    // Arguments that finished in an earlier process keep their results.
    exit.running = events.running.filter { !ledger.isDone($0.id) }
    let hasFailedArgument = exit.running.count < events.running.count
    let interrupted = exit.running
    if open.count > 1 {
      // So is a test that is between two of its arguments.
      exit.running += open.filter { test in
        test.hasArguments && !events.running.contains { $0.id.isAtOrBelow(test.id) }
      }.map { RunningExample($0.id, $0.context) }
    }
    // Swift Testing reports that tests begin before it calls any of them. A thread or a task that an earlier test of the
    // process left behind may end it, so a later one runs again by itself.
    let isFirst = part.library == .xctest || events.seen.count == 1
    let culprit = part.isOneByOne && isFirst ? exit.culprit : nil
    // Where tests are tried again, it ends an attempt of each that may be the cause.
    let isAttempt =
      culprit == nil && !interrupted.isEmpty && interrupted.allSatisfy(exit.isRetried)
    let isKnown = culprit != nil || hasFailedArgument
    for test in open where test.hasArguments {
      let rows = events.running.map(\.id).filter { $0.isAtOrBelow(test.id) }
      lost[test.id, default: []].formUnion(rows)
    }
    if isAttempt {
      for running in interrupted {
        _ = ledger.attribute(exit.alone(running, of: interrupted.count), emit: pass)
      }
    } else if !exit.running.isEmpty {
      _ = ledger.attribute(exit, isCertain: culprit != nil, emit: pass)
    }
    endFinishedGroups()
    var again: [ForeignTest] = []
    var suspects: [ForeignTest] = []
    for test in open where !ledger.isDone(test.id) {
      if let culprit, exit.isRetried(culprit), culprit.id.isAtOrBelow(test.id) {
        again.append(test)
      } else if part.isSingle {
        lose(test, exit, isKnown: isKnown)
      } else {
        suspects.append(test)
      }
    }
    if !suspects.isEmpty, !isStopped {
      let names = suspects.count == 1 ? "1 test was" : "\(suspects.count) tests were"
      let verb = suspects.count == 1 ? "It runs" : "Each runs"
      announce("A process \(exit.explanation) while \(names) running. \(verb) again by itself.")
      let serial = Self.shares(of: suspects).map {
        ForeignTestPart(
          tests: $0, isSerial: true, attempt: part.attempt + (isAttempt ? 1 : 0))
      }
      waiting = serial + waiting
    }
    return again
  }

  /// A test with arguments, the only one that ran, loses those that have not finished.
  ///
  /// - Parameter isKnown: Whether an argument has failed by the exit.
  private func lose(_ test: ForeignTest, _ exit: ProcessExit, isKnown: Bool) {
    let message =
      isKnown
      ? "The process ended before all arguments of this test had run."
      : exit.message(while: "before all arguments of this test had run")
    let issue = Issue(message, at: test.context.place, cause: .endOfProcess)
    ledger.clear(test.id)
    let rows = lost[test.id, default: []].filter { !ledger.isDone($0) }
    let ends = rows.sorted { $0.text < $1.text }.map {
      Event.exampleEnded(ExampleEnded(id: $0, outcome: .blocked(by: test.id)))
    }
    receive(
      [.issueRecorded(IssueRecorded(id: test.id, issue: issue))] + ends
        + [.groupEnded(GroupEnded(id: test.id, failed: true))])
  }

  /// The tests that each of some processes runs, one after the other: one test, unless there are many.
  static func shares(of tests: [ForeignTest]) -> [[ForeignTest]] {
    let size = (tests.count + processesOfSuspects - 1) / processesOfSuspects
    return stride(from: 0, to: tests.count, by: size).map {
      Array(tests[$0..<min($0 + size, tests.count)])
    }
  }

  /// How many processes run the tests again that were running when one exited.
  private static let processesOfSuspects = 8

  /// Checks the exit of a process whose tests have all finished.
  private func checkEnd(_ exit: ProcessExit, _ events: ForeignTestEvents, hasEnded: Bool) {
    if exit.cause != nil {
      fail(exit.message(while: "after its tests had finished"))
    } else if !hasEnded {
      fail(exit.message(while: "before it had reported the end of its tests"))
    } else if exit.way != .status(0), exit.way != .status(1) || !events.hasFailed {
      fail(exit.message(while: "after its tests had finished, none of which reports the reason"))
    }
  }

  /// Notes an exit between two tests, after which another process runs the rest.
  private func note(
    _ exit: ProcessExit, between part: ForeignTestPart, _ unseen: [ForeignTest],
    _ events: ForeignTestEvents, hasEnded: Bool
  ) {
    let isNormal = exit.cause == nil && (exit.way == .status(0) || events.hasFailed)
    if hasEnded, isNormal { return }
    // XCTest runs its tests in the order of its list.
    guard let last = part.tests.last(where: { events.seen.contains($0.name) }) else { return }
    let next = part.library == .xctest ? unseen.first?.id.spec : nil
    exitsBetween.append((exit, last, next == last.id.spec ? nil : next))
  }

  /// Handles an exit before any test of a part began: the cause is searched in parts of it.
  private func split(_ part: ForeignTestPart, _ exit: ProcessExit) {
    let kind = part.kind
    let groups = part.tests.grouped(by: \.id.spec)
    // The first class has a `setUp`, which runs before its first test.
    if part.library == .xctest, groups.count > 1 {
      waiting = [part.of(groups[0]), part.of(groups.dropFirst().joined())] + waiting
    } else if part.library == .swiftTesting, part.tests.count > 1 {
      let pieces = groups.count > 1 ? groups : part.tests.map { [$0] }
      let (first, rest) = (pieces.prefix(pieces.count / 2), pieces.dropFirst(pieces.count / 2))
      waiting = [first, rest].map { part.of($0.joined()) } + waiting
    } else {
      exitsBetween.removeAll { $0.next == part.tests[0].id.spec }
      for test in part.tests { fail(test, exit) }
      guard !begun.contains(kind) else { return }
      neverBegun[kind, default: 0] += 1
      guard neverBegun[kind] == Self.searchLimit else { return }
      // The program as a whole is the cause.
      let rest = waiting.filter { $0.kind == kind }
      waiting.removeAll { $0.kind == kind }
      for test in rest.flatMap(\.tests) { fail(test, exit) }
    }
  }

  /// How many classes or tests are tried if no test of their program ever begins.
  private static let searchLimit = 4

  /// Fails a test that no process has begun.
  private func fail(_ test: ForeignTest, _ exit: ProcessExit) {
    let attempts = options.retries + 1
    var events = ForeignTestEvents(
      [test], attempt: attempts, retries: options.retries, quarantine: quarantine)
    let issue = Issue(
      exit.message(while: "before this began"), at: test.context.place, cause: .endOfProcess)
    receive(events.record(issue, of: test.id))
  }

  // MARK: The end

  /// Ends everything. Returns how many tests have not run.
  func finish() -> Int {
    for (exit, last, _) in exitsBetween {
      let place = last.library == .xctest ? ", after \(last.id.heading) had finished" : ""
      fail(exit.message(while: "between two tests\(place)"))
    }
    // After the last failure, tests of killed processes have no result, nor have those that would have run again.
    if let last {
      receive(
        ledger.unfinished.map { .exampleEnded(ExampleEnded(id: $0, outcome: .blocked(by: last))) })
    }
    ledger.giveUp(pass)
    return count - ledger.reached
  }
}
