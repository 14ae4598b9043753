import ExemplarCore
import ExemplarLog

/// Makes events of what libraries of tests tell: groups begin with the first of their tests, and end when the
/// library is done.
struct PlainEvents {
  /// The tests that have been told of, by the names that their library has for them.
  private(set) var seen: Set<String> = []
  private let tests: [String: PlainTest]
  /// The groups that have begun, in that order.
  private var groups: [ExampleID] = []
  private var known: Set<ExampleID> = []
  /// The tests with arguments that have begun and are not over.
  private var openOutlines: [ExampleID] = []
  /// The tests with arguments one of which has failed.
  private var failedOutlines: Set<ExampleID> = []
  /// What is going on, by the id of its example.
  private var open: [ExampleID: Open] = [:]
  /// The groups that failed by themselves, as a test whose arguments cannot be made.
  private var failedGroups: Set<ExampleID> = []
  /// Whether anything has failed.
  private(set) var hasFailed = false
  /// How many of the arguments of a test had a text.
  private var rows: [ExampleID: [String: Int]] = [:]

  private struct Open {
    var start: Double
    var context: ExampleContext
    /// The first failure, and whether an assertion caused it.
    var isExpected: Bool?
  }

  init(_ tests: [PlainTest]) {
    self.tests = Dictionary(tests.map { ($0.name, $0) }) { first, _ in first }
  }

  func test(named name: String) -> PlainTest? { tests[name] }

  /// A name for an argument of a test that no other argument of it has.
  mutating func row(of test: PlainTest, named name: String) -> ExampleID {
    let number = rows[test.id, default: [:]][name, default: 0] + 1
    rows[test.id, default: [:]][name] = number
    return test.id.appending(number == 1 ? name : "\(name) (\(number))")
  }

  // MARK: What happens

  /// A test begins; with arguments, its examples come later.
  mutating func begin(_ test: PlainTest, at time: Double) -> [Event] {
    seen.insert(test.name)
    guard test.hasArguments else {
      return groups(around: test.id, of: test) + begin(test.id, of: test, nil, at: time)
    }
    openOutlines.append(test.id)
    return groups(around: test.id, of: test) + group(test.id, of: test, isOutline: true)
  }

  /// A test is over; with arguments, those that ran are.
  ///
  /// - Parameter hasFailed: Whether its library says so: a verdict without a reason is one all the same.
  mutating func end(_ test: PlainTest, hasFailed: Bool, at time: Double) -> [Event] {
    let isExplained =
      failedGroups.contains(test.id) || failedOutlines.contains(test.id)
      || open[test.id]?.isExpected != nil
    let unexplained =
      hasFailed && !isExplained
      ? note(
        Issue("\(test.library.rawValue) says that it failed, and not why.", at: test.context.place),
        of: test.id) : []
    openOutlines.removeAll { $0 == test.id }
    return unexplained + (test.hasArguments ? [] : end(test.id, at: time))
  }

  /// An argument of a test begins.
  mutating func begin(
    _ row: ExampleID, of test: PlainTest, _ reference: RowReference?, at time: Double
  ) -> [Event] {
    var context = test.context
    context.row = reference
    open[row] = Open(start: time, context: context)
    return [.exampleStarted(ExampleStarted(row, context))]
  }

  /// Something was recorded for an example, a test, or nothing in particular.
  mutating func note(_ issue: Issue, of id: ExampleID?) -> [Event] {
    var issue = issue
    hasFailed = hasFailed || issue.isFailure
    guard let id, let example = open[id] else {
      // What belongs to nothing that goes on fails the run, or its group.
      let group = id.flatMap { known.contains($0) ? $0 : nil }
      if let group, issue.isFailure { failedGroups.insert(group) }
      return [.issueRecorded(IssueRecorded(id: group, issue: issue))]
    }
    issue.context = example.context
    if issue.isFailure, example.isExpected == nil { open[id]?.isExpected = issue.isExpected }
    return [.issueRecorded(IssueRecorded(id: id, issue: issue))]
  }

  /// An example is over; how it ended is known from its issues.
  mutating func end(_ id: ExampleID, skipped reason: String? = nil, at time: Double) -> [Event] {
    guard let example = open.removeValue(forKey: id) else { return [] }
    if example.isExpected != nil, let test = id.parent { failedOutlines.insert(test) }
    let outcome: Outcome =
      if let isExpected = example.isExpected {
        .failed(unexpected: !isExpected)
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
  mutating func skip(_ test: PlainTest, _ reason: String) -> [Event] {
    seen.insert(test.name)
    let context = test.context
    return groups(around: test.id, of: test) + [
      .exampleStarted(ExampleStarted(test.id, context)),
      .exampleEnded(ExampleEnded(id: test.id, outcome: .skipped(reason: reason))),
    ]
  }

  /// Whether something goes on.
  var isOpen: Bool { !open.isEmpty || !openOutlines.isEmpty }

  /// The process is gone: what was going on has failed, if it did not end well, and so have tests of whose arguments
  /// nobody knows whether all have run.
  mutating func breakOff(_ issue: Issue, at time: Double) -> [Event] {
    let examples = open.keys.sorted { $0.text < $1.text }.flatMap { id in
      var issue = issue
      issue.place = open[id]?.context.place
      return note(issue, of: id) + end(id, at: time)
    }
    let outlines = openOutlines.flatMap { id in
      note(
        Issue(
          "The process ended before all arguments of this test had run.",
          at: tests.values.first { $0.id == id }?.context.place, cause: .endOfProcess), of: id)
    }
    openOutlines = []
    return examples + outlines
  }

  /// All that comes is over.
  mutating func finish() -> [Event] {
    defer { groups = [] }
    return groups.reversed().map {
      .groupEnded(GroupEnded(id: $0, failed: failedGroups.contains($0)))
    }
  }

  /// What is going on, for those who show it.
  var running: [RunningExample] {
    open.map { id, example in
      var running = RunningExample(id, example.context)
      running.start = example.start
      return running
    }
  }

  /// The tests that have not been told of.
  func unseen(of tests: [PlainTest]) -> [PlainTest] {
    tests.filter { !seen.contains($0.name) }
  }

  // MARK: Groups

  private mutating func groups(around id: ExampleID, of test: PlainTest) -> [Event] {
    var path: [ExampleID] = []
    var parent = id.parent
    while let current = parent, current.depth >= 2 {
      path.append(current)
      parent = current.parent
    }
    return path.reversed().flatMap { group($0, of: test, isOutline: false) }
  }

  private mutating func group(
    _ id: ExampleID, of test: PlainTest, isOutline: Bool
  ) -> [Event] {
    guard known.insert(id).inserted else { return [] }
    groups.append(id)
    return [.groupStarted(GroupStarted(id: id, place: test.place, isOutline: isOutline))]
  }
}
