import ExemplarCore
import ExemplarReports
import Foundation

/// An earlier run of everything, with which a run of everything is compared at its end.
///
/// Of the earlier run, only the keys of its examples are kept: its log is read again if some of them are missing.
struct Baseline: Sendable {
  private let path: String
  private let keys: [UInt64]
  /// Whether the user has named it, so that missing examples fail the run.
  private let isNamed: Bool
  /// How many missing examples the user accepts.
  private let accepted: Int

  /// The last run in the store that had everything that a run with `facts` has; `nil` without one.
  init?(in state: PackageState, of facts: RunFacts, records: URL) {
    guard let run = facts.extent.flatMap(state.lastComplete),
      let log = RunFolder.logs(in: records.appendingPathComponent(run.name)).first
    else { return nil }
    (path, isNamed, accepted) = (log.path, false, 0)
    keys = run.marks.all.map(\.key)
  }

  /// A record that the user names. Throws ``UsageError`` if it cannot show which examples no longer exist.
  ///
  /// - Parameters:
  ///   - accepted: How many missing examples the user accepts.
  ///   - package: The name of the package.
  ///   - command: The options of the run.
  init(_ path: String, accepting accepted: Int, package: String, command: RunFacts.Command) throws {
    let run = try RecordedRun(path)
    try run.requireWhole("Copy the file again, or name another baseline.")
    guard let facts = run.facts, let last = run.repetitions.last else {
      throw UsageError(
        "The baseline \(path) is no record of a run. Record one of everything with --record.")
    }
    if let name = facts.package, name != package {
      throw UsageError(
        "The baseline \(path) is of the package \(name), not of \(package). Name a record of \(package)."
      )
    }
    let own = command.platform ?? RunFacts.Machine().platform
    let other = facts.command.platform ?? facts.machine.platform
    guard own == other else {
      throw UsageError(
        "The baseline \(path) was recorded for \(other), where other examples exist than for \(own). Name a record "
          + "for \(own).")
    }
    guard facts.extent != nil, last.hasEverything(), !run.ending.isLive else {
      throw UsageError(
        "The baseline \(path) did not run everything to its end, so it does not show which examples no longer exist. "
          + "Record a run of everything, or merge all shards of one with exemplar merge --record.")
    }
    if (facts.command.specs == true) != (command.specs == true) {
      let (flag, advice) =
        facts.command.specs == true
        ? ("with --specs", "Add it") : ("without --specs", "Leave it out")
      throw UsageError(
        "The baseline \(path) ran \(flag), so it has other examples. \(advice), or name another baseline."
      )
    }
    (self.path, self.accepted, isNamed) = (path, accepted, true)
    var keys = ExampleKeys()
    self.keys = run.repetitions.flatMap(\.ends).map { keys.key(of: $0.id) }
  }

  /// The issue of a run that lacks examples, or of one that cannot be compared.
  ///
  /// - Parameters:
  ///   - found: The keys of the examples of the run.
  ///   - isWhole: Whether it had everything.
  ///   - later: Returns the records of the run, which need not be at its end.
  func issue(
    after found: Set<UInt64>, isWhole: Bool, in later: () throws -> [RecordedRun]
  ) -> IssueRecorded? {
    guard isWhole else {
      return isNamed ? failure("The run did not have everything, so it was not compared.") : nil
    }
    var vanished: VanishedExamples?
    var trouble: (any Error)?
    if !keys.allSatisfy(found.contains) {
      do {
        let earlier = try RecordedRun(path)
        vanished = VanishedExamples(from: [earlier], to: try later())
        if let vanished, !vanished.ids.isEmpty { return issue(vanished, since: earlier) }
      } catch {
        trouble = error
      }
    }
    if let trouble {
      if isNamed { return failure("\(trouble)") }
      Terminal.warn("The examples of the run before are not known. \(trouble)")
    } else if accepted > 0 {
      return failure(
        "No example is missing, and --accept-vanished accepts \(accepted). Leave it out.")
    }
    return nil
  }

  /// The issue of a run that several records have together.
  func issue(ofMerged runs: [RecordedRun], _ facts: RunFacts) -> IssueRecorded? {
    var keys = ExampleKeys()
    var found: Set<UInt64> = []
    for end in runs.lazy.flatMap(\.repetitions).flatMap(\.ends) {
      found.insert(keys.key(of: end.id))
    }
    return issue(after: found, isWhole: runs.haveEverything(of: facts)) { runs }
  }

  private func failure(_ text: String) -> IssueRecorded {
    IssueRecorded(
      id: nil, issue: Issue("The run and the baseline \(path): \(text)", phase: .planning))
  }

  private func issue(_ vanished: VanishedExamples, since run: RecordedRun) -> IssueRecorded {
    let count = vanished.ids.count
    let isAccepted = isNamed && count == accepted
    let time = Timestamp.text(run.creation).prefix(16).replacing("T", with: " ")
    let commit = run.facts?.commit.map { ", commit \($0.prefix(8))" } ?? ""
    let advice =
      if isAccepted {
        "--accept-vanished accepts them."
      } else if isNamed {
        (accepted > 0 ? "--accept-vanished accepts \(accepted). " : "")
          + "If nothing of it is a mistake, give --accept-vanished \(count)."
      } else {
        "The next run of everything is compared with this one."
      }
    let renamed = vanished.renamed.count
    let others =
      renamed == 0 ? "" : "\(renamed == 1 ? "1 other has" : "\(renamed) others have") a new name. "
    var issue = Issue(
      VanishedNote(count: count, losses: vanished.lines).message(
        since: isNamed ? "the baseline \(path)" : "the run of \(time) UTC\(commit)",
        advice: others + advice), phase: .planning)
    issue.isWarning = !isNamed || isAccepted
    return IssueRecorded(id: nil, issue: issue)
  }
}

extension VanishedExamples {
  /// How many of the losses and of their names are shown.
  private static let (lossLimit, nameLimit) = (5, 3)

  /// The losses in lines.
  fileprivate var lines: [String] {
    let directory = ReportContext.directory
    let shown = losses.prefix(Self.lossLimit).map { loss in
      let names = loss.names.prefix(Self.nameLimit).map(ExampleID.printable).joined(separator: ", ")
      let more = names.isEmpty ? 0 : loss.count - min(loss.names.count, Self.nameLimit)
      let share =
        loss.count == loss.all
        ? loss.all.counted("example") + ", all of them" : "\(loss.count) of \(loss.all) examples"
      return "\(Place(path: loss.home).relative(to: directory).path) lost \(share)"
        + (names.isEmpty ? "" : ": \(names)\(DisplayText.more(more))")
    }
    let rest = losses.dropFirst(Self.lossLimit)
    return shown
      + (rest.isEmpty
        ? []
        : [
          "\(rest.count.counted("other")) lost \(rest.reduce(0) { $0 + $1.count }.counted("example"))"
        ])
  }
}
