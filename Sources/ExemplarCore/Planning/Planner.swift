/// Makes a plan: candidates the trees, selects, and puts what is left in order.
struct Planner {
  let options: PlanOptions
  let rows: RowSurvey
  private var issues: [IssueRecorded] = []

  init(options: PlanOptions, rows: RowSurvey) {
    self.options = options
    self.rows = rows
  }

  mutating func plan(_ resolved: ResolvedSpecs) -> Plan {
    let sharedHooks = SharedHooks(in: Candidate.trees(resolved.specs))
    let candidates = sharedHooks.specs
    var everything = 0
    for candidate in candidates { candidate.visit { everything += $0.isGroup ? 0 : 1 } }
    if everything == 0 { return nothing(.nothingDiscovered, of: 0) }

    if !options.selection.isEmpty {
      var selector = Selector(options.selection, in: sharedHooks.all, rows: rows)
      selector.select { sharedHooks.members(of: $0) }
      if !selector.unmatched.isEmpty {
        let near = selector.near()
        return nothing(
          .nothingMatches(
            selectors: selector.unmatched, near: near, explanations: selector.explanations),
          of: everything)
      }
    }
    let focused = options.ignoresFocus ? [] : FocusFilter.apply(to: candidates, rows: rows)
    if let ids = options.rerun {
      RerunFilter(sharedHooks.resolving(ids)).apply(to: candidates)
      if !candidates.contains(where: \.isSelected) {
        return nothing(.nothingToRunAgain, of: everything, focused: focused)
      }
    }
    for candidate in candidates {
      candidate.visit { if $0.isSelected { issues += judged($0.findings) } }
    }
    // A selection suppresses findings outside it.
    if options.selection.isEmpty, options.rerun == nil { issues += judged(resolved.unused) }
    var plan = assemble(candidates, sharedHooks, focused: focused, of: everything)
    plan.includedShared = resolved.included
    return plan
  }

  private func judged(_ findings: [Finding]) -> [IssueRecorded] {
    findings.map { $0.judged(strictly: options.isStrict) }
  }

  private func nothing(
    _ reason: NothingToRun, of count: Int, focused: [Candidate] = []
  ) -> Plan {
    Plan(
      options: options, runGroups: [], runnable: 0, notSelected: count,
      focused: focused.flatMap(ids),
      issues: issues, nothingToRun: reason)
  }

  private func assemble(
    _ candidates: [Candidate], _ sharedHooks: SharedHooks, focused: [Candidate], of everything: Int
  ) -> Plan {
    var sharedHooks = sharedHooks
    var runnable = 0
    var reported = 0
    var byRunGroup: [Int: [(Candidate, PlannedGroup)]] = [:]
    for candidate in candidates where candidate.isSelected {
      let group = PlanAssembly(options: options, rows: rows).group(
        candidate, &runnable, &reported,
        sharedHooks: sharedHooks.planned(around: candidate, on: options.platform))
      if group.children.isEmpty { continue }
      byRunGroup[group.runGroup, default: []].append((candidate, group))
    }
    let runGroups = byRunGroup.sorted { $0.key < $1.key }.map { _, specs in
      ordered(specs) { $0.0.hash }.map(\.1)
    }
    let cannotRunFocused = !focused.isEmpty && runnable == 0
    return Plan(
      options: options, runGroups: runGroups, runnable: runnable,
      notSelected: everything - reported, focused: focused.flatMap(ids),
      issues: issues, nothingToRun: cannotRunFocused ? .nothingFocusedCanRun : nil)
  }

  /// The ids of a focused node: the node, and its rows that have a focus of their own.
  private func ids(ofFocused candidate: Candidate) -> [ExampleID] {
    let id = candidate.id
    let rows = rows.marked[id]?.rows.map(\.path).filter(candidate.focusedRows.contains) ?? []
    return (candidate.properties.isFocused ? [id] : []) + rows.map { id.appending($0) }
  }

  private func ordered<Element>(
    _ elements: [Element], by hash: (Element) -> PathHash
  ) -> [Element] {
    options.order == .defined
      ? elements : elements.sortedByKey { hash($0).key(seed: options.seed) }
  }
}

