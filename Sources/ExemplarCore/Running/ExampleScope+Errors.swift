// The errors and skips that code of an example threw, for the hooks around it.

extension ExampleScope {
  /// Notes under which labels an error was thrown, unless the same error is known from further inside.
  func record(_ error: any Error, under labels: [String]) {
    // The texts of errors come from code of the author, which must not block others.
    let (error, known) = (LabeledError(error, labels), withState { $0.thrown })
    if known?.isSame(as: error) != true { withState { $0.thrown = error } }
  }

  /// The labels under which `error` was thrown.
  func labels(of error: any Error) -> [String] {
    guard let thrown = withState({ $0.thrown }) else { return [] }
    return thrown.isSame(as: LabeledError(error, [])) ? thrown.labels : []
  }

  /// Keeps the first error, for the hooks around the code that threw it.
  func keep(_ error: any Error, isKnown: Bool = false) {
    withState { if $0.error == nil { ($0.error, $0.isErrorKnown) = (error, isKnown) } }
  }

  /// The first error that code in it threw, apart from skips, or that ended it.
  var error: (any Error)? { withState { $0.error } }

  /// The error that the call of a hook threw, until the hook ends.
  package var passedOn: (any Error)? {
    get { withState { $0.passedOn } }
    set { withState { $0.passedOn = newValue } }
  }

  /// The reason, if a skip was caught as a known issue.
  var skipReason: String? { withState { $0.skipReason } }

  /// Notes that the examples of the group are skipped.
  func skipGroup() { withState { $0.isSkipped = true } }

  /// Decides about an error that code expected as a known issue. Returns whether it is none: a skip, the end of a
  /// canceled task, or an error from the call of a hook, which has been recorded.
  ///
  /// - Parameter skipReason: The reason, if the error is a skip.
  package func absorbs(_ error: any Error, skipReason: String?) -> Bool {
    if let skipReason {
      withState { $0.skipReason = $0.skipReason ?? skipReason }
      return true
    }
    guard hasPassedOn(error) else { return error is CancellationError && Task.isCancelled }
    passedOn = nil
    return true
  }

  /// Whether the call of the running hook threw an error, as far as that can be decided.
  func hasPassedOn(_ error: any Error) -> Bool {
    passedOn.map { LabeledError($0, []).isSame(as: LabeledError(error, [])) } ?? false
  }

  /// Whether the first error is a known issue.
  var isErrorKnown: Bool { withState { $0.isErrorKnown } }

  /// Forgets an error that is a known issue: the hooks outside of the one that expects it do not see it.
  func forgetKnownError() {
    withState { if $0.isErrorKnown { ($0.error, $0.isErrorKnown) = (nil, false) } }
  }

  /// Records that a skip after the examples of a group skips none, unless something else has skipped them.
  func recordLateSkip(of code: String, at place: Place?) {
    if !surroundsGroup || hasFailed || withState({ $0.isSkipped }) { return }
    record(
      Issue(
        "This \(code) throws a Skip, which skips no example any more. Throw it in beforeAll.",
        at: place))
  }

  /// Whether the body of a row is skipped, since its error is that it reads a column that no row has: that is recorded
  /// once for the outline.
  func leavesOut(_ missing: MissingColumn) async -> Bool {
    // A row without keys, or one with an error of its own, misses no column.
    guard let outline, invocation.hasColumn != nil, outline.asked.isOfAll else { return false }
    return await outline.findings.record(missing, in: outline.outline)
  }
}

// MARK: - Explanations of failures

extension ExampleScope {
  /// How many seconds the limits of the example do not count.
  var explained: Double { withState { $0.explained } }

  /// Runs code that explains a failure. The limits of the running example do not count its time, up to ten seconds.
  package static func explaining<Result>(_ explain: () -> Result) -> Result {
    func delay(_ seconds: Double) {
      guard let scope = current else { return }
      scope.withState { $0.explained += seconds }
      scope.follow(scope.phase, delay: seconds)
    }
    let start = ContinuousClock.now
    delay(10)
    defer { delay(min(0, (ContinuousClock.now - start).seconds - 10)) }
    return explain()
  }
}
