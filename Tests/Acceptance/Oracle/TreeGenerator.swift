import ExemplarCore

/// Makes random trees from a number, the same tree from the same number.
struct TreeGenerator: RandomNumberGenerator {
  private var state: UInt64
  private var names = 0

  init(_ number: Int) {
    state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ (mixed >> 29)
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &self) < percent
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  mutating func specs() -> [Tree] {
    let usesFocus = chance(30)
    var specs = (0..<number(1...3)).map { _ in
      var spec = group(depth: number(0...3), usesFocus: usesFocus)
      if chance(40) { spec.runGroup = number(-1...3) }
      return spec
    }
    let runGroups = Set(specs.map { $0.runGroup ?? 1 }).sorted()
    for scope in [.module] + runGroups.map(HookScope.runGroup) where chance(20) {
      let place = number(0...specs.count)
      specs.insert(sharedHooks(of: scope), at: place)
    }
    return specs
  }

  private mutating func sharedHooks(of scope: HookScope) -> Tree {
    var tree = Tree(name: name(), kind: .group([]))
    tree.hookScope = scope
    tree.beforeAll.append(hook(8))
    if chance(30) { tree.aroundEach.append(around()) }
    if chance(60) { tree.beforeEach.append(hook(4)) }
    if chance(60) { tree.afterEach.append(hook(4)) }
    if chance(60) { tree.afterAll.append(hook(8)) }
    tree.isForeign = chance(5)
    return tree
  }

  mutating func request(for specs: [Tree]) -> Request {
    let specs = specs.filter { $0.hookScope == nil }
    var request = Request(seed: UInt64(number(0...1_000_000)), isDefined: chance(20))
    if chance(15) {
      request.tag = chance(50) ? "a" : "b"
      request.isTagForbidden = chance(40)
    }
    if chance(15), let spec = specs.randomElement(using: &self) {
      var path = [spec.name]
      var node = spec
      while chance(60), let child = node.children.randomElement(using: &self) {
        path.append(child.name)
        node = child
      }
      request.path = path
    }
    if chance(8) { request.failFast = number(1...2) }
    return request
  }

  private mutating func group(depth: Int, usesFocus: Bool) -> Tree {
    var children: [Tree] = []
    for _ in 0..<number(depth == 0 ? 1...3 : 0...3) {
      children.append(
        depth > 0 && chance(50)
          ? group(depth: depth - 1, usesFocus: usesFocus) : leaf(usesFocus: usesFocus))
    }
    var tree = Tree(name: name(), kind: .group(children))
    decorate(&tree, usesFocus: usesFocus)
    for _ in 0..<number(0...2) where chance(50) { tree.beforeAll.append(hook(8)) }
    for _ in 0..<number(0...2) where chance(60) { tree.beforeEach.append(hook(8)) }
    for _ in 0..<number(0...2) where chance(60) { tree.afterEach.append(hook(8)) }
    for _ in 0..<number(0...2) where chance(50) { tree.afterAll.append(hook(8)) }
    if chance(25) { for _ in 0..<number(1...2) { tree.aroundAll.append(around()) } }
    if chance(30) { for _ in 0..<number(1...2) { tree.aroundEach.append(around()) } }
    if chance(15) { tree.isOrdered = true }
    if chance(8) { tree.retries = number(0...2) }
    return tree
  }

  private mutating func leaf(usesFocus: Bool) -> Tree {
    var tree: Tree
    switch number(0...9) {
    case 0: tree = Tree(name: name(), kind: .pending)
    case 1...3:
      let rows = (0..<number(1...4)).map { _ in
        Tree.Row(
          name: name(), behavior: body(), isFocused: usesFocus && chance(12),
          isSkipped: chance(8), quarantine: chance(8) ? quarantine() : nil)
      }
      tree = Tree(name: name(), kind: .outline(rows))
    default: tree = Tree(name: name(), kind: .example(body()))
    }
    decorate(&tree, usesFocus: usesFocus)
    if chance(15) { tree.retries = number(0...2) }
    return tree
  }

  private mutating func decorate(_ tree: inout Tree, usesFocus: Bool) {
    if usesFocus, chance(18) { tree.isFocused = true }
    if chance(8) { tree.quarantine = quarantine() }
    if chance(6) { tree.isSkipped = true }
    if chance(5) { tree.isForeign = true }
    if chance(20) { tree.tags.insert(chance(50) ? "a" : "b") }
  }

  private mutating func quarantine() -> Tree.Quarantine { chance(70) ? .active : .ended }

  private mutating func body() -> Tree.Behavior {
    switch number(0...11) {
    case 0: .fails
    case 1: .breaks
    case 2: chance(50) ? .skips : .skipsInside
    case 3: .varies((0..<number(2...3)).map { _ in attempt() })
    default: .passes
    }
  }

  private mutating func attempt() -> Tree.Behavior {
    [.passes, .fails, .breaks, .skips][number(0...3)]
  }

  private mutating func hook(_ percent: Int) -> Tree.Behavior {
    guard chance(percent * 2) else { return .passes }
    return chance(45) ? .fails : chance(70) ? .breaks : chance(50) ? .skips : .skipsInside
  }

  private mutating func around() -> Tree.Around {
    Tree.Around(
      before: hook(4), calls: chance(90) ? 1 : chance(50) ? 0 : 2, catches: chance(40),
      knows: chance(25), after: hook(4))
  }

  private mutating func name() -> String {
    names += 1
    return "n\(names)"
  }
}
