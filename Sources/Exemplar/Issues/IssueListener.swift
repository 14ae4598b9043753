import ExemplarCore

/// Receives the issues that Swift Testing records during a run.
///
/// Swift Testing passes an issue of a test to the listener around that test, and an issue of a task
/// that belongs to no test to every listener.
final class IssueListener: Sendable {
  /// That of the test that runs all specs.
  static let ofHost = IssueListener()
  @TaskLocal static var current: IssueListener?
  /// All that listen now, in the order in which they began.
  private static let open = Locked([IssueListener]())

  func during(_ body: @Sendable () async -> Void) async {
    Self.open.withLock { $0.append(self) }
    await Self.$current.withValue(self, operation: body)
    Self.open.withLock { open in
      if let index = open.lastIndex(where: { $0 === self }) { open.remove(at: index) }
    }
  }

  static var isAny: Bool { open.withLock { !$0.isEmpty } }

  /// Whether this listener handles the issues that every listener receives.
  var isFirst: Bool { Self.open.withLock { $0.first === self || $0.isEmpty } }
}
