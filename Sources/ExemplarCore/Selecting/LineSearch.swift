/// Finds the rows of one outline that files, or lines of them, select: a row covers the lines from its
/// own to the one before the next row, or the next group. Lines of a group before its first row select
/// the group.
struct LineSearch {
  /// A row or group, and the selector that asks for it.
  typealias Match = (selector: String, row: ExampleID)

  private var wanted: SelectedLines
  /// The progress in each file with a row so far, by its index.
  private var progress: [Int: Progress] = [:]
  /// The groups around the row before.
  private var suites: [RowSuite] = []
  /// How many lines and files are left for which further rows matter.
  private var remaining: Int

  private struct Progress {
    /// The first line that no row has passed.
    var next = 0
    /// The row that covers the lines from there on, if it is the last one; and its file.
    var last: (row: ExampleID, path: String)?
  }

  init(_ wanted: SelectedLines) {
    self.wanted = wanted
    remaining = wanted.files.reduce(0) { $0 + $1.lines.count + $1.whole.count }
  }

  /// Whether further rows make no difference.
  var isOver: Bool { remaining == 0 }

  /// Passes a row, and returns the matches that are certain by now.
  mutating func pass(_ path: ExampleID, of row: RowExample) -> [Match] {
    var found: [Match] = []
    let known = zip(suites, row.suites).prefix { $0 == $1 }.count
    suites = row.suites
    for count in known..<max(known, row.suites.count) where row.suites[count].place.line > 0 {
      let group = ExampleID(row.suites[...count].map(\.name))
      pass(group, at: row.suites[count].place, &found)
    }
    guard let place = row.place else { return found }
    for index in wanted.indices(at: place.path) {
      found += wanted.files[index].whole.map { ($0, path) }
    }
    // Formats without lines cannot be selected by line.
    if place.line > 0 { pass(path, at: place, &found) }
    return found
  }

  private mutating func pass(_ path: ExampleID, at place: Place, _ found: inout [Match]) {
    for index in wanted.indices(at: place.path) {
      let lines = wanted.files[index].lines
      var current = progress[index] ?? Progress()
      while current.next < lines.count, lines[current.next].line < place.line {
        if let last = current.last, last.path == place.path {
          found += lines[current.next].selectors.map { ($0, last.row) }
        }
        current.next += 1
        remaining -= 1
      }
      current.last = (path, place.path)
      progress[index] = current
    }
  }

  /// The matches of lines that only the end of the rows determines, if they are in their files.
  func matchesAtEnd(within files: SurveyedFiles) -> [Match] {
    progress.flatMap { index, progress -> [Match] in
      guard let last = progress.last else { return [] }
      return wanted.files[index].lines[progress.next...]
        .filter { files.holds($0.line, of: last.path) }
        .flatMap { $0.selectors.map { ($0, last.row) } }
    }
  }
}
