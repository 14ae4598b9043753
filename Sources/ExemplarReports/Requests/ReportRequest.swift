import ExemplarCore
import Foundation

/// A report that was asked for: `json=PATH`.
package struct ReportRequest: Sendable {
  private let format: ReportFormat
  package let path: String

  /// The name of the option that asks for one, and of its value.
  package static let option = "--report"
  package static let valueName = "format=path"

  /// What the option does, for help.
  package static var help: String {
    "Writes a report: "
      + ReportFormat.all.map { "\($0.name)=PATH for \($0.meaning)" }.joined(separator: ", ") + "."
  }

  /// Reads `json=PATH`. Throws ``AuthoringMistake`` for an unknown format, and where there is no path.
  package init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty,
      let format = ReportFormat.all.first(where: { $0.name == parts[0] })
    else {
      let forms = ReportFormat.all.map { "\($0.name)=PATH" }.joined(separator: " or ")
      throw AuthoringMistake("\(Self.option) must be \(forms); found “\(text)”.")
    }
    self.init(format, path: String(parts[1]))
  }

  package init(_ format: ReportFormat, path: String) {
    self.format = format
    self.path = path
  }

  /// What writes the reports, one for each path. Throws ``AuthoringMistake`` if one cannot be written.
  package static func reporters(for requests: [ReportRequest]) throws -> [any Reporter] {
    var paths: Set<String> = []
    return try requests.filter { paths.insert($0.path).inserted }.map { request in
      do {
        return try request.format.reporter(request.path)
      } catch {
        let reason = error is AuthoringMistake ? "" : " \(error.localizedDescription)"
        throw AuthoringMistake("The report cannot be written to \(request.path).\(reason)")
      }
    }
  }
}
