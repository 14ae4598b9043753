import ExemplarCore
import Foundation

/// The specs of a host, or their examples, as a list whose entries share one run.
///
/// Some hosts want every test listed before any runs, and run each by itself: cases of a test that has
/// arguments, entries of a test class in Xcode. The entry that begins first runs the whole plan, in its
/// order, and each entry reports its own node.
package final class Listing: Sendable {
  /// The list that tests of Swift Testing have as their arguments.
  static let swiftTesting = Listing { SpecTestClasses.running(module: $0).isEmpty }

  /// Whether the specs of a module are in the list.
  let owns: @Sendable (_ module: String) -> Bool
  private let latest = Locked<ListedRun?>(nil)
  /// The nodes in the lists of all tests; `nil` if no test has one.
  private let listed = Locked<[ExampleID]?>(nil)
  /// Whether nothing else reports the specs.
  private let isAlone = Locked(false)

  package init(owns: @escaping @Sendable (_ module: String) -> Bool) {
    self.owns = owns
  }

  var isAsked: Bool { listed.withLock { $0 != nil } }

  /// From now on, the entries alone report the specs: the process fails if none of them does.
  func reportAlone() {
    Self.isGuarded
    isAlone.withLock { $0 = true }
  }

  /// A test may cut the list of Swift Testing down, or not call what runs a spec.
  private static let isGuarded: Void = ExitGuard.ask { swiftTesting.troubles }

  /// Failures that no entry has reported although they belong to one.
  private var troubles: [String] {
    guard let run = latest.withLock({ $0 }) else {
      return isAlone.withLock { $0 }
        ? [
          "The specs were left to the test that lists them, but none of its cases ran one. Give it "
            + "all of Exemplar.specs, and call run() of each."
        ] : []
    }
    let names = run.unreported.map { "\n  \($0.heading)" }.sorted().joined()
    return names.isEmpty
      ? []
      : [
        "These specs failed, and no case reported it, since the test that lists the specs leaves "
          + "them out, or does not call run():\(names)"
      ]
  }

  /// All specs in declared order. Never empty: a test without cases would be skipped unseen.
  package func list() -> [ExampleID] {
    // Making specs runs code of the author.
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    let ids = Self.ids(of: ResolvedSpecs(.discovered()).specs.filter { owns($0.module) })
    record(ids)
    return ids
  }

  private func record(_ ids: [ExampleID]) {
    listed.withLock { listed in
      let known = Set(listed ?? [])
      listed = (listed ?? []) + ids.filter { !known.contains($0) }
    }
  }

  /// The examples and rows that are going to run, in declared order, as at most `limit` entries if there
  /// are no more specs. Never empty.
  func examples(limit: Int) async -> [ListedNode] {
    let guardian = ExitGuard()
    defer { guardian.disarm() }
    // The run reports values that cannot be read.
    let options =
      (try? RunOptions(environment: BazelTest.addingOptions())) ?? RunOptions()
    let session = await Session({ .discovered() }, options, modules: owns)
    var entries = await ListedExamples(session.plan, most: limit).entries
    if entries.isEmpty { entries = [ListedNode(Self.nothing)] }
    record(entries.map(\.node))
    return entries
  }

  /// The entry of a list without specs.
  private static let nothing = ExampleID(["No specs"])

  /// The ids of `specs` in declared order, without those that hold nothing that could run.
  static func ids(of specs: [Spec]) -> [ExampleID] {
    let nodes = DiscoveredNode.all(in: ResolvedSpecs(specs)).filter(\.holdsExamples)
      .sorted { $0.location < $1.location }
    return nodes.isEmpty ? [nothing] : nodes.map { ExampleID(text: $0.id) }
  }

  /// The result of a node, for an entry of `test`, which may have several lists.
  package func result(of node: ExampleID, for test: String = "") async -> ListedResult {
    let key = ListedRun.Entry(test: test, node: node)
    let (run, isFirst) = latest.withLock { latest -> (ListedRun, Bool) in
      // An entry that begins again belongs to a repetition.
      if let run = latest, run.begins(key) { return (run, false) }
      let run = ListedRun(self, nodes: listed.withLock { $0 } ?? [])
      _ = run.begins(key)
      latest = run
      return (run, true)
    }
    if isFirst {
      if self === Self.swiftTesting { Self.isGuarded }
      await run.runPlan()
    } else {
      await run.wait(for: node)
    }
    return run.result(of: node, ranThePlan: isFirst)
  }
}

extension DiscoveredNode {
  /// Whether it contains an example, or another node that a run reports.
  fileprivate var holdsExamples: Bool {
    kind != .group || !properties.isAbstract && children.contains(where: \.holdsExamples)
  }
}
