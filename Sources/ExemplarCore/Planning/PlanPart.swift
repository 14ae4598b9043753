// Parts: what one of several processes runs of a plan.
//
// All of them make the same plan, since it is a pure function, and are told by the ids of specs what is theirs.
// What a process that is gone has left of a spec is a part too.

/// A spec, or what another process has left of it.
package struct PlanPart: Sendable, Hashable, Codable {
  /// The spec.
  package var spec: ExampleID
  /// The examples, outlines and groups in it that are over.
  package var done: Set<ExampleID>
  /// How many rows are over of the outlines that were not at their end.
  package var rows: [ExampleID: Int]
  /// The groups whose `beforeAll` has ended a process.
  package var failedGroups: Set<ExampleID>
  /// How many attempts of examples that are to be tried again have ended processes.
  package var lostAttempts: [ExampleID: Int]
  /// Whether another process has begun it. Then one example runs after the other, so that one is known to
  /// be the cause if this process ends too.
  package var isRest: Bool

  package init(
    spec: ExampleID, done: Set<ExampleID> = [], rows: [ExampleID: Int] = [:],
    failedGroups: Set<ExampleID> = [], lostAttempts: [ExampleID: Int] = [:], isRest: Bool = false
  ) {
    self.spec = spec
    self.done = done
    self.rows = rows
    self.failedGroups = failedGroups
    self.lostAttempts = lostAttempts
    self.isRest = isRest
  }
}

/// What has to be known of a spec to hand it out.
package struct PlannedPart: Sendable, Hashable, Codable {
  package var spec: ExampleID
  /// The run group, as its position among those of the plan.
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

  package init(
    spec: ExampleID, runGroup: Int = 0, isSerialized: Bool = false, isIsolated: Bool = false,
    reads: Set<String> = [],
    writes: Set<String> = [], examples: Int = 1
  ) {
    self.spec = spec
    self.runGroup = runGroup
    self.isSerialized = isSerialized
    self.isIsolated = isIsolated
    self.reads = reads
    self.writes = writes
    self.examples = examples
  }

  /// Whether this spec and another one must not run side by side.
  package func excludes(_ other: PlannedPart) -> Bool {
    isSerialized || other.isSerialized || !writes.isDisjoint(with: other.reads.union(other.writes))
      || !other.writes.isDisjoint(with: reads)
  }
}

extension Plan {
  /// The specs, in the order in which they begin when one runs after the other.
  package var parts: [PlannedPart] {
    runGroups.enumerated().flatMap { index, specs in
      specs.map { spec in
        PlannedPart(
          spec: spec.info.id, runGroup: index, isSerialized: spec.isSerialized,
          isIsolated: spec.isIsolated,
          reads: spec.names(of: .read), writes: spec.names(of: .write),
          examples: [[spec]].examples.count(where: \.isRunnable))
      }
    }
  }
}

extension PlannedGroup {
  /// The resources that are used in one way.
  fileprivate func names(of access: ResourceUse.Access) -> Set<String> {
    Set(resources.filter { $0.access == access }.map(\.name))
  }

  /// What is left of the group.
  ///
  /// A group that was begun stays, even if nothing in it is left, so that it is told to be over; its hooks do
  /// not run then.
  func rest(_ part: PlanPart) -> PlannedGroup {
    if !part.isRest { return self }
    let rest = children.compactMap { child -> Child? in
      switch child {
      case .group(let group):
        part.done.contains(group.info.id) ? nil : .group(group.rest(part))
      case .example(let example):
        part.done.contains(example.info.id)
          ? nil : .example(example.after(rows: part.rows[example.info.id] ?? 0))
      }
    }
    let isActive = rest.contains { child in
      switch child {
      case .group(let group): group.isActive
      case .example(let example): example.isRunnable
      }
    }
    return PlannedGroup(
      info, hooks: hooks, overrides: overrides, children: rest, isActive: isActive,
      isParallel: false, isSerialized: isSerialized, resources: resources,
      sharesInstance: sharesInstance, isIsolated: isIsolated,
      hasFailed: part.failedGroups.contains(info.id))
  }
}
