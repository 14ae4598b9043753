import ExemplarCore
import ExemplarLog

/// Converts the results of test libraries, as one process reports them, into events. Groups begin with their first test;
/// the run ends them.
struct ForeignTestEvents {
  /// A running test without arguments, or an argument of a test.
  private struct Open {
    let test: ForeignTest
    let start: Double
    let context: ExampleContext
    /// Whether an assertion caused its first failure; `nil` if it has not failed.
    var isExpected: Bool?
  }

  /// The tests that have been reported, by the names in their library.
  private(set) var seen: Set<String> = []
  private let tests: [String: ForeignTest]
  /// Which attempt of the tests this is, and how often those that fail are tried again.
  private let attempt: Int
  private let retries: Int
  private var known: Set<ExampleID> = []
  /// The tests with arguments that have begun and are not over.
  private var openOutlines: [ForeignTest] = []
  /// The tests with arguments one of which has failed, and groups that failed, also those in quarantine.
  private var failedOutlines: Set<ExampleID> = []
  /// The running examples.
  private var open: [ExampleID: Open] = [:]
  /// The groups that failed by themselves, as a test whose arguments cannot be made.
  private var failedGroups: Set<ExampleID> = []
  /// The tests that have failed and are tried again, in another process.
  private(set) var retried: [ForeignTest] = []
  /// Whether anything has failed, even if it is tried again.
  private(set) var hasFailed = false
  /// How many of the arguments of a test had a text.
  private var rows: [ExampleID: [String: Int]] = [:]

  /// The quarantines of a list.
  private let quarantine: QuarantineList

  init(
    _ tests: [ForeignTest], attempt: Int = 1, retries: Int = 0,
    quarantine: QuarantineList = QuarantineList()
  ) {
    self.quarantine = quarantine
    self.tests = Dictionary(tests.map { ($0.name, $0) }) { first, _ in first }
    (self.attempt, self.retries) = (attempt, retries)
  }

  func test(named name: String) -> ForeignTest? { tests[name] }

  /// Whether a test that fails is tried again.
  private var isRetryable: Bool { attempt <= retries }

  /// A name for an argument of a test that no other argument of it has.
  mutating func row(of test: ForeignTest, named name: String) -> ExampleID {
    let number = rows[test.id, default: [:]][name, default: 0] + 1
    rows[test.id, default: [:]][name] = number
    return test.id.appending(number == 1 ? name : "\(name) (\(number))")
  }

  // MARK: What happens

  /// A test begins; with arguments, its examples come later.
  mutating func begin(_ test: ForeignTest, at time: Double) -> [Event] {
    // A test that could not be prepared has ended already.
    guard seen.insert(test.name).inserted else { return [] }
    guard test.hasArguments else {
      return groups(around: test.id, of: test) + begin(test.id, of: test, nil, at: time)
    }
    openOutlines.append(test)
    return groups(around: test.id, of: test) + group(test.id, of: test, .outline)
  }

  /// Ends a test; if it has arguments, those that ran.
  ///
  /// - Parameter hasFailed: Whether its library reports a failure, even one without a reason.
  mutating func end(_ test: ForeignTest, hasFailed: Bool, at time: Double) -> [Event] {
    let isExplained =
      failedGroups.contains(test.id) || failedOutlines.contains(test.id)
      || open[test.id]?.isExpected != nil
    let unexplained =
      hasFailed && !isExplained
      ? record(
        Issue(
          "\(test.library.rawValue) reported a failure without a reason.", at: test.context.place),
        of: test.id) : []
    guard test.hasArguments else { return unexplained + end(test.id, at: time) }
    let count = openOutlines.count
    openOutlines.removeAll { $0.id == test.id }
    if openOutlines.count == count { return unexplained }
    if isRetryable, failedOutlines.contains(test.id), !failedGroups.contains(test.id) {
      retried.append(test)
      return unexplained
    }
    let end = GroupEnded(id: test.id, failed: failedGroups.contains(test.id))
    return unexplained + [.groupEnded(end)]
  }

  /// An argument of a test begins.
  mutating func begin(
    _ row: ExampleID, of test: ForeignTest, _ reference: RowReference?, at time: Double
  ) -> [Event] {
    var context = test.context.adding(quarantine.facts(of: row))
    context.row = reference
    open[row] = Open(test: test, start: time, context: context)
    return [.exampleStarted(ExampleStarted(row, context))]
  }

