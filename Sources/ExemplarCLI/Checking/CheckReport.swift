import ExemplarCore
import ExemplarReports
import Foundation

extension [FileCheck] {
  /// Whether no file has an error.
  var isFine: Bool { allSatisfy(\.mistakes.isEmpty) }

  /// The result for people.
  ///
  /// - Parameter lookingForOutlines: Whether outlines were looked for that use the files.
  func text(lookingForOutlines: Bool, _ style: Style) -> String {
    let wrong = self.count(where: { !$0.mistakes.isEmpty })
    let files = count.counted("file")
    let verdict =
      wrong == 0 ? style.green("\(files): all fine") : style.red("\(files): \(wrong) wrong")
    return map { $0.text(lookingForOutlines: lookingForOutlines, style) }.joined()
      + "\n\(verdict)\n"
  }
}

extension FileCheck {
  fileprivate func text(lookingForOutlines: Bool, _ style: Style) -> String {
    let mark = mistakes.isEmpty ? style.green("✔") : style.red("✘")
    var line = "\(mark) \(name) " + style.dim(rows.counted("row"))
    if !outlines.isEmpty {
      line += style.dim(", read by " + outlines.sorted().joined(separator: ", "))
    } else if lookingForOutlines, isReadable, !isWanted {
      line += style.dim(", read by no outline")
    }
    return line + "\n" + causes(style) + notes.map { $0.text(style) }.joined()
  }

  /// The mistakes; many that have one cause are shown as the first of them.
  private func causes(_ style: Style) -> String {
    let mistakes = mistakesByPlace
    let groups = Dictionary(grouping: mistakes.indices) { mistakes[$0].cause }.values
      .flatMap { $0.count > 3 ? [$0] : $0.map { [$0] } }.sorted { $0[0] < $1[0] }
    let limit = 20
    let shown = groups.prefix(limit).map { group in
      let more = group.count - 1
      return mistakes[group[0]].text(style)
        + (more > 0 ? "       and \(more.counted("more mistake")) like it\n" : "")
    }
    let rest = groups.dropFirst(limit).joined().count
    return shown.joined()
      + (rest > 0 ? "     … and \(rest.counted("more mistake"))\n" : "")
  }
}

extension FileCheck.Mistake {
  fileprivate func text(_ style: Style) -> String {
    let indent = "     "
    var lines = message.textLines.map { indent + $0 }
    if let place = place {
      let shown = place.relative(to: FileManager.default.currentDirectoryPath)
      lines.append(indent + "  at \(shown)")
    }
    if let outline = outline { lines.append(indent + style.dim("  for \(outline)")) }
    return lines.joined(separator: "\n") + "\n"
  }
}
