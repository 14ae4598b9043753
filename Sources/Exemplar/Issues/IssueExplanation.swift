import ExemplarCore
import ExemplarReports
import Foundation

/// The parts of an issue, apart from its message, that a test library shows.
enum IssueExplanation {
  /// Which example an issue belongs to, the values of the loops and the inclusions of shared examples
  /// around it, its row, and how to run it again; a line each.
  static func lines(of info: ExampleInfo, row: RowReference?, labels: [String]) -> [String] {
    var context = info.context
    context.row = row
    return ["in \(info.id.heading)"]
      + IssueLines.context(context, labels: labels, relativeTo: workingDirectory)
      + [IssueLines.rerun(Rerun.environment(for: [info.id], platform: platform))]
  }

  /// The platform that the user plans for, if it is not that of the process.
  private static let platform =
    ProcessInfo.processInfo.environment[EnvironmentOption.platform.rawValue]

  /// The directory of the process before examples may leave it: hosts read it first.
  static let workingDirectory = FileManager.default.currentDirectoryPath
}
