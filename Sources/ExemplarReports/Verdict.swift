import ExemplarCore

/// The verdict about a run, with which the last line of the console begins: output of which only the end is read must
/// not look like that of a success.
package enum Verdict: Sendable, Hashable {
  case passed
  /// With the exit status of the process; `nil` where another program decides on it, such as `swift test`.
  case failed(ExitStatus?)

  package init(_ status: ExitStatus) { self = status == .fine ? .passed : .failed(status) }

  /// The last line of the console.
  ///
  /// - Parameters:
  ///   - result: The counts, or the reason why there are none.
  ///   - tail: What is less important.
  package func line(_ result: String, tail: String = "", _ style: Style) -> String {
    switch self {
    case .passed: style.boldGreen("PASSED · \(result)") + style.dim(tail) + "\n"
    case .failed(let status):
      style.boldRed("FAILED\(status.map { " (status \($0.rawValue))" } ?? "") · \(result)")
        + style.dim(tail) + "\n"
    }
  }
}

/// The consoles that have printed everything but the verdict, since the exit status of the process is not known yet.
package final class PendingVerdicts: Sendable {
  private struct State {
    var waiting: [@Sendable (Verdict?) -> Void] = []
    var isOnOutput = false
    var result: String?
  }
  private let state = Locked(State())

  package init() {}

  /// Adds a console by the function that prints its verdict, or, for `nil`, the one that follows from the events.
  func add(isOnOutput: Bool, _ print: @escaping @Sendable (Verdict?) -> Void) {
    state.withLock { state in
      state.waiting.append(print)
      state.isOnOutput = state.isOnOutput || isOnOutput
    }
  }

  /// The result to print if no console on the standard output has one.
  package var result: String? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// Prints the verdict of each console, once. Returns whether one of them was on the standard output.
  @discardableResult
  package func print(_ verdict: Verdict?) -> Bool {
    let state = state.withLock { state in
      defer { (state.waiting, state.isOnOutput) = ([], false) }
      return state
    }
    for print in state.waiting { print(verdict) }
    return state.isOnOutput
  }
}
