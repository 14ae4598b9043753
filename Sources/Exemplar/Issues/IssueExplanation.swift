import ExemplarCore
import ExemplarReports
import Foundation

/// What a library of tests shows of an issue beside its message.
enum IssueExplanation {
  /// Which example an issue belongs to, the values of the loops and the inclusions of shared examples
  /// around it, its row, and how to run it again; a line each.
  static func lines(of info: ExampleInfo, row: RowReference?, labels: [String]) -> [String] {
    var lines = ["in \(info.id.heading)"]
    lines += IssueContext.lines(
      of: info.context, labels: labels, relativeTo: workingDirectory)
    if let row {
      let place = row.place.map { " at \($0.relative(to: workingDirectory))" } ?? ""
      let values = row.values.map { ": \($0)" } ?? ""
      lines.append("row \(ExampleID.printable(row.name))\(place)\(values)")
    }
    lines.append("run it again: \(Rerun.environment(for: [info.id]))")
    return lines
  }

  /// The directory of the process before examples may leave it: hosts read it first.
  static let workingDirectory = FileManager.default.currentDirectoryPath
}
