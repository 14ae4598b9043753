import ExemplarCore
import ExemplarReports
import Foundation

/// The findings in the sources of a package, for readers.
struct SourceReport {
  private let sources: PackageSources
  private let unrun: [Issue]
  private let isStrict: Bool
  private let style: Style

  init(_ sources: PackageSources, isStrict: Bool, style: Style) {
    self.sources = sources
    unrun = sources.unrunSpecs
    self.isStrict = isStrict
    self.style = style
  }

  /// Whether a check succeeds: what is found is a warning, unless the check is strict.
  var isFine: Bool { sources.problem == nil && (unrun.isEmpty || !isStrict) }

  var text: String {
    let directory = FileManager.default.currentDirectoryPath
    func line(_ issue: Issue, isError: Bool) -> String {
      let mark = isError ? style.red("✘") : style.yellow("!")
      let place = issue.place.map { "\n    at \($0.relative(to: directory))" } ?? ""
      return "\(mark) \(issue.message)\(place)\n"
    }
    let found =
      (sources.problem.map { line($0, isError: true) } ?? "")
      + unrun.map { line($0, isError: isStrict) }.joined()
    let files = ConsoleText.count(sources.files.count, "source file")
    let targets = ConsoleText.count(sources.targets, "test target")
    let verdict = "\(files) of \(targets): "
    let end =
      sources.problem != nil
      ? style.red(verdict + "none of their specs runs")
      : unrun.isEmpty
        ? style.green(verdict + "found nothing that never runs")
        : (isStrict ? style.red : style.yellow)(
          verdict + "found \(unrun.count) that never run")
    return found + (found.isEmpty ? "" : "\n") + end + "\n"
  }
}
