/// Makes a plan: lays out the trees, selects nodes, and puts those that are left in order.
struct Planner {
  private let rows: RowSurvey
  private let options: PlanOptions
  private var plan: Plan
  /// How many examples are part of the plan.
  private var reported = 0
  /// The nodes that precede others.
  private var first = ExampleSet([])

  init(options: PlanOptions, rows: RowSurvey) {
    self.rows = rows
    self.options = options
    plan = Plan(options: options)
  }

  mutating func plan(_ resolved: ResolvedSpecs) -> Plan {
    var sharedHooks = SharedHooks(in: Candidate.trees(resolved.specs))
    let candidates = sharedHooks.specs
    if !options.quarantine.isEmpty { candidates.forEach { $0.quarantine(by: options.quarantine) } }
    var everything = 0
    for candidate in candidates { candidate.visit { everything += $0.isGroup ? 0 : 1 } }
    plan.notSelected = everything
    first = ExampleSet(sharedHooks.resolving(options.first))
    plan.nothingToRun = select(from: candidates, sharedHooks, of: everything)
    if plan.nothingToRun != nil { return plan }
    for candidate in candidates {
      candidate.visit { if $0.isSelected { record($0.findings) } }
    }
    // A selection suppresses findings outside it.
    if options.selection.isEmpty, options.rerun == nil { record(resolved.unused) }
    plan.includedShared = resolved.included
    var byRunGroup: [Int: [(candidate: Candidate, planned: PlannedGroup)]] = [:]
    for candidate in candidates where candidate.isSelected {
      let group = group(
        candidate, sharedHooks: sharedHooks.planned(around: candidate, on: options.platform))
      if group.children.isEmpty { continue }
      byRunGroup[group.runGroup, default: []].append((candidate, group))
    }
    plan.runGroups = byRunGroup.sorted { $0.key < $1.key }.map { _, specs in
      ordered(specs).map(\.planned)
    }
    plan.notSelected -= reported
    if !plan.focused.isEmpty && plan.runnable == 0 && options.share == nil {
      plan.nothingToRun = .nothingFocusedCanRun
    }
    return plan
  }

  /// Applies the selection, the focus and the rerun. Returns why nothing is left, if that is so.
  private mutating func select(
    from candidates: [Candidate], _ sharedHooks: SharedHooks, of everything: Int
  ) -> NothingToRun? {
    if everything == 0 { return .nothingDiscovered }
    if !options.selection.isEmpty {
      var filter = SelectionFilter(options.selection, in: sharedHooks.all, rows: rows)
      filter.select { sharedHooks.members(of: $0) }
      if !filter.unmatched.isEmpty {
        return .nothingMatches(
          selectors: filter.unmatched, near: filter.near(), explanations: filter.explanations)
      }
    }
    if !options.ignoresFocus {
      plan.focused = FocusFilter.apply(to: candidates, rows: rows).flatMap(ids)
    }
    if let ids = options.rerun {
      ExampleSet(sharedHooks.resolving(ids)).apply(to: candidates)
      if !candidates.contains(where: \.isSelected) { return .nothingToRunAgain }
    }
    // A shard may have nothing of a plan that has something.
    if let share = options.share {
      ExampleSet(share.ids, reporting: share.reported).apply(to: candidates)
    }
    return nil
  }

  private mutating func record(_ findings: [Finding]) {
    plan.issues += findings.map { $0.judged(strictly: options.isStrict) }
  }

  /// The ids of a focused node: the node, and its rows that have a focus of their own.
  private func ids(ofFocused candidate: Candidate) -> [ExampleID] {
    let id = candidate.id
    let rows = rows.marked[id]?.rows.map(\.path).filter(candidate.focusedRows.contains) ?? []
    return (candidate.properties.isFocused ? [id] : []) + rows.map { id.appending($0) }
  }
}

// MARK: - From candidates to groups and examples

