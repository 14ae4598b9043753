import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import Subprocess

/// The measurement of which lines of a package its tests run.
///
/// Each process of the run maps its counters into a file of its own while it runs, so that they are complete however it
/// exits. The tests are built in a folder of their own: the compiler keeps the objects of a build without these options,
/// and nothing would count in them.
struct Coverage: Sendable {
  /// The percentage of lines below which the run fails.
  var minimum: Double?
  /// The paths of the reports, if they are wanted: in the form of lcov, and the JSON of `llvm-cov export`.
  var lcov: String?
  var json: String?

  /// The paths of the files that it writes.
  var outputs: [String] { [lcov, json].compactMap(\.self) }

  /// The options of `swift build` for tests whose coverage is measured.
  static func buildOptions(_ arguments: [String], packagePath: String) -> [String] {
    let folder = PackageBuild.folder(of: packagePath, arguments).appendingPathComponent(
      "exemplar/coverage")
    var options = arguments + ["--scratch-path", folder.path, "--enable-code-coverage"]
    #if os(Linux)
      // Counters can only be mapped if the code does not assume their address.
      for (compiler, option) in [("-Xswiftc", "-Xllvm"), ("-Xcc", "-mllvm")] {
        options += [compiler, option, compiler, "-runtime-counter-relocation"]
      }
    #endif
    return options
  }

  /// Returns the folder into which the processes that this one starts from now on write their profiles.
  func begin() throws -> WorkerFolder {
    let folder = try WorkerFolder()
    // A program, a process, and continuous mode.
    setenv("LLVM_PROFILE_FILE", folder.url.appendingPathComponent("%m.%p%c.profraw").path, 1)
    return folder
  }

  /// Reports the coverage after a run.
  ///
  /// - Parameters:
  ///   - profiles: The folder with the profiles, which is removed.
  ///   - sources: The files of the package's own targets, without its tests.
  /// - Returns: Why the run is not a success, if the coverage is the reason.
  func report(
    _ profiles: WorkerFolder, of programs: [URL], sources: [String], after status: ExitStatus,
    print: (String) -> Void, warn: (String) -> Void = { Terminal.warn($0) }
  ) async -> String? {
    let folder = profiles.url
    defer { profiles.remove() }
    if status == .interrupted { return nil }
    do {
      guard !sources.isEmpty else {
        throw UsageError("The package has no sources apart from its tests.")
      }
      let tools = try await Self.toolFolder()
      let profile = try await merge(in: folder, tools, warn)
      let objects = programs.enumerated().flatMap { index, program in
        (index == 0 ? [] : ["-object"]) + [program.testCode.path]
      }
      // A file that ends in the middle would be taken for the whole.
      func export(_ options: [String], to path: String? = nil) async throws -> Data {
        let file = folder.appendingPathComponent("export").path
        try await Self.run(
          tools.appendingPathComponent("llvm-cov"),
          ["export", "-instr-profile", profile] + options + objects + sources, output: file)
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        do {
          if let path { try FileTarget(path).write(data) }
        } catch {
          throw UsageError("\(path ?? file) cannot be written: \(error.systemReason)")
        }
        return data
      }
      if let lcov { _ = try await export(["-format=lcov"], to: lcov) }
      if let json { _ = try await export([], to: json) }
      let counts = try JSONDecoder().decode(
        CoverageCounts.self, from: await export(["-summary-only"]))
      // llvm-cov reports all files if it finds none of those that it is asked for.
      if counts.lines.count == 0 || !counts.includes(sources) {
        throw UsageError(
          "The programs with the tests contain no line of the package's own targets. Let a test target depend on "
            + "one of them.")
      }
      print(counts.text(relativeTo: FileManager.default.currentDirectoryPath))
      guard let minimum, counts.lines.share < minimum else { return nil }
      return
        "\(counts.lines.percentage) of the lines are covered, which is less than --coverage-minimum "
        + "\(minimum.formatted(.number.grouping(.never)))."
    } catch {
      let reason = (error as? UsageError)?.message ?? "\(error)"
      return "The coverage could not be reported. \(reason)"
    }
  }

