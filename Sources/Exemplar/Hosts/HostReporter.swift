import ExemplarCore
import ExemplarReports
import Foundation

/// What a host inside a test process does with events: it prints them, or as a worker it streams
/// them to the process that started it.
struct HostReporter: Sendable {
  /// Whether another process reads the events.
  let isWorker: Bool
  private let reporter: any Reporter

  /// Throws if the events are to go to a file that cannot be written.
  init(environment: [String: String]) throws {
    if let path = environment[EnvironmentOption.events.rawValue] {
      isWorker = true
      reporter = try JSONLinesReporter(path: path)
    } else {
      isWorker = false
      reporter = ConsoleReporter(
        .standardOutput(
          environment: environment,
          verbose: environment[EnvironmentOption.verbose.rawValue] == "1"))
    }
  }

  func report(_ event: Event) { reporter.report(event) }

  func finish() { reporter.finish() }

  /// Which example an issue belongs to, its row, and how to run it again; a line each.
  static func explanation(of info: ExampleInfo, row: RowReference?) -> [String] {
    var lines = ["in \(info.id.heading)"]
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
