import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

/// The facts about a run that its events do not contain: the section `run` of its log, as JSON.
struct RunFacts: Codable, Equatable, Sendable {
  /// The version of Exemplar.
  var exemplar = ExemplarVersion.current
  /// The name of the package.
  var package: String?
  /// The options of the run that lines which run its examples again have too.
  var command = Command()
  /// The options that decide which examples run, and how, by their names on the command line.
  var options: [String: String] = [:]
  /// The options of `swift build` that may decide which code ran.
  var buildOptions: [String]
  /// The commit of the package, with `-dirty` behind it if files differ from it.
  var commit: String?
  /// A digest of these files; `nil` without any, and if it is not known.
  var changes: String?
  /// The digest of the sources, whether or not there is a repository; `nil` if it is not known.
  var sources: String?
  /// When the last of the test programs was built, in seconds since 1970.
  var build: Double?
  var machine = Machine()
  /// The shard that ran, if the plan was divided.
  var shard: Shard?
  /// Whether only examples ran that were outstanding, or had failed for a cause.
  var isRerun: Bool?
  /// The commit whose changes decided which examples ran, if they did.
  var changedSince: String?
  /// The digest of the section `plan`, if there is one.
  var planDigest: String?

  /// The name of the section.
  static let section = "run"

  struct Command: Codable, Equatable, Sendable {
    /// Whether tests that are not examples were left out; absent if they ran.
    var specs: Bool?
    var profile: String?
    /// The platform that the run was planned for, if it is not that of the process.
    var platform: String?
  }

  /// The machine of the run, without its name and its users.
  struct Machine: Codable, Equatable, Sendable {
    var system = ProcessInfo.processInfo.operatingSystemVersionString
    var platform = Platform.current.name
    var processors = ProcessInfo.processInfo.activeProcessorCount
  }

  /// The options that a record contains. Paths and limits of the machine do not decide what runs.
  private static let recorded: [EnvironmentOption] = [
    .select, .filter, .skip, .tag, .seed, .order, .platform, .retries, .failFast, .timeLimit,
    .timeout,
    .repetitions, .untilFailure, .strict, .inProcess,
  ]

  /// - Parameters:
  ///   - worker: The options of a worker. The environment has other variables, of which none is recorded.
  ///   - build: The options of `swift build`.
  init(
    command: Command = Command(), package: String? = nil, worker: [EnvironmentOption: String] = [:],
    build: [String] = []
  ) {
    (self.command, self.package) = (command, package)
    buildOptions = build.decidingCode
    for option in Self.recorded { options[option.longName] = worker[option] }
  }

  /// Whether an option left examples out.
  var isPartial: Bool { command.specs == true || extent == nil }

  /// The tests of the run if it finished, for comparison with that of another run: the kinds of tests, and how they were
  /// built; `nil` if an option left some of them out.
  var extent: String? {
    if isRerun == true || changedSince != nil || shard != nil { return nil }
    let selections: [EnvironmentOption] = [.select, .filter, .skip, .tag]
    if selections.contains(where: { options[$0.longName] != nil }) { return nil }
    return "\(command.specs == true ? "specs" : "all") " + Self.list(buildOptions)
  }

