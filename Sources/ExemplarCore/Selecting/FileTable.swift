/// The nodes and rows of source files, by their lines.
struct FileTable {
  private var nodes: [String: Lines<Candidate>] = [:]
  private var written: [String: Lines<(outline: Candidate, row: WrittenRow)>] = [:]
  /// The paths that have an ending in common.
  private var paths: [String: [String]] = [:]
  private let files: SurveyedFiles

  /// The elements of one file, by their lines.
  private struct Lines<Element> {
    private(set) var all: [Element] = []
    private var byLine: [Int: [Element]] = [:]
    private var ascending: [Int] = []

    mutating func append(_ element: Element, at line: Int) {
      all.append(element)
      byLine[line, default: []].append(element)
    }

    mutating func sort() { ascending = byLine.keys.sorted() }

    subscript(line: Int) -> [Element] { byLine[line] ?? [] }

    /// The last line with an element, up to `line`.
    func last(upTo line: Int) -> Int? {
      var (low, high) = (0, ascending.count)
      while low < high {
        let middle = (low + high) / 2
        if ascending[middle] <= line { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? ascending[low - 1] : nil
    }
  }

  init(_ candidates: [Candidate], _ rows: RowSurvey) {
    files = rows.files
    for candidate in candidates {
      candidate.visit { candidate in
        let place = candidate.node.place
        nodes[place.path, default: Lines()].append(candidate, at: place.line)
        for row in rows.written[candidate.id] ?? [] {
          written[row.place.path, default: Lines()].append((candidate, row), at: row.place.line)
        }
      }
    }
    for path in nodes.keys { nodes[path]?.sort() }
    for path in written.keys { written[path]?.sort() }
    for path in Set(nodes.keys).union(written.keys) {
      for ending in SelectorForm.endings(of: path) { paths[ending, default: []].append(path) }
    }
  }

  func matches(_ file: String, _ line: Int?) -> [Selector.Match] {
    let paths = paths[file] ?? []
    guard let line else {
      return Self.topmost(of: paths.flatMap { nodes[$0]?.all ?? [] })
        .filter { !$0.isSharedHooks }.map { Selector.Match(candidate: $0) }
    }
    // Files of one name in several modules have lines of their own.
    return paths.flatMap { matches(inFile: $0, line) }
  }

  private func matches(inFile path: String, _ line: Int) -> [Selector.Match] {
    let lines = [nodes[path]?.last(upTo: line), written[path]?.last(upTo: line)]
    guard files.holds(line, of: path), let nearest = lines.compactMap(\.self).max() else {
      return []
    }
    let found = Self.topmost(of: nodes[path]?[nearest] ?? [])
    if !found.isEmpty { return found.map { Selector.Match(candidate: $0) } }
    return (written[path]?[nearest] ?? []).map {
      Selector.Match(candidate: $0.outline, rows: [$0.row.path])
    }
  }

  /// The candidates whose parent is not among them.
  private static func topmost(of candidates: [Candidate]) -> [Candidate] {
    let all = Set(candidates.map(ObjectIdentifier.init))
    return candidates.filter { candidate in
      candidate.parent.map { !all.contains(ObjectIdentifier($0)) } ?? true
    }
  }
}
