/// A node while the plan is being made: the author's node with what is worked out about it.
final class Draft {
  let node: SpecNode
  let path: PlannedPath
  let hash: PathHash
  let parent: Draft?
  let properties: NodeProperties
  /// The tags of the node and of those around it.
  let tags: Set<String>
  /// The bugs that the node and those around it are about, the outermost first.
  let bugs: [String]
  /// The lines that included the shared examples it stands in, the innermost first.
  let inclusions: [InclusionFrame]
  var hooks: [Hook.Moment: [Hook]] = [:]
  var overrides: Overrides = [:]
  var children: [Draft] = []

  /// Whether the selection asks for it, or for something below it.
  var isSelected = true
  /// Which rows of it, for an outline.
  var rows = RowSelection.all
  /// Which of those rows are focused.
  var focusedRows: Set<ExampleID> = []
  /// Whether a focus is on it, or on something below it, that was selected.
  var hasFocus = false
  /// What was noticed about it; told only if it is part of the plan.
  var issues: [Noticed] = []
  /// How many selected leaves are below it.
  var leaves = 0

  init(_ node: SpecNode, named name: String, in parent: Draft?, module: PlannedPath) {
    self.node = node
    self.parent = parent
    path = PlannedPath(name, in: parent?.path ?? module)
    hash = (parent?.hash ?? PathHash().appending(module.name)).appending(name)
    properties = NodeProperties(node.traits)
    let outer = parent?.inclusions ?? []
    inclusions = node.inclusion.map { [$0] + outer } ?? outer
    tags = parent?.tags.union(properties.tags) ?? properties.tags
    bugs = (parent?.bugs ?? []).adding(properties.bugs)
  }

  var isGroup: Bool {
    if case .group = node.content { true } else { false }
  }

  var isOutline: Bool {
    if case .outline = node.content { true } else { false }
  }

  /// The nearest value of a property that inner nodes inherit.
  func inherited<Value>(_ property: KeyPath<NodeProperties, Value?>) -> Value? {
    var current: Draft? = self
    while let draft = current {
      if let value = draft.properties[keyPath: property] { return value }
      current = draft.parent
    }
    return nil
  }

  /// Calls `body` for this node and all below it, parents first.
  func visit(_ body: (Draft) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

extension Draft {
  /// The trees of all specs. Names of specs are unique in their module.
  static func trees(_ specs: [Spec]) -> [Draft] {
    var names: [String: UniqueNames] = [:]
    return specs.enumerated().map { index, spec in
      // What has no name is called by its position.
      let written = spec.root.name.isEmpty ? "#\(index + 1)" : spec.root.name
      let (name, earlier) = names[spec.module, default: UniqueNames()]
        .claim(written, at: spec.root.place)
      let root = tree(spec, named: name)
      if let earlier {
        root.issues.append(
          .duplicateName(spec.root.name, root.path.id, at: spec.root.place, and: earlier))
      }
      return root
    }
  }

  /// Lays out the tree below `spec`, giving every node a name that is unique in its group.
  private static func tree(_ spec: Spec, named name: String) -> Draft {
    let module = PlannedPath(spec.module, in: nil)
    let root = Draft(spec.grouped.root, named: name, in: nil, module: module)
    root.addChildren(module: module)
    if !root.holdsExamples() { root.issues.append(.noExamples(in: root)) }
    return root
  }

  /// Whether there are examples in it; notes groups in it where there are none.
  private func holdsExamples() -> Bool {
    if !isGroup { return true }
    let empty = children.filter { !$0.holdsExamples() }
    let holds = empty.count < children.count || properties.mayBeEmpty
    if holds {
      for group in empty { group.issues.append(.noExamples(in: group)) }
    }
    return holds
  }

  private func addChildren(module: PlannedPath) {
    guard case .group(let nodes) = node.content else { return }
    var names = UniqueNames()
    for node in nodes.flatMap(\.flattened) {
      switch node.content {
      case .hook(let hook): hooks[hook.moment, default: []].append(hook)
      case .override(let override): overrides[override.key, default: []].append(override.maker)
      default:
        // What has no name is called by its position, as a row is.
        let written = node.name.isEmpty ? "#\(children.count + 1)" : node.name
        let (name, earlier) = names.claim(written, at: node.place)
        let child = Draft(node, named: name, in: self, module: module)
        if let earlier {
          child.issues.append(
            .duplicateName(
              node.name, child.path.id, at: node.place, and: earlier, inclusions: inclusions))
        }
        if child.properties.isForSpecs {
          child.issues.append(.traitForSpecs(child))
        }
        children.append(child)
        child.addChildren(module: module)
      }
    }
  }
}

extension Spec {
  /// The spec with a group as its root; a root that is a leaf stands in a group of its name.
  var grouped: Spec {
    switch root.content {
    case .group: self
    default:
      // What the author said of the spec is said of the group, which the leaf inherits from.
      Spec(
        module: module,
        root: SpecNode(
          root.name, at: root.place, traits: root.traits,
          content: .group([SpecNode(root.name, at: root.place, content: root.content)])))
    }
  }
}

extension [String] {
  /// The strings and those of `others` that are not among them.
  func adding(_ others: [String]) -> [String] {
    others.isEmpty ? self : self + others.filter { !contains($0) }
  }
}

extension NodeProperties {
  /// Whether something is said that only has a meaning for specs.
  fileprivate var isForSpecs: Bool { runGroup != nil || isSerialized || !resources.isEmpty }
}

extension Noticed {
  fileprivate static func traitForSpecs(_ draft: Draft) -> Noticed {
    Noticed(
      record: IssueRecorded(
        id: draft.path.id,
        issue: Issue(
          ".runGroup, .serialized and .uses are for specs, the outermost groups; here they do nothing.",
          at: draft.node.place, phase: .planning, isWarning: true,
          inclusions: draft.inclusions)))
  }

  fileprivate static func noExamples(in draft: Draft) -> Noticed {
    Noticed(
      record: IssueRecorded(
        id: draft.path.id,
        issue: Issue(
          "\u{201C}\(draft.path.id.name)\u{201D} has no examples, so nothing is checked there. Add some "
            + "with @Example, it or outline, or remove it.",
          at: draft.node.place, phase: .planning, isWarning: true, inclusions: draft.inclusions)),
      isStrictlyAFailure: true)
  }

  static func duplicateName(
    _ name: String, _ id: ExampleID, at place: Place, and earlier: Place,
    inclusions: [InclusionFrame] = []
  ) -> Noticed {
    Noticed(
      record: IssueRecorded(
        id: id,
        issue: Issue(
          "\u{201C}\(name)\u{201D} stands twice in one group, here and at \(earlier.short); "
            + "this one runs as \u{201C}\(id.name)\u{201D}. Rename one of them.",
          at: place, phase: .planning, isWarning: true, inclusions: inclusions)),
      isStrictlyAFailure: true)
  }
}

/// Gives out names that are unique in their group: a name that was taken gets a number.
struct UniqueNames {
  private var taken: [String: Place] = [:]
  private var counts: [String: Int] = [:]

  /// A unique name, and where the name was first taken if it was not free.
  ///
  /// Complexity: O(1) amortized, also for many equal names.
  mutating func claim(_ name: String, at place: Place) -> (name: String, earlier: Place?) {
    guard let earlier = taken[name] else {
      taken[name] = place
      return (name, nil)
    }
    var number = counts[name, default: 1]
    var numbered: String
    repeat {
      number += 1
      numbered = "\(name) (\(number))"
    } while taken[numbered] != nil
    counts[name] = number
    taken[numbered] = place
    return (numbered, earlier)
  }
}
