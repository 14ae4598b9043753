/// Makes a plan: drafts the trees, selects, and puts what is left in order.
struct Planner {
  let options: PlanOptions
  let rows: RowSurvey
  private var issues: [IssueRecorded] = []

  init(options: PlanOptions, rows: RowSurvey) {
    self.options = options
    self.rows = rows
  }

  mutating func plan(_ resolved: ResolvedSpecs) -> Plan {
    let drafts = Draft.trees(resolved.specs)
    var everything = 0
    for draft in drafts { draft.visit { everything += $0.isGroup ? 0 : 1 } }
    if everything == 0 { return nothing(.nothingDiscovered, of: 0) }

    if !options.selection.isEmpty {
      var selector = Selector(options.selection, rows: rows)
      selector.select(in: drafts)
      if !selector.unmatched.isEmpty {
        let near = selector.near(in: drafts)
        return nothing(
          .nothingMatches(
            selectors: selector.unmatched, near: near, explanations: selector.explanations),
          of: everything)
      }
    }
    let focused = FocusFilter.apply(to: drafts, rows: rows)
    for draft in drafts {
      draft.visit { if $0.isSelected { issues += $0.issues.map(options.judging) } }
    }
    // Whoever asks for a part does not ask for what is wrong with the rest.
    if options.selection.isEmpty { issues += resolved.unused.map(options.judging) }
    return assemble(drafts, focused: focused, of: everything)
  }

  private func nothing(_ reason: NothingToRun, of count: Int) -> Plan {
    Plan(
      options: options, runGroups: [], runnable: 0, notSelected: count, focused: [],
      issues: issues, nothingToRun: reason)
  }

  private func assemble(_ drafts: [Draft], focused: [Draft], of everything: Int) -> Plan {
    var runnable = 0
    var reported = 0
    var byRunGroup: [Int: [(Draft, PlannedGroup)]] = [:]
    for draft in drafts where draft.isSelected {
      let group = PlanAssembly(options: options, rows: rows).group(draft, &runnable, &reported)
      if group.children.isEmpty { continue }
      byRunGroup[draft.properties.runGroup ?? 1, default: []].append((draft, group))
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

  /// What a focus on a node names: the node, and rows of it that have a focus of their own.
  private func ids(ofFocused draft: Draft) -> [ExampleID] {
    let id = draft.path.id
    let rows = rows.marked[id]?.rows.map(\.path).filter(draft.focusedRows.contains) ?? []
    return (draft.properties.isFocused ? [id] : []) + rows.map { id.appending($0) }
  }

  private func ordered<Element>(
    _ elements: [Element], by hash: (Element) -> PathHash
  ) -> [Element] {
    options.order == .defined
      ? elements : elements.sortedByKey { hash($0).key(seed: options.seed) }
  }
}

extension Array {
  /// The elements sorted by a number, equal ones in the order they had.
  func sortedByKey(_ key: (Element) -> UInt64) -> [Element] {
    enumerated().map { (key: key($0.element), offset: $0.offset) }
      .sorted { ($0.key, $0.offset) < ($1.key, $1.offset) }
      .map { self[$0.offset] }
  }
}

/// Turns drafts into the groups and examples of a plan.
private struct PlanAssembly {
  let options: PlanOptions
  let rows: RowSurvey

  func group(
    _ draft: Draft, _ runnable: inout Int, _ reported: inout Int, skip: Obstacle? = nil,
    overrides outer: Overrides = [:]
  ) -> PlannedGroup {
    let skip = skip ?? obstacle(of: draft)
    let overrides = outer.merging(draft.overrides) { $0 + $1 }
    let before = runnable
    var children: [(PathHash, PlannedGroup.Child)] = []
    for child in draft.children where child.isSelected {
      if child.isGroup {
        let group = group(child, &runnable, &reported, skip: skip, overrides: overrides)
        // A group without examples, such as an abstract base, is no part of the plan.
        if !group.children.isEmpty { children.append((child.hash, .group(group))) }
      } else {
        let example = example(child, skip: skip)
        reported += 1
        runnable += example.isRunnable ? 1 : 0
        children.append((child.hash, .example(example)))
      }
    }
    let keepsOrder = options.order == .defined || draft.inherited(\.isOrdered) == true
    if !keepsOrder { children = children.sortedByKey { $0.0.key(seed: options.seed) } }
    var hooks = draft.hooks
    for moment in [Hook.Moment.afterEach, .afterAll] { hooks[moment]?.reverse() }
    return PlannedGroup(
      path: draft.path, place: draft.node.place, tags: draft.tags, bugs: draft.bugs,
      inclusions: draft.inclusions, hooks: hooks, overrides: overrides, children: children.map(\.1),
      isActive: runnable > before,
      isParallel: draft.inherited(\.isParallel) ?? false,
      isSerialized: draft.properties.isSerialized, resources: draft.properties.resources,
      sharesInstance: draft.properties.sharesInstance ?? false)
  }

  private func example(_ draft: Draft, skip: Obstacle?) -> PlannedExample {
    PlannedExample(
      path: draft.path, place: draft.node.place, tags: draft.tags, bugs: draft.bugs,
      inclusions: draft.inclusions, action: action(draft, skip: skip),
      timeLimit: draft.inherited(\.timeLimit),
      retries: draft.inherited(\.retries), hasRows: hasRows(draft))
  }

  /// Whether an outline has rows that can run here, as far as their marks tell.
  private func hasRows(_ draft: Draft) -> Bool {
    guard !rows.marked.isEmpty, draft.isOutline, let marked = rows.marked[draft.path.id] else {
      return true
    }
    return marked.canRun(draft.rows, on: options.platform)
  }

  private func action(_ draft: Draft, skip: Obstacle?) -> PlannedExample.Action {
    if case .pending(let reason) = draft.node.content { return .markPending(reason: reason) }
    if case .mistake(let mistake) = draft.node.content { return .fail(mistake) }
    if let skip = skip ?? obstacle(of: draft) { return .skip(reason: skip.reason) }
    switch draft.node.content {
    case .example(let body): return .run(body)
    case .outline(let outline): return .expand(outline, rows: draft.rows)
    default: return .fail(AuthoringMistake("This node cannot run.", at: draft.node.place))
    }
  }

  /// What keeps a node from running here, if anything does.
  private func obstacle(of draft: Draft) -> Obstacle? {
    draft.properties.obstacle(on: options.platform).map(Obstacle.init)
  }

  struct Obstacle { var reason: String }
}

extension PlanOptions {
  /// The issue as these options judge it: what strictness fails is a failure of the run, since the
  /// examples that it names are fine by themselves.
  func judging(_ noticed: Noticed) -> IssueRecorded {
    var record = noticed.record
    if noticed.isStrictlyAFailure, isStrict {
      record.id = nil
      record.issue.isWarning = false
    }
    return record
  }
}

/// Something that was noticed while planning: a warning, unless the run is strict about it.
struct Noticed {
  var record: IssueRecorded
  var isStrictlyAFailure = false
}

extension NodeProperties {
  /// What keeps a node with these properties from running, if anything does.
  func obstacle(on platform: Platform) -> String? {
    if let skipReason { return skipReason }
    // Discovery has taken the trait from where it has done its work.
    if isAbstract { return "it is abstract, and no class inherits from it" }
    if let platforms, !platforms.contains(where: { $0.includes(platform) }) {
      return "only for \(platforms.map(\.name).sorted().joined(separator: ", "))"
    }
    return conditions.first { !$0.holds() }?.reason
  }
}
