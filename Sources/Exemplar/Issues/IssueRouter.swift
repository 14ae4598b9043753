import ExemplarCore

/// Routes the issues that any library of tests records to the examples and the run that they belong to.
///
/// Each run in progress has a router. All listeners for issues call ``attribute(_:)``, the only code that
/// decides whose issue it is.
package final class IssueRouter: Sendable {
  let run: Run
  /// Whether the library that recorded an issue also shows it.
  let passesOn: Bool

  /// The value that a person may accept after the issue that this task is recording.
  @TaskLocal static var reviewed: ReviewedValue?
  /// The router of the run to which this task belongs.
  @TaskLocal private static var current: IssueRouter?
  /// The routers of the runs in progress.
  private static let open = Locked((routers: [IssueRouter](), finishedRuns: 0))

  private init(_ run: Run, passesOn: Bool) {
    self.run = run
    self.passesOn = passesOn
  }

  /// Calls `body`, and attributes the issues recorded meanwhile to the examples of `run`.
  static func whileOpen<Result: Sendable>(
    _ run: Run, passesOn: Bool = false, _ body: () async -> Result
  ) async -> Result {
    let router = IssueRouter(run, passesOn: passesOn)
    open.withLock { $0.routers.append(router) }
    defer {
      open.withLock { open in
        open.routers.removeAll { $0 === router }
        open.finishedRuns += 1
      }
    }
    return await $current.withValue(router, operation: body)
  }

  static var isAny: Bool { open.withLock { !$0.routers.isEmpty } }

  package enum Destination: Hashable {
    /// It is deferred, because the code that recorded it will be tried again.
    case held
    /// It belongs to an attempt of an example that another one follows.
    case retried
    /// It belongs to an example or a group that is quarantined, and the library shows it as known.
    case quarantined(ExampleID)
    /// It belongs to a run.
    case run(passesOn: Bool)
    /// The run that it belongs to has finished.
    case tooLate
    /// There has been no run.
    case none
  }

  /// Whether the run of this task is unknown, because it is detached or a plain thread.
  static var isUnknownHere: Bool {
    current == nil && ExampleScope.current == nil && DeferredIssues.current == nil
      && IssueListener.current == nil
  }

  /// Attributes an issue to the example in whose task it was recorded, or otherwise to the run.
  ///
  /// An issue from a task of no run fails every run in progress: each may be its cause, and none of
  /// them may appear successful.
  package static func attribute(_ issue: ExemplarCore.Issue) -> Destination {
    var issue = issue
    issue.reviewed = issue.reviewed ?? reviewed
    if DeferredIssues.current?.hold(issue) == true { return .held }
    let (routers, finishedRuns) = open.withLock { ($0.routers, $0.finishedRuns) }
    let router = current ?? routers.last
    if let current {
      if !routers.contains(where: { $0 === current }) { return .tooLate }
    } else if routers.isEmpty, finishedRuns > 0 {
      return .tooLate
    }
    if let scope = ExampleScope.current {
      switch scope.record(issue) {
      case .retried: return .retried
      case .tooLate: return .tooLate
      case .quarantined where router?.passesOn ?? true: return .quarantined(scope.info.id)
      case .final, .quarantined, .late: break
      }
    } else if current == nil, routers.count > 1 {
      let running = routers.flatMap(\.run.progress.running).map(\.name)
      let takers = routers.filter {
        $0.run.progress.record(issue, besides: routers.count - 1, running: running)
      }
      if takers.isEmpty { return .tooLate }
      return .run(passesOn: routers.contains(where: \.passesOn))
    } else if let router {
      if !router.run.progress.record(issue) { return .tooLate }
    } else {
      return .none
    }
    return .run(passesOn: router?.passesOn ?? true)
  }

  /// The explanation of an issue that was recorded after the end of its run.
  package static func explanation(ofLate issue: ExemplarCore.Issue) -> String {
    let place = issue.place.map { "\n  at \($0)" } ?? ""
    let example =
      ExampleScope.current.map { "“\($0.info.id.heading)” and " } ?? ""
    return "\(issue.message)\(place)\n  This was recorded after \(example)the run had ended: wait "
      + "for the task or the thread that recorded it."
  }
}
