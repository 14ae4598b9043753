// Parts: the share of a plan that one of several processes runs.
//
// All processes create the same plan, since it is a pure function, and receive the ids of their
// specs. The remainder of a spec whose process has exited is a part too.

/// A spec, or what another process has left of it, or one of its outlines, for a process that helps with the rows.
package struct PlanPart: Sendable, Hashable, Codable {
  /// The spec.
  package var spec: ExampleID
  /// Distinguishes it from other parts of the spec. Part 0 contains everything that no other part
  /// has.
  package var number: Int
  /// The outline with whose rows it helps; `nil` for the part with everything else.
  package var outline: ExampleID?
  /// The examples, outlines and groups in it that have finished.
  package var done: Set<ExampleID>
  /// The finished rows of outlines that have not reached their end.
  package var rows: [ExampleID: FinishedRows]
  /// The groups whose `beforeAll` has ended a process.
  package var failedGroups: Set<ExampleID>
  /// How many attempts have ended a process, for each example that will be retried.
  package var lostAttempts: [ExampleID: Int]
  /// Whether another process has begun it. Then one example runs after the other, so that one is known to
  /// be the cause if this process ends too.
  package var isRest: Bool

  package init(
    spec: ExampleID, number: Int = 0, outline: ExampleID? = nil,
    done: Set<ExampleID> = [], rows: [ExampleID: FinishedRows] = [:],
    failedGroups: Set<ExampleID> = [], lostAttempts: [ExampleID: Int] = [:],
    isRest: Bool = false
  ) {
    self.spec = spec
    self.number = number
    self.outline = outline
    self.done = done
    self.rows = rows
    self.failedGroups = failedGroups
    self.lostAttempts = lostAttempts
    self.isRest = isRest
  }
}

extension PlanPart {
  /// Whether a node, or something in it, is of the part.
  fileprivate func contains(_ id: ExampleID) -> Bool {
    if done.contains(id) { return false }
    guard let outline else { return true }
    return outline.isAtOrBelow(id)
  }
}

/// The facts about a spec that are needed to assign it to a process.
package struct PlannedPart: Sendable, Hashable, Codable {
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
  package func excludes(_ other: PlannedPart) -> Bool {
    isSerialized || other.isSerialized || !writes.isDisjoint(with: other.reads.union(other.writes))
      || !other.writes.isDisjoint(with: reads)
  }
}

extension Plan {
  /// The specs, in the order in which they begin when one runs after the other.
  package var parts: [PlannedPart] {
    runGroups.joined().map { spec in
      let examples = [[spec]].examples
      return PlannedPart(
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

  /// The remainder of the group, of which other processes may run rows of the shareable outlines.
  ///
  /// A group that has begun stays, even if it is empty, so that its end is reported. Its hooks do
  /// not run then.
  func rest(_ part: PlanPart, sharing shareable: Set<ExampleID>) -> PlannedGroup {
    let isWhole = !part.isRest && part.outline == nil && part.failedGroups.isEmpty
    if isWhole, shareable.isEmpty { return self }
    var rest = self
    rest.children = children.compactMap { child -> Child? in
      switch child {
      case .group(let group):
        return part.contains(group.info.id) ? .group(group.rest(part, sharing: shareable)) : nil
      case .example(var example):
        example.rowsOver = part.rows[example.info.id] ?? FinishedRows()
        if shareable.contains(example.info.id) { example.sharingPart = part.number }
        return part.contains(example.info.id) ? .example(example) : nil
      }
    }
    if isWhole { return rest }
    rest.isActive = rest.children.contains(where: \.isActive)
    rest.properties.isParallel = false
    rest.hasFailed = part.failedGroups.contains(info.id)
    for index in sharedHooks.indices {
      rest.sharedHooks[index].hasFailed = part.failedGroups.contains(sharedHooks[index].info.id)
    }
    return rest
  }
}
