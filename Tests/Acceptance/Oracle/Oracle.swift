import ExemplarCore

/// Predicts a run of some trees: every piece of code that runs, and every outcome.
struct Oracle {
  private let request: Request
  private(set) var story: [String] = []
  private var failures = 0
  /// How many hooks around the running code expect its failures as known issues.
  private var expecting = 0

  init(_ request: Request) {
    self.request = request
  }

  // MARK: Selection

  /// A leaf with everything above it, the root first.
  private struct Leaf {
    var path: [Tree]
    var names: [String] { path.map(\.name) }
    var tree: Tree { path[path.count - 1] }
  }

  private func leaves(_ trees: [Tree], above: [Tree] = []) -> [Leaf] {
    trees.flatMap { tree in
      tree.isGroup
        ? leaves(tree.children, above: above + [tree]) : [Leaf(path: above + [tree])]
    }
  }

  private func isAsked(_ leaf: Leaf) -> Bool {
    if let path = request.path, !leaf.names.starts(with: path) { return false }
    guard let tag = request.tag else { return true }
    let hasTag = leaf.path.contains { $0.tags.contains(tag) }
    return hasTag != request.isTagForbidden
  }

  private func hasFocusedRow(_ tree: Tree) -> Bool {
    if case .outline(let rows) = tree.kind { rows.contains(where: \.isFocused) } else { false }
  }

  /// The paths of all focused nodes above or at leaves that were asked for. A row is a node too.
  private func focusedPaths(_ asked: [Leaf]) -> [[String]] {
    asked.flatMap { leaf in
      var paths = leaf.path.indices.filter { leaf.path[$0].isFocused }
        .map { Array(leaf.names[...$0]) }
      if hasFocusedRow(leaf.tree) { paths.append(leaf.names + ["row"]) }
      return paths
    }
  }

  /// Whether a leaf runs, as far as the focus goes: the innermost focus around it must have no
  /// other focus inside.
  private func survivesFocus(_ leaf: Leaf, _ focused: [[String]]) -> Bool {
    if focused.isEmpty { return true }
    if hasFocusedRow(leaf.tree) { return true }
    guard
      let innermost = focused.filter({ leaf.names.starts(with: $0) }).max(by: {
        $0.count < $1.count
      })
    else { return false }
    return !focused.contains { $0.count > innermost.count && $0.starts(with: innermost) }
  }

  // MARK: Order

