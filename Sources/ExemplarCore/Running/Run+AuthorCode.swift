// The code of the author that a run calls: hooks, bodies and cleanups.

extension Run {
  /// Runs the author's code and records what it throws. Returns the reason if it throws a skip.
  ///
  /// An error without a location is recorded at the last checkpoint of this example, else at
  /// `place`, else at the declaration. (Semantics, 2.3)
  ///
  /// - Parameter isBody: Whether it is the body of an example.
  @discardableResult
  nonisolated(nonsending) func attempt(
    in scope: ExampleScope, orElseAt place: Place? = nil, isBody: Bool = false,
    _ code: @Sendable () async throws -> Void
  ) async -> String? {
    do {
      try await code()
      return scope.skipReason
    } catch {
      let reason =
        isBody
        ? await recordFromBody(error, in: scope) : record(error, in: scope, orElseAt: place)
      return reason ?? scope.skipReason
    }
  }

  /// Records an error thrown by a body. Returns the reason if it is a skip. The body of a row is
  /// skipped if it reads a column that no row has, which is reported once.
  nonisolated(nonsending) func recordFromBody(
    _ error: any Error, in scope: ExampleScope
  ) async -> String? {
    if let missing = (error as? UsageError)?.missing, await scope.leavesOut(missing) {
      return "no row has \u{201C}\(missing.name)\u{201D}, which the outline asks for"
    }
    return record(error, in: scope, orElseAt: nil)
  }

  /// Records what the author's code threw; the reason if it is a skip.
  private func record(
    _ error: any Error, in scope: ExampleScope, orElseAt place: Place?
  ) -> String? {
    if let skip = error as? Skip { return skip.reason }
    let meaning = configuration.meaning(error)
    if case .skip(let reason) = meaning { return reason }
    let mistake = error as? UsageError
    let place = mistake?.place ?? scope.checkpointPlace ?? place ?? scope.info.place
    var issue = Issue(
      mistake?.message ?? "Threw an error: \(error)", at: place, labels: scope.labels(of: error))
    var isRecorded = error is CancellationError && scope.hasFailed
    switch meaning {
    case .failure(let text): issue.message = text
    case .recorded:
      issue.isKnown = !scope.hasFailed && scope.hasKnownIssue
      isRecorded = issue.isKnown || scope.hasFailed
    // Only code that calls the code of an example can expect its errors. The hooks of a group keep its examples from
    // running, which is never expected.
    case nil where !isRecorded && scope.enclosing.isSurrounded && !scope.surroundsGroup:
      issue.isKnown = configuration.isKnown(error, place)
    default: break
    }
    scope.keep(error, isKnown: issue.isKnown)
    if !isRecorded { scope.record(issue) }
    return nil
  }

  /// Runs what was registered in `scope`, the last first, whatever happens to the others, except for the first
  /// `count`, if that is given; the reason if one of them threw a skip.
  @discardableResult
  func cleanUp(
    after scope: ExampleScope, above count: Int? = nil, limit: Duration? = nil,
    since start: Double = 0
  ) async -> String? {
    var skipReason: String?
    // A cleanup may register another one.
    while let cleanup = scope.popCleanup(above: count) {
      scope.phase = .cleanup
      // Work after a time-out must not be canceled with it.
      let reason = await limited(to: limit, since: start, in: scope) {
        await self.attempt(in: scope, orElseAt: cleanup.place, cleanup.body)
      }
      if reason != nil { scope.recordLateSkip(of: "cleanup", at: cleanup.place) }
      skipReason = skipReason ?? reason
    }
    return skipReason
  }
}

extension ExampleScope {
  /// The location of a thrown error without its own: the last checkpoint of this example, else its
  /// declaration. (Semantics, 2.3)
  var thrownErrorPlace: Place { checkpointPlace ?? info.place }
}
