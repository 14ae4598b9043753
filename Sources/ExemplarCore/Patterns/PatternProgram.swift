/// A pattern as a machine that is in many states at once.
struct PatternProgram: Sendable {
  private enum Step: Sendable {
    case take(PatternSet)
    case fork(Int, Int)
    case jump(Int)
    case require(PatternNode.Assertion)
    case look(Int, isNegated: Bool)
    case found
  }

  private var steps: [Step] = []
  /// Where a text is read from its end, as for what has to follow.
  private let isReversed: Bool
  /// What has to follow or to precede, by number; inner ones come first.
  private var looks: [PatternProgram] = []

  init(_ node: PatternNode) throws(AuthoringMistake) {
    // A pattern of more parts is refused: each costs time at each character.
    var budget = 20_000
    try self.init(node, isReversed: false, &budget)
  }

  private init(
    _ node: PatternNode, isReversed: Bool, _ budget: inout Int
  ) throws(AuthoringMistake) {
    self.isReversed = isReversed
    try add(node, &budget)
    steps.append(.found)
  }

  private mutating func add(
    _ node: PatternNode, _ budget: inout Int
  ) throws(AuthoringMistake) {
    budget -= 1
    if budget < 0 {
      throw AuthoringMistake("Its repetitions multiply to more than can be matched.")
    }
    switch node {
    case .character(let set): steps.append(.take(set))
    case .assertion(let assertion): steps.append(.require(assertion))
    case .sequence(let nodes):
      for node in isReversed ? nodes.reversed() : nodes { try add(node, &budget) }
    case .choice(let branches):
      var ends: [Int] = []
      for branch in branches.dropLast() {
        let fork = reserve()
        try add(branch, &budget)
        ends.append(reserve())
        steps[fork] = .fork(fork + 1, steps.count)
      }
      if let last = branches.last { try add(last, &budget) }
      for end in ends { steps[end] = .jump(steps.count) }
    case .repetition(let node, let least, let most):
      for _ in 0..<least { try add(node, &budget) }
      guard let most else {
        let fork = reserve()
        try add(node, &budget)
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<most {
        forks.append(reserve())
        try add(node, &budget)
      }
      for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    case .look(let node, let isAhead, let isNegated):
      looks.append(try PatternProgram(node, isReversed: isAhead, &budget))
      steps.append(.look(looks.count - 1, isNegated: isNegated))
    }
  }

  private mutating func reserve() -> Int {
    steps.append(.jump(0))
    return steps.count - 1
  }

  /// Whether some part of the text matches.
  ///
  /// Complexity: O(*text* × *pattern*).
  func matches(_ text: [Character]) -> Bool { ends(in: text, stopsAtFirst: true).contains(true) }

  /// The positions between characters at which a match of some part of the text ends.
  private func ends(in text: [Character], stopsAtFirst: Bool = false) -> [Bool] {
    let looked = looks.map { $0.ends(in: text) }
    var ends = [Bool](repeating: false, count: text.count + 1)
    var states = States(count: steps.count)
    for offset in 0...text.count {
      let position = isReversed ? text.count - offset : offset
      // A match may begin at each position.
      var next = [0]
      if offset > 0 {
        let character = text[isReversed ? position : position - 1]
        for state in states.active {
          if case .take(let set) = steps[state], set.contains(character) { next.append(state + 1) }
        }
      }
      states.clear()
      while let state = next.popLast() {
        guard states.insert(state) else { continue }
        switch steps[state] {
        case .take: break
        case .found: ends[position] = true
        case .jump(let target): next.append(target)
        case .fork(let first, let second): next += [second, first]
        case .require(let assertion):
          if assertion.holds(at: position, in: text) { next.append(state + 1) }
        case .look(let number, let isNegated):
          if looked[number][position] != isNegated { next.append(state + 1) }
        }
      }
      if stopsAtFirst, ends[position] { break }
    }
    return ends
  }

  /// The states that the machine is in.
  private struct States {
    private(set) var active: [Int] = []
    private var isActive: [Bool]

    init(count: Int) { isActive = [Bool](repeating: false, count: count) }

    mutating func insert(_ state: Int) -> Bool {
      if isActive[state] { return false }
      isActive[state] = true
      active.append(state)
      return true
    }

    mutating func clear() {
      for state in active { isActive[state] = false }
      active.removeAll(keepingCapacity: true)
    }
  }
}

extension PatternNode.Assertion {
  func holds(at position: Int, in text: [Character]) -> Bool {
    switch self {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: Self.isBoundary(position, in: text)
    case .noWordBoundary: !Self.isBoundary(position, in: text)
    }
  }

  private static func isBoundary(_ position: Int, in text: [Character]) -> Bool {
    let before = position > 0 && text[position - 1].isWordCharacter
    let after = position < text.count && text[position].isWordCharacter
    return before != after
  }
}
