import ExemplarCore
import Foundation

/// Decides when a process in which no example runs has stalled, which it cannot notice itself: it is
/// stopped, as by SIGSTOP, or it never reaches its specs.
struct StallClock {
  private let options: RunOptions
  /// When the process was first seen stopped; `nil` if it was not at the last check.
  private var stopStart: Double?

  init(_ options: RunOptions) { self.options = options }

  /// The sentence that reports the process as stalled, if it is.
  ///
  /// - Parameters:
  ///   - isStopped: Whether the process is stopped now.
  ///   - planningStart: When it began to plan, in seconds like `now`; `nil` once it has planned.
  ///   - place: What the process was doing, such as “ in the builder of …”, or an empty text.
  mutating func problem(
    isStopped: Bool, planningStart: Double?, now: Double, place: String
  ) -> String? {
    stopStart = isStopped ? stopStart ?? now : nil
    if let stopStart {
      let limit = options.limit(of: .builder)
      guard now - stopStart > limit.duration.seconds else { return nil }
      return
        "The process was stopped, as by SIGSTOP, for \(limit.duration.seconds.formattedSeconds)"
        + " (\(limit.option.commandLineName))\(place)."
    }
    // The process itself, whose message is more specific, has one second more.
    let seconds = options.planningTimeout.seconds
    guard let planningStart, now - planningStart > seconds + 1 else { return nil }
    return "The specs were not planned within \(seconds.formattedSeconds) (--planning-timeout)"
      + "\(place)."
  }

  /// Whether a child process is stopped.
  static func isStopped(_ process: pid_t) -> Bool {
    var state = siginfo_t()
    // The state is only looked at: its exit is for another to wait for.
    let status = waitid(P_PID, id_t(process), &state, Int32(WSTOPPED | WNOHANG | WNOWAIT))
    return process > 0 && status == 0 && state.si_signo == SIGCHLD
  }
}
