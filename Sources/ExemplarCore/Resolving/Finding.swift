/// Something suspicious that was found while planning: a warning, unless the run is strict about it.
struct Finding {
  /// The warning, on the node that it is about.
  private(set) var record: IssueRecorded
  private let failsStrictRuns: Bool

  init(
    _ message: String, on id: ExampleID? = nil, at place: Place, _ context: ExampleContext? = nil,
    failsStrictRuns: Bool = true
  ) {
    record = IssueRecorded(
      id: id,
      issue: Issue(message, at: place, phase: .planning, isWarning: true, context: context))
    self.failsStrictRuns = failsStrictRuns
  }

  /// The issue as a run judges it: what strictness fails is a failure of the run, since the examples
  /// that it names are fine by themselves.
  func judged(strictly isStrict: Bool) -> IssueRecorded {
    guard isStrict, failsStrictRuns else { return record }
    var record = record
    record.id = nil
    record.issue.isWarning = false
    return record
  }
}
