/// The length of each file whose lines were requested.
///
/// A line selects the nearest node above it, so a line past the end of its file would select the
/// last node.
struct SurveyedFiles: Sendable {
  fileprivate struct File {
    /// `nil` if the file is not where it was when the tests were built.
    var lineCount: Int?
    /// The last line at which something is known to begin.
    var lastKnown = 0
  }
  private var files: [String: File] = [:]
  private let lineCount: @Sendable (String) -> Int?

  init(_ lineCount: @escaping @Sendable (String) -> Int? = { _ in nil }) {
    self.lineCount = lineCount
  }

  /// Records a location in a file that a selector names.
  mutating func record(_ place: Place) {
    if files[place.path] == nil {
      files[place.path] = File(lineCount: lineCount(place.path))
    }
    if let last = files[place.path]?.lastKnown, last < place.line {
      files[place.path]?.lastKnown = place.line
    }
  }

  /// Whether a file has a line. Of a file that is not there, the lines up to the last thing known in it
  /// are certain.
  func holds(_ line: Int, of path: String) -> Bool {
    // A plan that was made without a survey knows nothing of files.
    guard let file = files[path] else { return true }
    guard line > 0 else { return false }
    return line <= max(file.lineCount ?? 0, file.lastKnown)
  }

  /// Explains why nothing is at the line that a selector names, if that is known.
  func explanation(of selector: String) -> String? {
    guard case (let file, let line?)? = SelectorForm.fileAndLine(selector) else { return nil }
    let paths = files.keys.filter { SelectorForm.path($0, endsWith: file) }
    if paths.isEmpty || paths.contains(where: { holds(line, of: $0) }) { return nil }
    return paths.sorted().prefix(3).compactMap { path in
      files[path].map { $0.explanation(of: Place(path: path).fileName) }
    }.joined(separator: " ")
  }
}

extension SurveyedFiles.File {
  fileprivate func explanation(of name: String) -> String {
    guard let lineCount else {
      return
        "\(name) is not here to be counted; the last thing known in it is at line \(lastKnown)."
    }
    return "\(name) has \(lineCount) line\(lineCount == 1 ? "" : "s")."
  }
}