/// Turns candidates into the groups and examples of a plan.
private struct PlanAssembly {
  let options: PlanOptions
  let rows: RowSurvey

  func group(
    _ candidate: Candidate, _ runnable: inout Int, _ reported: inout Int, skip: SkipReason? = nil,
    overrides outer: Overrides = [:], sharedHooks: [PlannedGroup] = []
  ) -> PlannedGroup {
    let outer = sharedHooks.last?.overrides ?? outer
    let skip = skip ?? skipReason(of: candidate)
    let overrides = outer.merging(candidate.overrides) { $0 + $1 }
    let before = runnable
    let inherited = Inherited(candidate)
    var children: [(PathHash, PlannedGroup.Child)] = []
    children.reserveCapacity(candidate.children.count)
    for child in candidate.children where child.isSelected {
      if child.isGroup {
        let group = group(child, &runnable, &reported, skip: skip, overrides: overrides)
        // A group without examples, such as an abstract base, is not part of the plan.
        if !group.children.isEmpty { children.append((child.hash, .group(group))) }
      } else {
        let example = example(child, inherited, skip: skip)
        reported += 1
        runnable += example.isRunnable ? 1 : 0
        children.append((child.hash, .example(example)))
      }
    }
    let keepsOrder = options.order == .defined || candidate.inherited(\.isOrdered) == true
    if !keepsOrder { children = children.sortedByKey { $0.0.key(seed: options.seed) } }
    return PlannedGroup(
      candidate.info, hooks: candidate.orderedHooks, overrides: overrides,
      children: children.map(\.1),
      isActive: runnable > before, runGroup: candidate.properties.runGroup ?? 1,
      isParallel: candidate.inherited(\.isParallel) ?? false,
      isSerialized: candidate.properties.isSerialized, resources: candidate.properties.resources,
      sharesInstance: candidate.properties.sharesInstance ?? false,
      isIsolated: candidate.properties.isIsolated, sharedHooks: sharedHooks)
  }

  /// The properties that examples inherit from surrounding groups.
  private struct Inherited {
    let timeLimit: Duration?
    let retries: Int?
    let mayLeaveRowsUnread: Bool

    init(_ candidate: Candidate) {
      timeLimit = candidate.inherited(\.timeLimit)
      retries = candidate.inherited(\.retries)
      mayLeaveRowsUnread = candidate.inherited(\.mayLeaveRowsUnread) ?? false
    }
  }

  private func example(
    _ candidate: Candidate, _ outer: Inherited, skip: SkipReason?
  ) -> PlannedExample {
    let own = candidate.hasNoTraits ? outer : Inherited(candidate)
    return PlannedExample(
      candidate.info, action: action(candidate, skip: skip), timeLimit: own.timeLimit,
      retries: own.retries, hasRows: hasRows(candidate), mayLeaveRowsUnread: own.mayLeaveRowsUnread)
  }

  /// Whether an outline has rows that can run here, according to their marks.
  private func hasRows(_ candidate: Candidate) -> Bool {
    guard !rows.marked.isEmpty, candidate.isOutline, let marked = rows.marked[candidate.id] else {
      return true
    }
    return marked.canRun(candidate.rows, of: candidate.id, on: options.platform)
  }

  private func action(_ candidate: Candidate, skip: SkipReason?) -> PlannedExample.Action {
    if case .pending(let reason) = candidate.node.content { return .markPending(reason: reason) }
    if case .mistake(let mistake) = candidate.node.content { return .fail(mistake) }
    if let skip = skip ?? skipReason(of: candidate) { return .skip(reason: skip.reason) }
    switch candidate.node.content {
    case .example(let body): return .run(body)
    case .outline(let outline):
      let watched = outline.watched(as: candidate.id, at: candidate.node.place)
      return .expand(watched, rows: candidate.rows)
    default: return .fail(UsageError("This node cannot run.", at: candidate.node.place))
    }
  }

  /// The reason why a node cannot run here, if there is one.
  private func skipReason(of candidate: Candidate) -> SkipReason? {
    candidate.hasNoTraits
      ? nil
      : candidate.properties.skipReason(
        on: options.platform, of: candidate.id, at: candidate.node.place
      ).map(SkipReason.init)
  }

  struct SkipReason { var reason: String }
}
