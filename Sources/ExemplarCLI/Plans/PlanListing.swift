import ExemplarCore
import ExemplarReports
import Foundation

/// Shows what a worker lists, in one of several forms.
final class PlanListing: Sendable {
  enum Form: Sendable, Hashable {
    /// A tree, followed by a line with the number of examples.
    case tree
    /// The ids of the selected examples, one in a line.
    case ids
    /// An array with an object for each example.
    case json
  }

  /// The number of listed examples, how many of them would run, and how many of these are tests of other libraries.
  private typealias State = (tree: PlanTree, all: Int, wouldRun: Int, tests: Int)

  private let form: Form
  private let terminal: Terminal
  private let state: Locked<State>

  init(_ form: Form, terminal: Terminal, isVerbose: Bool) {
    self.form = form
    self.terminal = terminal
    let tree = PlanTree(
      style: terminal.style, directory: ReportContext.directory,
      isVerbose: isVerbose)
    state = Locked((tree, 0, 0, 0))
  }

  /// Notes an event; what need not be collected is printed at once.
  ///
  /// - Parameter isTest: Whether it is about a test that is not an example.
  func record(_ event: Event, isTest: Bool = false) {
    let shown = state.withLock { state -> String in
      switch event {
      case .exampleListed(let listed):
        state.all += 1
        state.wouldRun += listed.skipReason == nil ? 1 : 0
        state.tests += listed.skipReason == nil && isTest ? 1 : 0
        return text(for: listed, &state)
      case .runEnded(let summary): return end(summary, state)
      default: return ""
      }
    }
    if shown.isEmpty { return }
    if form == .tree { terminal.print(shown) } else { terminal.print(report: shown) }
  }

  /// Ends a list of nothing: a program reads one all the same.
  func finish() {
    if form == .json { record(.runEnded(RunSummary(seed: 0))) }
  }

  private func text(for listed: ExampleListed, _ state: inout State) -> String {
    switch form {
    case .tree: state.tree.add(listed)
    case .ids: return listed.skipReason == nil ? "\(listed.id)\n" : ""
    case .json: return (state.all == 1 ? "[\n" : ",\n") + listed.json
    }
    return ""
  }

  private func end(_ summary: RunSummary, _ state: State) -> String {
    let style = terminal.style
    switch form {
    case .json: return state.all == 0 ? "[]\n" : "\n]\n"
    case .ids: return ""
    case .tree:
      var text = state.tree.text
      if let reason = summary.nothingRan { return text + style.boldRed(reason) + "\n" }
      let left = state.all - state.wouldRun
      let noun = state.tests > 0 && state.tests == state.wouldRun ? "test" : "example"
      let others = state.tests > 0 && noun == "example" ? " and tests" : ""
      text += style.bold(state.wouldRun.counted(noun) + "\(others) would run")
      if left > 0 { text += ", \(left) would not" }
      let order = summary.order == .defined ? "defined order" : "seed \(summary.seed)"
      return text + style.dim(" · \(order)") + "\n"
    }
  }
}
