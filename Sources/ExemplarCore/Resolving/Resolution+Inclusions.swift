// How one inclusion becomes a group.

extension Resolution {
  /// Shared examples that are being built, and the line that included them.
  struct Frame {
    var identity: SharedIdentity
    var group: SharedGroup
    var inclusion: Place
  }

  /// The maximum depth of nested shared examples. Types and names can grow with each level, so that
  /// no two are the same, and yet there is no end.
  private static let depthLimit = 64

  /// The node with groups in place of the inclusions in it; `frames` are the shared examples in which
  /// it was written, the innermost last.
  mutating func resolve(
    _ node: SpecNode, in scope: SharedScope, inside frames: [Frame]
  ) -> SpecNode {
    switch node.content {
    case .group(let children):
      var node = node
      let children = children.flattened
      // Most groups hold examples and hooks alone, of which no copy has to be made.
      if children.allSatisfy(\.isResolved) {
        node.content = .group(children)
        return node
      }
      let (groups, mistakes) = define(children)
      let inner = groups.isEmpty ? scope : scope + [groups]
      level += 1
      defer { level -= 1 }
      node.content = .group(resolve(children, in: inner, inside: frames) + mistakes)
      return node
    case .inclusion(let inclusion):
      do {
        return try group(for: inclusion, at: node, in: scope, inside: frames)
      } catch {
        var mistake = SpecNode.mistake(error, named: inclusion.groupName)
        mistake.traits = node.traits
        return mistake
      }
    default: return node
    }
  }

  private mutating func resolve(
    _ nodes: [SpecNode], in scope: SharedScope, inside frames: [Frame]
  ) -> [SpecNode] {
    var result: [SpecNode] = []
    result.reserveCapacity(nodes.count)
    for node in nodes where !node.isShared && !node.hasFoundItsTree && endless == nil {
      result.append(resolve(node, in: scope, inside: frames))
    }
    return result
  }

  /// The group of shared examples for one inclusion.
  private mutating func group(
    for inclusion: Inclusion, at node: SpecNode, in scope: SharedScope, inside frames: [Frame]
  ) throws(UsageError) -> SpecNode {
    let shared = try target(of: inclusion, at: node.place, in: scope)
    let frame = Frame(identity: SharedIdentity(shared), group: shared, inclusion: node.place)
    try check(frame, inside: frames)
    let builder = AuthorStep(.builder, of: shared.name, at: shared.place)
    guard let content = builder.run({ shared.content(inclusion.parameter) }) else {
      throw .wrongParameter(inclusion, for: shared, at: node.place)
    }
    level += 1
    defer { level -= 1 }
    let own = content.flattened
    let added = inclusion.customization.flattened
    guard level + max(own.height, added.height) <= SpecNode.maximumHeight else {
      throw .nestedTooDeeply(at: node.place)
    }
    // Definitions of the including group take precedence over those of the shared examples.
    let (ownGroups, ownMistakes) = define(own)
    let (addedGroups, addedMistakes) = define(added)
    let inner = scope + [ownGroups, addedGroups]
    // The customization was not written in the shared examples, so it may include them again.
    let children =
      resolve(own, in: inner, inside: frames + [frame])
      + resolve(added, in: inner, inside: frames) + ownMistakes + addedMistakes
    if let endless {
      // The whole chain is one failing example, in place of the first that is too many.
      if !frames.contains(where: { $0.identity.place == endless.place }) { self.endless = nil }
      throw endless.mistake
    }
    guard children.contains(where: \.hasExamples) else {
      throw .noExamples(in: shared, at: node.place)
    }
    var group = SpecNode(
      inclusion.groupName, at: node.place, traits: node.traits, content: .group(children))
    group.inclusion = InclusionFrame(shared.name, at: node.place)
    return group
  }

  /// The shared examples that an inclusion means: those nearest around it, else those of the module it
  /// was written in, else those of another module.
  private mutating func target(
    of inclusion: Inclusion, at place: Place, in scope: SharedScope
  ) throws(UsageError) -> SharedGroup {
    guard case .named(let name) = inclusion.target else {
      if case .group(let group) = inclusion.target { return group }
      throw UsageError("This inclusion names nothing.", at: place)
    }
    if let near = scope.last(where: { $0[name] != nil })?[name] ?? modules[inclusion.module]?[name]
    {
      recordUse(of: near)
      return near
    }
    let others = modules.sorted { $0.key < $1.key }.compactMap { $0.value[name] }
    others.forEach { recordUse(of: $0) }
    switch others.count {
    case 1: return others[0]
    case 0:
      let visible = scope.reversed().flatMap { $0.values.sorted { $0.place < $1.place } }
      let all = visible + modules.sorted { $0.key < $1.key }.flatMap { $0.value.values }
      throw .unknown(name, at: place, among: all, hidden: inGroups)
    default: throw .ambiguous(name, at: place, among: others)
    }
  }

  /// Throws if the shared examples would include themselves.
  private mutating func check(_ frame: Frame, inside frames: [Frame]) throws(UsageError) {
    let isSame = frames.contains { $0.identity == frame.identity }
    guard isSame || frames.count >= Self.depthLimit else { return }
    let mistake = UsageError.recursion(frames + [frame])
    if !isSame { endless = (frame.identity.place, mistake) }
    throw mistake
  }
}

extension Inclusion {
  /// The name of the group of the inclusion.
  var groupName: String { "behaves like \(name)" }
}

extension SpecNode {
  /// Whether the node can only stay what it is.
  fileprivate var isResolved: Bool {
    switch content {
    case .example, .outline, .pending, .hook, .override: true
    case .group, .several, .mistake, .shared, .inclusion: false
    }
  }

  /// Whether the node is an example, or has some below it.
  fileprivate var hasExamples: Bool {
    switch content {
    case .group(let nodes), .several(let nodes): nodes.contains(where: \.hasExamples)
    case .example, .outline, .pending, .mistake: true
    case .hook, .override, .shared, .inclusion: false
    }
  }
}