  /// The section of a log; `nil` if the log has none, or one of a later form.
  init?(_ text: String?) {
    guard let text, let facts = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
      return nil
    }
    self = facts
  }

  /// The facts that a log contains; `nil` if it has none, or of a later form.
  init?(of log: EventLog) { self.init(log.sections[Self.section]) }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private static func list(_ words: [String]) -> String {
    words.isEmpty ? "empty" : words.map(Rerun.quotedIfNeeded).joined(separator: " ")
  }

  /// The first property in which two parts of one run cannot differ, with both values.
  func difference(from other: RunFacts) -> (property: String, own: String?, other: String?)? {
    func flags(_ facts: RunFacts) -> String {
      let command = facts.command
      return
        "\(command.specs == true ? "with" : "without") --specs, profile \(command.profile ?? "none"), platform "
        + (command.platform ?? facts.machine.platform)
    }
    let names = Set(options.keys).union(other.options.keys).sorted()
    let properties =
      [
        ("commit", commit, other.commit), ("digest of changed files", changes, other.changes),
        ("digest of sources", sources, other.sources),
        ("package", package, other.package),
        ("version of Exemplar", exemplar, other.exemplar), ("command", flags(self), flags(other)),
        ("commit of --changed", changedSince ?? "absent", other.changedSince ?? "absent"),
        ("list of build options", Self.list(buildOptions), Self.list(other.buildOptions)),
      ] + names.map { ("option \($0)", options[$0] ?? "absent", other.options[$0] ?? "absent") }
    return properties.first { $0.1 != $0.2 }
  }

  /// The evidence of the code that is missing: without it, two runs cannot be shown to have had the same.
  var missingEvidence: String? {
    if sources == nil {
      return
        "the digest of its sources is not known, since a file could not be read, or was changed after the build"
    }
    guard commit?.hasSuffix("-dirty") == true, changes == nil else { return nil }
    return
      "the digest of its changed files is not known, since Git did not list them, or one could not be read"
  }

  /// The code that ran; `nil` if it is not known. Outcomes of equal code differ only if an example is flaky.
  var code: String? {
    guard let build, missingEvidence == nil else { return nil }
    return "\(build) \(commit ?? "") \(sources ?? "") \(changes ?? "")"
  }

  /// In hexadecimal digits, the 64 bits of FNV-1a over a text.
  static func digest(of text: String) -> String {
    String(PathHash().appending(text).key(seed: 0), radix: 16)
  }

  /// The seed of all shards of a commit, if the user gives none.
  static func seed(ofCommit commit: String?) -> UInt64 {
    PathHash().appending(commit ?? "").key(seed: 0) % 99_999 + 1
  }

  /// When the last of some programs was built; `nil` if none is found.
  static func build(of programs: [URL]) -> Double? {
    programs.compactMap { program in
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: program.testCode.resolvingSymlinksInPath().path)
      return (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970
    }.max()
  }

  /// The commit of a folder; `nil` outside of repositories, and where there is no Git.
  static func commit(of folder: String) async -> String? {
    let arguments = ["describe", "--always", "--abbrev=40", "--dirty", "--exclude=*"]
    return await Git(in: folder).line(arguments)?.nonEmpty
  }

  /// The commit of a folder, and the digest of the files of the repository that differ from it.
  static func code(of folder: String) async -> (commit: String?, changes: String?) {
    let (git, commit) = (Git(in: folder), await commit(of: folder))
    guard commit?.hasSuffix("-dirty") == true, let top = await git.top,
      let names = await git.list(["diff-index", "--name-only", "-z", "HEAD"])
    else { return (commit, nil) }
    return (commit, SourceDigest(of: names, in: top).text)
  }
}

/// The ids of all planned examples of a run, in their order: the section `plan` of its log.
///
/// A line is the number of a shard (0 without shards), how many bytes the id shares with the id before it, and the rest
/// of the id, between tabs. Ids contain neither tabs nor line ends.
struct RecordedPlan: Equatable, Sendable {
  struct Example: Equatable, Sendable {
    var id: String
    var shard = 0
  }
  var examples: [Example] = []

  /// The name of the section.
  static let section = "plan"

  init(_ examples: [Example] = []) { self.examples = examples }

  var text: String {
    var text: [UInt8] = []
    var last: [UInt8] = []
    for example in examples {
      let id = Array(example.id.utf8)
      var shared = zip(last, id).prefix { $0 == $1 }.count
      // A character stays whole.
      while shared > 0, shared < id.count, id[shared] & 0xC0 == 0x80 { shared -= 1 }
      text += Array("\(example.shard)\t\(shared)\t".utf8)
      text += id[shared...]
      text.append(0x0A)
      last = id
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the section of a log; `nil` if it is invalid.
  init?(_ text: String) {
    var last: Substring.UTF8View = ""[...].utf8
    for line in text.utf8.split(separator: 0x0A) {
      let parts = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let shard = Int(String(parts[0]) ?? ""), shard >= 0,
        let shared = Int(String(parts[1]) ?? ""), shared >= 0, shared <= last.count,
        let start = String(last.prefix(shared)), let rest = String(parts[2])
      else { return nil }
      examples.append(Example(id: start + rest, shard: shard))
      last = examples[examples.count - 1].id[...].utf8
    }
  }

  /// Equal plans, and only these, have equal digests.
  var digest: String { RunFacts.digest(of: text) }
}