extension Planner {
  private mutating func group(
    _ candidate: Candidate, skip: String? = nil, overrides outer: Overrides = [:],
    inside surroundings: InheritedProperties = InheritedProperties(),
    sharedHooks: [PlannedGroup] = []
  ) -> PlannedGroup {
    let outer = sharedHooks.last?.overrides ?? outer
    let skip = skip ?? skipReason(of: candidate)
    let overrides = outer.merging(candidate.overrides) { $0 + $1 }
    let before = plan.runnable
    let inherited = surroundings.adding(candidate)
    var children: [(candidate: Candidate, planned: PlannedGroup.Child)] = []
    children.reserveCapacity(candidate.children.count)
    for child in candidate.children where child.isSelected {
      if child.isGroup {
        let group = group(child, skip: skip, overrides: overrides, inside: inherited)
        // A group without examples, such as an abstract base, is not part of the plan.
        if !group.children.isEmpty { children.append((child, .group(group))) }
      } else {
        let example = example(child, inherited, skip: skip)
        reported += 1
        plan.runnable += example.isRunnable ? 1 : 0
        plan.outlines += example.isRunnableOutline ? 1 : 0
        children.append((child, .example(example)))
      }
    }
    let isOrdered = inherited.isOrdered == true
    var properties = candidate.properties
    properties.isParallel = inherited.isParallel
    properties.isOrdered = isOrdered
    return PlannedGroup(
      info: candidate.info, properties: properties, hooks: candidate.orderedHooks,
      overrides: overrides,
      children: (isOrdered ? children : ordered(children)).map(\.planned),
      isActive: plan.runnable > before, sharedHooks: sharedHooks,
      environment: inherited.settings.environment)
  }

  /// The properties that nodes inherit from surrounding groups.
  private struct InheritedProperties {
    var settings = ExampleSettings()
    var mistake: UsageError?
    var isOrdered: Bool?
    var isParallel: Bool?

    /// The same for what is inside of a node, or for the node itself.
    func adding(_ candidate: Candidate) -> InheritedProperties {
      if candidate.hasNoTraits { return self }
      let properties = candidate.properties
      return InheritedProperties(
        settings: properties.settings.inside(settings),
        mistake: properties.mistake?.placed(at: candidate.node.place) ?? mistake,
        isOrdered: properties.isOrdered ?? isOrdered,
        isParallel: properties.isParallel ?? isParallel)
    }
  }

  private func example(
    _ candidate: Candidate, _ outer: InheritedProperties, skip: String?
  ) -> PlannedExample {
    let own = outer.adding(candidate)
    let action = own.mistake.map { .fail($0) } ?? action(candidate, skip: skip)
    let isRunnable =
      switch action {
      case .run, .fail: true
      case .expand: hasRows(candidate)
      case .skip, .markPending: false
      }
    return PlannedExample(
      info: candidate.info, action: action, settings: own.settings, isRunnable: isRunnable)
  }

  /// Whether an outline has rows that can run here, according to their marks.
  private func hasRows(_ candidate: Candidate) -> Bool {
    guard let marked = rows.marked[candidate.id] else { return true }
    return marked.canRun(candidate.rows, of: candidate.id, on: options.platform)
  }

  private func action(_ candidate: Candidate, skip: String?) -> PlannedExample.Action {
    if case .pending(let reason) = candidate.node.content { return .markPending(reason: reason) }
    if case .mistake(let mistake) = candidate.node.content { return .fail(mistake) }
    if let skip = skip ?? skipReason(of: candidate) { return .skip(reason: skip) }
    switch candidate.node.content {
    case .example(let body): return .run(body)
    case .outline(let outline):
      let watched = outline.watched(as: candidate.id, at: candidate.node.place)
      return .expand(watched, rows: candidate.rows)
    default: return .fail(UsageError("This node cannot run.", at: candidate.node.place))
    }
  }

  /// The reason why a node cannot run here, if there is one.
  private func skipReason(of candidate: Candidate) -> String? {
    candidate.hasNoTraits
      ? nil
      : candidate.properties.skipReason(
        on: options.platform, of: candidate.id, at: candidate.node.place)
  }

  /// The elements in the order in which they run.
  private func ordered<Element>(
    _ elements: [(candidate: Candidate, planned: Element)]
  ) -> [(candidate: Candidate, planned: Element)] {
    var elements = elements
    if options.order == .random {
      let keys = elements.map { $0.candidate.hash.key(seed: options.seed) }
      elements = keys.indices.sorted { keys[$0] < keys[$1] }.map { elements[$0] }
    }
    if options.first.isEmpty { return elements }
    let concerned = elements.map { first.concerns($0.candidate.id) }
    return [true, false].flatMap { isFirst in
      elements.indices.filter { concerned[$0] == isFirst }.map { elements[$0] }
    }
  }
}
