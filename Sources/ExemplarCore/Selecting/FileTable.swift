/// The nodes and rows of source files, by their lines.
struct FileTable {
  /// By the paths of the files.
  private var nodes: [String: Nodes] = [:]
  private var written: [String: [(outline: Candidate, row: WrittenRow)]] = [:]
  private let files: SurveyedFiles

  /// The nodes in one file.
  private struct Nodes {
    var all: [Candidate] = []
    lazy var byLine = Dictionary(grouping: all, by: \.node.place.line)
    lazy var lines = byLine.keys.sorted()

    /// The last line with a node, up to `line`.
    mutating func lastLine(upTo line: Int) -> Int? {
      var (low, high) = (0, lines.count)
      while low < high {
        let middle = (low + high) / 2
        if lines[middle] <= line { low = middle + 1 } else { high = middle }
      }
      return low > 0 ? lines[low - 1] : nil
    }
  }

  init(_ candidates: [Candidate], _ rows: RowSurvey) {
    files = rows.files
    for candidate in candidates {
      candidate.visit { candidate in
        nodes[candidate.node.place.path, default: Nodes()].all.append(candidate)
        for row in rows.written[candidate.id] ?? [] {
          written[row.place.path, default: []].append((candidate, row))
        }
      }
    }
  }

  mutating func matches(_ file: String, _ line: Int?) -> [Selector.Match] {
    guard let line else {
      let nodes = nodes.filter { SelectorForm.path($0.key, endsWith: file) }
      return Self.topmost(of: nodes.values.flatMap(\.all)).map { Selector.Match(candidate: $0) }
    }
    // Files of one name in several modules have lines of their own.
    return Set(nodes.keys).union(written.keys)
      .filter { SelectorForm.path($0, endsWith: file) }.flatMap { matches(inFile: $0, line) }
  }

  private mutating func matches(inFile path: String, _ line: Int) -> [Selector.Match] {
    let rows = written[path] ?? []
    let lines = [
      nodes[path]?.lastLine(upTo: line), rows.map(\.row.place.line).filter { $0 <= line }.max(),
    ]
    guard files.holds(line, of: path), let nearest = lines.compactMap(\.self).max() else {
      return []
    }
    let found = Self.topmost(of: nodes[path]?.byLine[nearest] ?? [])
    if !found.isEmpty { return found.map { Selector.Match(candidate: $0) } }
    return rows.filter { $0.row.place.line == nearest }
      .map { Selector.Match(candidate: $0.outline, rows: [$0.row.path]) }
  }

  /// The candidates whose parent is not among them.
  private static func topmost(of candidates: [Candidate]) -> [Candidate] {
    let all = Set(candidates.map(ObjectIdentifier.init))
    return candidates.filter { candidate in
      candidate.parent.map { !all.contains(ObjectIdentifier($0)) } ?? true
    }
  }
}
