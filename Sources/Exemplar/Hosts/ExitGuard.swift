import ExemplarCore
import ExemplarSections
import Foundation

/// Keeps a process from ending with success when it must not: while a run goes on, since `exit(0)`
/// in an example would look fine, and after a failure that came too late to be on any example.
///
/// `_exit` and signals cannot be caught here; a signal is no success anyway.
package final class ExitGuard: Sendable {
  private struct State {
    var running = 0
    /// What failed, if nobody may have shown it yet.
    var unshown: [String] = []
    var mustFail = false
    var questions: [@Sendable () -> [String]] = []
  }
  private static let state = Locked(State())
  private static let isRegistered: Void = exemplar_at_exit { ExitGuard.verdict($0) }

  init() {
    Self.isRegistered
    Self.state.withLock { $0.running += 1 }
  }

  /// The run is over.
  func disarm() {
    Self.state.withLock { $0.running -= 1 }
  }

  /// From now on, the process cannot end with success. What failed is shown now, or, if others are
  /// expected to show it, at the end if they let the process succeed.
  package static func fail(_ message: String, isShownByOthers: Bool = false) {
    isRegistered
    state.withLock { state in
      state.mustFail = true
      if isShownByOthers { state.unshown.append(message) }
    }
    if !isShownByOthers { complain(message) }
  }

  /// Asks, when the process is about to end with success, what is wrong after all; it fails if
  /// anything is.
  static func ask(atEnd question: @escaping @Sendable () -> [String]) {
    isRegistered
    state.withLock { $0.questions.append(question) }
  }

  /// The status that the process ends with instead of `status`, which is -1 if it is unknown.
  private static func verdict(_ status: Int32) -> Int32 {
    let state = state.withLock { $0 }
    if state.running > 0 {
      complain("Something ended the process before the run was over.")
      return status > 0 ? status : 1
    }
    guard status <= 0 else { return status }
    let troubles = (state.mustFail ? state.unshown : []) + state.questions.flatMap { $0() }
    troubles.forEach(complain)
    return state.mustFail || !troubles.isEmpty ? 1 : status
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  }
}