  /// Something was recorded for an example, a test, or nothing in particular.
  mutating func record(_ issue: Issue, of id: ExampleID?) -> [Event] {
    var issue = issue
    hasFailed = hasFailed || issue.isFailure
    guard let id, let example = open[id] else {
      let test = id.flatMap { id in tests.values.first { $0.id == id } }
      // Something that the test needs cannot be made, so its library never begins it.
      if let test, issue.isFailure, !seen.contains(test.name) {
        let now = EventLog.now
        return begin(test, at: now) + record(issue, of: test.id)
          + end(test, hasFailed: true, at: now)
      }
      // An issue of a test that is not running fails the run, or its group.
      let group = id.flatMap { id in openOutlines.contains { $0.id == id } ? id : nil }
      if let group {
        if issue.isFailure { failedOutlines.insert(group) }
        issue.context = issue.context.adding(quarantine.facts(of: group))
        issue.quarantine()
      }
      if let group, issue.isFailure { failedGroups.insert(group) }
      return [.issueRecorded(IssueRecorded(id: group, issue: issue))]
    }
    issue.context = example.context
    if issue.isFailure {
      if example.isExpected == nil { open[id]?.isExpected = issue.isExpected }
      issue.isRetried = isRetryable
      issue.quarantine()
    }
    return [.issueRecorded(IssueRecorded(id: id, issue: issue))]
  }

  /// Ends an example, whose outcome follows from its issues. One that is tried again has not ended.
  mutating func end(_ id: ExampleID, skipped reason: String? = nil, at time: Double) -> [Event] {
    guard let example = open.removeValue(forKey: id) else { return [] }
    if example.isExpected != nil {
      if example.test.hasArguments { failedOutlines.insert(example.test.id) }
      if isRetryable {
        if !example.test.hasArguments { retried.append(example.test) }
        return []
      }
    }
    let outcome: Outcome =
      if let isExpected = example.isExpected {
        example.context.outcome(ofFailure: !isExpected)
      } else if let reason {
        .skipped(reason: reason)
      } else {
        .passed
      }
    return [
      .exampleEnded(
        ExampleEnded(
          id: id, outcome: outcome, duration: max(0, time - example.start), attempts: attempt))
    ]
  }

  /// A test is left out by its library.
  mutating func skip(_ test: ForeignTest, _ reason: String) -> [Event] {
    seen.insert(test.name)
    let context = test.context.adding(quarantine.facts(of: test.id))
    return groups(around: test.id, of: test) + [
      .exampleStarted(ExampleStarted(test.id, context)),
      .exampleEnded(ExampleEnded(id: test.id, outcome: .skipped(reason: reason))),
    ]
  }

  /// Whether something goes on.
  var isOpen: Bool { !open.isEmpty || !openOutlines.isEmpty }

  /// Whether this example goes on.
  func isOpen(_ id: ExampleID) -> Bool { open[id] != nil }

  /// Whether this example goes on and has failed.
  func hasFailed(_ id: ExampleID) -> Bool { open[id]?.isExpected != nil }

  /// The tests that have begun and not ended.
  var openTests: [ForeignTest] {
    var ids: Set<ExampleID> = []
    return (open.values.map(\.test) + openOutlines).filter { ids.insert($0.id).inserted }
      .sorted { $0.id.text < $1.id.text }
  }

  /// The running examples, the oldest first.
  var running: [RunningExample] {
    open.map { id, example in
      var running = RunningExample(id, example.context)
      (running.start, running.attempt) = (example.start, attempt)
      running.isRetryable = isRetryable
      return running
    }
    .sorted { ($0.start ?? 0, $0.id.text) < ($1.start ?? 0, $1.id.text) }
  }

  /// The tests that have not been reported.
  func unseen(of tests: [ForeignTest]) -> [ForeignTest] {
    tests.filter { !seen.contains($0.name) }
  }

  // MARK: Groups

  private mutating func groups(around id: ExampleID, of test: ForeignTest) -> [Event] {
    sequence(first: id, next: \.parent).dropFirst().prefix { $0.depth >= 2 }.reversed()
      .flatMap { group($0, of: test, .group) }
  }

  private mutating func group(
    _ id: ExampleID, of test: ForeignTest, _ kind: GroupStarted.Kind
  ) -> [Event] {
    guard known.insert(id).inserted else { return [] }
    return [.groupStarted(GroupStarted(id: id, place: test.place, kind: kind))]
  }
}