  private func hash(_ names: [String]) -> UInt64 {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for name in names {
      for byte in Array(name.utf8) + [0xFF] {
        state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    func mix(_ number: UInt64) -> UInt64 {
      let a = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
      let b = (a ^ (a >> 27)) &* 0x94d0_49bb_1331_11eb
      return b ^ (b >> 31)
    }
    return mix(state ^ mix(request.seed &+ 0x9e37_79b9_7f4a_7c15))
  }

  private func ordered(_ trees: [Tree], below names: [String], keeps: Bool) -> [Tree] {
    request.isDefined || keeps
      ? trees
      : trees.sorted { hash(["M"] + names + [$0.name]) < hash(["M"] + names + [$1.name]) }
  }

  // MARK: Lifecycle

  private var kept: Set<[String]> = []

  /// The trees whose hooks run around several specs.
  private var shared: [Tree] = []
  /// Those that have begun, in that order, with what keeps specs from running, and whether they failed.
  private var begun: [(tree: Tree, blocker: String?, hasFailed: Bool)] = []

  /// The hooks around a spec, the outermost first.
  private func shared(around spec: Tree) -> [Tree] {
    let scopes: [HookScope] = [.module, .runGroup(spec.runGroup ?? 1)]
    return scopes.flatMap { scope in shared.filter { $0.hookScope == scope && !$0.isForeign } }
  }

  /// Runs the hooks before a spec that has something to run; what keeps it from running.
  private mutating func begin(around spec: Tree) -> String? {
    guard hasSomethingToRun([spec]), !isStopped else { return nil }
    for tree in shared(around: spec) {
      if !begun.contains(where: { $0.tree.name == tree.name }) {
        let (blocker, hasFailed) = beforeAll([tree], blocker: nil)
        begun.append((tree, blocker, hasFailed))
      }
      let known = begun.first { $0.tree.name == tree.name }
      if let blocker = known?.blocker { return blocker }
    }
    return nil
  }

  /// Runs the hooks after the last of their specs.
  private mutating func end(before rest: [Tree]) {
    let needed = rest.flatMap { shared(around: $0).map(\.name) }
    for (tree, blocker, hasFailed) in begun.reversed() where !needed.contains(tree.name) {
      let fails = afterAll([tree], isSkipped: blocker == "skipped") || hasFailed
      story.append("end \(tree.name)\(fails ? " failed" : "")")
    }
    begun.removeAll { !needed.contains($0.tree.name) }
  }

  mutating func run(_ trees: [Tree]) {
    shared = trees.filter { $0.hookScope != nil }
    let specs = trees.filter { $0.hookScope == nil }
    if leaves(specs).isEmpty { return story.append("nothing discovered") }
    let asked = leaves(specs).filter(isAsked)
    if asked.isEmpty { return story.append("nothing matches") }
    let focused = focusedPaths(asked)
    kept = Set(asked.filter { survivesFocus($0, focused) }.map(\.names))
    let groups = Set(specs.map { $0.runGroup ?? 1 }).sorted()
    for group in groups {
      let members = specs.filter { ($0.runGroup ?? 1) == group && isKept([$0.name]) }
      for spec in ordered(members, below: [], keeps: false) {
        run(group: [spec], blocker: begin(around: spec))
      }
      end(before: specs.filter { ($0.runGroup ?? 1) > group && isKept([$0.name]) })
    }
    if !focused.isEmpty, !asked.contains(where: { isKept($0.names) && hasRunnableRow($0.path) }) {
      story.append("nothing focused can run")
    }
  }

  private func isKept(_ names: [String]) -> Bool {
    kept.contains { $0.starts(with: names) }
  }

  /// Whether a leaf is going to run: nothing on its path forbids it.
  private func isRunnable(_ path: [Tree]) -> Bool {
    if case .pending = path[path.count - 1].kind { return false }
    return !path.contains { $0.isSkipped || $0.isForeign }
  }

  /// Whether a leaf is going to run, and if it is an outline, one of its rows too.
  private func hasRunnableRow(_ path: [Tree]) -> Bool {
    guard isRunnable(path) else { return false }
    guard case .outline(let rows) = path[path.count - 1].kind else { return true }
    let focused = rows.filter(\.isFocused)
    return (focused.isEmpty ? rows : focused).contains { !$0.isSkipped }
  }

  private func hasSomethingToRun(_ path: [Tree]) -> Bool {
    path[path.count - 1].children.contains { child in
      let inner = path + [child]
      guard isKept(inner.map(\.name)) else { return false }
      return child.isGroup ? hasSomethingToRun(inner) : hasRunnableRow(inner)
    }
  }

  private var isStopped: Bool { request.failFast.map { failures >= $0 } ?? false }

  private mutating func run(group path: [Tree], blocker: String?) {
    let group = path[path.count - 1]
    let isActive = hasSomethingToRun(path)
    if isStopped, isActive { return }
    if isActive, blocker == nil {
      var around = AroundAll()
      run(around: group.aroundAll[...], path, &around)
      if !around.hasRun {
        let blocked = isQuarantined(path) ? "quarantined" : "blocked by \(group.name)"
        runChildren(path, around.hasFailed ? blocked : "skipped")
      }
      let fails = around.hasFailed && !isQuarantined(path)
      story.append("end \(group.name)\(fails ? " failed" : "")")
    } else {
      runChildren(path, blocker)
      story.append("end \(group.name)")
    }
  }

  private mutating func runChildren(_ path: [Tree], _ blocker: String?) {
    let group = path[path.count - 1]
    let keeps = path.contains(where: \.isOrdered)
    for child in ordered(group.children, below: path.map(\.name), keeps: keeps) {
      let inner = path + [child]
      guard isKept(inner.map(\.name)) else { continue }
      if child.isGroup { run(group: inner, blocker: blocker) } else { run(leaf: inner, blocker) }
    }
  }

  /// What became of the hooks around a group.
  private struct AroundAll {
    var hasRun = false
    /// Whether one of them failed, which keeps those inside of it from running, or a hook inside of them.
    var hasFailed = false
    var isSkipped = false
  }

  private mutating func run(
    around hooks: ArraySlice<Tree.Around>, _ path: [Tree], _ state: inout AroundAll
  ) {
    let group = path[path.count - 1]
    guard let hook = hooks.first else {
      let (blocker, hasFailed) = beforeAll(path, blocker: nil)
      runChildren(path, blocker)
      state.hasRun = true
      if afterAll(path, isSkipped: blocker == "skipped") || hasFailed { state.hasFailed = true }
      return
    }
    let index = hooks.startIndex
    story.append("A\(index) \(group.name)")
    if isFailure(hook.before) { state.hasFailed = true }
    if hook.before.isSkip { state.isSkipped = true }
    if hook.before == .breaks || hook.before == .skips { return }
    var hasCalled = false
    for call in 0..<hook.calls {
      var isThrown = true
      if call > 0 {
        state.hasFailed = true
      } else if !state.hasFailed, !state.isSkipped {
        expecting += hook.knows ? 1 : 0
        run(around: hooks.dropFirst(), path, &state)
        expecting -= hook.knows ? 1 : 0
        hasCalled = true
        isThrown = state.isSkipped
      }
      if isThrown, !hook.catches, !hook.knows { return }
    }
    story.append("after A\(index) \(group.name)")
    if isFailure(hook.after) { state.hasFailed = true }
    if hook.after.isSkip, hasCalled, !state.isSkipped { state.hasFailed = true }
    if hook.after.isSkip, !hasCalled { state.isSkipped = true }
    if hook.calls == 0, !hook.after.isSkip, !state.isSkipped { state.hasFailed = true }
  }

  /// Whether the behavior of a hook around a group fails it: an assertion may be a known issue, an error is none.
  private func isFailure(_ hook: Tree.Behavior) -> Bool {
    hook == .breaks || hook == .fails && expecting == 0
  }

  private mutating func beforeAll(
    _ path: [Tree], blocker: String?
  ) -> (blocker: String?, hasFailed: Bool) {
    let group = path[path.count - 1]
    for (index, hook) in group.beforeAll.enumerated() {
      story.append("S\(index) \(group.name)")
      if isFailure(hook) {
        return isQuarantined(path) ? ("quarantined", false) : ("blocked by \(group.name)", true)
      }
      if hook.isSkip { return ("skipped", false) }
    }
    return (blocker, false)
  }

  /// Whether failures in a node are excused.
  private func isQuarantined(_ path: [Tree]) -> Bool {
    path.contains { $0.quarantine == .active }
  }

  /// Returns whether a hook failed.
  ///
  /// - Parameter isSkipped: Whether its examples are, so that another skip is none that comes too late.
  private mutating func afterAll(_ path: [Tree], isSkipped: Bool) -> Bool {
    let group = path[path.count - 1]
    var hasFailed = false
    for (index, hook) in group.afterAll.enumerated().reversed() {
      story.append("T\(index) \(group.name)")
      let isLate = hook.isSkip && !isSkipped
      if isFailure(hook) || isLate && !hasFailed, !isQuarantined(path) { hasFailed = true }
    }
    return hasFailed
  }

  private mutating func run(leaf path: [Tree], _ blocker: String?) {
    let leaf = path[path.count - 1]
    guard isRunnable(path) else {
      if case .pending = leaf.kind {
        story.append("\(leaf.name) pending")
      } else {
        story.append("\(leaf.name) skipped")
      }
      return
    }
    if isStopped { return }
    switch leaf.kind {
    case .example(let behavior): run(leaf.name, behavior, path, blocker)
    case .outline(let rows):
      let focused = rows.filter(\.isFocused)
      for row in focused.isEmpty ? rows : focused where !isStopped {
        if row.isSkipped {
          story.append("\(row.name) skipped")
        } else {
          run(row.name, row.behavior, path, blocker, isExcused: row.quarantine == .active)
        }
      }
      story.append("end \(leaf.name)")
    case .group, .pending: break
    }
  }

  private mutating func run(
    _ name: String, _ body: Tree.Behavior, _ path: [Tree], _ blocker: String?,
    isExcused: Bool = false
  ) {
    if let blocker { return story.append("\(name) \(blocker)") }
    let retries = path.reversed().lazy.compactMap(\.retries).first ?? 0
    var failure: Tree.Behavior?
    for attempt in 1...(retries + 1) {
      let (troubles, isSkipped) = self.attempt(attempt, name, body, path)
      if let first = troubles.first {
        failure = first
      } else if !isSkipped {
        return story.append("\(name) \(failure == nil ? "passed" : "flaky")")
      } else if failure == nil {
        return story.append("\(name) skipped")
      } else {
        break
      }
    }
    if isExcused || isQuarantined(path) { return story.append("\(name) quarantined") }
    failures += 1
    story.append("\(name) failed\(failure == .breaks ? " unexpectedly" : "")")
  }

  /// One attempt: what went wrong, in order, and whether something skipped it.
  private mutating func attempt(
    _ attempt: Int, _ name: String, _ body: Tree.Behavior, _ path: [Tree]
  ) -> (troubles: [Tree.Behavior], isSkipped: Bool) {
    var state = Attempt()
    let layers = (shared(around: path[0]) + path.dropLast()).flatMap { group in
      group.aroundEach.indices.map { Layer(group: group, around: $0) }
        + [Layer(group: group, around: nil)]
    }
    run(layers[...], &state) { oracle, state in
      oracle.story.append("body \(name)")
      state.hasReachedBody = true
      state.note(body.at(attempt), isKnown: oracle.expecting > 0)
    }
    return (state.troubles, state.isSkipped)
  }

  /// A hook around an example, or all other hooks of a group.
  private struct Layer {
    var group: Tree
    var around: Int?
  }

  private struct Attempt {
    var troubles: [Tree.Behavior] = []
    var isSkipped = false
    var hasThrown = false
    /// Whether the first error is a known issue.
    var isThrownKnown = false
    var hasReachedBody = false
    var goesOn: Bool { troubles.isEmpty && !isSkipped && !hasThrown }

    mutating func note(_ behavior: Tree.Behavior, isKnown: Bool) {
      switch behavior {
      case .passes, .varies: break
      case .fails, .breaks: if !isKnown { troubles.append(behavior) }
      case .skips, .skipsInside: isSkipped = true
      }
      if behavior == .breaks, !hasThrown { (hasThrown, isThrownKnown) = (true, isKnown) }
    }

    /// Forgets a known error: hooks outside of the one that returns do not see it.
    mutating func forgetKnownError() {
      if isThrownKnown { (hasThrown, isThrownKnown) = (false, false) }
    }
  }

  private mutating func run(
    _ layers: ArraySlice<Layer>, _ state: inout Attempt,
    body: (inout Oracle, inout Attempt) -> Void
  ) {
    if !state.goesOn { return }
    guard let layer = layers.first else { return body(&self, &state) }
    let group = layer.group
    if let index = layer.around {
      return run(around: index, of: group, layers.dropFirst(), &state, body: body)
    }
    for (index, hook) in group.beforeEach.enumerated() where state.goesOn {
      story.append("s\(index) \(group.name)")
      state.note(hook, isKnown: expecting > 0)
    }
    run(layers.dropFirst(), &state, body: body)
    for (index, hook) in group.afterEach.enumerated().reversed() {
      story.append("t\(index) \(group.name)")
      state.note(hook, isKnown: expecting > 0)
    }
  }

  private mutating func run(
    around index: Int, of group: Tree, _ inner: ArraySlice<Layer>, _ state: inout Attempt,
    body: (inout Oracle, inout Attempt) -> Void
  ) {
    let hook = group.aroundEach[index]
    story.append("a\(index) \(group.name)")
    state.note(hook.before, isKnown: expecting > 0)
    if hook.before == .breaks || hook.before == .skips { return }
    for call in 0..<hook.calls {
      var isThrown = true
      if call > 0 {
        state.troubles.append(.breaks)
      } else if state.goesOn {
        expecting += hook.knows ? 1 : 0
        run(inner, &state, body: body)
        expecting -= hook.knows ? 1 : 0
        isThrown = state.isSkipped || state.hasThrown || !state.hasReachedBody
      }
      if isThrown, !hook.catches, !hook.knows {
        state.hasThrown = true
        return
      }
    }
    story.append("after a\(index) \(group.name)")
    if hook.after != .breaks, hook.after != .skips { state.forgetKnownError() }
    state.note(hook.after, isKnown: expecting > 0)
    if hook.calls == 0, state.goesOn { state.note(.breaks, isKnown: false) }
  }
}
