/// Finds names that are near to a name that was not found.
package enum Suggestions {
  /// The nearest of `candidates` but for the name itself, best first; only those that could be a
  /// slip of the pen.
  ///
  /// Complexity: O(*candidates* × *length*²), where names much longer or shorter are passed over.
  package static func near(_ name: String, in candidates: [String], limit: Int = 3) -> [String] {
    near(name, in: candidates.filter { $0 != name }, limit: limit) { [$0] }
  }

  /// The same, where each candidate may be written in several ways.
  package static func near<Candidate>(
    _ name: String, in candidates: [Candidate], limit: Int, spellings: (Candidate) -> [String]
  ) -> [Candidate] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(200))
    let allowed = max(1, wanted.count / 3)
    var scored: [(distance: Int, offset: Int)] = []
    for (offset, candidate) in candidates.enumerated() {
      let distances = spellings(candidate).compactMap { spelling -> Int? in
        let letters = Array(spelling.lowercased().unicodeScalars.prefix(200))
        guard abs(letters.count - wanted.count) <= allowed else { return nil }
        return distance(wanted, letters)
      }
      if let best = distances.min(), best <= allowed { scored.append((best, offset)) }
    }
    return scored.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }
      .prefix(limit).map { candidates[$0.offset] }
  }

  /// The question that follows a message, ` Did you mean Emma or Dune?`; empty if there are no names.
  package static func question(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean \(names.joined(separator: " or "))?"
  }

  /// The same with a line for each name, for names that are long.
  package static func list(_ names: [String]) -> String {
    names.isEmpty ? "" : " Did you mean:" + names.map { "\n  \($0)" }.joined()
  }

  /// The number of letters to insert, remove, replace or swap with a neighbor.
  static func distance<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var older = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        current[j] = min(previous[j] + 1, current[j - 1] + 1, replaced)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          current[j] = min(current[j], older[j - 2] + 1)
        }
      }
      older = previous
      previous = current
    }
    return previous[b.count]
  }
}
