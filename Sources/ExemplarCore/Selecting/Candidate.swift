/// A node that may become a part of a plan: the author's node with its resolved properties.
final class Candidate {
  let node: SpecNode
  private(set) var info: ExampleInfo
  let hash: PathHash
  let parent: Candidate?
  /// The properties set by its own traits.
  private(set) lazy var properties = NodeProperties(node.traits)
  var hooks: [Hook.Moment: [Hook]] = [:]
  var overrides: Overrides = [:]
  var children: [Candidate] = []
  /// The children by their escaped names.
  private(set) lazy var childrenByName = Dictionary(
    children.map { (ExampleID.escape($0.id.name), $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether the selection asks for it, or for something below it.
  var isSelected = true
  /// Which rows of it, for an outline.
  var rows = RowSelection.all
  /// Which of those rows are focused.
  var focusedRows: Set<ExampleID> = []
  /// Whether a focus is on it, or on something below it, that was selected.
  var hasFocus = false
  /// Suspicious properties; reported only if it is part of the plan.
  var findings: [Finding] = []
  /// How many selected leaves are below it.
  var leaves = 0

  init(_ node: SpecNode, named name: String, in parent: Candidate?, module: ExampleID) {
    self.node = node
    self.parent = parent
    info = ExampleInfo(
      (parent?.info.id ?? module).appending(name),
      (parent?.info.context ?? ExampleContext())
        .inner(
          at: node.place, adding: node.traits.isEmpty ? nil : NodeProperties(node.traits),
          node.inclusion))
    hash = (parent?.hash ?? PathHash().appending(module.name)).appending(name)
  }

  var id: ExampleID { info.id }
  var hasNoTraits: Bool { node.traits.isEmpty }

  var isGroup: Bool {
    if case .group = node.content { true } else { false }
  }

  /// Whether it has hooks that specs share, and no examples.
  var isSharedHooks: Bool { !hasNoTraits && properties.hookScope != nil }

  var isOutline: Bool {
    if case .outline = node.content { true } else { false }
  }

  /// Whether it is an abstract type, whose examples run in others.
  var isLeftToInheritors: Bool {
    children.isEmpty && !hasNoTraits && !properties.inheritors.isEmpty
  }

  /// The hooks of each moment in the order in which they run.
  var orderedHooks: [Hook.Moment: [Hook]] {
    var hooks = hooks
    for moment in [Hook.Moment.afterEach, .afterAll] { hooks[moment]?.reverse() }
    return hooks
  }

  /// Leaves out selected nodes that do not stay, and groups of which nothing stays. Returns whether something of this
  /// node does.
  ///
  /// - Parameter stays: Whether a node stays; `nil` if its children decide.
  @discardableResult
  func filter(_ stays: (Candidate) -> Bool?) -> Bool {
    guard isSelected else { return false }
    isSelected = stays(self) ?? children.reduce(false) { $1.filter(stays) || $0 }
    return isSelected
  }

  /// Adds the quarantines of a list to this node and all below it.
  func quarantine(by list: QuarantineList) {
    visit { $0.info.context = $0.info.context.adding(list.facts(of: $0.id)) }
  }

  /// Calls `body` for this node and all below it, parents first.
  func visit(_ body: (Candidate) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

extension Candidate {
  /// The trees of all specs. Names of specs are unique in their module.
  static func trees(_ specs: [Spec]) -> [Candidate] {
    var names: [String: UniqueNames<Place>] = [:]
    return specs.enumerated().map { index, spec in
      // Unnamed nodes are named by their position.
      let written = spec.root.name.isEmpty ? "#\(index + 1)" : spec.root.name
      let (name, earlier) = names[spec.module, default: UniqueNames<Place>()]
        .claim(written, at: spec.root.place)
      let root = tree(spec, named: name)
      if let earlier {
        root.findings.append(Finding(nameOf: root, alsoAt: earlier))
      }
      return root
    }
  }

  /// Lays out the tree below `spec`, giving every node a name that is unique in its group.
  private static func tree(_ spec: Spec, named name: String) -> Candidate {
    let module = ExampleID([spec.module])
    let root = Candidate(spec.grouped.root, named: name, in: nil, module: module)
    root.addChildren(module: module)
    if !root.holdsExamples() { root.findings.append(Finding(noExamplesIn: root)) }
    return root
  }

  /// Whether it contains examples. Records the groups in it that contain none.
  private func holdsExamples() -> Bool {
    if !isGroup { return true }
    let empty = children.filter { !$0.holdsExamples() }
    let holds = empty.count < children.count || !properties.inheritors.isEmpty
    if holds {
      for group in empty { group.findings.append(Finding(noExamplesIn: group)) }
    }
    return holds
  }

  private func addChildren(module: ExampleID) {
    guard case .group(let written) = node.content else { return }
    let nodes = written.flattened
    var names = UniqueNames<Place>(count: nodes.count)
    children.reserveCapacity(nodes.count)
    for node in nodes {
      switch node.content {
      case .hook(var hook):
        hook.place = node.place
        hooks[hook.moment, default: []].append(hook)
      case .override(let override): overrides[override.key, default: []].append(override.maker)
      default:
        // Unnamed nodes are named by their position, like rows.
        let wanted = node.name.isEmpty ? "#\(children.count + 1)" : node.name
        let (name, earlier) = names.claim(wanted, at: node.place)
        var child = Candidate(node, named: name, in: self, module: module)
        if child.isSharedHooks {
          let mistake = "Hooks of several specs do not belong inside of one. Move them out of it."
          let broken = SpecNode.brokenSharedHooks(node, mistake)
          child = Candidate(broken, named: name, in: self, module: module)
        }
        if let earlier {
          child.findings.append(Finding(nameOf: child, alsoAt: earlier))
        }
        if !child.hasNoTraits, child.properties.isForSpecs {
          child.findings.append(Finding(traitForSpecsOf: child))
        }
        children.append(child)
        child.addChildren(module: module)
      }
    }
  }
}

extension NodeProperties {
  /// Whether it has properties that are only valid for specs.
  fileprivate var isForSpecs: Bool { runGroup != nil || isSerialized || !resources.isEmpty }
}

extension Finding {
  fileprivate init(traitForSpecsOf candidate: Candidate) {
    self.init(
      ".runGroup, .serialized and .uses are for specs, the outermost groups; here they do nothing.",
      on: candidate.id, at: candidate.node.place, candidate.info.context, failsStrictRuns: false)
  }

  fileprivate init(noExamplesIn candidate: Candidate) {
    self.init(
      "\u{201C}\(candidate.id.name)\u{201D} has no examples, so nothing is checked there. Add some "
        + "with @Example, it or outline, or remove it.",
      on: candidate.id, at: candidate.node.place, candidate.info.context)
  }

  fileprivate init(nameOf candidate: Candidate, alsoAt earlier: Place) {
    self.init(
      "\u{201C}\(candidate.node.name)\u{201D} appears twice in one group, here and at "
        + "\(earlier.short); this one runs as \u{201C}\(candidate.id.name)\u{201D}. Rename one of them.",
      on: candidate.id, at: candidate.node.place, candidate.info.context)
  }
}
