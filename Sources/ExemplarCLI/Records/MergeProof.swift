import ExemplarCore
import ExemplarReports
import Foundation

/// The proof that recorded shards make one run: their plans are equal, and each planned example ran in one of them,
/// once.
struct MergeProof {
  /// Why they do not, a sentence or two each; empty if they do.
  private(set) var problems: [String] = []
  private var shards: [RecordedShard] = []

  /// The records that could be read.
  var runs: [RecordedRun] { shards.map(\.record) }

  /// The facts and the plan of the whole run.
  var whole: (facts: RunFacts, plan: RecordedPlan)? {
    guard problems.isEmpty, let first = shards.first else { return nil }
    var (facts, plan) = (first.facts, first.plan)
    for index in plan.examples.indices { plan.examples[index].shard = 0 }
    (facts.shard, facts.planDigest) = (nil, plan.digest)
    return (facts, plan)
  }

  /// - Parameters:
  ///   - paths: The records.
  ///   - divided: The plan, if the records do not contain it: the shard of an example is the number of its record from 1.
  ///   - digest: The digest of the plan in the facts of such records.
  ///   - isRerun: Whether the shards need not have run to their ends, since what did not end will run again.
  init(
    _ paths: [String], of divided: RecordedPlan? = nil, digest: String? = nil, isRerun: Bool = false
  ) {
    for (index, path) in paths.enumerated() {
      do {
        let shard = divided == nil ? nil : try Shard(index + 1, of: paths.count)
        shards.append(try RecordedShard(path, divided, shard, digest))
      } catch {
        problems.append("\(error)")
      }
    }
    // The others would be compared with a run that is none.
    guard problems.isEmpty, let first = shards.first else { return }
    problems += shards.dropFirst().compactMap { $0.difference(from: first) }
    problems += shards.compactMap { shard in
      shard.facts.missingEvidence.map {
        "\(shard.path) does not show which code ran: \($0). Run the shard again where it is known."
      }
    }
    guard problems.isEmpty else { return }
    checkNumbers(first)
    if isRerun { return }
    problems += shards.compactMap(\.interruption)
    checkExamples(first.plan)
  }

  /// Checks that each shard is there once.
  private mutating func checkNumbers(_ first: RecordedShard) {
    let byNumber = Dictionary(grouping: shards, by: \.shard.number)
    for number in 1...first.shard.count {
      let paths = (byNumber[number] ?? []).map(\.path)
      if paths.isEmpty {
        problems.append(
          "Shard \(number) of \(first.shard.count) is missing. Add its record, or run it again with --shard "
            + "\(number)/\(first.shard.count) --seed \(first.start.seed).")
      } else if paths.count > 1 {
        problems.append(
          "Shard \(number) of \(first.shard.count) ran twice: \(paths.joined(separator: " and ")). Leave one of them "
            + "out.")
      }
    }
  }

  /// Checks that each example has run in its shard, once, and in no other.
  private mutating func checkExamples(_ plan: RecordedPlan) {
    var lost: [String] = []
    let planned = Dictionary(plan.examples.map { ($0.id, $0.shard) }) { first, _ in first }
    if planned.count < plan.examples.count { lost.append("The plan contains an example twice.") }
    let shares = Dictionary(grouping: plan.examples, by: \.shard)
    for shard in shards {
      let number = shard.shard.number
      for (id, end) in shard.ends {
        guard let owner = planned[id] ?? shard.ancestor(of: id, in: planned) else {
          // A finding about rows fails, and then the run does.
          if end.hasPassed { lost.append("\(id) passed in \(shard.path), and is not in the plan.") }
          continue
        }
        if owner != number, !shard.isWhole {
          lost.append("\(id) belongs to shard \(owner), and ran in \(shard.path) too.")
        }
        if end.count > 1 { lost.append("\(id) ran \(end.count) times in \(shard.path).") }
      }
      let done = shard.ended
      for example in shard.isWhole ? plan.examples : shares[number] ?? [] {
        if !done.contains(example.id) {
          lost.append("\(example.id) belongs to \(shard.name), and did not run in \(shard.path).")
        }
      }
    }
    lost.sort()
    problems += lost.prefix(5)
    if lost.count > 5 { problems.append(DisplayText.more(lost.count - 5, before: "")) }
  }
}

/// A record, as far as the proof needs it.
private struct RecordedShard {
  let record: RecordedRun
  let facts: RunFacts
  let plan: RecordedPlan
  /// The shard; of a whole run, the only one.
  let shard: Shard
  private let run: RecordedRun.Repetition
  /// How often each example ended, and whether it passed.
  private(set) var ends: [String: (count: Int, hasPassed: Bool)] = [:]

