import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

// The `exemplar` command: one file per subcommand.
//
// It builds the tests of a package, runs them in a worker process, and folds the events of the worker's log
// with the same reporters that the library uses. It knows nothing of how examples run.

package struct ExemplarCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "exemplar",
    abstract: "Runs the tests of a Swift package, and checks their data.",
    discussion: "Exit status: "
      + ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ") + ".",
    version: ExemplarVersion.description(),
    subcommands: [
      TestCommand.self, ListCommand.self, ReportCommand.self, MergeCommand.self, CheckCommand.self,
      ArchiveCommand.self, ConfigCommand.self, InitCommand.self, NewCommand.self, AddCommand.self,
      BisectCommand.self, FlakyCommand.self, ReviewCommand.self, RunsCommand.self,
      ShardsCommand.self, MutateCommand.self, RunMutantsCommand.self,
    ])

  package init() {}

  /// The subcommand at the beginning of a command line; `nil` if it is missing, has an error, or
  /// requests help.
  ///
  /// The parser finds it too, and reports errors. But it visits all options of the subcommand
  /// several times before it parses them, which takes tens of milliseconds without optimization.
  private static func subcommand(of arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first,
      let type = configuration.subcommands.first(where: { $0.configuration.commandName == name }),
      let command = try? type.parseAsRoot(Array(arguments.dropFirst())),
      // Help is a command of its own.
      Swift.type(of: command) == type
    else { return nil }
    return command
  }

  /// Ends the process if its arguments are unknown: every command would print the help and succeed.
  package static func requireArguments() {
    // The runtime reads them from /proc.
    guard CommandLine.arguments.isEmpty else { return }
    Terminal.error("The arguments cannot be read. Mount /proc.")
    ExitStatus.couldNotStart.exit()
  }

  package static func main() async {
    let arguments = CommandLineParts.own.arguments
    var isRunning = false
    // An example may start this tool, for other tests than those of its archive.
    unsetenv(EnvironmentOption.root.rawValue)
    do {
      let own = subcommand(of: arguments)
      var command = try own ?? parseAsRoot(arguments)
      isRunning = true
      // Help needs nothing.
      if own != nil { try InheritedState.prepare() }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      let status = report(error, isRunning: isRunning)
      Conclusion.print(status, ofCommand: arguments)
      status.exit()
    }
  }
}
