extension Run {
  /// Does with a planned example what the plan says.
  func run(example: PlannedExample, inside surroundings: Surroundings) async {
    if example.isRunnable {
      if progress.stopped { return }
      progress.reach()
    }
    switch example.action {
    case .run(let body):
      await run(leaf(of: example, surroundings), inside: surroundings, body: body)
    case .expand(let outline, let rows):
      // An outline that cannot run here is left out too: reading its rows is work.
      if progress.stopped { return }
      await run(outline: outline, rows: rows, of: example, inside: surroundings)
    case .fail(let mistake):
      fail(leaf(of: example, surroundings), with: [mistake])
    case .skip(let reason):
      end(leaf(of: example, surroundings), .skipped(reason: reason))
    case .markPending(let reason):
      end(leaf(of: example, surroundings), .pending(reason: reason))
    }
  }

  private func leaf(of example: PlannedExample, _ surroundings: Surroundings) -> Leaf {
    Leaf(
      info: ExampleInfo(
        id: surroundings.id(of: example.path), name: example.path.name, tags: example.tags,
        bugs: example.bugs, place: example.place, inclusions: example.inclusions),
      timeLimit: example.timeLimit ?? configuration.timeLimit,
      retries: max(0, example.retries ?? configuration.retries))
  }

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

  /// Reports an example that did not run.
  func end(_ leaf: Leaf, _ outcome: Outcome) {
    progress.tell(.exampleStarted(leaf.started))
    progress.tell(.exampleEnded(ExampleEnded(id: leaf.info.id, outcome: outcome, attempts: 0)))
  }

  /// Reports an example that fails by mistakes of the author.
  func fail(_ leaf: Leaf, with mistakes: [AuthoringMistake]) {
    progress.tell(.exampleStarted(leaf.started))
    for mistake in mistakes {
      let issue = Issue(
        mistake.message, at: mistake.place ?? leaf.info.place, phase: .planning, row: leaf.info.row,
        inclusions: leaf.info.inclusions, tags: leaf.info.tags.sorted(), bugs: leaf.info.bugs)
      progress.tell(.issueRecorded(IssueRecorded(id: leaf.info.id, issue: issue)))
    }
    progress.tell(
      .exampleEnded(ExampleEnded(id: leaf.info.id, outcome: .failed(unexpected: true))))
  }

  /// Runs one example, as often as it takes.
  func run(
    _ leaf: Leaf, inside surroundings: Surroundings,
    body: @escaping @Sendable () async throws -> Void
  ) async {
    if let verdict = surroundings.verdict { return end(leaf, verdict) }
    progress.tell(.exampleStarted(leaf.started))
    let start = configuration.now()
    var attempt = 0
    var result: AttemptResult
    repeat {
      attempt += 1
      let scope = ExampleScope(
        leaf.info, overrides: surroundings.group?.overrides ?? [:], shared: surroundings.shared,
        isRetryable: attempt <= leaf.retries, isStrict: plan.options.isStrict,
        rowValues: leaf.rowValues, payload: leaf.payload,
        attach: { [progress] in progress.tell(.attachmentRecorded($0)) }
      ) { [progress] in progress.tell(.issueRecorded($0)) }
      result = await run(attempt: scope, leaf, inside: surroundings, body: body)
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
  }

  private struct AttemptResult {
    var failures: [Issue]
    var skipReason: String?
    var isFailure: Bool { !failures.isEmpty }
  }

  private func run(
    attempt scope: ExampleScope, _ leaf: Leaf, inside surroundings: Surroundings,
    body: @escaping @Sendable () async throws -> Void
  ) async -> AttemptResult {
    progress.begin(scope)
    let start = configuration.now()
    let skipReason = await ExampleScope.$current.withValue(scope) {
      let (skipReason, begun) = await limited(to: leaf.timeLimit, since: start, in: scope) {
        await setUpAndBody(of: scope, inside: surroundings, body)
      }
      scope.phase = .afterEach
      var lateReason: String?
      // Without hooks there is nothing to limit, nor to start a task for.
      if surroundings.hooked.prefix(begun).contains(where: { $0.hooks[.afterEach] != nil }) {
        // What comes after a time-out must not be canceled with it: it may have to wait for things.
        lateReason = await limited(to: leaf.timeLimit, since: start, in: scope) {
          await tearDown(of: scope, begun, inside: surroundings)
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
    of scope: ExampleScope, inside surroundings: Surroundings,
    _ body: @Sendable () async throws -> Void
  ) async -> (skipReason: String?, begun: Int) {
    var skipReason: String?
    var begun = 0
    scope.phase = .beforeEach
    setUp: for group in surroundings.hooked {
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
    of scope: ExampleScope, _ begun: Int, inside surroundings: Surroundings
  ) async -> String? {
    var skipReason: String?
    for group in surroundings.hooked.prefix(begun).reversed() {
      for hook in group.hooks[.afterEach] ?? [] {
        let reason = await attempt(in: scope) { try await hook.body(scope.info) }
        skipReason = skipReason ?? reason
      }
    }
    return skipReason
  }

  /// Runs a piece of the author's code and records what it throws; the reason if it throws a skip.
  ///
  /// An error that has no place of its own is recorded at the last checkpoint of this example, else at
  /// `place`, else at the declaration. (Semantics, section 2.)
  @discardableResult
  func attempt(
    in scope: ExampleScope, orElseAt place: Place? = nil, _ body: @Sendable () async throws -> Void
  ) async -> String? {
    do {
      try await body()
    } catch let skip as Skip {
      return skip.reason
    } catch {
      if let reason = configuration.skipReason(error) { return reason }
      let place = scope.checkpointPlace ?? place ?? scope.info.place
      let labels = scope.labels(of: error)
      if let mistake = error as? AuthoringMistake {
        scope.record(Issue(mistake.message, at: mistake.place ?? place, labels: labels))
        return nil
      }
      let isTold = configuration.isRecorded(error) || error is CancellationError
      if !isTold || scope.failures.isEmpty {
        let message = configuration.explanation(error) ?? "Threw an error: \(error)"
        scope.record(Issue(message, at: place, labels: labels))
      }
    }
    return nil
  }
}

extension Run.Leaf {
  var started: ExampleStarted {
    ExampleStarted(
      id: info.id, place: info.place, row: info.row,
      inclusions: info.inclusions.isEmpty ? nil : info.inclusions,
      tags: info.tags.isEmpty ? nil : info.tags.sorted(),
      bugs: info.bugs.isEmpty ? nil : info.bugs)
  }
}

extension ExampleScope {
  /// The place of a thrown error, which has none of its own: the last checkpoint of this example,
  /// else its declaration. (Semantics, section 2.)
  var thrownErrorPlace: Place { checkpointPlace ?? info.place }
}
