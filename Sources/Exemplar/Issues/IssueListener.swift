import ExemplarCore

/// Hears the issues that Swift Testing records while a run goes on.
///
/// Swift Testing tells an issue of a test to the listener around that test; an issue of a task that
/// belongs to no test, it tells to every listener.
final class IssueListener: Sendable {
  /// That of the test that runs all specs.
  static let ofHost = IssueListener()
  /// The one that stands around this task.
  @TaskLocal static var current: IssueListener?
  /// All that listen now, in the order in which they began.
  private static let open = Locked([IssueListener]())

  /// Listens while `body` runs.
  func during(_ body: @Sendable () async -> Void) async {
    Self.open.withLock { $0.append(self) }
    await Self.$current.withValue(self, operation: body)
    Self.open.withLock { open in
      if let index = open.lastIndex(where: { $0 === self }) { open.remove(at: index) }
    }
  }

  /// Whether this one answers for what every listener is told.
  var isFirst: Bool { Self.open.withLock { $0.first === self || $0.isEmpty } }
}
