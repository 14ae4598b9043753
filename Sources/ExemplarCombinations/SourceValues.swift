/// The values of several sources, and how to make a row of them.
///
/// Rows are tuples of as many types as there are sources. Only this file handles the types; everything
/// else handles positions.
struct SourceValues<Row: Sendable>: Sendable {
  /// The number of values of each source.
  var sizes: [Int]
  /// The row of the values at these positions, one for each source.
  var row: @Sendable ([Int]) -> Row
  var texts: @Sendable () -> [[String]]
}

struct SourceList<Value> {
  /// The largest number of values that are kept in memory.
  static var limit: Int { 1 << 24 }

  /// The values; empty if there are more than the limit.
  let values: [Value]
  let count: Int

  /// Keeps the order of the values, except in sets and dictionaries, whose order differs from process
  /// to process. These are sorted by their text.
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
      var rest = positions.makeIterator()
      func next() -> Int { rest.next() ?? 0 }
      return (repeat (each values)[next()])
    },
    texts: {
      var texts: [[String]] = []
      repeat texts.append((each values).map { CombinationNames.text(of: $0) })
      return texts
    })
}

/// A collection without a meaningful order.
package protocol UnorderedCollection {}
extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
