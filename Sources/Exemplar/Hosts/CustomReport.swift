import ExemplarCore
import ExemplarReports

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
/// The class is found by its conformance, in whatever module of the program it is. It gets the events in the
/// process that runs the specs, so it hears nothing any more if that process ends before the run does.
public protocol CustomReport: AnyObject, Reporter {
  /// Creates the writer of the report to `path`; `nil` if none was given. An error that it throws
  /// ends the run before anything runs.
  init(path: String?) throws
}

/// The classes of the program that are reports.
enum CustomReports {
  private static let all = ConformingTypes.sorted(
    (any CustomReport).self, as: (any CustomReport.Type).self)

  /// The writer of the report of the class with that name. Throws ``UsageError`` if there is
  /// none, or more than one.
  static func reporter(named name: String, path: String?) throws -> any Reporter {
    let named = all.filter { "\($0)" == name || String(reflecting: $0) == name }
    if named.count > 1 {
      let names = named.map { String(reflecting: $0) }.joined(separator: ", ")
      throw UsageError(
        "There are several reports \(name): \(names). Write one with its module.")
    }
    guard let type = named.first else {
      let near = Suggestions.question(Suggestions.near(name, in: all.map { "\($0)" }))
      throw UsageError(
        "There is no class \(name) that is a CustomReport.\(near) Formats of Exemplar begin with a small "
          + "letter.")
    }
    return try type.init(path: path)
  }
}
