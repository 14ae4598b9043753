import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar config`: prints what a run would be told, and who says so.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Prints which options hold for a run, and where each came from.",
    discussion: """
      The command line wins over the environment, that over the profile that is asked for, and that over \
      what \(ConfigurationFile.name) at the root of the package says for all. The options are those of \
      exemplar test; nothing runs.
      """)

  @Argument(help: "What to run; everything if there is none.")
  var paths: [String] = []

  @Option(help: ArgumentHelp("The folder of the package.", valueName: "folder"))
  var packagePath = "."

  @Option(help: ArgumentHelp("The profile of \(ConfigurationFile.name).", valueName: "name"))
  var profile: String?

  @Flag(help: "Prints it as JSON.")
  var json = false

  @OptionGroup var given: RunArguments

  func validate() throws {
    do {
      let environment = try environment
      _ = try environment.options()
      _ = try environment.reports()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    let terminal = Terminal(environment: ProcessInfo.processInfo.environment)
    let listing = ConfigurationListing(try environment)
    terminal.print(json ? try listing.json : try listing.text(terminal.style))
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  private var environment: ToolEnvironment {
    get throws { try given.environment(for: paths, package: packagePath, profile: profile) }
  }
}
