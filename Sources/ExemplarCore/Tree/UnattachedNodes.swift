// Unattached nodes: nodes that were created and belong to no tree. Without a check they would
// silently never run.
//
// A node that is created in a group's builder, or in the body of an example or a hook, is marked.
// Adding it to a tree is recorded. A node that is still unattached when its surroundings end is a
// failing example, or fails the example that created it.

/// Whether a node, or a copy of it, belongs to a tree.
package final class Placement: @unchecked Sendable {
  fileprivate var isPlaced = false

  /// Guards all placements: groups are built one after the other, as a rule, so one lock a group costs less
  /// than one a node. Its value is not used, but has a size: the thread sanitizer takes the place of an
  /// empty one for that of its neighbor, and sees a race there.
  fileprivate static let lock = Locked(0)

  package init() {}
}

extension SpecNode {
  /// Records that the node belongs to a tree, together with its children.
  ///
  /// - Parameter isDeep: Whether to descend into groups that have recorded their own nodes already.
  package func place(isDeep: Bool = false) {
    Placement.lock.withLock { _ in setPlaced(isDeep) }
  }

  private func setPlaced(_ isDeep: Bool) {
    // An error replaces an unattached node; it does not attach it.
    if case .mistake = content { return }
    placement?.isPlaced = true
    switch content {
    case .several(let nodes): for node in nodes { node.setPlaced(isDeep) }
    case .group(let nodes) where isDeep || placement == nil:
      for node in nodes { node.setPlaced(isDeep) }
    default: break
    }
  }

  /// The nodes among `nodes` that were marked and belong to no tree so far.
  package static func unattached(among nodes: [SpecNode]) -> [SpecNode] {
    Placement.lock.withLock { _ in
      var unattached: [SpecNode] = []
      for node in nodes where node.placement?.isPlaced == false { unattached.append(node) }
      return unattached
    }
  }

  /// A failing example that replaces the node in the group that created it and did not receive it.
  ///
  /// It is removed again if the node belongs to another tree once all specs are known, for example
  /// as an element of a list that several groups use.
  package var asFailingExample: SpecNode {
    let message =
      "\(description) is made here, but no group takes it, so it never runs. Write it as a line of "
      + "its own in the group, or leave it out."
    var node = SpecNode.mistake(
      UsageError(message, at: place), named: "\(description), in no group")
    node.placement = placement
    return node
  }

  /// Whether this error replaces a node that was added to another tree since.
  var hasFoundItsTree: Bool {
    guard case .mistake = content, let placement else { return false }
    return Placement.lock.withLock { _ in placement.isPlaced }
  }

  /// The error if the node was created in the body of an example or of a hook.
  var misplaced: UsageError {
    UsageError(
      "\(description) is in the body of an example or of a hook, where it does nothing. "
        + "Put it into the group.", at: place)
  }

  /// A description of the node for the beginning of a sentence.
  private var description: String {
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
