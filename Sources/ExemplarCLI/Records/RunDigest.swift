import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// A recorded run in a line.
struct RunDigest: Encodable {
  /// How many runs began later, plus one.
  var number: Int
  /// The end of the name of its folder, which stays the same when there are more runs.
  var name: String
  /// When it began, in universal time.
  var began: String
  /// How long it took, in seconds.
  var seconds: Double
  /// The exit status, as far as the log contains the reason for it; `nil` while the run goes on.
  var status: Int32?
  var executed: Int
  var passed: Int
  var failed: Int
  var commit: String?
  var seed: UInt64?
  /// The examples that it was asked for.
  var selection: String
  /// The path of its log.
  var log: String
  /// How it ended, for people.
  private(set) var result = ""

  init(_ run: RecordedRun, number: Int, name: String) {
    (self.number, self.name, log) = (number, name, run.path)
    began = Timestamp.text(run.creation) + "Z"
    (commit, selection) = (run.facts?.commit, run.facts?.selection ?? "unknown")
    seed = run.repetitions.last?.start.seed
    seconds = run.progress.summary?.duration ?? run.lastEvent - run.creation
    // The repetition that the status is of.
    let failing = run.repetitions.firstIndex { $0.summary.map { ExitStatus($0) != .fine } ?? false }
    let counts = failing.flatMap { run.repetitions[$0].summary } ?? run.counts
    (executed, passed) = (counts.executed, counts.passed + counts.flaky)
    failed = counts.failed + counts.blocked + counts.groupFailures + counts.runFailures
    let exits = [run.ending.exit].compactMap(\.self)
    status =
      run.ending.isLive
      ? nil : run.progress.exitStatus(exits, isWhole: run.ending.trouble == nil).rawValue
    result = describe(run, counts)
    if let failing, run.repetitions.count > 1 {
      result += " (repetition \(failing + 1) of \(run.repetitions.count))"
    }
  }

  /// The columns of a list.
  var cells: [String] {
    let mark = status.map { $0 == 0 ? "✔ " : "✘ " } ?? "  "
    let commit = commit.map { $0.prefix(8) + ($0.hasSuffix("-dirty") ? "+" : "") }
    return [
      "\(number)", name, String(began.prefix(16)).replacing("T", with: " "),
      seconds.formattedSeconds, mark + result, commit.map(String.init) ?? "–",
      seed.map { "\($0)" } ?? "–", selection,
    ]
  }

  private func describe(_ run: RecordedRun, _ counts: RunSummary) -> String {
    let (progress, isLive) = (run.progress, run.ending.isLive)
    let others = executed - passed - counts.failed + counts.skipped + counts.pending
    var parts = [(failed, "failed"), (passed, "passed"), (others, "others")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if run.repetitions.isEmpty, !isLive { return "did not begin" }
    if progress.summary?.nothingRan != nil { return "nothing ran" }
    if isLive { parts.append("in progress") } else if progress.isCut { parts.append("cut") }
    return parts.isEmpty ? "nothing ran" : parts.joined(separator: ", ")
  }
}

extension RunFacts {
  /// The examples that a run was asked for, as its command line had them.
  fileprivate var selection: String {
    func words(_ option: EnvironmentOption, _ name: String? = nil) -> [String] {
      (options[option.longName]?.split(separator: "\n") ?? []).map {
        (name.map { $0 + " " } ?? "") + Rerun.quotedIfNeeded(String($0))
      }
    }
    let flags = [
      isRerun == true ? "rerun" : nil, changedSince.map { "--changed \($0.prefix(8))" },
      command.specs == true ? "--specs" : nil,
      command.profile.map { "--profile \($0)" }, shard.map { "--shard \($0.text)" },
      command.platform.map { "--platform \($0)" },
    ].compactMap(\.self)
    let all =
      flags + words(.filter, "--filter") + words(.skip, "--skip") + words(.tag, "--tag")
      + words(.select)
    return all.isEmpty ? "everything" : all.joined(separator: " ")
  }
}

extension RunFolder {
  /// The logs of the recorded runs, the newest first, each with a short name.
  static func runs(in package: URL) -> [(name: String, log: URL)] {
    folders(in: package).reversed().compactMap { folder in
      logs(in: folder).first.map { (name(ofFolder: folder), $0) }
    }
  }

  /// The short name of the run that is recorded in a folder.
  static func name(ofFolder folder: URL) -> String {
    folder.lastPathComponent.split(separator: "-").last.map { $0.lowercased() } ?? ""
  }

  /// The logs that the user names: those in a folder, or that of one run. Throws ``UsageError`` if there is none.
  static func logs(named name: String, in package: URL) throws -> [URL] {
    let found = logs(in: URL(fileURLWithPath: name))
    if found.isEmpty { return [try log(named: name, in: package)] }
    try CommandFiles.check(reading: found.map(\.path))
    return found
  }

  /// The log of the run that the user names: by a path, by its number, counted from the last run, or by the beginning of
  /// its name. Throws ``UsageError`` if there is none, or if the output of the command would be added to it.
  static func log(named name: String, in package: URL) throws -> URL {
    let log = try findLog(named: name, in: package)
    try CommandFiles.check(reading: [log.path])
    return log
  }

  private static func findLog(named name: String, in package: URL) throws -> URL {
    let file = URL(fileURLWithPath: name)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) {
      if !isFolder.boolValue { return file }
      guard let log = logs(in: file).first else {
        throw UsageError("There is no log in \(name).")
      }
      return log
    }
    if name.contains("/") || isLog(file) { return file }
    let runs = runs(in: package)
    if let number = Int(name), number.magnitude >= 1, number.magnitude <= runs.count {
      return runs[Int(number.magnitude) - 1].log
    }
    let found = name.count < 4 ? [] : runs.filter { $0.name.hasPrefix(name.lowercased()) }
    guard found.count == 1 else {
      throw UsageError(
        "No recorded run is named “\(name)”. Give a number or a name that exemplar runs lists, or the path of a record."
      )
    }
    return found[0].log
  }
}
