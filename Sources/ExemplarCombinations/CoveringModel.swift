import ExemplarCore

/// The rows to generate, in numbers: a row has the position of one value for each parameter.
struct CoveringModel: Sendable {
  /// The number of values of each parameter. There is at least one parameter, and each has a value.
  var sizes: [Int]
  /// How many parameters must have their values combined in every way.
  var strength = 2
  var exclusions: [Exclusion] = []
  /// Rows to include; `nil` matches any value.
  var seeds: [[Int?]] = []

  /// The parameters, those with the most values first.
  var largestFirst: [Int] { sizes.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) } }
}

struct Exclusion: Sendable {
  /// The parameters that the rule reads. The fewer they are, the sooner the search finds a conflict.
  var parameters: [Int]
  var place: Place? = nil
  /// Whether a row is excluded. The positions of parameters that the rule does not read are 0.
  var excludes: @Sendable ([Int]) -> Bool
}

/// The reason why a model has no rows.
package enum CoveringProblem: Error, Hashable {
  /// The strength is less than 1.
  case strength(Int)
  /// The tuples, or the rows, do not fit into memory.
  case tooMany
  /// An exclusion excludes a seed.
  case seedExcluded(seed: Int, exclusion: Int)
  /// The exclusions together leave no way to complete a seed.
  case seedImpossible(seed: Int)
  /// The exclusions exclude every row.
  case everythingExcluded
  /// The search for a row with these positions took too long.
  case undecided([Int?])
}

/// The pseudorandom number generator SplitMix64: equal seeds give equal numbers on every machine.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to, but not including, `bound`, which is positive and below 2³².
  mutating func next(below bound: Int) -> Int {
    state &+= .splitMixStep
    return Int(truncatingIfNeeded: ((state.mixed &>> 32) &* UInt64(bound)) &>> 32)
  }

  mutating func shuffle(_ elements: inout [Int]) {
    for last in elements.indices.reversed() { elements.swapAt(last, next(below: last + 1)) }
  }
}
