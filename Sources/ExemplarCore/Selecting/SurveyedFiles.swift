/// The lengths of the files of which lines were asked for.
///
/// A line selects the nearest node above it, so a line past the end of its file would select the
/// last node.
struct SurveyedFiles: Sendable {
  private struct File {
    /// `nil` if the file is not where it was when the tests were built.
    var lineCount: Int?
    /// The last line at which something is known to begin.
    var lastKnown = 0
  }
  /// By their paths; `nil` for files of which no line was asked for.
  private var files: [String: File?] = [:]
  private let selectors: [Selector]
  private let lineCount: @Sendable (String) -> Int?

  init(
    of selectors: [Selector] = [],
    _ lineCount: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) {
    self.selectors = selectors.filter { $0.line != nil }
    self.lineCount = lineCount
  }

  /// Records that something begins at a location. Returns whether a line of that file was asked for.
  @discardableResult
  mutating func record(_ place: Place) -> Bool {
    if selectors.isEmpty { return false }
    let known = files[place.path]
    let isAsked = known.map { $0 != nil } ?? selectors.contains { $0.names(fileAt: place.path) }
    guard isAsked else {
      if known == nil { files[place.path] = .some(nil) }
      return false
    }
    var file = known.flatMap(\.self) ?? File(lineCount: lineCount(place.path))
    file.lastKnown = max(file.lastKnown, place.line)
    files[place.path] = file
    return true
  }

  /// Whether a file has a line. Of a file that is not there, the lines up to the last thing known in it
  /// are certain.
  func holds(_ line: Int, of path: String) -> Bool {
    // A plan that was made without a survey knows nothing of files.
    guard let file = files[path] ?? nil else { return true }
    return line > 0 && line <= max(file.lineCount ?? 0, file.lastKnown)
  }

  /// Explains why nothing is at the line that a selector names, if that is known.
  func explanation(of selector: Selector) -> String? {
    guard let line = selector.line else { return nil }
    let asked = files.compactMap { path, file in
      selector.names(fileAt: path) ? file.map { (path, $0) } : nil
    }.sorted { $0.0 < $1.0 }
    if asked.isEmpty || asked.contains(where: { holds(line, of: $0.0) }) { return nil }
    return asked.prefix(3).map { path, file in
      let name = Place(path: path).fileName
      return file.lineCount.map { "\(name) has \($0.counted("line"))." }
        ?? "\(name) is not here to be counted; the last thing known in it is at line \(file.lastKnown)."
    }.joined(separator: " ")
  }
}
