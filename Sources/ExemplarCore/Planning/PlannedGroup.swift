/// A group of a plan, with its children in order.
public final class PlannedGroup: Sendable {
  public let info: ExampleInfo
  /// The hooks of each moment in the order in which they run.
  let hooks: [Hook.Moment: [Hook]]
  let overrides: Overrides
  public let children: [Child]
  /// Whether any example in it is going to run.
  public let isActive: Bool
  public let isParallel: Bool
  public let isSerialized: Bool
  let resources: [ResourceUse]
  /// Whether values that belong to instances live as long as the group.
  let sharesInstance: Bool

  init(
    _ info: ExampleInfo, hooks: [Hook.Moment: [Hook]], overrides: Overrides,
    children: [Child], isActive: Bool,
    isParallel: Bool, isSerialized: Bool, resources: [ResourceUse], sharesInstance: Bool
  ) {
    self.info = info
    self.hooks = hooks
    self.overrides = overrides
    self.children = children
    self.isActive = isActive
    self.isParallel = isParallel
    self.isSerialized = isSerialized
    self.resources = resources
    self.sharesInstance = sharesInstance
  }

  /// A child of a group.
  public enum Child: Sendable {
    case group(PlannedGroup)
    case example(PlannedExample)
  }
}
