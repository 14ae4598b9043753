// Planning: which examples run, in which order, and why the others do not.
//
// A plan is a pure function of specs and options. It runs nothing, opens no row source, and knows
// nothing of hosts.

/// Which examples run, in which order, and why the others do not.
public struct Plan: Sendable {
  public let options: PlanOptions
  /// The specs with something to report, by run group in ascending order, each group in the order
  /// in which its specs begin.
  public let runGroups: [[PlannedGroup]]
  /// How many examples are going to run, an outline counting as one.
  public let runnable: Int
  /// How many examples a selection or a focus left out.
  public let notSelected: Int
  /// What is focused, of that which was selected.
  public let focused: [ExampleID]
  /// What was noticed while planning.
  public let issues: [IssueRecorded]
  /// Why nothing can run, if so.
  public let nothingToRun: NothingToRun?

  /// Plans `specs`. Equal input gives an equal plan on every machine.
  ///
  /// Complexity: O(*n* log *n*) in the number of nodes, linear where the order is `defined`.
  public init(_ specs: [Spec], _ options: PlanOptions, rows: RowSurvey = RowSurvey()) {
    self.init(ResolvedSpecs(specs), options, rows: rows)
  }

  /// Plans specs whose inclusions have been resolved.
  public init(_ specs: ResolvedSpecs, _ options: PlanOptions, rows: RowSurvey = RowSurvey()) {
    var planner = Planner(options: options, rows: rows)
    self = planner.plan(specs)
  }

  init(
    options: PlanOptions, runGroups: [[PlannedGroup]], runnable: Int, notSelected: Int,
    focused: [ExampleID], issues: [IssueRecorded], nothingToRun: NothingToRun?
  ) {
    self.options = options
    self.runGroups = runGroups
    self.runnable = runnable
    self.notSelected = notSelected
    self.focused = focused
    self.issues = issues
    self.nothingToRun = nothingToRun
  }

  /// All examples of the plan in the order in which they begin when one runs after the other.
  public var examples: [PlannedExample] { runGroups.examples }
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
public enum NothingToRun: Sendable, Hashable {
  case nothingDiscovered
  case nothingMatches(selectors: [String], near: [String], explanations: [String] = [])
  case nothingFocusedCanRun

  /// What happened and what to do, for people.
  public var message: String {
    switch self {
    case .nothingDiscovered:
      "No specs were found. Write one with @Spec, in a test target that depends on Exemplar."
    case .nothingMatches(let selectors, let near, let explanations):
      "Nothing matches \(selectors.map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", "))."
        + explanations.map { " " + $0 }.joined()
        + (near.isEmpty ? "" : " Did you mean:" + near.map { "\n  \($0)" }.joined())
    case .nothingFocusedCanRun:
      "Nothing of what is focused can run here. Remove the focus, or run it on its platform."
    }
  }
}

/// A group of a plan, with its children in order.
public final class PlannedGroup: Sendable {
  public let path: PlannedPath
  public let place: Place
  public let tags: Set<String>
  let bugs: [String]
  /// The lines that included the shared examples it stands in, the innermost first.
  let inclusions: [InclusionFrame]
  /// The hooks of each moment in the order in which they run.
  let hooks: [Hook.Moment: [Hook]]
  let overrides: Overrides
  public let children: [Child]
  /// Whether any example in it is going to run.
  public let isActive: Bool
  public let isParallel: Bool
  public let isSerialized: Bool
  let resources: [ResourceUse]
  /// Whether values that belong to instances live as long as the group.
  let sharesInstance: Bool

  init(
    path: PlannedPath, place: Place, tags: Set<String>, bugs: [String],
    inclusions: [InclusionFrame], hooks: [Hook.Moment: [Hook]], overrides: Overrides,
    children: [Child], isActive: Bool,
    isParallel: Bool, isSerialized: Bool, resources: [ResourceUse], sharesInstance: Bool
  ) {
    self.path = path
    self.place = place
    self.tags = tags
    self.bugs = bugs
    self.inclusions = inclusions
    self.hooks = hooks
    self.overrides = overrides
    self.children = children
    self.isActive = isActive
    self.isParallel = isParallel
    self.isSerialized = isSerialized
    self.resources = resources
    self.sharesInstance = sharesInstance
  }

  /// A child of a group.
  public enum Child: Sendable {
    case group(PlannedGroup)
    case example(PlannedExample)
  }
}

/// A leaf of a plan.
public final class PlannedExample: Sendable {
  public let path: PlannedPath
  public let place: Place
  public let tags: Set<String>
  let bugs: [String]
  /// The lines that included the shared examples it stands in, the innermost first.
  let inclusions: [InclusionFrame]
  public let action: Action
  let timeLimit: Duration?
  let retries: Int?
  /// Whether it is going to run; an outline does not if none of its rows can.
  public let isRunnable: Bool

  init(
    path: PlannedPath, place: Place, tags: Set<String>, bugs: [String],
    inclusions: [InclusionFrame], action: Action, timeLimit: Duration?, retries: Int?, hasRows: Bool
  ) {
    self.path = path
    self.place = place
    self.tags = tags
    self.bugs = bugs
    self.inclusions = inclusions
    self.action = action
    self.timeLimit = timeLimit
    self.retries = retries
    isRunnable =
      switch action {
      case .run, .fail: true
      case .expand: hasRows
      case .skip, .markPending: false
      }
  }

  /// What is done with a leaf.
  public enum Action: Sendable {
    case run(@Sendable () async throws -> Void)
    case expand(Outline, rows: RowSelection)
    case fail(AuthoringMistake)
    case skip(reason: String)
    case markPending(reason: String?)
  }
}

/// The path of a planned node, as a chain of names, so that a deep tree costs no more than its size.
public final class PlannedPath: Sendable {
  public let name: String
  let parent: PlannedPath?

  init(_ name: String, in parent: PlannedPath?) {
    self.name = name
    self.parent = parent
  }

  /// The id. Complexity: linear in the length of the path.
  public var id: ExampleID {
    var names: [String] = []
    var current: PlannedPath? = self
    while let path = current {
      names.append(path.name)
      current = path.parent
    }
    return ExampleID(names.reversed())
  }
}
