/// A group of a plan, with its children in order.
package struct PlannedGroup: Sendable {
  package let info: ExampleInfo
  /// Its own properties, and whether its children may run side by side.
  package var properties: NodeProperties
  /// The hooks of each moment in the order in which they run.
  let hooks: [Hook.Moment: [Hook]]
  /// The makers of givens for its examples, including those of surrounding groups.
  let overrides: Overrides
  package var children: [Child] = []
  /// Whether any example in it is going to run.
  var isActive = true
  /// The hooks that a spec shares with others, outermost first: groups without children.
  var sharedHooks: [PlannedGroup] = []
  /// Whether its `beforeAll` has failed already: it ended another process.
  var hasFailed = false

  /// The changes of environment variables around its hooks and its examples, with those of surrounding groups.
  var environment: ProcessEnvironment.Variables = [:]

  /// The number of the run group of a spec.
  var runGroup: Int { properties.runGroup ?? 1 }
  /// Whether values that belong to instances live as long as the group.
  var sharesInstance: Bool { properties.sharesInstance ?? false }
  var isParallel: Bool { properties.isParallel ?? false }

  /// Whether it has hooks around each example.
  var surroundsEach: Bool {
    hooks[.parameter] != nil || hooks[.beforeEach] != nil || hooks[.afterEach] != nil
      || hooks[.aroundEach] != nil
  }

  /// A child of a group.
  package enum Child: Sendable {
    indirect case group(PlannedGroup)
    case example(PlannedExample)

    var isActive: Bool {
      switch self {
      case .group(let group): group.isActive
      case .example(let example): example.isRunnable
      }
    }
  }
}

/// A leaf of a plan.
package struct PlannedExample: Sendable {
  package let info: ExampleInfo
  package let action: Action
  /// Its settings, with those of the groups around it.
  let settings: ExampleSettings
  /// Whether it is going to run; an outline does not if none of its rows can.
  let isRunnable: Bool
  /// The rows of an outline that have run in another process.
  var rowsOver = FinishedRows()
  /// The number of the part that claims rows of an outline; `nil` if no other process may run some.
  var sharingPart: Int?

  /// Whether rows of it are going to run.
  var isRunnableOutline: Bool {
    if case .expand = action { isRunnable } else { false }
  }

  /// The planned action for a leaf.
  package enum Action: Sendable {
    case run(@Sendable () async throws -> Void)
    indirect case expand(Outline, rows: RowSelection)
    indirect case fail(UsageError)
    case skip(reason: String)
    case markPending(reason: String?)
  }
}
