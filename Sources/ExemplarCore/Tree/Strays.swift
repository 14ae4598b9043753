// Strays: nodes that were made and stand in no tree. They would never run, and nobody would know.
//
// A node that is made where something can tell of it, in a group's builder or in the body of an example or
// a hook, is marked; whatever takes it into a tree notes that. What is left when its surroundings end is a
// failing example, or fails the one that made it.

/// Whether a node, or a copy of it, stands in a tree.
package final class Placement: @unchecked Sendable {
  fileprivate var isPlaced = false

  /// Guards all placements: groups are built one after the other, as a rule, so one lock a group costs less
  /// than one a node. Its value is not used, but has a size: the thread sanitizer takes the place of an
  /// empty one for that of its neighbor, and sees a race there.
  fileprivate static let lock = Locked(0)

  package init() {}
}

extension SpecNode {
  /// Notes that the node stands in a tree, with all nodes that it stands for.
  ///
  /// - Parameter isDeep: Whether to look into groups that have noted their own nodes already.
  package func place(isDeep: Bool = false) {
    Placement.lock.withLock { _ in setPlaced(isDeep) }
  }

  private func setPlaced(_ isDeep: Bool) {
    // A mistake stands for a stray, and does not run it.
    if case .mistake = content { return }
    placement?.isPlaced = true
    switch content {
    case .several(let nodes): for node in nodes { node.setPlaced(isDeep) }
    case .group(let nodes) where isDeep || placement == nil:
      for node in nodes { node.setPlaced(isDeep) }
    default: break
    }
  }

  /// Those of the nodes that were marked, and stand in no tree so far.
  package static func strays(among nodes: [SpecNode]) -> [SpecNode] {
    Placement.lock.withLock { _ in
      var strays: [SpecNode] = []
      for node in nodes where node.placement?.isPlaced == false { strays.append(node) }
      return strays
    }
  }

  /// What stands for the node in the group that made it and did not take it: a failing example.
  ///
  /// Where the node has come to stand in another tree by the time all specs are known, as one of a list
  /// that several groups take from, it is left out again.
  package var asStray: SpecNode {
    let message =
      "\(description) is made here, but no group takes it, so it never runs. Write it as a line of "
      + "its own in the group, or leave it out."
    var node = SpecNode.mistake(
      AuthoringMistake(message, at: place), named: "\(description), in no group")
    node.placement = placement
    return node
  }

  /// Whether this stands for a stray that has found its tree.
  var hasFoundItsTree: Bool {
    guard case .mistake = content, let placement else { return false }
    return Placement.lock.withLock { _ in placement.isPlaced }
  }

  /// What the node is, for a sentence that begins with it.
  fileprivate var description: String {
    let name = name.isEmpty ? "" : " \u{201C}\(name)\u{201D}"
    return switch content {
    case .group: "The group\(name)"
    case .example: name.isEmpty ? "An example" : "The example\(name)"
    case .outline: "The outline\(name)"
    case .pending: "The pending example\(name)"
    case .hook: "A hook"
    case .override: "An override"
    case .shared: "The group of shared examples\(name)"
    case .inclusion: "The inclusion of\(name)"
    case .mistake, .several: "A node"
    }
  }
}

/// The nodes that one example made, or the hooks around one group.
struct MadeNodes: Sendable {
  private var nodes: [(node: SpecNode, phase: Phase)] = []

  var isEmpty: Bool { nodes.isEmpty }

  mutating func note(_ node: SpecNode, in phase: Phase) { nodes.append((node, phase)) }

  /// What is wrong with those that stand in no tree, each told once.
  mutating func takeStrays() -> [(message: String, place: Place, phase: Phase)] {
    defer { nodes = [] }
    return nodes.filter { !SpecNode.strays(among: [$0.node]).isEmpty }.map { node, phase in
      let message =
        "\(node.description) is in the body of an example or of a hook, where it does nothing. "
        + "Put it into the group."
      return (message, node.place, phase)
    }
  }
}
