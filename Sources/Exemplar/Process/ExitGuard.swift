import ExemplarCore
import ExemplarReports
import ExemplarRuntime
import Foundation

/// Prevents a process from ending with success when it must not: while a run is prepared or in
/// progress, since `exit(0)` in an example, in a condition or in the builder of a `describe` would
/// look like a success; before the specs that it must run have begun; and after a failure that
/// nothing else reports.
///
/// `exit` and `quick_exit` are caught everywhere, `_exit`, `exec` and `daemon` on Linux, where this
/// library's functions precede the system's. A signal is never a success. System calls made
/// directly remain; a process that watches this one sees them, as the tool does.
package final class ExitGuard: Sendable {
  private struct State {
    var runs: [ObjectIdentifier: Locked<Observed>] = [:]
    /// How many groups are being made.
    var making = 0
    /// The things that must begin before the process ends with success, each with its message.
    var awaited: [String: String] = [:]
    /// The failures that may not have been shown yet.
    var unshown: [String] = []
    var mustFail = false
    /// The hosts whose last run failed.
    var failed: Set<String> = []
    var questions: [@Sendable () -> [String]] = []
  }

  private struct Observed {
    var run: Run?
    /// Finishes the reports, because nothing more will come, with a failure if there is a reason.
    var breakOff: @Sendable (String?) -> Void = { _ in }
  }

  private static let state = Locked(State())
  private static let isRegistered: Void = exemplar_at_exit { ExitGuard.verdict($0) }
  private let observed = Locked(Observed())

  /// From now on, a run is prepared or goes on.
  package init() {
    Self.isRegistered
    HangWatch.isRunning
    Self.state.withLock { $0.runs[ObjectIdentifier(self)] = observed }
    exemplar_guard(1)
  }

  /// Sets the run, which states what is running, and how to finish the reports.
  func observe(_ run: Run?, breakOff: @escaping @Sendable (String?) -> Void = { _ in }) {
    observed.withLock { $0 = Observed(run: run, breakOff: breakOff) }
  }

  /// Ends the protection after the run.
  package func disarm() {
    let isFirst = Self.state.withLock { $0.runs.removeValue(forKey: ObjectIdentifier(self)) != nil }
    guard isFirst else { return }
    exemplar_guard(-1)
    exemplar_watch_exit()
  }

  deinit { disarm() }

  /// The examples and hooks that are running, in all runs.
  static var running: [String] { Set(runningCode.map(\.name)).sorted() }

  static var runningCode: [RunningCode] { observedRuns.flatMap(\.progress.running) }

  static var observedRuns: [Run] {
    let runs = state.withLock { Array($0.runs.values) }
    return runs.compactMap { run in run.withLock { $0.run } }
  }

  /// Whether a run is prepared or goes on, or is still to begin.
  static var isArmed: Bool {
    state.withLock { !$0.runs.isEmpty || $0.making > 0 || !$0.awaited.isEmpty }
  }

  // MARK: Without a run

  /// Makes a part of a spec, which must not end the process either.
  static func whileMaking<Value>(_ name: String, at place: Place, _ make: () -> Value) -> Value {
    isRegistered
    HangWatch.isRunning
    state.withLock { $0.making += 1 }
    exemplar_guard(1)
    defer {
      exemplar_guard(-1)
      state.withLock { $0.making -= 1 }
    }
    return AuthorStep(.builder, of: name, at: place).run(make)
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

  /// From now on, the process cannot end with success. The failure is shown now, or, if another
  /// library is expected to show it, at the end in case that library lets the process succeed.
  package static func fail(_ message: String, isShownByOthers: Bool = false) {
    isRegistered
    state.withLock { state in
      state.mustFail = true
      if isShownByOthers { state.unshown.append(message) }
    }
    exemplar_must_fail(true)
    if !isShownByOthers { printError(message) }
  }

  /// Notes how the last run of a host ended, which fails the process if it failed. While a host runs
  /// specs several times, the last time counts.
  static func record(failed: Bool, of host: String) {
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

  private static let endings = Locked([@Sendable () -> Void]())

  /// Calls `body` before the process ends by itself or by a signal that it receives, or because the tool has exited.
  static func beforeEnd(_ body: @escaping @Sendable () -> Void) {
    isRegistered
    endings.withLock { $0.append(body) }
  }

  static func prepareEnd() { endings.withLock { $0 }.forEach { $0() } }

  /// The running examples and hooks, a line each, with how long they have run.
  private static var listOfRunning: String {
    let now = RunConfiguration.suspendingTime()
    return runningCode.map { code in
      let seconds = max(0, now - code.start).formattedSeconds
      return "\n  \(code.name) · \(seconds)"
    }.joined()
  }

  /// The end of a sentence that names the running code.
  private static var whileRunning: String {
    let names = listOfRunning
    return names.isEmpty ? "." : ", while this was running:\(names)"
  }

  /// Ends the process by a signal that it received, after reporting the state of the runs.
  static func breakOff(by signal: Int32) {
    let hasRuns = state.withLock { !$0.runs.isEmpty }
    let names = whileRunning
    breakOffRuns()
    prepareEnd()
    if hasRuns { printError("The run was interrupted by signal \(signal)\(names)") }
    exemplar_end_by_signal(signal)
  }

  private static func breakOffRuns(because reason: String? = nil) {
    let runs = state.withLock { Array($0.runs.values) }
    for run in runs { run.withLock { $0 }.breakOff(reason) }
    // Buffered output precedes the last words of the process.
    fflush(nil)
  }

  /// Terminates the process with a failure because something in it hangs.
  ///
  /// - Parameter finishing: Whether the reports are finished first.
  static func end(because reason: String, finishing: Bool = true) -> Never {
    let names = listOfRunning
    let text = reason + (names.isEmpty ? "" : "\nThis was running:\(names)")
    let end: @Sendable () -> Never = {
      printError(text)
      _exit(ExitStatus.didNotFinish.rawValue)
    }
    // The code that hangs may hold a lock that the reports need, and the reader of the output may hang.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 5)
      Thread.detachNewThread { end() }
      Thread.sleep(forTimeInterval: 1)
      _exit(ExitStatus.didNotFinish.rawValue)
    }
    if finishing {
      breakOffRuns(because: reason)
      prepareEnd()
    }
    end()
  }

  /// The status that the process ends with instead of `status`, which is -1 if it is unknown.
  private static func verdict(_ status: Int32) -> Int32 {
    prepareEnd()
    let state = state.withLock { $0 }
    if state.making > 0, state.runs.isEmpty {
      printError("Something ended the process while a spec was made.")
      return status > 0 ? status : 1
    }
    if !state.runs.isEmpty {
      let names = whileRunning
      breakOffRuns()
      printError("Something ended the process before the run had finished\(names)")
      return status > 0 ? status : 1
    }
    guard status <= 0 else { return status }
    let troubles =
      state.awaited.values.sorted() + (state.mustFail ? state.unshown : [])
      + state.questions.flatMap { $0() }
      // An unknown status may be a failure.
      + (status == 0 && !state.failed.isEmpty
        ? ["Something ended the process with success, although the run failed."] : [])
    fflush(nil)
    troubles.forEach(printError)
    return state.mustFail || !troubles.isEmpty ? 1 : status
  }

  private static func printError(_ message: String) {
    StandardStream.error.print("error: \(message)\n", within: 5)
  }

  /// Ends a child that was forked in an example and returned into the run: the run belongs to its
  /// parent and would be reported twice.
  static func endIfForked() {
    guard exemplar_is_forked() else { return }
    FileHandle.standardError.write(
      Data(
        ("error: A child process that was forked in an example came back into the run, which is "
          + "its parent's. It is ended here; let it end itself, by _exit.\n").utf8))
    _exit(ExitStatus.didNotFinish.rawValue)
  }
}
