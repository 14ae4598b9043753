import ArgumentParser
import ExemplarCore
import ExemplarReports
import Foundation

/// The options that leave only the tests that changes concern.
struct ChangeArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Runs only what concerns the changes since a commit of Git, or since a branch left it. Changes that are not committed count.",
      valueName: "commit"))
  var changed: String?

  @Option(
    help: ArgumentHelp(
      "Files that concern no test, as a pattern of Git such as '*.md' or 'web/'; for --changed.",
      valueName: "pattern"))
  var unrelated: [String] = []

  func validate() throws {
    if changed == "" || unrelated.contains("") {
      throw ValidationError("--changed and --unrelated need a value.")
    }
    if changed == nil, !unrelated.isEmpty {
      throw ValidationError("--unrelated is for --changed. Add it, or leave --unrelated out.")
    }
  }

  /// The changes, if the user wants only what they concern.
  func changes(
    in package: PackageArguments, _ environment: ToolEnvironment
  ) async throws -> GitChanges? {
    guard let changed else { return nil }
    let outputs = try package.outputs(environment)
      .map { $0.resolvingSymlinksInPath().path }
    return try await GitChanges(since: changed, of: package.path, except: unrelated) { path in
      RunFolder.isLog(URL(fileURLWithPath: path))
        || outputs.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
  }
}

extension PackageArguments {
  /// The files and folders that builds and runs write.
  func outputs(_ environment: ToolEnvironment) throws -> [URL] {
    let attachments = environment.worker[.attachments].map { [$0] } ?? []
    return try [buildFolder, records]
      + (environment.outputs() + attachments).map { URL(fileURLWithPath: $0) }
  }
}

/// The examples and tests that changes concern.
struct Concern {
  /// The ids of these, or of groups; `nil` for all.
  let ids: Set<ExampleID>?
  /// The commit that files are compared with.
  let base: String
  /// How many are concerned, of how many that are selected.
  let count, all: Int
  /// That, as a line; empty for a selection without examples, which the run explains.
  let line: String

  /// Whether none of those that are selected is concerned.
  var isNone: Bool { ids != nil && count == 0 }

  /// Everything, for a reason.
  private init(everythingSince base: String, _ text: String) {
    (ids, count, all, self.base, line) = (nil, 0, 0, base, text + "\n")
  }

  /// Finds those that changes concern.
  ///
  /// - Parameters:
  ///   - worker: The options of a worker.
  ///   - others: The tests that are not examples.
  init(
    _ changes: GitChanges, in products: PackageBuild.Products, _ others: ForeignTestRun,
    of package: PackageArguments, _ worker: [EnvironmentOption: String], by asked: AskedPrograms
  ) async throws {
    var changes = changes
    guard let packages = LocalPackages.folders(of: package.path, in: package.buildFolder) else {
      self.init(
        everythingSince: changes.base,
        "Everything runs: the packages that this one depends on are not known.")
      return
    }
    try await changes.complete(for: products.targets, packages: packages)
    do {
      let concerned = try ConcernedTests(
        changes.changes, in: products.targets, relativeTo: changes.top)
      let examples = try await others.listedExamples(worker, by: asked)
      if examples.contains(where: { $0.skipReason == ExampleListed.focusIsElsewhere }) {
        self.init(everythingSince: changes.base, "Everything that is focused runs.")
      } else {
        self.init(concerned, changes, examples, others.tests.map(\.id))
      }
    } catch let everything as ConcernedTests.Everything {
      let change = everything.isUnknown ? "" : "has \(changes.text), and "
      self.init(
        everythingSince: changes.base,
        "Everything runs: \(everything.file) \(change)\(everything.reason).")
    } catch ExitStatus.didNotFinish {
      self.init(
        everythingSince: changes.base, "Everything runs: the examples could not be listed.")
    }
  }

  private init(
    _ concerned: ConcernedTests, _ changes: GitChanges, _ examples: [ExampleListed],
    _ tests: [ExampleID]
  ) {
    let ids = concerned.ids(among: examples, tests)
    let selected = examples.filter { !$0.isHidden }.map(\.id) + tests
    let count = selected.count { id in
      sequence(first: id, next: \.parent).contains(where: ids.contains)
    }
    (base, self.count, all) = (changes.base, count, selected.count)
    self.ids = count == all ? nil : ids
    let selection =
      examples.isEmpty
      ? all.counted("test") : tests.isEmpty ? all.counted("example") : "\(all) examples and tests"
    let verb = count == 1 ? "concerns" : "concern"
    line =
      all == 0
      ? ""
      : count == 0
        ? "None of \(selection) concerns what has \(changes.text), so nothing runs.\n"
        : "\(count) of \(selection) \(verb) what has \(changes.text).\n"
  }
}

extension ForeignTestRun {
  /// The examples of the programs with specs, with those that a selection or a focus leaves out.
  func listedExamples(
    _ worker: [EnvironmentOption: String], by asked: AskedPrograms
  ) async throws -> [ExampleListed] {
    var options = worker
    options[.leftOut] = "1"
    let programs = try await TestPrograms(
      programsOfSpecs, options: options, foreign: besideSpecs, by: asked
    ).all.map(\.program)
    return try await asked.examples(of: programs)
  }
}

extension TestSession {
  /// Leaves only what changes concern.
  mutating func leaveConcerned(
    by changes: GitChanges?, in products: PackageBuild.Products, _ others: ForeignTestRun
  ) async throws {
    guard let changes else { return }
    let concern = try await Concern(
      changes, in: products, others, of: package, environment.worker, by: asked)
    self.concern = concern
    guard let ids = concern.ids else { return }
    if rerun?.narrow(to: ids, by: changes.text) == nil {
      rerun = .concerned(ids, by: changes.text)
    }
  }

  /// Reports what the changes concern. That nothing ran is always reported.
  func announceConcern() throws {
    guard let concern, concern.isNone || !options.console.isQuiet, !options.isListing else {
      return
    }
    if try hasConsole {
      terminal.print(concern.line)
    } else {
      Terminal.write(concern.line, toError: true)
    }
  }
}
