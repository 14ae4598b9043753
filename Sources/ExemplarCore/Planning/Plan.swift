// Planning: which examples run, in which order, and why the others do not.
//
// A plan is a pure function of specs and options. It runs nothing, opens no row source, and knows
// nothing of hosts.

/// Which examples run, in which order, and why the others do not.
package struct Plan: Sendable {
  package let options: PlanOptions
  /// The specs with something to report, by run group in ascending order, each group in the order
  /// in which its specs begin.
  package internal(set) var runGroups: [[PlannedGroup]] = []
  /// How many examples are going to run, an outline counting as one.
  var runnable = 0
  /// How many of them are outlines.
  var outlines = 0
  /// How many examples a selection or a focus left out.
  package internal(set) var notSelected = 0
  /// The focused nodes in the selection.
  package internal(set) var focused: [ExampleID] = []
  /// The issues that were found while planning.
  package internal(set) var issues: [IssueRecorded] = []
  /// Why nothing can run, if so.
  package internal(set) var nothingToRun: NothingToRun?
  /// The locations of included shared examples.
  var includedShared: Set<Place> = []

  /// All examples of the plan in the order in which they begin when one runs after the other.
  package var examples: [PlannedExample] { runGroups.examples }

  /// The sum of all examples and outlines, which shows whether another process plans the same.
  package var sum: ShardShare.Sum {
    examples.reduce(into: ShardShare.Sum()) { $0.record($1.info.id.text) }
  }
}

extension Plan {
  /// Plans `specs`. Equal input gives an equal plan on every machine.
  ///
  /// Complexity: O(*n* log *n*) in the number of nodes, linear where the order is `defined`.
  package init(_ specs: [Spec], _ options: PlanOptions, rows: RowSurvey = RowSurvey()) {
    self.init(ResolvedSpecs(specs), options, rows: rows)
  }

  /// Plans specs whose inclusions have been resolved.
  package init(_ specs: ResolvedSpecs, _ options: PlanOptions, rows: RowSurvey = RowSurvey()) {
    var planner = Planner(options: options, rows: rows)
    self = planner.plan(specs)
  }

  /// The part of the plan whose modules `isKept` accepts.
  ///
  /// Where several hosts share the specs of a program, each plans all of them, so that a selection
  /// and a focus mean the same to all, and then keeps its own. A part without specs is no failure;
  /// a plan with nothing to run stays one.
  package func keeping(modules isKept: (String) -> Bool) -> Plan {
    var plan = self
    plan.runGroups = runGroups.map { $0.filter { isKept($0.info.id.parent?.name ?? "") } }
      .filter { !$0.isEmpty }
    let examples = plan.examples
    plan.runnable = examples.count { $0.isRunnable }
    plan.outlines = examples.count { $0.isRunnableOutline }
    plan.issues = issues.filter { $0.id.map { isKept($0.components.first ?? "") } ?? true }
    return plan
  }
}

extension [[PlannedGroup]] {
  /// All examples in these run groups, in the order in which they begin.
  var examples: [PlannedExample] {
    var result: [PlannedExample] = []
    func visit(_ group: PlannedGroup) {
      for child in group.children {
        switch child {
        case .group(let group): visit(group)
        case .example(let example): result.append(example)
        }
      }
    }
    joined().forEach(visit)
    return result
  }
}

/// Why a plan has nothing to run.
package enum NothingToRun: Sendable, Hashable {
  case nothingDiscovered
  case nothingMatches(selectors: [String], near: [String], explanations: [String] = [])
  case nothingFocusedCanRun
  case nothingToRunAgain

  /// The reason that a test of XCTest for the specs of a class runs none in a process of the tool.
  package static let specsOfTool = "exemplar test runs these specs itself."

  /// The reason of a tool that has looked for tests of every kind.
  package static let noTests =
    "No tests were found: neither specs (@Spec), nor tests of Swift Testing (@Test) or XCTest (XCTestCase)."

  /// The problem and its solution, for readers.
  package var message: String {
    switch self {
    case .nothingDiscovered:
      "No specs were found. Write one with @Spec, in a test target that depends on Exemplar."
    case .nothingMatches(let selectors, let near, let explanations):
      "Nothing matches \(selectors.map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", "))."
        + explanations.map { " " + $0 }.joined()
        + Suggestions.list(near)
    case .nothingFocusedCanRun:
      "No focused example can run here. Remove the focus, or run it on its platform."
    case .nothingToRunAgain:
      "The failed examples no longer exist, or a selection or a focus leaves them out."
    }
  }
}
