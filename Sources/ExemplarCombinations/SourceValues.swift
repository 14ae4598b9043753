/// The values of several sources, and how a row is made of them.
///
/// Rows are tuples of as many types as there are sources. Everything else deals with positions, so
/// only what is here knows the types.
struct SourceValues<Row: Sendable>: Sendable {
  /// The number of values of each source.
  var sizes: [Int]
  /// The row of the values at these positions, one for each source.
  var row: @Sendable ([Int]) -> Row
  /// The values as people read them, for each source.
  var texts: @Sendable () -> [[String]]
}

/// The values of one source.
struct SourceList<Value> {
  /// The most values of one source, which are kept in memory.
  static var limit: Int { 1 << 24 }

  /// The values; none if they are more than the limit.
  let values: [Value]
  /// How many values the source has.
  let count: Int

  /// Takes the values in their order; those of sets and dictionaries, which have another order in
  /// every process, in the order of their texts.
  init(_ source: some Collection<Value>) {
    count = source.count
    if count > Self.limit {
      values = []
    } else if source is any UnorderedCollection {
      values = source.map { (text: String(reflecting: $0), value: $0) }
        .sorted { $0.text < $1.text }.map(\.value)
    } else {
      values = Array(source)
    }
  }
}

func sourceValues<each Value: Sendable>(
  of sources: repeat SourceList<each Value>
) -> SourceValues<(repeat each Value)> {
  var sizes: [Int] = []
  repeat sizes.append((each sources).count)
  let values = (repeat (each sources).values)
  return SourceValues(
    sizes: sizes,
    row: { positions in
      var index = -1
      func next() -> Int {
        index += 1
        return positions[index]
      }
      return (repeat (each values)[next()])
    },
    texts: {
      var texts: [[String]] = []
      repeat texts.append((each values).map { RowNames.text(of: $0) })
      return texts
    })
}

/// A collection whose order means nothing.
package protocol UnorderedCollection {}
extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
