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

  /// Puts an issue on the example in whose task it was recorded, else on the run.
  package static func attribute(_ issue: ExemplarCore.Issue) -> Destination {
    if HeldIssues.current?.hold(issue) == true { return .held }
    let (claim, isOver) = open.withLock { open -> (Claim?, Bool) in
      if let current {
        return (current, !open.claims.contains { $0 === current })
      }
      // A task that no example started has no claim either; its issues belong to a run all the same.
      return (open.claims.last, open.claims.isEmpty && open.areOver > 0)
    }
    if isOver { return .tooLate }
    if let scope = ExampleScope.current {
      if scope.record(issue) == .retried { return .retried }
    } else if let claim {
      claim.run.record(issue)
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
