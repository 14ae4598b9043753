/// Specs with hooks in common.
struct HookedSpecs: Hashable {
  var module: String
  var scope: HookScope

  /// The sets that a spec belongs to, the outermost first.
  static func around(_ module: String, _ properties: NodeProperties) -> [HookedSpecs] {
    [.module, .runGroup(properties.runGroup ?? 1)].map { HookedSpecs(module: module, scope: $0) }
  }
}

extension [Spec] {
  /// The specs, with a failing example in place of each declaration of shared hooks that cannot apply.
  func checkingSharedHooks() -> [Spec] {
    let properties = map { NodeProperties($0.root.traits) }
    guard properties.contains(where: { $0.hookScope != nil }) else { return self }
    var hooked: Set<HookedSpecs> = []
    for (spec, properties) in zip(self, properties) where properties.hookScope == nil {
      hooked.formUnion(HookedSpecs.around(spec.module, properties))
    }
    var first: [HookedSpecs: Place] = [:]
    return zip(self, properties).map { spec, properties in
      guard let scope = properties.hookScope else { return spec }
      let specs = HookedSpecs(module: spec.module, scope: scope)
      var mistake = spec.root.mistakeInSharedHooks(properties)
      if mistake == nil, !hooked.contains(specs) {
        mistake =
          "\(spec.module) has no spec in \(scope.title), so these hooks never run. Remove them."
      } else if mistake == nil, let first = first[specs] {
        mistake =
          "The hooks of \(scope.title) are declared already, at \(first.short), and those run. Put "
          + "all of them into one declaration."
      }
      if let mistake {
        return Spec(module: spec.module, root: .brokenSharedHooks(spec.root, mistake))
      }
      first[specs] = spec.root.place
      return spec
    }
  }
}

extension SpecNode {
  /// A failing example in place of shared hooks.
  static func brokenSharedHooks(_ node: SpecNode, _ message: String) -> SpecNode {
    .group(node.name, failing: UsageError(message, at: node.place), as: "shared hooks")
  }

  /// The error in the declaration itself, if there is one.
  fileprivate func mistakeInSharedHooks(_ properties: NodeProperties) -> String? {
    let idle = properties.idleForHooks
    if !idle.isEmpty {
      return
        "Hooks of several specs do not honor \(idle.joined(separator: ", ")). Give that to the "
        + "specs. (Set-up on an instance, such as setUpTest(), implies .sharedInstance: make it static.)"
    }
    var hasHooks = false
    for node in members {
      switch node.content {
      case .hook(let hook) where hook.moment == .aroundAll:
        return
          "An aroundAll hook cannot run around several specs, because those do not run inside of one call. "
          + "Write beforeAll and afterAll, or aroundEach."
      case .hook: hasHooks = true
      case .override, .shared: break
      default:
        return
          "\u{201C}\(name)\u{201D} has hooks of several specs, so its examples do not run. Move "
          + "them to a spec without .hooks(of:)."
      }
    }
    return hasHooks
      ? nil : "\u{201C}\(name)\u{201D} has no hooks. Add some, or remove .hooks(of:)."
  }

  /// The nodes of a group; for a leaf, itself.
  private var members: [SpecNode] {
    if case .group(let nodes) = content { nodes.flattened } else { [self] }
  }
}