  let isWhole: Bool
  var path: String { record.path }
  var start: RunStarted { run.start }
  var name: String { "shard \(shard.number) of \(shard.count)" }

  /// Throws ``UsageError`` if the file is not the record of a run.
  init(
    _ path: String, _ divided: RecordedPlan? = nil, _ given: Shard? = nil, _ digest: String? = nil
  ) throws {
    record = try RecordedRun(path)
    try record.requireWhole("Copy the file again, or run the shard again.")
    guard let facts = record.facts, let plan = divided ?? record.plan else {
      throw UsageError(
        "\(path) is no record of a shard. Record each with exemplar test --shard NUMBER/COUNT --record PATH."
      )
    }
    guard facts.planDigest == digest ?? plan.digest else {
      throw UsageError(
        "The plan in \(path) is damaged. Copy the file again, or run the shard again.")
    }
    (self.facts, self.plan) = (facts, plan)
    shard = try given ?? facts.shard ?? Shard(1, of: 1)
    isWhole = given == nil && facts.shard == nil
    guard let run = record.repetitions.last else {
      throw UsageError("The run in \(path) did not begin. Its output has the reason; run it again.")
    }
    self.run = run
    if start.repetitions > 1 || record.repetitions.count > 1 {
      throw UsageError("\(path) is of a run that was repeated. Run the shards without --repeat.")
    }
    for end in run.ends {
      let hasPassed = !end.outcome.isFailure && end.outcome.wasExecuted
      ends[end.id.text, default: (0, hasPassed)].count += 1
    }
  }

  /// The first property in which two shards of one run cannot differ.
  func difference(from first: RecordedShard) -> String? {
    func differ(_ what: String, _ own: String?, _ other: String?) -> String? {
      if own == other { return nil }
      return
        "\(path) is of another run than \(first.path): its \(what) is \(own ?? "not known"), not "
        + "\(other ?? "unknown"). Run all shards with the same \(what)."
    }
    if isWhole || first.isWhole {
      return
        "\((isWhole ? self : first).path) is the record of a whole run, which has no other shards. Merge shards "
        + "alone."
    }
    let difference = facts.difference(from: first.facts)
    let other = difference.flatMap { differ($0.property, $0.own, $0.other) }
    // The seed is an option of the tool, and was in effect in every run.
    return (difference?.property.hasPrefix("option ") == true ? nil : other)
      ?? differ("number of shards", "\(shard.count)", "\(first.shard.count)")
      ?? differ("seed", "\(start.seed)", "\(first.start.seed)")
      ?? differ("order", start.order.rawValue, first.start.order.rawValue)
      ?? other ?? planDifference(from: first)
  }

  private func planDifference(from first: RecordedShard) -> String? {
    if plan == first.plan { return nil }
    let (own, other) = (Set(plan.examples.map(\.id)), Set(first.plan.examples.map(\.id)))
    let reason =
      own.subtracting(other).min().map { "\($0) is only in the former" }
      ?? other.subtracting(own).min().map { "\($0) is only in the latter" }
      ?? (plan.examples.map(\.id) == first.plan.examples.map(\.id)
        ? "their examples are divided otherwise, as with other --durations"
        : "their examples are in other orders")
    return
      "\(path) and \(first.path) have different plans: \(reason). Plans must not depend on the machine."
  }

  /// Why the shard did not run to its end, if it did not.
  var interruption: String? {
    let again = "Run it again."
    if record.ending.isLive { return "\(path), \(name), is still in progress. Wait for its end." }
    guard let summary = run.summary, summary.finished else {
      return "\(path), \(name), ended early: its run did not finish. \(again)"
    }
    if summary.notReached > 0 {
      return
        "\(path), \(name), ended early: it did not reach \(summary.notReached) of its examples. \(again)"
    }
    return nil
  }

  /// The examples that ended, and tests whose arguments did.
  var ended: Set<String> {
    var ended = Set(ends.keys)
    let groups = Set(run.groups.map(\.id.text))
    for id in ends.keys {
      if let parent = ExampleID(text: id).parent?.text, groups.contains(parent) {
        ended.insert(parent)
      }
    }
    return ended
  }

  /// The shard of the planned test that an argument belongs to.
  func ancestor(of id: String, in planned: [String: Int]) -> Int? {
    sequence(first: ExampleID(text: id), next: \.parent).dropFirst().lazy
      .compactMap { planned[$0.text] }.first
  }
}
