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
    var waiting: [(isOnOutput: Bool, print: @Sendable (Verdict?) -> Bool)] = []
    var result: String?
    var reasons: [String] = []
  }
  private let state = Locked(State())

  package init() {}

  /// Adds a console by the function that prints its verdict, or, for `nil`, the one that follows from the events. Returns
  /// whether everything has been written.
  func add(isOnOutput: Bool, _ print: @escaping @Sendable (Verdict?) -> Bool) {
    state.withLock { $0.waiting.append((isOnOutput, print)) }
  }

  /// The result to print if no console on the standard output has one.
  package var result: String? {
    get { state.withLock { $0.result } }
    set { state.withLock { $0.result = newValue } }
  }

  /// Whether a console on the standard output waits for its verdict.
  package var hasConsole: Bool { state.withLock { $0.waiting.contains(where: \.isOnOutput) } }

  /// Why the process fails, beyond what the events of the run show.
  package var reasons: [String] {
    get { state.withLock { $0.reasons } }
    set { state.withLock { $0.reasons = newValue } }
  }

  /// Prints the verdict of each console, once, first into files. Returns the verdict, and whether a console on the standard
  /// output has it.
  ///
  /// - Parameter other: The verdict, in place of a success, if something cannot be written into a file.
  @discardableResult
  package func print(
    _ verdict: Verdict?, ifIncomplete other: Verdict? = nil
  ) -> (verdict: Verdict?, isShown: Bool) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    var verdict = verdict
    for file in waiting where !file.isOnOutput && !file.print(verdict) && verdict == .passed {
      verdict = other ?? verdict
    }
    let consoles = waiting.filter(\.isOnOutput)
    for console in consoles { _ = console.print(verdict) }
    return (verdict, !consoles.isEmpty)
  }
}
