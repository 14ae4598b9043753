import ExemplarCore
import Foundation

extension ConsoleReporter.Options {
  /// For the standard output of this process: colors only on a terminal, and never where
  /// `NO_COLOR` is set; paths relative to the working directory; lines that run `swift test` again.
  public static func standardOutput(
    environment: [String: String], verbose: Bool = false
  ) -> ConsoleReporter.Options {
    ConsoleReporter.Options(
      style: Style(hasColor: Style.isWanted(environment: environment)), verbose: verbose,
      directory: FileManager.default.currentDirectoryPath,
      rerun: { Rerun.environment(for: $0, seed: $1) },
      write: { try StandardStream.output.write($0.utf8) })
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
