import ExemplarCore
import ExemplarRuntime
import Foundation

/// Keeps a process from ending with success when it must not: while a run is prepared or goes on,
/// since `exit(0)` in an example, in a condition or in the builder of a `describe` would look fine;
/// before the specs have begun that it is to run; and after a failure that nobody else tells.
///
/// `exit` and `quick_exit` are caught everywhere, `_exit` and `exec` on Linux, where this library's
/// stand before the system's. A signal is no success anyway. What is left are system calls made by
/// hand; a process that watches this one sees them, as the tool does.
package final class ExitGuard: Sendable {
  private struct State {
    var runs: [ObjectIdentifier: Locked<Observed>] = [:]
    /// How many groups are being made.
    var making = 0
    /// What is to have begun before the process ends with success; with what is said otherwise.
    var awaited: [String: String] = [:]
    /// What failed, if nobody may have shown it yet.
    var unshown: [String] = []
    var mustFail = false
    /// The hosts whose last run failed.
    var failed: Set<String> = []
    var questions: [@Sendable () -> [String]] = []
  }

  /// What is known of a run that goes on.
  private struct Observed {
    /// The examples and hooks that are running.
    var running: @Sendable () -> [String] = { [] }
    /// Tells what is known so far, when nothing more will come.
    var breakOff: @Sendable () -> Void = {}
  }

  private static let state = Locked(State())
  private static let isRegistered: Void = exemplar_at_exit { ExitGuard.verdict($0) }
  private let observed = Locked(Observed())

  /// From now on, a run is prepared or goes on.
  package init() {
    Self.isRegistered
    Self.state.withLock { $0.runs[ObjectIdentifier(self)] = observed }
    exemplar_guard(1)
  }

  /// Notes how to know what is running, and how to tell what is known so far.
  func observe(
    running: @escaping @Sendable () -> [String], breakOff: @escaping @Sendable () -> Void = {}
  ) {
    observed.withLock { $0 = Observed(running: running, breakOff: breakOff) }
  }

  /// The run is over.
  package func disarm() {
    let isFirst = Self.state.withLock { $0.runs.removeValue(forKey: ObjectIdentifier(self)) != nil }
    if isFirst { exemplar_guard(-1) }
  }

  deinit { disarm() }

  /// The examples and hooks that are running, in all runs.
  static var running: [String] {
    let runs = state.withLock { Array($0.runs.values) }
    return Set(runs.flatMap { run in run.withLock { $0 }.running() }).sorted()
  }

  // MARK: Without a run

  /// Makes a part of a spec, which must not end the process either.
  static func whileMaking<Part>(_ make: () -> Part) -> Part {
    isRegistered
    state.withLock { $0.making += 1 }
    exemplar_guard(1)
    defer {
      exemplar_guard(-1)
      state.withLock { $0.making -= 1 }
    }
    return make()
  }

  /// From now on, the process cannot end with success before `name` has begun.
  package static func awaitBeginning(of name: String, orElse message: String) {
    isRegistered
    state.withLock { $0.awaited[name] = message }
    exemplar_guard(1)
  }

  /// Notes that what was awaited has begun.
  package static func begin(_ name: String) {
    let wasAwaited = state.withLock { $0.awaited.removeValue(forKey: name) != nil }
    if wasAwaited { exemplar_guard(-1) }
  }

  /// From now on, the process cannot end with success. What failed is shown now, or, if others are
  /// expected to show it, at the end if they let the process succeed.
  package static func fail(_ message: String, isShownByOthers: Bool = false) {
    isRegistered
    state.withLock { state in
      state.mustFail = true
      if isShownByOthers { state.unshown.append(message) }
    }
    exemplar_must_fail(true)
    if !isShownByOthers { complain(message) }
  }

  /// Notes how the last run of a host ended, which fails the process if it failed. While a host runs
  /// specs several times, the last time counts.
  static func note(failed: Bool, of host: String) {
    let mustFail = state.withLock { state in
      if failed { state.failed.insert(host) } else { state.failed.remove(host) }
      return state.mustFail || !state.failed.isEmpty
    }
    exemplar_must_fail(mustFail)
  }

  /// Asks, when the process is about to end with success, what is wrong after all; it fails if
  /// anything is.
  static func ask(atEnd question: @escaping @Sendable () -> [String]) {
    isRegistered
    state.withLock { $0.questions.append(question) }
  }

  // MARK: The end

  /// Ends the process by a signal that it got, after it has told what is known of the runs.
  static func breakOff(by signal: Int32) {
    let runs = state.withLock { Array($0.runs.values) }
    let names = running.map { "\n  \($0)" }.joined()
    for run in runs { run.withLock { $0 }.breakOff() }
    fflush(nil)
    if !runs.isEmpty {
      complain(
        "The run was interrupted by signal \(signal)"
          + (names.isEmpty ? "." : ", while this was running:\(names)"))
    }
    exemplar_end_by_signal(signal)
  }

  /// The status that the process ends with instead of `status`, which is -1 if it is unknown.
  private static func verdict(_ status: Int32) -> Int32 {
    let state = state.withLock { $0 }
    if state.making > 0, state.runs.isEmpty {
      complain("Something ended the process while a spec was made.")
      return status > 0 ? status : 1
    }
    if !state.runs.isEmpty {
      let names = running.map { "\n  \($0)" }.joined()
      for run in state.runs.values { run.withLock { $0 }.breakOff() }
      // What is still on its way comes before what is said last.
      fflush(nil)
      complain(
        "Something ended the process before the run was over"
          + (names.isEmpty ? "." : ", while this was running:\(names)"))
      return status > 0 ? status : 1
    }
    guard status <= 0 else { return status }
    let troubles =
      state.awaited.values.sorted() + (state.mustFail ? state.unshown : [])
      + state.questions.flatMap { $0() }
      // An unknown status may well tell it.
      + (status == 0 && !state.failed.isEmpty
        ? ["Something ended the process with success, although the run failed."] : [])
    fflush(nil)
    troubles.forEach(complain)
    return state.mustFail || !troubles.isEmpty ? 1 : status
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  }

  /// Ends a child that was forked in an example and came back into the run: the run is its parent's,
  /// and would be told twice.
  static func endIfForked() {
    guard exemplar_is_forked() else { return }
    FileHandle.standardError.write(
      Data(
        ("error: A child process that was forked in an example came back into the run, which is "
          + "its parent's. It is ended here; let it end itself, by _exit.\n").utf8))
    _exit(ExitStatus.didNotFinish.rawValue)
  }
}
