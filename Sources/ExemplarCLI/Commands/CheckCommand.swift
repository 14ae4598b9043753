import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// `exemplar check`: reads data files as the outlines that use them do, or looks for specs that nothing
/// runs, and runs nothing.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Reads data files as the outlines that use them do, or looks for specs that nothing runs.",
    discussion: """
      Without files, the sources of the test targets are looked through for specs that nothing runs: \
      a describe without @Spec, a testX in an extension of a @Spec type, a name such as outlinetestX. \
      Nothing is built.

      Each file is read by itself first: its form, its names, its rows. Then the tests of the package \
      are built, and every outline over one of the files reads its rows into the types that it wants; \
      no body runs. With --alone, or where there is no package, only the first is done. \
      Options after -- go to swift build.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files of rows, and .testsuite folders. The extension determines the format.",
      valueName: "file"), completion: .file())
  var files: [String] = []

  @OptionGroup var package: PackageArguments
  @OptionGroup var prebuilt: PrebuiltArguments

  @Flag(help: "Do not look for outlines that use the files.")
  var alone = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Refuse keys that are almost ones about the row itself, and specs that nothing runs; \
      --strict where CI is set.
      """)
  var strict: Bool?

  @OptionGroup var given: OptionArguments<CheckOptions>

  /// The options that bound the reading of rows.
  enum CheckOptions: OptionSubset {
    static let options: [EnvironmentOption] = [.timeout, .planningTimeout]
  }

  func validate() throws {
    if files.isEmpty, alone { throw ValidationError("Name the files to check.") }
    try prebuilt.validate(package)
    if package.archive != nil {
      throw ValidationError(
        "The tests in an archive read the files in it, so these are not checked. Leave --archive out."
      )
    }
    if files.contains("") { throw ValidationError("The name of a file is empty.") }
    try checkingUsage { _ = try environment.options() }
  }

  func run() async throws {
    let terminal = Terminal()
    if files.isEmpty { throw try await checkSources(terminal) }
    try CommandFiles.check(reading: files)
    var checks: [FileCheck] = []
    let manifest = URL(fileURLWithPath: package.path).appendingPathComponent("Package.swift")
    let hasPackage = !alone && FileManager.default.fileExists(atPath: manifest.path)
    for file in files { checks.append(await FileCheck(file, askingOutlines: hasPackage)) }
    let refusals = checks.compactMap(\.refusal)
    if refusals.count == checks.count {
      for refusal in refusals { Terminal.error(refusal) }
      throw ExitStatus.couldNotStart
    }
    if hasPackage {
      // Until now, there was nothing that a signal had to end but this process.
      Interruption.watch()
      try await useOutlines(for: checks.map(\.path), terminal) { row, outline, issue in
        for index in checks.indices {
          if let row {
            checks[index].record(row, readBy: outline, issue)
          } else if let issue {
            checks[index].record(issue, thatKeepsRowsFrom: outline)
          } else {
            checks[index].recordSkips(of: outline)
          }
        }
      }
    }
    terminal.print(checks.text(lookingForOutlines: hasPackage, terminal.style))
    throw checks.isFine && terminal.isComplete ? ExitStatus.fine : ExitStatus.failed
  }

  /// The options, here and in the file of the package.
  private var environment: ToolEnvironment {
    get throws {
      var options = given.values
      options[.strict] = strict.map { $0 ? "1" : "0" }
      return try ToolEnvironment(
        options, over: ProcessInfo.processInfo.environment, package: package.path)
    }
  }

  /// Looks for specs that nothing runs.
  private func checkSources(_ terminal: Terminal) async throws -> ExitStatus {
    Interruption.watch()
    let build = package.build(terminal)
    try build.requirePackage()
    let (text, isFine) = PackageSources(try await build.testTargets()).report(
      isStrict: try environment.options().isStrict, terminal.style)
    terminal.print(text)
    return isFine && terminal.isComplete ? .fine : .failed
  }

  /// Has the outlines over the files read their rows; calls `note` with each row, and what is wrong
  /// with it, or why an outline could read none; with neither where an outline skipped elements
  /// that are not rows.
  private func useOutlines(
    for paths: [String], _ terminal: Terminal,
    _ record: (RowReference?, _ outline: ExampleID, Issue?) -> Void
  ) async throws {
    let programs = try await package.build(terminal, prebuilt.source).products().programs
    var options: [EnvironmentOption: String] = [
      // One after the other, so that each row belongs to the outline that began last.
      .check: paths.joined(separator: "\n"), .order: Order.defined.rawValue, .jobs: "1",
    ]
    let environment = try environment
    for option in [.strict] + CheckOptions.options {
      options[option] = environment.variables[option.rawValue]
    }
    let events = Locked([Event]())
    for program in programs {
      try await WorkerProcess.readEvents(
        of: TestProgram(url: program, options: options), in: package.path, "while it read the rows"
      ) { batch in
        events.withLock { events in batch.forEach { events.append($0) } }
      }
    }
    var rows: [ExampleID: RowReference] = [:]
    var outline: ExampleID?
    var last: RowReference?
    for event in events.withLock({ $0 }) {
      switch event {
      case .groupStarted(let start) where start.kind == .outline:
        (outline, last) = (start.id, nil)
      case .groupEnded(let end) where outline == end.id: outline = nil
      case .exampleStarted(let start):
        guard let row = start.context.row, let outline else { break }
        rows[start.id] = row
        last = row
        record(row, outline, nil)
      case .exampleEnded(let end)
      where end.id.name == Outline.skipsName && rows[end.id] == nil:
        if let outline { record(nil, outline, nil) }
      case .issueRecorded(let recorded) where recorded.issue.isFailure:
        guard let id = recorded.id, let outline else { break }
        // An error of all rows is one of their file.
        record(rows[id] ?? last, outline, recorded.issue)
      case .issueRecorded(let recorded) where recorded.issue.isWarning:
        if let outline { record(nil, outline, recorded.issue) }
      default: break
      }
    }
  }
}
