import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar config`: prints the options of a run and their origins.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints the options in effect, and where each value comes from.",
    discussion: """
      The command line takes precedence over the environment, the environment over the profile, and the \
      profile over the options for every run in \(ConfigurationFile.name), which is at the root of the \
      package. The options are those of exemplar test. Nothing runs.
      """)

  @OptionGroup var selection: SelectionArguments

  @Flag(help: "Prints it as JSON.")
  var json = false

  @OptionGroup var given: RunArguments

  func validate() throws {
    try checkingUsage {
      let environment = try environment
      _ = try environment.options()
      _ = try environment.reports()
    }
  }

  func run() throws {
    let terminal = Terminal()
    let listing = ConfigurationListing(try environment)
    if json {
      terminal.print(report: try listing.json)
    } else {
      terminal.print(try listing.text(terminal.style))
    }
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  private var environment: ToolEnvironment {
    get throws { try given.environment(for: selection) }
  }
}
