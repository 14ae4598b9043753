// Covering arrays: few rows that hold every combination of any two values, or of any three, …
//
// Everything here but `Combinations` works on numbers alone: a row is an array of positions, one
// for each parameter. It knows nothing of row sources, names or outlines, asks no clock and no
// source of chance but its own, and so gives equal rows for an equal model on every machine.
//
// `CoveringRows` tells the story: `GreedyRows` writes rows until every tuple is covered,
// `RowReduction` then takes out as many as it can. Both look at tuples through `TupleTable` and ask
// `AllowedRows` what the exclusions leave.

/// What rows are wanted.
struct CoveringModel: Sendable {
  /// The number of values of each parameter.
  var sizes: [Int]
  /// How many parameters a tuple has whose values must all meet; all of them, if there are fewer.
  var strength = 2
  /// What no row may hold.
  var exclusions: [Exclusion] = []
  /// Rows to have in any case; `nil` where any value will do.
  var seeds: [[Int?]] = []
}

/// A rule that excludes rows.
struct Exclusion: Sendable {
  /// The parameters that the rule reads, ascending. The fewer they are, the sooner a conflict shows.
  var parameters: [Int]
  /// Whether rows with these positions, one for each of `parameters`, are excluded.
  var excludes: @Sendable ([Int]) -> Bool
}

/// Why there are no rows for a model.
package enum CoveringProblem: Error, Hashable {
  /// There is no parameter.
  case noParameters
  /// A parameter has no values.
  case noValues(parameter: Int)
  /// The strength is less than 1.
  case strength(Int)
  /// There are more tuples, or more rows, than can be kept in memory.
  case tooMany
  /// A seed row has more or fewer values than there are parameters.
  case seedLength(seed: Int)
  /// A seed row has a position that its parameter does not have.
  case seedValue(seed: Int, parameter: Int)
  /// An exclusion excludes a seed row.
  case seedExcluded(seed: Int, exclusion: Int)
  /// The exclusions together leave no way to complete a seed row.
  case seedImpossible(seed: Int)
  /// The exclusions exclude every row.
  case everythingExcluded
  /// Looking for a row that holds these positions took too long, because an exclusion reads many
  /// parameters.
  case undecided([Int?])
}
