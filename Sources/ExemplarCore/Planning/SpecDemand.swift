// Demands: how the specs of a plan can be scheduled.

/// The facts about a spec that are needed to assign it to a process.
package struct SpecDemand: Sendable, Hashable, Codable {
  package var spec: ExampleID
  /// The number of the run group. Run groups with smaller numbers finish before it begins.
  package var runGroup: Int
  /// Whether no other spec may run beside it.
  package var isSerialized: Bool
  /// Whether it has a process of its own.
  package var isIsolated: Bool
  /// The resources it reads, and those it writes.
  package var reads: Set<String>
  package var writes: Set<String>
  /// How many examples are going to run, an outline counting as one.
  package var examples: Int
  /// How many of them are outlines.
  package var outlines: Int
  /// The outlines whose rows may run side by side in several processes.
  package var shareable: Set<ExampleID>

  package init(
    spec: ExampleID, runGroup: Int = 0, isSerialized: Bool = false, isIsolated: Bool = false,
    reads: Set<String> = [],
    writes: Set<String> = [], examples: Int = 1, outlines: Int = 0,
    shareable: Set<ExampleID> = []
  ) {
    self.spec = spec
    self.runGroup = runGroup
    self.isSerialized = isSerialized
    self.isIsolated = isIsolated
    self.reads = reads
    self.writes = writes
    self.examples = examples
    self.outlines = outlines
    self.shareable = shareable
  }

  /// Whether this spec and another one must not run side by side.
  package func excludes(_ other: SpecDemand) -> Bool {
    isSerialized || other.isSerialized || !writes.isDisjoint(with: other.reads.union(other.writes))
      || !other.writes.isDisjoint(with: reads)
  }
}

extension Plan {
  /// The specs, in the order in which they begin when one runs after the other.
  package var demands: [SpecDemand] {
    runGroups.joined().map { spec in
      let examples = [[spec]].examples
      return SpecDemand(
        spec: spec.info.id, runGroup: spec.runGroup, isSerialized: spec.properties.isSerialized,
        isIsolated: spec.properties.isIsolated,
        reads: spec.names(of: .read), writes: spec.names(of: .write),
        examples: examples.count { $0.isRunnable },
        outlines: examples.count { $0.isRunnableOutline },
        shareable: spec.shareableOutlines)
    }
  }
}

extension PlannedGroup {
  /// The resources that are used in one way.
  fileprivate func names(of access: ResourceUse.Access) -> Set<String> {
    Set(properties.resources.filter { $0.access == access }.map(\.name))
  }

  /// The outlines whose rows may run side by side, and in several processes: those of parallel groups in which
  /// nothing is done once for all examples, and nothing kept from running beside others.
  var shareableOutlines: Set<ExampleID> {
    if properties.isSerialized || properties.isIsolated || sharesInstance
      || !names(of: .write).isEmpty || hooks[.beforeAll] != nil || hooks[.afterAll] != nil
      || hooks[.aroundAll] != nil
    {
      return []
    }
    return children.reduce(into: []) { outlines, child in
      switch child {
      case .group(let group): outlines.formUnion(group.shareableOutlines)
      case .example(let example):
        if isParallel, example.isRunnable, case .expand(_, let rows) = example.action, rows.isAll {
          outlines.insert(example.info.id)
        }
      }
    }
  }
}
