// Resolving: every inclusion of shared examples becomes the group that it makes.
//
// This happens when all specs are known, so no definition has to come before its use. It is the only
// step that builds shared examples, once for each inclusion.

/// Specs whose inclusions of shared examples have become groups.
package struct ResolvedSpecs: Sendable {
  package let specs: [Spec]
  /// Shared examples with a name that nothing includes.
  let unused: [Finding]
  /// The locations of the included ones.
  let included: Set<Place>

  /// Resolves the inclusions in `specs`. An inclusion that cannot be resolved becomes a failing
  /// example.
  ///
  /// Complexity: linear in the number of nodes, including those of inclusions.
  package init(_ specs: [Spec]) {
    var resolution = Resolution(specs)
    self.specs = resolution.resolved().checkingSharedHooks()
    unused = resolution.unused
    included = resolution.included
  }

  private init(_ specs: [Spec], unused: [Finding], included: Set<Place>) {
    self.specs = specs
    self.unused = unused
    self.included = included
  }

  /// The specs as a host changes them.
  package func map(_ change: (Spec) -> Spec) -> ResolvedSpecs {
    ResolvedSpecs(specs.map(change), unused: unused, included: included)
  }
}

/// The shared examples that can be seen from a group, by their names: those of the groups around it and its own,
/// the innermost last.
typealias SharedScope = [[String: SharedGroup]]

/// The identity of shared examples, even if a function creates them in each call: their location,
/// their name, and the type of their parameter.
struct SharedIdentity: Hashable {
  private let name: String
  let place: Place
  private let parameter: ObjectIdentifier

  init(_ group: SharedGroup) {
    name = group.name
    place = group.place
    parameter = ObjectIdentifier(group.parameter)
  }
}

/// The resolving of the inclusions in one list of specs.
struct Resolution {
  private let specs: [Spec]
  /// The shared examples at the top level of each module.
  private(set) var modules: [String: [String: SharedGroup]] = [:]
  private var mistakes: [Spec] = []
  private var defined: [SharedGroup] = []
  private var used: Set<SharedIdentity> = []
  /// The shared examples in groups of the specs, at any depth.
  private(set) lazy var inGroups: [SharedGroup] = specs.flatMap(\.root.flattened)
    .filter { !$0.isShared }.flatMap(\.sharedInside)
  /// Shared examples that were found to include themselves without end, while what includes them is
  /// being given up.
  var endless: (place: Place, mistake: UsageError)?
  /// How many groups are around the nodes that are being resolved.
  var level = 0

  init(_ specs: [Spec]) {
    self.specs = specs
    var roots: [String: [SpecNode]] = [:]
    for spec in specs { roots[spec.module, default: []] += spec.root.flattened }
    for (module, nodes) in roots.sorted(by: { $0.key < $1.key }) {
      let (groups, duplicates) = define(nodes)
      modules[module] = groups
      mistakes += duplicates.map { Spec(module: module, root: $0) }
    }
  }

  /// The specs with groups in place of inclusions.
  mutating func resolved() -> [Spec] {
    var result: [Spec] = []
    for spec in specs {
      for root in spec.root.flattened where !root.isShared {
        let root = resolve(root, in: [], inside: [])
        result.append(Spec(module: spec.module, root: root.orItsMistake))
      }
    }
    return result + mistakes
  }

  /// The shared examples among `nodes` by name, and a failing example for each that cannot be.
  mutating func define(
    _ nodes: [SpecNode]
  ) -> (groups: [String: SharedGroup], mistakes: [SpecNode]) {
    var groups: [String: SharedGroup] = [:]
    var mistakes: [SpecNode] = []
    for node in nodes {
      guard case .shared(let group) = node.content else { continue }
      if group.name.isEmpty {
        mistakes.append(.mistake(.nameless(group), named: "shared examples without a name"))
      } else if let earlier = groups[group.name] {
        let name = "shared examples \u{201C}\(group.name)\u{201D}"
        mistakes.append(.mistake(.duplicate(group, and: earlier), named: name))
      } else {
        groups[group.name] = group
        defined.append(group)
      }
    }
    return (groups, mistakes)
  }

  mutating func recordUse(of group: SharedGroup) { used.insert(SharedIdentity(group)) }

  /// The locations of included shared examples.
  var included: Set<Place> { Set(used.map(\.place)) }

  /// Definitions that were never included.
  var unused: [Finding] {
    var told: Set<SharedIdentity> = []
    return defined.filter { group in
      let identity = SharedIdentity(group)
      return !used.contains(identity) && told.insert(identity).inserted
    }
    .map { Finding(unused: $0) }
  }
}

extension SpecNode {
  /// Whether the node defines shared examples.
  package var isShared: Bool { if case .shared = content { true } else { false } }

  /// The shared examples in this node and its groups.
  fileprivate var sharedInside: [SharedGroup] {
    switch content {
    case .shared(let group): [group]
    case .group(let nodes), .several(let nodes): nodes.flatMap(\.sharedInside)
    default: []
    }
  }

  /// The node, or a failing example in place of a node that is only valid in a group.
  fileprivate var orItsMistake: SpecNode {
    switch content {
    case .hook, .override: .mistake(.outsideGroups(self), named: "\(name) outside a group")
    default: self
    }
  }
}

extension Finding {
  fileprivate init(unused group: SharedGroup) {
    self.init(
      "Nothing includes the shared examples \u{201C}\(group.name)\u{201D}, so they never run. "
        + "Include them with itBehavesLike, or remove them.",
      at: group.place)
  }
}
