import ExemplarCore
import ExemplarReports
import Foundation

/// The result of a check of data files, for people.
struct CheckReport {
  private let checks: [FileCheck]
  private let style: Style
  /// Whether outlines were looked for that use the files.
  private let looksForOutlines: Bool

  init(_ checks: [FileCheck], lookingForOutlines: Bool, style: Style) {
    self.checks = checks
    looksForOutlines = lookingForOutlines
    self.style = style
  }

  var isFine: Bool { checks.allSatisfy(\.mistakes.isEmpty) }

  var text: String {
    let wrong = checks.count { !$0.mistakes.isEmpty }
    let files = ConsoleText.count(checks.count, "file")
    let verdict =
      wrong == 0
      ? style.green("\(files): all fine") : style.red("\(files): \(wrong) wrong")
    return checks.map(text).joined() + "\n" + verdict + "\n"
  }

  private func text(of check: FileCheck) -> String {
    let mark = check.mistakes.isEmpty ? style.green("✔") : style.red("✘")
    let readers = check.outlines.sorted()
    var line = "\(mark) \(check.name) " + style.dim(ConsoleText.count(check.rows, "row"))
    if !readers.isEmpty {
      line += style.dim(", read by " + readers.joined(separator: ", "))
    } else if looksForOutlines, check.isReadable, !check.isWanted {
      line += style.dim(", read by no outline")
    }
    return line + "\n" + check.mistakesByPlace.map(text).joined()
  }

  private func text(of mistake: FileCheck.Mistake) -> String {
    let indent = "     "
    var lines = mistake.message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { indent + $0 }
    if let place = mistake.place {
      let shown = place.relative(to: FileManager.default.currentDirectoryPath)
      lines.append(indent + "  at \(shown)")
    }
    if let outline = mistake.outline { lines.append(indent + style.dim("  for \(outline)")) }
    return lines.joined(separator: "\n") + "\n"
  }
}
