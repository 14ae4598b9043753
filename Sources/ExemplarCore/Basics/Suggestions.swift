/// Finds names that are near to a name that was not found.
package enum Suggestions {
  /// The nearest of `candidates` but for the name itself, best first; only those that could be a
  /// slip of the pen.
  ///
  /// Complexity: linear in the candidates.
  package static func near(_ name: String, in candidates: [String], limit: Int = 3) -> [String] {
    near(name, in: candidates.filter { $0 != name }, limit: limit) { [$0] }
  }

  /// The same, where each candidate may be written in several ways.
  package static func near<Candidate>(
    _ name: String, in candidates: [Candidate], limit: Int, spellings: (Candidate) -> [String]
  ) -> [Candidate] {
    let wanted = letters(of: name)
    var allowed = max(1, wanted.count / 3)
    var nearest: [(distance: Int, candidate: Candidate)] = []
    for candidate in candidates {
      if allowed < 0 { break }
      var best: Int?
      for spelling in spellings(candidate) {
        let limit = best.map { $0 - 1 } ?? allowed
        best = distance(wanted, letters(of: spelling), atMost: limit) ?? best
      }
      guard let best else { continue }
      let index = nearest.firstIndex { $0.distance > best } ?? nearest.count
      nearest.insert((best, candidate), at: index)
      if nearest.count > limit { nearest.removeLast() }
      // From here on, only a nearer one matters.
      if nearest.count == limit { allowed = (nearest.last?.distance ?? 0) - 1 }
    }
    return nearest.map(\.candidate)
  }

  /// The question that follows a message, ` Did you mean Emma or Dune?`; empty if there are no names.
  package static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(names.joined(separator: " or "))?"
  }

  /// The same with a line for each name, for names that are long.
  package static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean:" + names.map { "\n  \($0)" }.joined()
  }

  private static func letters(of name: String) -> [Unicode.Scalar] {
    Array(name.lowercased().unicodeScalars.prefix(200))
  }

  /// The number of letters to insert, remove, replace or swap with a neighbor; `nil` if it is more
  /// than `limit`.
  static func distance<Letter: Equatable>(
    _ a: [Letter], _ b: [Letter], atMost limit: Int
  ) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.dropFirst(start).reversed(), b.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let (a, b) = (Array(a[start..<(a.count - end)]), Array(b[start..<(b.count - end)]))
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    let tooFar = limit + 1
    var older = [Int](repeating: tooFar, count: b.count + 1)
    var previous = (0...b.count).map { min($0, tooFar) }
    var previousLeast = 0
    for i in 1...a.count {
      var current = [Int](repeating: tooFar, count: b.count + 1)
      current[0] = min(i, tooFar)
      var least = current[0]
      // Cells further from the diagonal are beyond the limit.
      for j in max(1, i - limit)...max(1, min(b.count, i + limit)) {
        let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var distance = min(previous[j] + 1, current[j - 1] + 1, replaced)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          distance = min(distance, older[j - 2] + 1)
        }
        current[j] = min(distance, tooFar)
        least = min(least, distance)
      }
      if least > limit, previousLeast > limit { return nil }
      previousLeast = least
      older = previous
      previous = current
    }
    return previous[b.count] <= limit ? previous[b.count] : nil
  }
}
