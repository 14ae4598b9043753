extension Run {
  /// An example that is about to run.
  struct Leaf: Sendable {
    var info: ExampleInfo
    var timeLimit: Duration?
    var retries: Int
    /// The values of the row, as people read them.
    var rowValues: @Sendable () -> String? = { nil }
    /// The row as its source gave it.
    var payload: (any Sendable)?
  }

  /// Reports an example that did not run, because the plan leaves it out or for another reason.
  func end(_ leaf: Leaf, _ outcome: Outcome, isLeftOut: Bool = false) {
    progress.tell(
      .exampleStarted(ExampleStarted(leaf.info.id, leaf.info.context, isLeftOut: isLeftOut)))
    progress.tell(.exampleEnded(ExampleEnded(id: leaf.info.id, outcome: outcome, attempts: 0)))
  }

  /// Reports an example that fails by mistakes of the author.
  func fail(_ leaf: Leaf, with mistakes: [AuthoringMistake]) {
    progress.tell(.exampleStarted(ExampleStarted(leaf.info.id, leaf.info.context)))
    for mistake in mistakes {
      let issue = Issue(
        mistake.message, at: mistake.place ?? leaf.info.place, phase: .planning,
        context: leaf.info.context)
      progress.tell(.issueRecorded(IssueRecorded(id: leaf.info.id, issue: issue)))
    }
    progress.tell(
      .exampleEnded(ExampleEnded(id: leaf.info.id, outcome: .failed(unexpected: true))))
  }

  /// Runs one example, as often as it takes.
  @discardableResult
  func run(
    _ leaf: Leaf, inside enclosing: EnclosingGroups,
    body: @escaping @Sendable () async throws -> Void
  ) async -> Outcome {
    if let verdict = enclosing.verdict {
      end(leaf, verdict)
      return verdict
    }
    progress.tell(.exampleStarted(ExampleStarted(leaf.info.id, leaf.info.context)))
    let start = configuration.now()
    var attempt = 0
    var result: AttemptResult
    repeat {
      attempt += 1
      let scope = ExampleScope(
        leaf.info, overrides: enclosing.group?.overrides ?? [:], shared: enclosing.shared,
        isRetryable: attempt <= leaf.retries, isStrict: plan.options.isStrict,
        rowValues: leaf.rowValues, payload: leaf.payload,
        attach: { [progress] in progress.tell(.attachmentRecorded($0)) }
      ) { [progress] in progress.tell(.issueRecorded($0)) }
      result = await run(attempt: scope, leaf, inside: enclosing, body: body)
    } while result.isFailure && attempt <= leaf.retries && !Task.isCancelled
    let outcome: Outcome =
      if let first = result.failures.first {
        .failed(unexpected: !first.isExpected)
      } else if let reason = result.skipReason {
        .skipped(reason: reason)
      } else {
        attempt > 1 ? .flaky : .passed
      }
    progress.tell(
      .exampleEnded(
        ExampleEnded(
          id: leaf.info.id, outcome: outcome, duration: configuration.now() - start,
          attempts: attempt)))
    return outcome
  }

  private struct AttemptResult {
    var failures: [Issue]
    var skipReason: String?
    var isFailure: Bool { !failures.isEmpty }
  }

  private func run(
    attempt scope: ExampleScope, _ leaf: Leaf, inside enclosing: EnclosingGroups,
    body: @escaping @Sendable () async throws -> Void
  ) async -> AttemptResult {
    progress.begin(scope)
    let start = configuration.now()
    let skipReason = await ExampleScope.$current.withValue(scope) {
      let (skipReason, begun) = await limited(to: leaf.timeLimit, since: start, in: scope) {
        await setUpAndBody(of: scope, inside: enclosing, body)
      }
      scope.phase = .afterEach
      var lateReason: String?
      // Without hooks there is nothing to limit, nor to start a task for.
      if enclosing.hooked.prefix(begun).contains(where: { $0.hooks[.afterEach] != nil }) {
        // What comes after a time-out must not be canceled with it: it may have to wait for things.
        lateReason = await limited(to: leaf.timeLimit, since: start, in: scope) {
          await tearDown(of: scope, begun, inside: enclosing)
        }
      }
      let lastReason = await cleanUp(after: scope, limit: leaf.timeLimit, since: start)
      scope.phase = .cleanup
      // What a `deinit` records belongs to the example whose value it is.
      scope.values.removeAll()
      scope.recordStrays()
      return skipReason ?? lateReason ?? lastReason
    }
    progress.end(scope)
    return AttemptResult(failures: scope.failures, skipReason: skipReason)
  }

  /// Runs the `beforeEach` hooks and the body; the reason if one of them threw a skip, and the
  /// number of groups whose hooks began to run.
  private func setUpAndBody(
    of scope: ExampleScope, inside enclosing: EnclosingGroups,
    _ body: @Sendable () async throws -> Void
  ) async -> (skipReason: String?, begun: Int) {
    var skipReason: String?
    var begun = 0
    scope.phase = .beforeEach
    setUp: for group in enclosing.hooked {
      // Without their parameter, shared examples have not begun, so nothing of theirs is torn down.
      for hook in group.hooks[.parameter] ?? [] {
        skipReason = await attempt(in: scope) { try await hook.body(scope.info) }
        if skipReason != nil || !scope.failures.isEmpty { break setUp }
      }
      begun += 1
      for hook in group.hooks[.beforeEach] ?? [] {
        skipReason = await attempt(in: scope) { try await hook.body(scope.info) }
        if skipReason != nil || !scope.failures.isEmpty { break setUp }
      }
    }
    if skipReason == nil, scope.failures.isEmpty {
      scope.phase = .body
      skipReason = await attempt(in: scope, body)
    }
    return (skipReason, begun)
  }

  /// Runs the `afterEach` hooks of every group whose `beforeEach` phase began, whatever happened;
  /// the reason if one of them threw a skip.
  private func tearDown(
    of scope: ExampleScope, _ begun: Int, inside enclosing: EnclosingGroups
  ) async -> String? {
    var skipReason: String?
    for group in enclosing.hooked.prefix(begun).reversed() {
      for hook in group.hooks[.afterEach] ?? [] {
        let reason = await attempt(in: scope) { try await hook.body(scope.info) }
        skipReason = skipReason ?? reason
      }
    }
    return skipReason
  }
}
