/// The hooks that specs share, by the specs that have them.
struct SharedHooks {
  private var declared: [HookedSpecs: Candidate] = [:]
  /// The specs, with these hooks.
  let all: [Candidate]
  /// The specs with examples.
  private(set) var specs: [Candidate] = []
  /// The planned ones; `nil` for those that do not run here.
  private var planned: [HookedSpecs: PlannedGroup?] = [:]

  init(in candidates: [Candidate]) {
    all = candidates
    for candidate in candidates {
      if let scope = candidate.properties.hookScope {
        declared[HookedSpecs(module: candidate.module, scope: scope)] = candidate
      } else {
        specs.append(candidate)
      }
    }
  }

  /// The hooks around a spec, those of its module first.
  mutating func planned(around spec: Candidate, on platform: Platform) -> [PlannedGroup] {
    if declared.isEmpty { return [] }
    var result: [PlannedGroup] = []
    for specs in spec.hooked {
      guard let hooks = declared[specs] else { continue }
      // Conditions are evaluated once.
      let group = planned[specs] ?? Self.planned(hooks, in: result.last, on: platform)
      planned[specs] = .some(group)
      if let group { result.append(group) }
    }
    return result
  }

  private static func planned(
    _ hooks: Candidate, in outer: PlannedGroup?, on platform: Platform
  ) -> PlannedGroup? {
    let skipReason = hooks.properties.skipReason(on: platform, of: hooks.id, at: hooks.node.place)
    if skipReason != nil { return nil }
    return PlannedGroup(
      info: hooks.info, properties: NodeProperties(), hooks: hooks.orderedHooks,
      overrides: (outer?.overrides ?? [:]).merging(hooks.overrides) { $0 + $1 })
  }

  /// The ids, with those of the specs around which hooks run in place of the id of the hooks, as a
  /// rerun of a failure needs them.
  func resolving(_ ids: Set<ExampleID>) -> Set<ExampleID> {
    declared.values.reduce(into: ids) { ids, hooks in
      if ids.remove(hooks.id) != nil { ids.formUnion(members(of: hooks).map(\.id)) }
    }
  }

  /// The specs around which hooks run.
  func members(of hooks: Candidate) -> [Candidate] {
    specs.filter { spec in spec.hooked.contains { declared[$0] === hooks } }
  }
}

extension Candidate {
  /// The name of the module of a spec.
  fileprivate var module: String { id.components.first ?? "" }

  fileprivate var hooked: [HookedSpecs] { HookedSpecs.around(module, properties) }
}
