import ExemplarCore
import ExemplarReports
import Foundation

/// A report of your own, which is asked for by the name of its class: `--report Names=names.txt`, or
/// `EXEMPLAR_REPORT=Names=names.txt swift test`.
///
/// ```swift
/// final class Names: CustomReport, Sendable {
///   let path: String?
///
///   init(path: String?) { self.path = path }
///
///   func report(_ event: RunEvent) {
///     if case .exampleEnded(let end) = event { print(end.id, end.outcome) }
///   }
/// }
/// ```
///
/// The class is found by its conformance, in whatever module of the program it is. It receives the events in the
/// process that runs the specs, and no more of them if that process exits before the run has ended. If Swift Build has
/// made a program of each test target, none of these processes sees the whole run: the program that contains the class
/// then creates the report after the run, and passes all events to it.
public protocol CustomReport: AnyObject, Reporter {
  /// Creates the writer of the report to `path`; `nil` if none was given. An error that it throws
  /// ends the run before anything runs.
  init(path: String?) throws
}

/// The classes of the program that write reports.
var customReports: [any CustomReport.Type] {
  ConformingTypes.sorted((any CustomReport).self, as: (any CustomReport.Type).self)
}

/// The writer of the report of the class with that name. Throws ``UsageError`` if there is
/// none, or more than one.
func customReporter(named name: String, path: String?) throws -> any Reporter {
  let all = customReports
  let named = all.filter { "\($0)" == name || String(reflecting: $0) == name }
  if named.count > 1 {
    let names = named.map { String(reflecting: $0) }.joined(separator: ", ")
    throw UsageError("There are several reports \(name): \(names). Write one with its module.")
  }
  guard let type = named.first else {
    let near = Suggestions.question(Suggestions.near(name, in: all.map { "\($0)" }))
    throw UsageError(
      "There is no class \(name) that is a CustomReport.\(near) Formats of Exemplar begin with a small "
        + "letter.")
  }
  return try type.init(path: path)
}

/// The writer of a report, for specs that are run from code.
///
/// ```swift
/// let junit = try Exemplar.reporter("junit=report.xml")
/// let summary = await Exemplar.run([cartSpec, tillSpec]) { event in junit.report(event) }
/// junit.finish()
/// ```
///
/// - Parameter report: A format, alone or with `=` and a path, as in `--report`; or the name of a
///   ``CustomReport``.
/// - Throws: `UsageError` if the format is unknown, or the report cannot be written.
public func reporter(_ report: String) throws -> any Reporter {
  let request = try ReportRequest(report, option: "The report")
  let context = ReportContext.standardOutput(environment: ProcessInfo.processInfo.environment)
  return try ReportRequest.reporters(
    for: [request], context, custom: customReporter(named:path:))[0]
}
