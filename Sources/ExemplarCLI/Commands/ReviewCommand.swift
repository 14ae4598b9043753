import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar review`: shows values that a run found and that files do not expect, and writes those that a person accepts.
struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Accepts new expected values into the files that they belong to.",
    discussion: """
      A RUN is a number or a name that exemplar runs lists, or the path of a record, such as one of a CI; by default, the \
      last run is shown. On a terminal, each value is shown with its difference, and a key accepts or rejects it. \
      Otherwise, and with --list, all are listed. Only named values are accepted. An accepted value is written into the \
      row, or the file, that the example compared, and nothing else in it changes; the example stays outstanding until \
      it runs again. Exit status: 0, or 2 if a value cannot be accepted; then nothing is written. \
      Options after -- are those that swift build got, if it got another scratch path.
      """)

  @Argument(help: ArgumentHelp("The run.", valueName: "run"), completion: .file())
  var recorded: String?

  @OptionGroup var package: PackageArguments

  @Flag(help: "Lists the values, even on a terminal.")
  var list = false

  @Flag(help: "Lists the values as an array with an object for each.")
  var json = false

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Accepts the values with these ids.", valueName: "id"))
  var accept: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Does not offer the values with these ids any more.", valueName: "id"))
  var reject: [String] = []

  @Flag(
    help: """
      Lists the golden files, and the columns, that no example of the run compared; --accept deletes these files.
      """)
  var obsolete = false

  @Flag(help: "Undoes the last acceptance.")
  var undo = false

  func validate() throws {
    if undo, list || json || obsolete || !accept.isEmpty || !reject.isEmpty || recorded != nil {
      throw ValidationError("--undo undoes the last acceptance of any run. Leave out the rest.")
    }
  }

  func run() throws {
    let terminal = Terminal()
    let acceptance = ValueAcceptance(records: package.records)
    if undo {
      terminal.print(try acceptance.undo())
      throw ExitStatus.fine
    }
    let list = try ReviewList.marked(of: logs, in: package, obsolete: obsolete)
    if accept.isEmpty, reject.isEmpty {
      if obsolete, list.items.isEmpty, !json {
        terminal.print(
          "The run reported no obsolete values. Only a run of everything in which everything succeeds finds them.\n"
        )
      } else if terminal.isLive, isatty(0) != 0, !self.list, !json, !obsolete,
        list.items.contains(where: { $0.state == .open })
      {
        Interruption.watch()
        let keys = Keys()
        defer { TerminalMode.restore() }
        var screen = ReviewScreen(terminal, acceptance, list.items, nextKey: keys.next)
        screen.run()
        if Interruption.isRequested { throw ExitStatus.interrupted }
      } else {
        // Text for people has no invisible characters, which values may have.
        if json {
          terminal.print(report: try list.json)
        } else {
          terminal.print(list.text(terminal.style))
        }
      }
      throw terminal.isComplete ? ExitStatus.fine : .failed
    }
    let (accepted, rejected) = try (list.items(named: accept), list.items(named: reject))
    if let both = accepted.first(where: { item in rejected.contains { $0.id == item.id } }) {
      throw UsageError("The value \(both.id) is both accepted and rejected.")
    }
    if !accepted.isEmpty {
      terminal.print(ValueAcceptance.text(try acceptance.accept(accepted), terminal.style))
    }
    if !rejected.isEmpty {
      try acceptance.withJournal { journal in
        journal.reject(rejected.map(\.id))
        try journal.write(in: acceptance.records)
      }
      terminal.print("\(rejected.count.counted("value")) rejected.\n")
    }
    throw terminal.isComplete ? ExitStatus.fine : .failed
  }

  private var logs: [URL] {
    get throws {
      if let recorded { return try RunFolder.logs(named: recorded, in: package.records) }
      let latest = RunFolder.latestLogs(in: package.records)
      if latest.isEmpty { throw package.noRuns(found: 0) }
      return latest
    }
  }
}

extension ReviewList {
  /// The values of a run, with the decisions about them so far.
  static func marked(
    of logs: [URL], in package: PackageArguments, obsolete: Bool
  ) throws -> ReviewList {
    var list = try ReviewList(of: logs, in: PackageRoot(package.path), obsolete: obsolete)
    var files = ReviewedFiles()
    list.mark(by: try ReviewJournal(in: package.records), &files)
    return list
  }
}
