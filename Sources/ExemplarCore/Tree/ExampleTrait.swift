/// A property of a node: focus, a reason to skip, tags, a run group, a time limit, and so on.
///
/// A trait is a value that edits the properties of its node. Write your own by conforming to this
/// protocol, and offer it with a static member in an extension:
///
/// ```swift
/// struct NeedsNetwork: ExampleTrait {
///   func apply(to properties: inout NodeProperties) {
///     properties.tags.insert("network")
///     properties.timeLimit = .seconds(30)
///   }
/// }
/// extension ExampleTrait where Self == NeedsNetwork {
///   static var needsNetwork: Self { NeedsNetwork() }
/// }
/// ```
public protocol ExampleTrait: Sendable {
  /// Edits the properties of the node that carries the trait.
  func apply(to properties: inout NodeProperties)
}

/// The properties of one node that traits edit.
public struct NodeProperties: Sendable {
  /// Whether the node is focused: only what is focused runs.
  public var isFocused = false
  /// Why the node does not run, if it does not.
  public var skipReason: String?
  /// The facts that traits state about the node itself.
  package var facts = Facts()
  /// The node's own tags.
  public var tags: Set<String> {
    get { Set(facts[.tags]) }
    set { facts[.tags] = Array(newValue) }
  }
  /// The run group of a spec; lower ones end before higher ones begin.
  public var runGroup: Int?
  /// Whether the children keep their declared order.
  public var isOrdered: Bool?
  /// Whether the examples below may run side by side.
  public var isParallel: Bool?
  /// Whether no other spec may run beside this one.
  public var isSerialized = false
  /// Whether the spec has a process of its own, where the tool runs it.
  public var isIsolated = false
  /// How long one example may take.
  public var timeLimit: Duration?
  /// How many times a failing example is tried again.
  public var retries: Int?
  /// The platforms the node is for; `nil` stands for all.
  public var platforms: Set<Platform>?
  /// The conditions under which the node runs. All must hold.
  public var conditions: [Condition] = []
  /// The resources the node uses.
  public var resources: [ResourceUse] = []
  /// Reports of bugs that the node is about.
  public var bugs: [String] {
    get { facts[.bugs] }
    set { facts[.bugs] = newValue }
  }
  /// Whether the examples of a class are only for its subclasses.
  public var isAbstract = false
  /// Whether a group without examples is no mistake: others inherit what is in it.
  package var mayBeEmpty = false
  /// Whether the rows of an outline may be left unread.
  public var mayLeaveRowsUnread: Bool?
  /// Whether one instance serves all examples of a type.
  public var sharesInstance: Bool?

  /// The specs around which the hooks of this one run.
  public var hookScope: HookScope?

  /// Makes the properties of a node without traits.
  public init() {}

  /// The properties that `traits` give, applied in order.
  public init(_ traits: [any ExampleTrait]) {
    for trait in traits { trait.apply(to: &self) }
  }
}

/// Something that must hold for a node to run.
public struct Condition: Sendable {
  /// The reason for not running the node if the condition does not hold.
  public var reason: String
  /// Returns whether the node runs. Called before the node runs.
  public var holds: @Sendable () -> Bool

  /// Makes a condition from the reason to give when `holds` returns `false`.
  public init(_ reason: String, holds: @escaping @Sendable () -> Bool) {
    self.reason = reason
    self.holds = holds
  }
}

/// A resource that must not be shared carelessly: readers run side by side, a writer alone.
public struct ResourceUse: Sendable, Hashable {
  /// How a resource is used.
  public enum Access: String, Sendable, Hashable {
    /// `read`: shared with other readers; `write`: exclusive.
    case read, write
  }
  /// The name of the resource; uses of the same name are of the same resource.
  public var name: String
  /// Whether the node reads or writes the resource.
  public var access: Access

  /// Makes a use of the resource `name`.
  public init(_ name: String, _ access: Access) {
    self.name = name
    self.access = access
  }
}
