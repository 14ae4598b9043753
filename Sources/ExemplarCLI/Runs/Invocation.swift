import ExemplarCore
import ExemplarReports
import Foundation

/// How this tool was started for a run, as a user would type it.
struct Invocation: Sendable {
  let packagePath: String
  var archive: String?
  let command: RunFacts.Command
  let buildOptions: [String]

  /// The words before the subcommand, for this process.
  static let own = words(
    typed: CommandLine.arguments.first ?? "exemplar",
    directory: FileManager.default.currentDirectoryPath
  ) { package, folder in
    BuildPlan(in: URL(fileURLWithPath: folder))?.isOfPackage(at: package) == true
  }

  /// The words before the subcommand.
  ///
  /// `swift run` starts a program by its path in the build folder of a package, relative to where it was
  /// started if it lies there. A person would rather type the shorter `.build/debug/exemplar`. With a scratch folder of
  /// another package, the path is all that is known.
  ///
  /// - Parameters:
  ///   - typed: What the process was started as.
  ///   - directory: The folder that it was started in.
  ///   - isBuilt: Whether a package is built in a folder of programs.
  static func words(
    typed: String, directory: String, isBuilt: (_ package: String, _ folder: String) -> Bool
  ) -> [String] {
    guard typed.contains("/") else { return [typed] }
    let path = URL(fileURLWithPath: typed, relativeTo: URL(fileURLWithPath: directory + "/"))
    let parts = path.standardizedFileURL.path.split(separator: "/").map(String.init)
    // PACKAGE/.build/TRIPLE/debug/exemplar
    guard let build = parts.lastIndex(of: ".build"), parts.count == build + 4 else {
      return [typed]
    }
    let package = "/" + parts[..<build].joined(separator: "/")
    guard isBuilt(package, path.deletingLastPathComponent().path) else { return [typed] }
    let place =
      BuildPlan.resolved(package) == BuildPlan.resolved(directory)
      ? [] : ["--package-path", package]
    let configuration = parts[parts.count - 2] == "release" ? ["-c", "release"] : []
    return ["swift", "run"] + place + configuration + [parts[parts.count - 1]]
  }

  /// The line that runs examples again, from the folder in which this was started.
  func rerun(_ ids: [ExampleID], seed: UInt64?) -> String {
    line(Rerun.arguments(for: ids, seed: seed))
  }

  /// The line that runs examples again in so many processes; one process runs them in the order of the seed.
  func rerun(_ ids: [ExampleID], seed: UInt64, order: Order, jobs: Int) -> String {
    let order = order == .random ? "" : " --order \(order.rawValue)"
    return line(" --jobs \(jobs)" + order + Rerun.arguments(for: ids, seed: seed))
  }

  /// The line that starts a run with recorded options, by their names on the command line.
  func start(_ options: [String: String]) -> String {
    func values(_ option: EnvironmentOption) -> [String] {
      (options[option.longName] ?? "").split(separator: "\n").map {
        Rerun.quotedIfNeeded(String($0))
      }
    }
    let others = EnvironmentOption.onCommandLine.filter { ![.select, .platform].contains($0) }
    let words = others.flatMap { option in
      values(option).map { " " + option.commandLineName + (option.isFlag ? "" : " \($0)") }
    }
    let paths = values(.select)
    return line(
      words.joined() + paths.prefix(3).map { " " + $0 }.joined() + (paths.count > 3 ? " …" : ""))
  }

  /// The line that runs the failures again, without naming them.
  func rerunFailed(seed: UInt64?) -> String {
    line(" --only-failures" + (seed.map { " --seed \($0)" } ?? ""))
  }

  /// The line that runs the examples again that failed for a cause.
  func rerunCause(_ name: String) -> String { line(" --cause \(name)") }

  /// The line that runs one example until it fails.
  func rerunUntilFailure(_ id: ExampleID, seed: UInt64) -> String {
    line(" --repeat 100 --until-failure" + Rerun.arguments(for: [id], seed: seed))
  }

  /// The line that finds the examples which make one fail.
  func bisect(_ id: ExampleID) -> String {
    line(" " + Rerun.quotedIfNeeded(id.text), subcommand: "bisect")
  }

  /// The line that shows a failure of a recorded run whole, or all of its failures.
  ///
  /// - Parameter run: The name of the run, or the path of its log.
  func report(_ run: String, whole id: ExampleID?) -> String {
    let rest = id.map { " --failure " + Rerun.quotedIfNeeded($0.text) } ?? " --verbose"
    return start("report") + " " + Rerun.quotedIfNeeded(run) + rest
  }

  /// The beginning of a line, with the archive or the package.
  private func start(_ subcommand: String) -> String {
    let place =
      archive.map { " --archive \(Rerun.quotedIfNeeded($0))" }
      ?? (packagePath == "." ? "" : " --package-path \(Rerun.quotedIfNeeded(packagePath))")
    return Self.own.map(Rerun.quotedIfNeeded).joined(separator: " ") + " \(subcommand)\(place)"
  }

  /// A line with the options of this run, and `rest`.
  private func line(_ rest: String, subcommand: String = "test") -> String {
    var line = start(subcommand)
    if command.specs == true { line += " --specs" }
    if let profile = command.profile { line += " --profile \(Rerun.quotedIfNeeded(profile))" }
    if let platform = command.platform {
      line += " --platform \(Rerun.quotedIfNeeded(platform))"
    }
    line += rest
    if buildOptions.isEmpty { return line }
    return line + " -- " + buildOptions.map(Rerun.quotedIfNeeded).joined(separator: " ")
  }
}

extension RunFacts {
  /// The facts that a page names.
  func shown(as invocation: Invocation) -> [(name: String, text: String)] {
    let commit = commit.map { commit in
      commit.prefix(10) + (commit.hasSuffix("-dirty") ? " with changes" : "")
    }
    let facts = [
      ("package", package), ("commit", commit.map(String.init)), ("platform", machine.system),
      ("command", invocation.start(options)),
    ]
    return facts.compactMap { name, text in text.map { (name, $0) } }
  }
}
