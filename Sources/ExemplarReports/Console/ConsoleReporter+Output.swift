import ExemplarCore
import Foundation

extension ReportContext {
  /// For the standard output of this process: colors only on a terminal, and never where
  /// `NO_COLOR` is set; paths relative to the working directory.
  ///
  /// - Parameter rerun: The rerun line, if it is not one of `swift test`.
  package static func standardOutput(
    environment: [String: String], console: ConsoleSettings = ConsoleSettings(),
    rerun: (@Sendable ([ExampleID], UInt64?) -> String)? = nil
  ) -> ReportContext {
    ReportContext(
      directory: FileManager.default.currentDirectoryPath, environment: environment,
      style: Style(hasColor: Style.isWanted(environment: environment)), console: console,
      rerun: rerun ?? {
        Rerun.environment(
          for: $0, seed: $1, platform: environment[EnvironmentOption.platform.rawValue])
      })
  }
}

extension Style {
  /// Whether the standard output of this process should have colors.
  package static func isWanted(environment: [String: String]) -> Bool {
    if environment["NO_COLOR"].map({ !$0.isEmpty }) == true { return false }
    if environment["TERM"] == "dumb" { return false }
    return isatty(1) != 0
  }
}