  /// Merges the profiles without those that are damaged. Returns the path of the result.
  private func merge(
    in folder: URL, _ tools: URL, _ warn: (String) -> Void
  ) async throws -> String {
    let profiles = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".profraw") }.sorted().map { folder.appendingPathComponent($0).path }
    if profiles.isEmpty { throw UsageError("No process of the tests has written a profile.") }
    let list = folder.appendingPathComponent("profiles").path
    try profiles.joined(separator: "\n").write(toFile: list, atomically: false, encoding: .utf8)
    let merged = folder.appendingPathComponent("merged.profdata").path
    let problems = try await Self.run(
      tools.appendingPathComponent("llvm-profdata"),
      ["merge", "-sparse", "--failure-mode=all", "--input-files", list, "-o", merged])
    for line in problems.split(separator: "\n") where line.hasPrefix("warning: ") {
      warn("A profile of the coverage is left out: \(line.dropFirst("warning: ".count))")
    }
    return merged
  }

  /// The folder of the toolchain's programs: those of another version of LLVM cannot read the profiles.
  private static func toolFolder() async throws -> URL {
    struct Answer: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let swift = SwiftProgram.current.running(["-print-target-info"])
    let result = try await Subprocess.run(
      swift.executable, arguments: swift.arguments, output: .data(limit: 1 << 20), error: .discarded
    )
    let answer = try JSONDecoder().decode(Answer.self, from: result.standardOutput)
    return URL(fileURLWithPath: answer.paths.runtimeResourcePath)
      .appendingPathComponent("../../bin").standardizedFileURL
  }

  /// Runs a program of the toolchain, with its output in a file. Returns its messages; throws them if it fails.
  @discardableResult
  private static func run(
    _ program: URL, _ arguments: [String], output path: String = "/dev/null"
  ) async throws -> String {
    let file = try FileTarget(path).open()
    let result = try await Subprocess.run(
      .path(.init(program.path)), arguments: Arguments(arguments), input: .none,
      output: .fileDescriptor(.init(rawValue: file), closeAfterSpawningProcess: true),
      error: .string(limit: 1 << 24))
    if result.terminationStatus.isSuccess { return result.standardError }
    throw UsageError("\(program.lastPathComponent) failed: \(result.standardError)")
  }
}

/// The numbers in an export of `llvm-cov`.
private struct CoverageCounts: Decodable {
  struct Count: Decodable {
    var count: Int
    var covered: Int

    /// The covered part, in percent; everything, if there is nothing to cover.
    var share: Double { count == 0 ? 100 : 100 * Double(covered) / Double(count) }

    /// The same for readers: only all is 100 %.
    var percentage: String {
      let tenths = count == 0 ? 1000 : covered * 1000 / count
      return "\(tenths / 10).\(tenths % 10) %"
    }
  }

  private struct Summary: Decodable {
    var lines: Count
    var branches: Count

    /// - Parameter name: The file.
    func line(_ name: String) -> String {
      let share = lines.percentage.leftPadded(to: 7)
      let noun = branches.count == 1 ? "branch" : "branches"
      let branches =
        branches.count == 0 ? "" : ", \(branches.percentage) of \(branches.count) \(noun)"
      return
        "  \(share) of \(lines.count.counted("line"))\(branches)  \(name)\n"
    }
  }

  private struct File: Decodable {
    var filename: String
    var summary: Summary
  }

  private struct Export: Decodable {
    var files: [File]
    var totals: Summary
  }

  private var data: [Export]

  var lines: Count { data.first?.totals.lines ?? Count(count: 0, covered: 0) }

  /// Whether one of the files is among `paths`.
  func includes(_ paths: [String]) -> Bool {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    let known = Set(paths.map(resolved))
    return (data.first?.files ?? []).contains { known.contains(resolved($0.filename)) }
  }

  /// A line for each file, and one for all.
  func text(relativeTo directory: String) -> String {
    guard let export = data.first else { return "" }
    let files = export.files.sorted { $0.filename < $1.filename }.map { file in
      file.summary.line(Place(path: file.filename).relative(to: directory).path)
    }
    return "\nCoverage\n\n" + files.joined() + export.totals.line("in all files")
  }
}
