import ExemplarCore
import ExemplarLog

/// Converts the results of test libraries into events: groups begin with their first test, and end
/// with the library.
struct ForeignTestEvents {
  /// The tests that have been reported, by the names in their library.
  private(set) var seen: Set<String> = []
  private let tests: [String: ForeignTest]
  /// The groups that have begun, in that order.
  private var groups: [ExampleID] = []
  private var known: Set<ExampleID> = []
  /// The tests with arguments that have begun and are not over.
  private var openOutlines: [ExampleID] = []
  /// The tests with arguments one of which has failed, and groups that failed, also those in quarantine.
  private var failedOutlines: Set<ExampleID> = []
  /// The running tests, by the ids of their examples; of each its first failure, and whether an assertion caused it.
  private var open: [ExampleID: (start: Double, context: ExampleContext, isExpected: Bool?)] = [:]
  /// The groups that failed by themselves, as a test whose arguments cannot be made.
  private var failedGroups: Set<ExampleID> = []
  /// Whether anything has failed.
  private(set) var hasFailed = false
  /// How many of the arguments of a test had a text.
  private var rows: [ExampleID: [String: Int]] = [:]

  /// The quarantines of a list.
  private let quarantine: QuarantineList

  init(_ tests: [ForeignTest], quarantine: QuarantineList = QuarantineList()) {
    self.quarantine = quarantine
    self.tests = Dictionary(tests.map { ($0.name, $0) }) { first, _ in first }
  }

  func test(named name: String) -> ForeignTest? { tests[name] }

  /// A name for an argument of a test that no other argument of it has.
  mutating func row(of test: ForeignTest, named name: String) -> ExampleID {
    let number = rows[test.id, default: [:]][name, default: 0] + 1
    rows[test.id, default: [:]][name] = number
    return test.id.appending(number == 1 ? name : "\(name) (\(number))")
  }

  // MARK: What happens

  /// A test begins; with arguments, its examples come later.
  mutating func begin(_ test: ForeignTest, at time: Double) -> [Event] {
    seen.insert(test.name)
    guard test.hasArguments else {
      return groups(around: test.id, of: test) + begin(test.id, of: test, nil, at: time)
    }
    openOutlines.append(test.id)
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
    openOutlines.removeAll { $0 == test.id }
    return unexplained + (test.hasArguments ? [] : end(test.id, at: time))
  }

  /// An argument of a test begins.
  mutating func begin(
    _ row: ExampleID, of test: ForeignTest, _ reference: RowReference?, at time: Double
  ) -> [Event] {
    var context = test.context.adding(quarantine.facts(of: row))
    context.row = reference
    open[row] = (time, context, nil)
    return [.exampleStarted(ExampleStarted(row, context))]
  }

  /// Something was recorded for an example, a test, or nothing in particular.
  mutating func record(_ issue: Issue, of id: ExampleID?) -> [Event] {
    var issue = issue
    hasFailed = hasFailed || issue.isFailure
    guard let id, let example = open[id] else {
      // An issue of a test that is not running fails the run, or its group.
      let group = id.flatMap { known.contains($0) ? $0 : nil }
      if let group {
        if issue.isFailure { failedOutlines.insert(group) }
        issue.context = issue.context.adding(quarantine.facts(of: group))
        issue.quarantine()
      }
      if let group, issue.isFailure { failedGroups.insert(group) }
      return [.issueRecorded(IssueRecorded(id: group, issue: issue))]
    }
    issue.context = example.context
    if issue.isFailure, example.isExpected == nil { open[id]?.isExpected = issue.isExpected }
    issue.quarantine()
    return [.issueRecorded(IssueRecorded(id: id, issue: issue))]
  }

  /// Ends an example, whose outcome follows from its issues.
  mutating func end(_ id: ExampleID, skipped reason: String? = nil, at time: Double) -> [Event] {
    guard let example = open.removeValue(forKey: id) else { return [] }
    if example.isExpected != nil, let test = id.parent { failedOutlines.insert(test) }
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
        ExampleEnded(id: id, outcome: outcome, duration: max(0, time - example.start)))
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

  /// Handles the exit of the process: running tests have failed if it exited abnormally, and so
  /// have tests of whose arguments some may not have run.
  mutating func breakOff(_ issue: Issue, at time: Double) -> [Event] {
    let examples = open.keys.sorted { $0.text < $1.text }.flatMap { id in
      var issue = issue
      issue.place = open[id]?.context.place
      return record(issue, of: id) + end(id, at: time)
    }
    let outlines = openOutlines.flatMap { id in
      record(
        Issue(
          "The process ended before all arguments of this test had run.",
          at: tests.values.first { $0.id == id }?.context.place, cause: .endOfProcess), of: id)
    }
    openOutlines = []
    return examples + outlines
  }

  /// Ends everything that is running.
  mutating func finish() -> [Event] {
    defer { groups = [] }
    return groups.reversed().map {
      .groupEnded(GroupEnded(id: $0, failed: failedGroups.contains($0)))
    }
  }

  /// The running tests, for the live view.
  var running: [RunningExample] {
    open.map { id, example in
      var running = RunningExample(id, example.context)
      running.start = example.start
      return running
    }
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
    groups.append(id)
    return [.groupStarted(GroupStarted(id: id, place: test.place, kind: kind))]
  }
}
