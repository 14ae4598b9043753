import ExemplarCore
import ExemplarReports
import Foundation

/// How this tool was started, as a user would type it.
enum Invocation {
  /// The words before the subcommand, for this process.
  static let own = words(
    typed: CommandLine.arguments.first ?? "exemplar",
    directory: FileManager.default.currentDirectoryPath
  ) { FileManager.default.fileExists(atPath: $0) }

  /// The words before the subcommand.
  ///
  /// `swift run` starts a program by its path in the build folder of a package, relative to where it was
  /// started if it lies there. A person would rather type the shorter `.build/debug/exemplar`.
  ///
  /// - Parameters:
  ///   - typed: What the process was started as.
  ///   - directory: The folder that it was started in.
  ///   - exists: Whether there is a file.
  static func words(
    typed: String, directory: String, exists: (String) -> Bool
  ) -> [String] {
    guard typed.contains("/") else { return [typed] }
    let path = URL(fileURLWithPath: typed, relativeTo: URL(fileURLWithPath: directory + "/"))
    let parts = path.standardizedFileURL.path.split(separator: "/").map(String.init)
    // PACKAGE/.build/TRIPLE/debug/exemplar
    guard let build = parts.lastIndex(of: ".build"), parts.count == build + 4 else {
      return [typed]
    }
    let package = "/" + parts[..<build].joined(separator: "/")
    guard exists(package + "/Package.swift") else { return [typed] }
    let place = resolved(package) == resolved(directory) ? [] : ["--package-path", package]
    let configuration = parts[parts.count - 2] == "release" ? ["-c", "release"] : []
    return ["swift", "run"] + place + configuration + [parts[parts.count - 1]]
  }

  /// The line that runs examples again, from where this was started.
  static func rerun(
    packagePath: String, profile: String? = nil, all: Bool = false, buildOptions: [String]
  ) -> @Sendable ([ExampleID], UInt64?) -> String {
    let line = line(packagePath, profile, all, buildOptions)
    return { ids, seed in
      line(String(Rerun.command(for: ids, seed: seed).dropFirst("exemplar test".count)))
    }
  }

  /// The line that runs what failed again, without naming it.
  static func rerunFailed(
    packagePath: String, profile: String?, all: Bool = false, buildOptions: [String]
  ) -> @Sendable (UInt64?) -> String {
    let line = line(packagePath, profile, all, buildOptions)
    return { seed in line(" --only-failures" + (seed.map { " --seed \($0)" } ?? "")) }
  }

  /// A line with the options of this run, and `rest`.
  private static func line(
    _ packagePath: String, _ profile: String?, _ all: Bool, _ buildOptions: [String]
  ) -> @Sendable (_ rest: String) -> String {
    var prefix = packagePath == "." ? "" : " --package-path \(Rerun.quotedIfNeeded(packagePath))"
    if all { prefix += " --all" }
    if let profile { prefix += " --profile \(Rerun.quotedIfNeeded(profile))" }
    let suffix =
      buildOptions.isEmpty
      ? "" : " -- " + buildOptions.map(Rerun.quotedIfNeeded).joined(separator: " ")
    let tool = own.map(Rerun.quotedIfNeeded).joined(separator: " ")
    return { [prefix] rest in tool + " test" + prefix + rest + suffix }
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
