import ExemplarCore
import ExemplarReports
import Foundation

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
    for: [request], context, custom: CustomReports.reporter(named:path:))[0]
}
