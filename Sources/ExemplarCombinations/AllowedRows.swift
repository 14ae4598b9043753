/// Decides by search which rows the exclusions allow.
final class AllowedRows {
  /// The most steps of one search.
  static let patience = 200_000
  /// Many searches succeed quickly if values are tried in another order, so short ones come first.
  private static let attempts = Array(repeating: shortPatience, count: 50) + [patience]
  private static let shortPatience = 500

  private let sizes: [Int]
  private let exclusions: [Exclusion]
  /// The answers of the author's closures, which are called once for each combination of values unless
  /// there are too many to remember.
  private var answers: [[[Int]: Bool]]
  private static let mostAnswers = 1 << 20
  /// Whether a rule reads each parameter.
  private let isRead: [Bool]
  /// Rows without a completion.
  private var impossible: Set<[Int]> = []
  private var stepsLeft = 0
  private var random = SplitMix(seed: 0)
  /// The approximate effort of all searches so far.
  private(set) var steps = 0

  init(_ model: CoveringModel) {
    sizes = model.sizes
    exclusions = model.exclusions
    answers = model.exclusions.map { _ in [:] }
    let read = Set(model.exclusions.flatMap(\.parameters))
    isRead = sizes.indices.map(read.contains)
  }

  /// The first exclusion that applies to the values of `row`.
  func exclusion(of row: [Int]) -> Int? {
    exclusions.indices.first { excludes(row, $0) }
  }

  /// Whether an exclusion applies to `row`, which it does not while a parameter has no value.
  private func excludes(_ row: [Int], _ exclusion: Int) -> Bool {
    let values = exclusions[exclusion].parameters.map { row[$0] }
    if values.contains(-1) { return false }
    if let answer = answers[exclusion][values] { return answer }
    var read = row.map { _ in 0 }
    for parameter in exclusions[exclusion].parameters { read[parameter] = row[parameter] }
    let answer = exclusions[exclusion].excludes(read)
    if answers[exclusion].count < Self.mostAnswers { answers[exclusion][values] = answer }
    return answer
  }

  /// An allowed row with the values of `row`, which is -1 where there is no value; `nil` if there is no
  /// such row. Parameters that no exclusion reads keep their -1.
  ///
  /// Throws if the search takes too long. A search that is not patient is a single short one.
  func completion(of row: [Int], isPatient: Bool = true) throws(CoveringProblem) -> [Int]? {
    if exclusions.isEmpty { return row }
    if exclusion(of: row) != nil || impossible.contains(row) { return nil }
    for patience in isPatient ? Self.attempts : [Self.shortPatience] {
      stepsLeft = patience
      defer { steps += 20 * (patience - stepsLeft) }
      guard let completion = try? Optional(search(row)) else { continue }
      if completion == nil { impossible.insert(row) }
      return completion
    }
    throw .undecided(row.map { $0 < 0 ? nil : $0 })
  }

  private struct StepLimitReached: Error {}

  /// Gives a value to the parameter that has the fewest left, then to the next one.
  private func search(_ row: [Int]) throws(StepLimitReached) -> [Int]? {
    guard let left = try valuesLeft(in: row) else { return nil }
    var (next, fewest) = (-1, Int.max)
    for parameter in row.indices where row[parameter] < 0 && isRead[parameter] {
      let count = left[parameter]?.count ?? sizes[parameter]
      if count < fewest { (next, fewest) = (parameter, count) }
    }
    if next < 0 { return row }
    var values = left[next] ?? Array(0..<sizes[next])
    random.shuffle(&values)
    var row = row
    for value in values {
      row[next] = value
      if let completion = try search(row) { return completion }
    }
    return nil
  }

  /// The allowed values of each parameter that is the only open one of an exclusion; `nil` if there is one without any.
  private func valuesLeft(in row: [Int]) throws(StepLimitReached) -> [[Int]?]? {
    var row = row
    var left: [[Int]?] = Array(repeating: nil, count: row.count)
    stepsLeft -= 1
    for (rule, exclusion) in exclusions.enumerated() {
      let unset = exclusion.parameters.filter { row[$0] < 0 }
      guard unset.count == 1, let open = unset.first else { continue }
      var values = left[open] ?? Array(0..<sizes[open])
      stepsLeft -= values.count
      if stepsLeft < 0 { throw StepLimitReached() }
      values.removeAll { value in
        row[open] = value
        return excludes(row, rule)
      }
      row[open] = -1
      if values.isEmpty { return nil }
      left[open] = values
    }
    return left
  }
}
