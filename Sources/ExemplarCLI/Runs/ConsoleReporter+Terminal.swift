import ExemplarCore
import ExemplarReports
import Foundation

extension ConsoleReporter {
  /// Shows a run on a terminal.
  ///
  /// - Parameters:
  ///   - rerun: The line that runs examples again.
  ///   - rerunFailed: The line that runs again what failed; `nil` if nobody knows that later.
  convenience init(
    on terminal: Terminal, verbose: Bool,
    rerun: @escaping @Sendable ([ExampleID], UInt64?) -> String,
    rerunFailed: (@Sendable (UInt64?) -> String)?
  ) {
    var options = Options(
      style: terminal.style, verbose: verbose,
      directory: FileManager.default.currentDirectoryPath, rerun: rerun,
      write: { terminal.print($0) })
    options.rerunFailed = rerunFailed
    self.init(options)
  }
}
