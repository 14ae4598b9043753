import ArgumentParser
import ExemplarCore
import Foundation

/// The run of the user's choice with which another one is compared, so that no example disappears unseen.
struct BaselineArguments: ParsableArguments {
  @Option(
    name: .customLong("baseline"),
    help: ArgumentHelp(
      "Fails if examples no longer exist that ran in this record of a run of everything, such as that of the main branch.",
      valueName: "path"), completion: .file())
  var path: String?

  @Option(
    help: ArgumentHelp(
      "With --baseline: succeeds if exactly so many examples no longer exist.", valueName: "count"))
  var acceptVanished: Int?

  func validate() throws {
    if path == "" {
      throw ValidationError("--baseline has an empty value. Give it one, or leave it out.")
    }
    guard let acceptVanished else { return }
    if acceptVanished < 1 { throw ValidationError("--accept-vanished must be a number from 1.") }
    if path == nil {
      throw ValidationError("--accept-vanished needs --baseline, which it is compared with.")
    }
  }

  /// Throws ``UsageError`` for options that leave examples out: those of a run, and others if they are given.
  func check(_ environment: ToolEnvironment, _ others: [(String, Bool)]) throws {
    if path == nil { return }
    let options = [EnvironmentOption.select, .filter, .skip, .tag, .shard, .list].map {
      (environment.name(of: $0), environment.variables[$0.rawValue]?.isEmpty == false)
    }
    guard let option = (others + options).first(where: \.1)?.0 else { return }
    throw UsageError(
      "--baseline compares a run of everything, which \(option) does not allow. Leave one of them out; of shards, give "
        + "it to exemplar merge.")
  }

  /// Reads the record. Throws ``UsageError`` if it does not show which examples no longer exist.
  func baseline(of package: String, _ command: RunFacts.Command) throws -> Baseline? {
    try path.map {
      try Baseline($0, accepting: acceptVanished ?? 0, package: package, command: command)
    }
  }
}
