import ExemplarCore

/// The specs of a host as a list, each an entry of its own, whose entries share one run.
///
/// Some hosts want every test listed before any runs, and run each by itself: cases of a test that has
/// arguments, entries of a test class in Xcode. The entry that begins first runs the whole plan, in its
/// order, and each entry reports its own spec.
package final class Listing: Sendable {
  /// The list that tests of Swift Testing have as their arguments.
  static let swiftTesting = Listing { SpecTestClasses.running(module: $0).isEmpty }

  /// Whether the specs of a module are in the list.
  let owns: @Sendable (_ module: String) -> Bool
  private let latest = Locked<ListedRun?>(nil)
  private let listed = Locked<Set<ExampleID>?>(nil)
  /// Whether nothing else reports the specs.
  private let isAlone = Locked(false)

  package init(owns: @escaping @Sendable (_ module: String) -> Bool) {
    self.owns = owns
  }

  /// Whether anybody has asked for the list.
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
    listed.withLock { $0 = Set(ids) }
    return ids
  }

  /// The ids of `specs` in declared order, without those that hold nothing that could run.
  static func ids(of specs: [Spec]) -> [ExampleID] {
    // Without what is in them: a focus or a selection decides what runs, not what there is.
    let names = specs.map { spec in
      Spec(
        module: spec.module,
        root: SpecNode(
          spec.root.name, at: spec.root.place,
          content: spec.root.holdsExamples ? .example({}) : .group([])))
    }
    let plan = Plan(names, PlanOptions(seed: 0, order: .defined, selection: Selection()))
    let ids = plan.runGroups.joined().sorted { $0.info.place < $1.info.place }.map { $0.info.id }
    return ids.isEmpty ? [ExampleID(["No specs"])] : ids
  }

  /// How a spec ended, for an entry of `test`, which may have several lists.
  package func result(of spec: ExampleID, for test: String = "") async -> ListedResult {
    let key = [test, spec.text]
    let (run, isFirst) = latest.withLock { latest -> (ListedRun, Bool) in
      // An entry that begins again belongs to a repetition.
      if let run = latest, run.begins(key) { return (run, false) }
      let run = ListedRun(self)
      _ = run.begins(key)
      latest = run
      return (run, true)
    }
    if isFirst {
      if self === Self.swiftTesting { Self.isGuarded }
      await run.runPlan()
    } else {
      await run.wait(for: spec)
    }
    // Issues without an entry of their own must not be lost.
    return run.result(of: spec, unlessIn: isFirst ? listed.withLock { $0 } ?? [] : nil)
  }
}

extension SpecNode {
  /// Whether it contains an example, or another node that a run reports.
  fileprivate var holdsExamples: Bool {
    switch content {
    case .group(let children), .several(let children):
      !NodeProperties(traits).isAbstract && children.contains(where: \.holdsExamples)
    case .example, .outline, .pending, .mistake, .inclusion: true
    case .hook, .override, .shared: false
    }
  }
}
