/// Finds the row that a file, or a line of one, selects: a row covers the lines from its own to the
/// one before the next row, or the next group. Lines of a group before its first row select the
/// group.
struct LineSearch {
  let selector: String
  private let file: String
  private let line: Int?
  /// The row that may turn out to be the one, and its file.
  private var rest: (row: ExampleID, file: String)?
  /// The groups around the row before.
  private var suites: [RowSuite] = []
  /// Whether no further row can be it.
  private(set) var isOver = false

  init?(_ selector: String) {
    guard let (file, line) = SelectorForm.fileAndLine(selector) else { return nil }
    self.selector = selector
    self.file = file
    self.line = line
  }

  /// Passes a row; what is known by now to be asked for.
  mutating func pass(_ path: ExampleID, of row: RowExample) -> [ExampleID] {
    let known = zip(suites, row.suites).prefix { $0 == $1 }.count
    suites = row.suites
    var found: [ExampleID] = []
    for count in known..<max(known, row.suites.count) where row.suites[count].place.line > 0 {
      guard !isOver, line != nil else { break }
      let group = ExampleID(row.suites[...count].map(\.name))
      if let other = pass(group, at: row.suites[count].place) { found.append(other) }
    }
    if !isOver, let other = pass(path, at: row.place) { found.append(other) }
    return found
  }

  private mutating func pass(_ path: ExampleID, at place: Place?) -> ExampleID? {
    guard let place, SelectorForm.path(place.path, endsWith: file) else { return nil }
    guard let line else { return path }
    // Formats without lines cannot be selected by line.
    guard place.line > 0 else { return nil }
    if place.line <= line {
      rest = (path, place.path)
      return nil
    }
    isOver = true
    defer { rest = nil }
    return rest?.file == place.path ? rest?.row : nil
  }

  /// Notes that a file holds a row that may be the one.
  func note(_ place: Place?, in files: inout SurveyedFiles) {
    guard let place, let line, place.line > 0 else { return }
    files.note(place, for: selector, endingWith: file, line)
  }

  /// The last row of its file, if the line is one of the file's.
  func rest(within files: SurveyedFiles) -> ExampleID? {
    guard let rest, let line else { return nil }
    return files.holds(line, of: rest.file) ? rest.row : nil
  }
}
