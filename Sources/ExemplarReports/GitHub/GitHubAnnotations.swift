import ExemplarCore
import Foundation

// Commands of GitHub's workflows that put errors and warnings beside lines of files.

extension GitHubFold {
  func append(_ problem: GitHubProblem, to text: inout ReportText) {
    var command = problem.rank.isError ? "::error " : "::warning "
    if let place = problem.place.map({ context.gitHubPlace($0) }) {
      command += "file=\(Self.property(place.path)),"
      if place.line > 0 { command += "line=\(place.line)," }
      if place.column > 0 { command += "col=\(place.column)," }
    }
    command += "title=\(Self.property(problem.title))::"
    let lines = IssueLines(problem.issue, relativeTo: context.directory)
    let rerun =
      problem.id.map { [IssueLines.rerun(context.rerun([$0], nil))] } ?? []
    command += Self.message(
      String((lines.message + lines.context + rerun).joined(separator: "\n").prefix(4000)))
    text.append(plain: command + "\n")
  }

  /// Escapes characters that a command cannot contain, like GitHub's own toolkit.
  static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .replacing("\r\n", with: "%0D%0A")
  }

  static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension ReportContext {
  /// A place as GitHub knows it: relative to the folder that was checked out.
  func gitHubPlace(_ place: Place) -> Place {
    let root = environment["GITHUB_WORKSPACE"] ?? ""
    return place.relative(to: root.isEmpty ? directory : root)
  }

  /// A link to the line at the commit of the run; `nil` if GitHub's environment does not contain
  /// it.
  func gitHubLink(_ place: Place) -> String? {
    guard let server = environment["GITHUB_SERVER_URL"],
      let repository = environment["GITHUB_REPOSITORY"], let commit = environment["GITHUB_SHA"]
    else { return nil }
    let place = gitHubPlace(place)
    guard !place.path.hasPrefix("/") else { return nil }
    let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._/~"))
    let path = place.path.addingPercentEncoding(withAllowedCharacters: plain) ?? place.path
    return "\(server)/\(repository)/blob/\(commit)/\(path)"
      + (place.line > 0 ? "#L\(place.line)" : "")
  }
}
