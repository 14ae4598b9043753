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

extension PlannedGroup {
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
