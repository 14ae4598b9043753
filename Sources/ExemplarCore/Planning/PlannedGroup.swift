/// A group of a plan, with its children in order.
package final class PlannedGroup: Sendable {
  package let info: ExampleInfo
  /// The hooks of each moment in the order in which they run.
  let hooks: [Hook.Moment: [Hook]]
  let overrides: Overrides
  package let children: [Child]
  /// Whether any example in it is going to run.
  package let isActive: Bool
  /// The number of the run group of a spec.
  let runGroup: Int
  package let isParallel: Bool
  package let isSerialized: Bool
  /// Whether a spec has a process of its own.
  package let isIsolated: Bool
  let resources: [ResourceUse]
  /// Whether values that belong to instances live as long as the group.
  let sharesInstance: Bool
  /// The hooks that a spec shares with others, outermost first: groups without children.
  let sharedHooks: [PlannedGroup]
  /// Whether its `beforeAll` has failed already: it ended another process.
  let hasFailed: Bool

  init(
    _ info: ExampleInfo, hooks: [Hook.Moment: [Hook]], overrides: Overrides,
    children: [Child], isActive: Bool,
    runGroup: Int = 1, isParallel: Bool, isSerialized: Bool, resources: [ResourceUse],
    sharesInstance: Bool,
    isIsolated: Bool = false, sharedHooks: [PlannedGroup] = [], hasFailed: Bool = false
  ) {
    self.info = info
    self.hooks = hooks
    self.overrides = overrides
    self.children = children
    self.isActive = isActive
    self.runGroup = runGroup
    self.isParallel = isParallel
    self.isSerialized = isSerialized
    self.resources = resources
    self.sharesInstance = sharesInstance
    self.isIsolated = isIsolated
    self.sharedHooks = sharedHooks
    self.hasFailed = hasFailed
  }

  /// Hooks that several specs share.
  convenience init(
    sharedHooks info: ExampleInfo, hooks: [Hook.Moment: [Hook]], overrides: Overrides,
    hasFailed: Bool = false
  ) {
    self.init(
      info, hooks: hooks, overrides: overrides, children: [], isActive: true, isParallel: false,
      isSerialized: false, resources: [], sharesInstance: false, hasFailed: hasFailed)
  }

  /// Whether it has hooks around each example.
  var surroundsEach: Bool {
    hooks[.parameter] != nil || hooks[.beforeEach] != nil || hooks[.afterEach] != nil
  }

  /// A child of a group.
  package enum Child: Sendable {
    case group(PlannedGroup)
    case example(PlannedExample)
  }
}
