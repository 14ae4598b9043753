/// The files, and the lines of files, that selectors ask for.
struct SelectedLines {
  /// A file as selectors spell it: `prices.csv`, or with folders before it.
  struct File {
    /// The lines in ascending order, with the selectors that ask for each.
    fileprivate(set) var lines: [(line: Int, selectors: [String])] = []
    /// The selectors that ask for the whole file.
    fileprivate(set) var whole: [String] = []
  }
  private(set) var files: [File] = []
  private var indices: [String: Int] = [:]
  /// The files of paths that were looked up.
  private var known: [String: [Int]] = [:]

  init(_ selectors: some Sequence<String>) {
    var lines: [[Int: [String]]] = []
    for selector in selectors {
      guard let (name, line) = SelectorForm.fileAndLine(selector) else { continue }
      let index = indices[name] ?? files.count
      if index == files.count {
        indices[name] = index
        files.append(File())
        lines.append([:])
      }
      if let line {
        lines[index][line, default: []].append(selector)
      } else {
        files[index].whole.append(selector)
      }
    }
    for (index, lines) in lines.enumerated() {
      files[index].lines = lines.sorted { $0.key < $1.key }.map { ($0, $1) }
    }
  }

  var isEmpty: Bool { files.isEmpty }

  /// The indices of the files that may be the one at `path`.
  mutating func indices(at path: String) -> [Int] {
    if indices.isEmpty { return [] }
    if let known = known[path] { return known }
    let found = SelectorForm.endings(of: path).compactMap { indices[$0] }
    known[path] = found
    return found
  }

  /// Whether a selector asks for a line of the file at `path`.
  mutating func hasLines(at path: String) -> Bool {
    indices(at: path).contains { !files[$0].lines.isEmpty }
  }
}
