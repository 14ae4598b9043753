import ExemplarCore

/// A run that claims the issues recorded in its tasks, whichever library of tests records them.
package final class Claim: Sendable {
  let run: Run
  /// Whether the library that recorded an issue is to show it too.
  let passesOn: Bool

  /// The run to which this task belongs.
  @TaskLocal private static var current: Claim?
  /// The runs that are going on.
  private static let open = Locked((claims: [Claim](), areOver: 0))

  private init(_ run: Run, passesOn: Bool) {
    self.run = run
    self.passesOn = passesOn
  }

  /// Calls `body`, and puts the issues recorded meanwhile on the examples of `run`.
  static func claiming<Result: Sendable>(
    for run: Run, passesOn: Bool = false, _ body: () async -> Result
  ) async -> Result {
    let claim = Claim(run, passesOn: passesOn)
    open.withLock { $0.claims.append(claim) }
    defer {
      open.withLock { open in
        open.claims.removeAll { $0 === claim }
        open.areOver += 1
      }
    }
    return await $current.withValue(claim, operation: body)
  }

  /// Whether a run is going on.
  static var isOpen: Bool { open.withLock { !$0.claims.isEmpty } }

  /// Where an issue went.
  package enum Destination: Hashable {
    /// It is held back, because what recorded it is going to be tried again.
    case held
    /// It belongs to an attempt of an example that another one follows.
    case retried
    /// It belongs to a run.
    case run(passesOn: Bool)
    /// The run that it would have belonged to is over.
    case tooLate
    /// There has been no run.
    case none
  }

  /// Whether nothing tells which run this task belongs to: it was detached, or is a mere thread.
  static var isUnknownHere: Bool {
    current == nil && ExampleScope.current == nil && HeldIssues.current == nil
      && Hearing.current == nil
  }

  /// Puts an issue on the example in whose task it was recorded, else on the run.
  ///
  /// What comes from a task of no run fails every run that is going on: each may be the one that caused
  /// it, and none of them may look fine.
  package static func attribute(_ issue: ExemplarCore.Issue) -> Destination {
    if HeldIssues.current?.hold(issue) == true { return .held }
    let (claims, areOver) = open.withLock { ($0.claims, $0.areOver) }
    let claim = current ?? claims.last
    if let current {
      if !claims.contains(where: { $0 === current }) { return .tooLate }
    } else if claims.isEmpty, areOver > 0 {
      return .tooLate
    }
    if let scope = ExampleScope.current {
      switch scope.record(issue) {
      case .retried: return .retried
      case .tooLate: return .tooLate
      case .final, .late: break
      }
    } else if current == nil, claims.count > 1 {
      let running = claims.flatMap(\.run.running)
      let takers = claims.filter {
        $0.run.record(issue, besides: claims.count - 1, running: running)
      }
      if takers.isEmpty { return .tooLate }
      return .run(passesOn: claims.contains(where: \.passesOn))
    } else if let claim {
      if !claim.run.record(issue) { return .tooLate }
    } else {
      return .none
    }
    return .run(passesOn: claim?.passesOn ?? true)
  }

  /// What is said of an issue that no run can take any more.
  package static func explanation(ofLate issue: ExemplarCore.Issue) -> String {
    let place = issue.place.map { "\n  at \($0)" } ?? ""
    let example =
      ExampleScope.current.map { "“\($0.info.id.heading)” and " } ?? ""
    return "\(issue.message)\(place)\n  This was recorded after \(example)the run had ended: wait "
      + "for the task or the thread that recorded it."
  }
}

/// What hears the issues that Swift Testing records while a run goes on.
///
/// Swift Testing tells those of a test to the one that stands around it; but those of a task that
/// belongs to no test, to all that there are.
final class Hearing: Sendable {
  /// That of the test that runs all specs.
  static let ofHost = Hearing()
  /// The one that stands around this task.
  @TaskLocal fileprivate static var current: Hearing?
  /// Those that hear now, in the order in which they began to.
  private static let open = Locked([Hearing]())

  /// Hears while `body` runs.
  func during(_ body: @Sendable () async -> Void) async {
    Self.open.withLock { $0.append(self) }
    await Self.$current.withValue(self, operation: body)
    Self.open.withLock { open in
      if let index = open.lastIndex(where: { $0 === self }) { open.remove(at: index) }
    }
  }

  /// Whether it is the one that takes what all are told.
  var isFirst: Bool { Self.open.withLock { $0.first === self || $0.isEmpty } }
}
