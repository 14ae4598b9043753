import ExemplarCore
import ExemplarReports
import Foundation

extension ConsoleReporter {
  /// Shows a run on a terminal.
  ///
  /// - Parameters:
  ///   - rerun: The rerun line of examples.
  ///   - rerunFailed: The rerun line of the failures; `nil` if failures are not stored.
  convenience init(
    on terminal: Terminal, verbose: Bool,
    rerun: @escaping @Sendable ([ExampleID], UInt64?) -> String,
    rerunFailed: (@Sendable (UInt64?) -> String)?
  ) {
    var options = Options(
      style: terminal.style, verbose: verbose,
      directory: FileManager.default.currentDirectoryPath, rerun: rerun,
      write: { terminal.print($0.utf8) })
    options.rerunFailed = rerunFailed
    self.init(options)
  }
}
