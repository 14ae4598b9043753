import ArgumentParser
import Foundation
import Mutation

/// Changes the code of a package in small ways, and finds the changes that no test notices.
@main struct ExemplarMutate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exemplar-mutate",
    abstract: "Changes the code in small ways, and shows which changes no test notices.",
    discussion: """
      Works on a copy of the package, which is built once with all changes. The tests must pass without them.
      """)

  @Argument(
    help: ArgumentHelp(
      "Files, folders and FILE:LINE of the code to change; everything that tests reach by default. With --merge, the records.",
      valueName: "path"))
  var paths: [String] = []

  @Option(
    name: .customLong("package-path"),
    help: ArgumentHelp("The folder of the package.", valueName: "folder"))
  var path = "."

  @Option(
    help: ArgumentHelp(
      "Only lines that have changed since the current branch left a commit, one mutant each.",
      valueName: "commit"))
  var diff: String?

  @Option(
    help: ArgumentHelp("Only these operators, separated by commas.", valueName: "names"))
  var operators: String?

  @Flag(help: "Prints the mutants, and neither builds nor runs anything.")
  var list = false

  @Option(help: ArgumentHelp("How many processes run side by side.", valueName: "count"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Judges a share of the mutants.", valueName: "n/count"))
  var shard: String?

  @Flag(help: "Runs every example that reaches a mutant, even after one has failed.")
  var matrix = false

  @Flag(help: "Makes the reports of a run from the records of all its shards, and runs nothing.")
  var merge = false

  @Option(help: .hidden) var queue: String?

  @OptionGroup var reports: ReportOptions

  /// The options for `swift build`, after `--`.
  private static var buildOptions: [String] {
    Array(CommandLine.arguments.drop { $0 != "--" }.dropFirst())
  }

  static func main() async {
    Command.passSignalsOn()
    do {
      var command = try parseAsRoot(
        CommandLine.arguments.prefix { $0 != "--" }.dropFirst().map { $0 })
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let problem as Problem {
      try? FileHandle.standardError.write(contentsOf: Data("Error: \(problem)\n".utf8))
      exit(withError: ExitCode(2))
    } catch {
      exit(withError: error)
    }
  }

  func run() async throws {
    let name = queue == nil ? "EXEMPLAR_QUEUE" : "--queue"
    if queue != nil || ProcessInfo.processInfo.environment[name]?.isEmpty == false {
      throw Problem(
        "\(name) does not share mutants. Give each machine a shard, such as --shard 1/4, and join their records with --merge."
      )
    }
    let package = try Package(path, Self.buildOptions)
    if merge { return try await mergeRecords(package) }
    if !list { try reports.removeEarlierOnes() }
    let selection = try await selection(in: package)
    var copy = try PackageCopy(of: package)
    let targets = try await package.targets(scratch: copy.scratch)
    let choice = try TargetChoice(targets)
    let texts = Dictionary(
      uniqueKeysWithValues: try choice.files.map { ($0, try package.text(of: $0)) })
    let files = try mutableFiles(texts, selection)
    let known = copy.known(about: try package.manifests + choice.files.compactMap { texts[$0] })
    var plan = MutationPlan(files: files, selection, known: known)
    try check(plan, selection, choice, in: package)
    if list { return printList(of: plan) }
    for note in choice.notes + files.compactMap(\.note) { Self.printStep(note) }
    let all = try await package.files(targets, sources: choice.files)
    let digest = try await package.digest(targets, all)
    if plan.mutants.isEmpty {
      print("No mutants, since \(emptiness).")
      let status = try report([], lines: Data(), package, digest)
      if status != 0 { throw ExitCode(status) }
      return
    }
    let mutated = Set(plan.mutants.map(\.file)).count
    Self.printStep(
      "Mutants: \(plan.mutants.count). Files with mutants: \(mutated). Building the tests with them."
    )
    try await build(&plan, &copy, all) { choice.texts(of: $0, beside: texts) }
    let status = try await judge(plan, copy, digest)
    if status != 0 { throw ExitCode(status) }
  }

  /// Why nothing was chosen, although no option is wrong.
  private var emptiness: String {
    diff == nil
      ? "nothing there can be changed"
      : "no line that has changed contains code that can be changed"
  }

  // MARK: What is mutated

  private func selection(in package: Package) async throws -> MutantSelection {
    var selection = MutantSelection()
    if let operators { selection.operators = try MutationOperator.named(operators) }
    if let jobs, jobs < 1 { throw Problem("--jobs needs a number from 1, not \(jobs).") }
    if let diff { selection.changedLines = try await package.changedLines(since: diff) }
    selection.places = try paths.map { path in
      var (file, line) = (path, Int?.none)
      if let colon = path.lastIndex(of: ":"), let number = Int(path[path.index(after: colon)...]) {
        (file, line) = (String(path[..<colon]), number)
      }
      // A path is that of a file as the shell sees it, or in the package, and may contain links.
      let urls = [URL(fileURLWithPath: file), package.folder.appendingPathComponent(file)]
        .map(\.standardizedFileURL)
      let found = (urls + urls.map { $0.resolvingSymlinksInPath() }).map(\.path).first {
        ($0 == package.folder.path || $0.hasPrefix(package.folder.path + "/"))
          && FileManager.default.fileExists(atPath: $0)
      }
      guard let found else {
        throw Problem("There is no \(file) in \(package.folder.path).")
      }
      return .init(path: String(found.dropFirst(package.folder.path.count + 1)), line: line)
    }
    return selection
  }

  /// The files that can have chosen mutants.
  private func mutableFiles(
    _ texts: [String: String], _ selection: MutantSelection
  ) throws -> [MutableFile] {
    let declarations = Declarations(of: Array(texts.values))
    let chosen = texts.filter { selection.contains($0.key) }.sorted { $0.key < $1.key }
    let files = chosen.map { path, text in
      MutableFile(
        path: path, text: text, declarations,
        isNamed: selection.places.contains { !$0.path.isEmpty && $0.contains(path) })
    }
    let mistakes = files.flatMap(\.mistakes)
    guard mistakes.isEmpty else { throw Problem(mistakes.joined(separator: "\n")) }
    return files
  }

  /// A place that leads to no mutant is an error, unless lines or operators were chosen too.
  private func check(
    _ plan: MutationPlan, _ selection: MutantSelection, _ choice: TargetChoice, in package: Package
  ) throws {
    for place in selection.places {
      if !choice.files.contains(where: place.contains) {
        throw Problem(
          "\(place.path) has no code that can be mutated: it belongs to no library or executable on which tests depend."
        )
      }
      let isThere = plan.mutants.contains {
        place.contains($0.file) && ($0.line == place.line ?? $0.line)
      }
      if let line = place.line, !isThere, diff == nil, operators == nil {
        throw Problem("\(place.path):\(line) has no mutant.")
      }
    }
  }

  private func printList(of plan: MutationPlan) {
    let texts = Dictionary(
      uniqueKeysWithValues: plan.files.map { ($0.path, $0.text.components(separatedBy: "\n")) })
    for mutant in plan.mutants { print(mutant.listing(in: texts[mutant.file] ?? []) + "\n") }
    print(plan.mutants.count.counted("mutant"))
  }

  // MARK: The build

  private func build(
    _ plan: inout MutationPlan, _ copy: inout PackageCopy, _ files: [String],
    texts: @escaping (MutationPlan) -> [String: String]
  ) async throws {
    try copy.start()
    try copy.update(files, mutated: texts(plan))
    let start = Date()
    var viability = Viability(folder: copy.folder.path) { [copy] plan in
      try copy.write(texts(plan))
      return try await copy.build()
    }
    try await viability.settle(&plan)
    try copy.finish(plan.known)
    let failed = plan.mutants.count { $0.compileError != nil }
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    Self.printStep(
      "Built in \(seconds) s\(viability.builds > 1 ? ", in \(viability.builds) attempts" : "")"
        + (failed > 0 ? ". Mutants that do not compile: \(failed)." : "."))
  }

  /// Runs the tests against each mutant, and prints the reports. Returns the status.
  private func judge(
    _ plan: MutationPlan, _ copy: PackageCopy, _ digest: String
  ) async throws -> Int32 {
    let list = copy.home.appendingPathComponent("mutants.json")
    let results = copy.home.appendingPathComponent("results.jsonl")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(plan.mutants).write(to: list, options: .atomic)
    let environment = ProcessInfo.processInfo.environment
    let tool = environment["EXEMPLAR_PROGRAM"] ?? "exemplar"
    let earlier = copy.home.appendingPathComponent("earlier.jsonl")
    if FileManager.default.fileExists(atPath: results.path) {
      try? FileManager.default.removeItem(at: earlier)
      try FileManager.default.moveItem(at: results, to: earlier)
    }
    let options =
      (jobs.map { ["--jobs", "\($0)"] } ?? []) + (shard.map { ["--shard", $0] } ?? [])
      + (matrix ? ["--matrix"] : [])
      + (FileManager.default.fileExists(atPath: earlier.path) ? ["--earlier", earlier.path] : [])
    let status = try await Command.passThrough(
      [
        tool, "run-mutants", list.path, "--results", results.path, "--package-path",
        copy.folder.path,
      ]
        + options + (copy.package.options.isEmpty ? [] : ["--"] + copy.package.options),
      in: copy.package.folder, environment: [:])
    if status == 127 {
      throw Problem(
        "There is no program “\(tool)” to run the tests. Start this one by exemplar mutate, or put exemplar into the PATH."
      )
    }
    guard status == 0 else { return status }
    guard let lines = FileManager.default.contents(atPath: results.path) else {
      throw Problem("“\(tool) run-mutants” has written no results. Is it of the same version?")
    }
    return try report(plan.mutants, lines: lines, copy.package, digest)
  }

  private func report(
    _ mutants: [Mutant], lines: Data, _ package: Package, _ digest: String
  ) throws -> Int32 {
    var results = try MutationResults(mutants, lines)
    // A change that contains no code needs no test.
    results.allowsNone = diff != nil
    let record = MutationRecord(results, sources: digest, options: package.options)
    return try reports.report(record, in: package.folder)
  }

  // MARK: Shards

  /// Reports the results of all shards as those of one run.
  private func mergeRecords(_ package: Package) async throws {
    let others: [(String, Bool)] = [
      ("--diff", diff != nil), ("--operators", operators != nil), ("--list", list),
      ("--jobs", jobs != nil), ("--shard", shard != nil), ("--matrix", matrix),
      ("an option for swift build", !package.options.isEmpty),
    ]
    if let (name, _) = others.first(where: \.1) {
      throw Problem("--merge runs nothing, so \(name) has no meaning with it. Leave it out.")
    }
    let inputs = paths.map { URL(fileURLWithPath: $0).standardizedFileURL }
    if let file = reports.files.first(where: {
      inputs.contains(URL(fileURLWithPath: $0).standardizedFileURL)
    }) {
      throw Problem(
        "\(file) is one of the records, so no report may replace it. Name another file.")
    }
    let records = try paths.map { path in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw Problem("There is no record at \(path).")
      }
      return (path, data)
    }
    try reports.removeEarlierOnes()
    let copy = try PackageCopy(of: package)
    let targets = try await package.targets(scratch: copy.scratch)
    let files = try await package.files(targets, sources: try TargetChoice(targets).files)
    let digest = try await package.digest(targets, files)
    let status = try reports.report(
      try MutationRecord.merged(records, sources: digest), in: package.folder)
    if status != 0 { throw ExitCode(status) }
  }

  /// Prints a line at once, even into a file, since the step that it announces takes long.
  private static func printStep(_ text: String) {
    print(text)
    fflush(nil)
  }
}
