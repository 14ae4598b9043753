import ExemplarCore
import ExemplarReports
import Foundation

/// What a host inside a test process does with events: it prints them, or as a worker it streams
/// them to the process that started it.
struct HostReporter: Sendable {
  /// Whether another process reads the events and reports for this one.
  let isWorker: Bool
  private let reporters: [any Reporter]

  /// Throws if the events are to go to a file that cannot be written.
  init(environment: [String: String], verbose: Bool) throws {
    var reporters: [any Reporter] = []
    if let path = environment[EnvironmentOption.events.rawValue], !path.isEmpty {
      reporters.append(try JSONLinesReporter(path: path))
    }
    isWorker = environment[EnvironmentOption.worker.rawValue] == "1" && !reporters.isEmpty
    if !isWorker {
      reporters.append(
        ConsoleReporter(.standardOutput(environment: environment, verbose: verbose)))
    }
    self.reporters = reporters
  }

  func report(_ event: Event) { reporters.forEach { $0.report(event) } }

  func finish() { reporters.forEach { $0.finish() } }

  /// Whether everything has been written.
  var isComplete: Bool { reporters.allSatisfy(\.isComplete) }

  /// Which example an issue belongs to, the values of the loops and the inclusions of shared examples
  /// around it, its row, and how to run it again; a line each.
  static func explanation(
    of info: ExampleInfo, row: RowReference?, labels: [String]
  ) -> [String] {
    var lines = ["in \(info.id.heading)"]
    lines += IssueContext.lines(
      labels: labels, inclusions: info.inclusions, relativeTo: workingDirectory)
    if let row {
      let place = row.place.map { " at \($0.relative(to: workingDirectory))" } ?? ""
      let values = row.values.map { ": \($0)" } ?? ""
      lines.append("row \(ExampleID.printable(row.name))\(place)\(values)")
    }
    lines.append("run it again: \(Rerun.environment(for: [info.id]))")
    return lines
  }

  private static let workingDirectory = FileManager.default.currentDirectoryPath
}
