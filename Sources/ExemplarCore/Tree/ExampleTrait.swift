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
  package var isOrdered: Bool?
  /// Whether the examples below may run side by side.
  package var isParallel: Bool?
  /// Whether no other spec may run beside this one.
  package var isSerialized = false
  /// Whether the spec has a process of its own, where the tool runs it.
  package var isIsolated = false
  /// How long one example may take.
  public var timeLimit: Duration?
  /// How many times a failing example is tried again.
  public var retries: Int?
  /// Changes of environment variables, by their names, while the node runs; `nil` removes one.
  public var environment: [String: String?] = [:]
  /// The platforms the node is for; `nil` stands for all.
  public var platforms: Set<Platform>?
  /// The conditions under which the node runs. All must hold.
  package var conditions: [Condition] = []
  /// The resources the node uses.
  package var resources: [ResourceUse] = []
  /// Reports of bugs that the node is about.
  public var bugs: [String] {
    get { facts[.bugs] }
    set { facts[.bugs] = newValue }
  }
  /// The error in a trait, which fails the examples of the node.
  package var mistake: UsageError?
  /// Whether the examples of a class are only for its subclasses.
  package var isAbstract = false
  /// The specs that inherit the examples of a type, which may be empty itself then.
  package var inheritors: [String] = []
  /// Whether the rows of an outline may be left unread.
  package var mayLeaveRowsUnread: Bool?
  /// Whether one instance serves all examples of a type.
  package var sharesInstance: Bool?

  /// The specs around which the hooks of this one run.
  package var hookScope: HookScope?

  /// Makes the properties of a node without traits.
  package init() {}

  /// The properties that `traits` give, applied in order.
  package init(_ traits: [any ExampleTrait]) {
    for trait in traits { trait.apply(to: &self) }
    var problem = timeLimit?.problem(as: "The time limit")
    if let retries, retries < 0 {
      problem = problem ?? "The number of retries is \(retries), and must be at least 0."
    }
    problem = problem ?? ProcessEnvironment.problem(of: environment)
    mistake = mistake ?? problem.map { UsageError($0) }
    timeLimit = timeLimit?.bounded
  }
}

extension NodeProperties {
  /// The reason that keeps a node with these properties from running, if there is one.
  func skipReason(
    on platform: Platform, of id: @autoclosure () -> ExampleID, at place: Place?
  ) -> String? {
    if let skipReason { return skipReason }
    // Discovery has taken the trait from where it has done its work.
    if isAbstract { return "it is abstract, and no class inherits from it" }
    if let platforms, !platforms.contains(where: { $0.includes(platform) }) {
      let names = platforms.map(\.name).sorted().joined(separator: ", ")
      return "only for \(names)"
        + (platform == .current ? "" : "; this run is for \(platform.name)")
    }
    if conditions.isEmpty { return nil }
    let id = id()
    return AuthorStep(.condition, of: id.heading, at: place).run {
      conditions.first { !$0.holds() }?.reason
    }
  }
}

/// The properties of examples and rows that inner nodes override: the nearest one counts.
///
/// They travel as one value with a planned example to its invocation.
struct ExampleSettings: Sendable {
  var timeLimit: Duration?
  var retries: Int?
  var mayLeaveRowsUnread: Bool?
  /// Changes of environment variables. Those of inner nodes add to outer ones.
  var environment: ProcessEnvironment.Variables = [:]

  /// These settings, with those of what is around in place of missing ones.
  func inside(_ outer: ExampleSettings) -> ExampleSettings {
    ExampleSettings(
      timeLimit: timeLimit ?? outer.timeLimit, retries: retries ?? outer.retries,
      mayLeaveRowsUnread: mayLeaveRowsUnread ?? outer.mayLeaveRowsUnread,
      environment: environment.isEmpty
        ? outer.environment : outer.environment.merging(environment) { $1 })
  }
}

extension NodeProperties {
  /// The settings that traits of the node itself state.
  var settings: ExampleSettings {
    ExampleSettings(
      timeLimit: timeLimit, retries: retries, mayLeaveRowsUnread: mayLeaveRowsUnread,
      environment: environment)
  }

  /// The traits of a declaration of shared hooks that have no effect on them.
  var idleForHooks: [String] {
    let given = [
      (isFocused, ".focused"), (runGroup != nil, ".runGroup"), (isOrdered != nil, ".ordered"),
      (isParallel != nil, ".parallel"), (isSerialized, ".serialized"), (isIsolated, ".isolated"),
      (timeLimit != nil, ".timeLimit"), (retries != nil, ".retry"), (!resources.isEmpty, ".uses"),
      (!environment.isEmpty, ".environment and .timeZone"),
      (isAbstract, ".abstract"), (mayLeaveRowsUnread != nil, ".unread"),
      (sharesInstance != nil, ".sharedInstance"),
    ]
    return given.filter(\.0).map(\.1)
      + Fact.allCases.filter { !facts[$0].isEmpty }.map(\.trait)
  }
}

/// Something that must hold for a node to run.
package struct Condition: Sendable {
  /// The reason for not running the node if the condition does not hold.
  var reason: String
  /// Returns whether the node runs. Called before the node runs.
  var holds: @Sendable () -> Bool
}

/// A resource that must not be shared carelessly: readers run side by side, a writer alone.
public struct ResourceUse: Sendable, Hashable {
  /// How a resource is used.
  public enum Access: Sendable, Hashable {
    /// `read`: shared with other readers; `write`: exclusive.
    case read, write
  }
  /// The name of the resource; uses of the same name are of the same resource.
  var name: String
  /// Whether the node reads or writes the resource.
  var access: Access
}
