import ExemplarCore
import ExemplarLog
import Foundation

extension EventLogWriter: Reporter {}

extension ReportFormat {
  package static let log = ReportFormat(
    "log", "an event log, which exemplar report shows", path: "exemplar.exlog"
  ) { path, _ in
    guard let path else {
      throw UsageError("A log cannot be printed; give the report a path, as in log=PATH.")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try EventLogWriter(path: path)
  }
}
