import ExemplarCore

/// An issue as lines for people. Every output has the same lines in the same order, and decides only how
/// they are set.
package struct IssueLines {
  package let message: [String]
  /// Where, and in which hook; `nil` if neither is known.
  package private(set) var place: String?
  /// The line of code there, and one with a caret.
  private var code: [String] = []
  /// The facts about the example or the group; see ``context(_:labels:checkpoint:relativeTo:)``.
  package private(set) var context: [String]

  package var details: [String] { [place].compactMap(\.self) + code + context }

  /// The lines of an issue; paths are shown relative to `directory`.
  package init(_ issue: Issue, relativeTo directory: String) {
    message = issue.message.textLines.map(String.init)
    let parts = [
      issue.place.map { "at \($0.relative(to: directory))" },
      issue.phase.isHook ? "(in \(issue.phase.rawValue))" : nil,
    ].compactMap(\.self)
    place = parts.isEmpty ? nil : parts.joined(separator: " ")
    context = Self.context(
      issue.context, labels: issue.labels, checkpoint: issue.checkpoint, relativeTo: directory)
  }

  /// The lines of an issue, with the lines of code and of data that it points to.
  ///
  /// - Parameter isShort: Whether a line follows its location, and the line of data replaces the values of the row.
  package init(
    _ issue: Issue, relativeTo directory: String, quoting files: inout QuotedFiles,
    isShort: Bool = false
  ) {
    let code = issue.place.flatMap { files.line(at: $0) }
    let data = issue.context.row?.place.flatMap { place in
      (place.path, place.line) == (issue.place?.path, issue.place?.line)
        ? nil : files.line(at: place)
    }
    var issue = issue
    if isShort, data != nil { issue.context.row?.values = nil }
    self.init(issue, relativeTo: directory)
    func join(_ line: QuotedFiles.Line?, to text: inout String?) -> [String] {
      guard let line else { return [] }
      guard isShort, text != nil else { return line.marked.map { "  " + $0 } }
      text! += "  " + line.text
      return []
    }
    var place = place
    self.code = join(code, to: &place)
    self.place = place
    if let data, let index = context.firstIndex(where: { $0.hasPrefix("row ") }) {
      var text: String? = context[index]
      let lines = join(data, to: &text)
      context.replaceSubrange(index...index, with: [text].compactMap(\.self) + lines)
    }
  }

  /// The values of the loops around an issue, the lines that included its shared examples, the innermost
  /// first, the facts about the example, its row, and the last checkpoint.
  package static func context(
    _ context: ExampleContext, labels: [String], checkpoint: String? = nil,
    relativeTo directory: String
  ) -> [String] {
    var lines: [String] = []
    if !labels.isEmpty {
      lines.append("under \(labels.map(ExampleID.printable).joined(separator: " › "))")
    }
    lines += context.inclusions.map { frame in
      "in shared examples “\(ExampleID.printable(frame.name))”, included at "
        + "\(frame.place.relative(to: directory))"
    }
    lines += context.facts.lines.map { "\($0.label) \($0.text.onOneLine)" }
    if let row = context.row {
      let place = row.place.map { " at \($0.relative(to: directory))" } ?? ""
      let values = row.values.map { " · \($0)" } ?? ""
      lines.append("row \(ExampleID.printable(row.name))\(place)\(values)")
    }
    if let checkpoint { lines.append("last checkpoint: \(checkpoint.onOneLine)") }
    return lines
  }

  /// The line that reruns the example with `command`.
  package static func rerun(_ command: String) -> String { "run it again: \(command)" }
}

extension Phase {
  fileprivate var isHook: Bool {
    switch self {
    case .beforeAll, .beforeEach, .afterEach, .afterAll, .cleanup: true
    case .planning, .body: false
    }
  }
}
