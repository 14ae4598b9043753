extension Run {
  /// An example that is about to run.
  struct Leaf: Sendable {
    var info: ExampleInfo
    var timeLimit: Duration?
    var retries: Int
    /// The values of the row, as people read them.
    var rowValues: (@Sendable () -> String?)?
    /// The row as its source gave it.
    var payload: (any Sendable)?
    /// What else is to be done when it has run, with its outcome.
    var onEnd: (@Sendable (Outcome) -> Void)?
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

  /// Runs one example, as often as it takes, in this task.
  ///
  /// - Returns: The example, if it left the task canceled: the rest of it is for a task that is not,
  ///   see ``finish(_:)``, and so are the examples after it.
  nonisolated(nonsending) func run(
    _ leaf: Leaf, inside enclosing: EnclosingGroups,
    body: @escaping @Sendable () async throws -> Void
  ) async -> UnfinishedExample? {
    if let verdict = enclosing.verdict {
      end(leaf, verdict)
      return nil
    }
    let example = begin(leaf, inside: enclosing, body)
    repeat {
      await example.setUpAndBody(in: self)
      if Task.isCancelled { return example }
      if example.leavesSomething { await tearDown(example) }
    } while conclude(example)
    return nil
  }

  /// Does what is left to do of an example that left its task canceled, in tasks of its own.
  func finish(_ example: UnfinishedExample) async {
    while true {
      await tearDown(example)
      if !conclude(example) { return }
      async let attempt: Void = example.setUpAndBody(in: self)
      await attempt
    }
  }

  /// Begins with the first attempt of an example, or the first that has ended no other process.
  private func begin(
    _ leaf: Leaf, inside enclosing: EnclosingGroups,
    _ body: @escaping @Sendable () async throws -> Void
  ) -> UnfinishedExample {
    let start = configuration.now()
    let attempt = leaf.retries == 0 ? 1 : 1 + progress.lostAttempts(of: leaf.info.id)
    let scope = scope(of: leaf, inside: enclosing, attempt: attempt)
    progress.begin(scope, with: .exampleStarted(ExampleStarted(leaf.info.id, leaf.info.context)))
    return UnfinishedExample(leaf, enclosing, body, start, scope, attempt)
  }

  private func scope(
    of leaf: Leaf, inside enclosing: EnclosingGroups, attempt: Int
  ) -> ExampleScope {
    ExampleScope(
      leaf.info, in: enclosing.hooked.isEmpty ? .body : .beforeEach,
      overrides: enclosing.group?.overrides ?? [:], shared: enclosing.shared,
      attempt: attempt, isRetryable: attempt <= leaf.retries,
      timeLimit: leaf.timeLimit, isStrict: plan.options.isStrict,
      rowValues: leaf.rowValues, payload: leaf.payload, tellingTo: progress)
  }

  /// Ends an attempt, and the example unless it is tried again; then this is begun.
  ///
  /// - Returns: Whether it is.
  private func conclude(_ example: UnfinishedExample) -> Bool {
    let leaf = example.leaf
    // What is recorded from here on comes too late for the attempt, and fails the run.
    example.scope.end()
    let failures = example.scope.failures
    if !failures.isEmpty, example.attempt <= leaf.retries, !Task.isCancelled {
      progress.end(example.scope)
      example.attempt += 1
      example.skipReason = nil
      example.begun = 0
      example.scope = scope(of: leaf, inside: example.enclosing, attempt: example.attempt)
      example.attemptStart = configuration.now()
      progress.begin(example.scope)
      return true
    }
    let outcome: Outcome =
      if let first = failures.first {
        .failed(unexpected: !first.isExpected)
      } else if let reason = example.skipReason {
        .skipped(reason: reason)
      } else {
        example.attempt > 1 ? .flaky : .passed
      }
    progress.end(
      example.scope,
      with: .exampleEnded(
        ExampleEnded(
          id: leaf.info.id, outcome: outcome, duration: configuration.now() - example.start,
          attempts: example.attempt)))
    leaf.onEnd?(outcome)
    return false
  }

  /// Ends what the body and the hooks before it have left.
  private func tearDown(_ example: UnfinishedExample) async {
    let (scope, leaf) = (example.scope, example.leaf)
    await ExampleScope.$current.withValue(scope) {
      scope.phase = .afterEach
      let (begun, enclosing) = (example.begun, example.enclosing)
      // Without hooks there is nothing to limit, nor to start a task for.
      if example.hasAfterEach {
        // What comes after a time-out must not be canceled with it: it may have to wait for things.
        let reason = await limited(to: leaf.timeLimit, since: example.attemptStart, in: scope) {
          await self.tearDown(of: scope, begun, inside: enclosing)
        }
        example.skipReason = example.skipReason ?? reason
      }
      let reason = await cleanUp(
        after: scope, limit: leaf.timeLimit, since: example.attemptStart)
      example.skipReason = example.skipReason ?? reason
      scope.phase = .cleanup
      // What a `deinit` records belongs to the example whose value it is.
      scope.freeValues()
      scope.recordStrays()
    }
  }

  /// Runs the `beforeEach` hooks and the body; the reason if one of them threw a skip, and the
  /// number of groups whose hooks began to run.
  fileprivate func setUpAndBody(
    of scope: ExampleScope, inside enclosing: EnclosingGroups,
    _ body: @Sendable () async throws -> Void
  ) async -> (skipReason: String?, begun: Int) {
    var skipReason: String?
    var begun = 0
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

/// An example that has begun and is not over. One task has it at a time.
final class UnfinishedExample: @unchecked Sendable {
  let leaf: Run.Leaf
  let enclosing: EnclosingGroups
  let body: @Sendable () async throws -> Void
  let start: Double
  var attempt: Int
  var attemptStart: Double
  var scope: ExampleScope
  /// The reason, if the attempt threw a skip.
  var skipReason: String?
  /// The number of groups around it whose hooks of the attempt began to run.
  var begun = 0

  fileprivate init(
    _ leaf: Run.Leaf, _ enclosing: EnclosingGroups,
    _ body: @escaping @Sendable () async throws -> Void, _ start: Double, _ scope: ExampleScope,
    _ attempt: Int
  ) {
    self.leaf = leaf
    self.enclosing = enclosing
    self.body = body
    self.start = start
    attemptStart = start
    self.scope = scope
    self.attempt = attempt
  }

  /// Runs an attempt up to the end of the body: in this task, unless it has a limit.
  nonisolated(nonsending) fileprivate func setUpAndBody(in run: Run) async {
    await ExampleScope.$current.withValue(scope) {
      if enclosing.hooked.isEmpty, leaf.timeLimit == nil {
        skipReason = await run.attempt(in: scope, body)
      } else if leaf.timeLimit == nil {
        (skipReason, begun) = await run.setUpAndBody(of: scope, inside: enclosing, body)
      } else {
        let (scope, enclosing, body) = (scope, enclosing, body)
        (skipReason, begun) = await run.limited(
          to: leaf.timeLimit, since: attemptStart, in: scope
        ) {
          await run.setUpAndBody(of: scope, inside: enclosing, body)
        }
      }
    }
  }

  /// Whether something has to run after the body.
  fileprivate var leavesSomething: Bool { hasAfterEach || scope.leavesSomething() }

  /// Whether the groups whose hooks began to run have some for afterwards.
  fileprivate var hasAfterEach: Bool {
    begun > 0 && enclosing.hooked.prefix(begun).contains { $0.hooks[.afterEach] != nil }
  }
}
