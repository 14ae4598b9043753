// The standard library has these for all collections at once. Where nothing is optimized, as in the tests
// that `swift test` builds, its way to them takes ten times as long, and they are asked for with each row.

extension Array {
  package var isEmpty: Bool { count == 0 }

  package var last: Element? {
    let count = count
    return count == 0 ? nil : self[count - 1]
  }
}
