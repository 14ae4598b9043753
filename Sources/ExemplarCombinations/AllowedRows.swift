/// Which rows the exclusions leave, decided by search.
///
/// A partial row can be completed if the values that are left for each parameter, after each choice,
/// never run out: an exclusion of whose parameters one is still without a value takes those values
/// from it that it would exclude. That finds conflicts that no single exclusion shows.
final class AllowedRows {
  /// The most questions to exclusions in one search; a search that needs more is given up.
  static let patience = 200_000
  /// How many questions a search may ask before it tries some luck.
  private static let firstPatience = 2_000

  private let sizes: [Int]
  private let cells: Cells
  private let rules: [Rule]
  /// The rules that read each parameter.
  private let reading: [[Int]]
  private var questionsLeft = 0
  private var random = SplitMix(seed: 3)

  init(_ model: CoveringModel) {
    sizes = model.sizes
    cells = Cells(model.sizes)
    rules = model.exclusions.map { Rule($0, sizes: model.sizes) }
    var reading: [[Int]] = Array(repeating: [], count: sizes.count)
    for (index, rule) in rules.enumerated() {
      for parameter in rule.parameters { reading[parameter].append(index) }
    }
    self.reading = reading
  }

  /// Whether any rule reads `parameter`.
  func reads(_ parameter: Int) -> Bool { !reading[parameter].isEmpty }

  /// The first exclusion all of whose parameters have a value in `row` and that excludes it.
  func exclusion(of row: [Int]) -> Int? {
    rules.indices.first { rules[$0].isDecided(row) && rules[$0].excludes(row) }
  }

  /// Whether no rule that reads `parameter` excludes the complete `row`.
  func allows(_ row: [Int], at parameter: Int) -> Bool {
    !reading[parameter].contains { rules[$0].excludes(row) }
  }

  /// An allowed row with the values of `row`, which has -1 where there is none yet; `nil` if there is
  /// no such row. Parameters that no rule reads keep their -1.
  ///
  /// Throws if that cannot be decided; unless it `isPatient`, as soon as luck does not help.
  func completion(
    of row: [Int], isPatient: Bool = true
  ) throws(CoveringProblem) -> [Int]? {
    do {
      return try search(from: row, asking: Self.firstPatience)
    } catch {
      // A rule that reads many parameters shows no conflict until most have a value. If it excludes
      // little, chance finds a row much sooner.
      if let guess = guess(from: row) { return guess }
      if !isPatient { throw error }
      return try search(from: row, asking: Self.patience)
    }
  }

  private func guess(from row: [Int]) -> [Int]? {
    for _ in 0..<100 {
      var guess = row
      for parameter in row.indices where row[parameter] < 0 && reads(parameter) {
        guess[parameter] = random.next(below: sizes[parameter])
      }
      if !rules.contains(where: { $0.excludes(guess) }) { return guess }
    }
    return nil
  }

  private func search(
    from row: [Int], asking patience: Int
  ) throws(CoveringProblem) -> [Int]? {
    questionsLeft = patience
    var search = Search(row: row, left: Array(repeating: true, count: cells.count))
    for index in rules.indices {
      guard try keepsValues(rules[index], &search) else { return nil }
    }
    return try complete(&search) ? search.row : nil
  }

  private struct Search {
    var row: [Int]
    /// Whether each cell of a parameter without a value may still be chosen.
    var left: [Bool]
  }

  private func complete(_ search: inout Search) throws(CoveringProblem) -> Bool {
    guard let parameter = narrowest(search) else { return true }
    for value in 0..<sizes[parameter] where search.left[cells.first[parameter] + value] {
      let before = search
      search.row[parameter] = value
      if try holds(after: parameter, &search), try complete(&search) { return true }
      search = before
    }
    return false
  }

  /// Whether every parameter keeps a value after a value was chosen for `parameter`.
  private func holds(after parameter: Int, _ search: inout Search) throws(CoveringProblem) -> Bool {
    for index in reading[parameter] {
      guard try keepsValues(rules[index], &search) else { return false }
    }
    return true
  }

  /// Takes away the values that `rule` excludes, if one parameter of it is without a value. `false`
  /// if that leaves none, or if the row is excluded.
  private func keepsValues(_ rule: Rule, _ search: inout Search) throws(CoveringProblem) -> Bool {
    var open = -1
    for parameter in rule.parameters where search.row[parameter] < 0 {
      if open >= 0 { return true }
      open = parameter
    }
    if open < 0 {
      try ask(search)
      return !rule.excludes(search.row)
    }
    var isLeft = false
    for value in 0..<sizes[open] where search.left[cells.first[open] + value] {
      try ask(search)
      search.row[open] = value
      if rule.excludes(search.row) {
        search.left[cells.first[open] + value] = false
      } else {
        isLeft = true
      }
    }
    search.row[open] = -1
    return isLeft
  }

  private func ask(_ search: Search) throws(CoveringProblem) {
    questionsLeft -= 1
    if questionsLeft < 0 { throw .undecided(search.row.map { $0 < 0 ? nil : $0 }) }
  }

  /// The parameter without a value that has the fewest values left, of those that rules read.
  private func narrowest(_ search: Search) -> Int? {
    var best: Int?
    var fewest = Int.max
    for parameter in sizes.indices where search.row[parameter] < 0 && reads(parameter) {
      let first = cells.first[parameter]
      var count = 0
      for cell in first..<first + sizes[parameter] where search.left[cell] { count += 1 }
      if count < fewest { (best, fewest) = (parameter, count) }
    }
    return best
  }
}

/// An exclusion that remembers its answers, so that the author's closure is called at most once for
/// each combination, as long as these are not too many to remember.
private final class Rule {
  private static let limit = 1 << 20

  let parameters: [Int]
  private let isExcluded: @Sendable ([Int]) -> Bool
  private let sizes: [Int]
  /// 0 unknown, 1 allowed, 2 excluded; empty if there are too many combinations.
  private var answers: [UInt8]

  init(_ exclusion: Exclusion, sizes: [Int]) {
    parameters = exclusion.parameters
    isExcluded = exclusion.excludes
    self.sizes = parameters.map { sizes[$0] }
    var count = 1
    for size in self.sizes where count <= Self.limit { count *= size }
    answers = count <= Self.limit ? Array(repeating: 0, count: count) : []
  }

  /// Whether `row` has a value for every parameter of the rule.
  func isDecided(_ row: [Int]) -> Bool {
    parameters.allSatisfy { row[$0] >= 0 }
  }

  /// Whether a decided row is excluded.
  func excludes(_ row: [Int]) -> Bool {
    if answers.isEmpty { return isExcluded(parameters.map { row[$0] }) }
    var index = 0
    var place = 0
    while place < parameters.count {
      index = index &* sizes[place] &+ row[parameters[place]]
      place &+= 1
    }
    if answers[index] == 0 {
      answers[index] = isExcluded(parameters.map { row[$0] }) ? 2 : 1
    }
    return answers[index] == 2
  }
}
