import ExemplarCore
import Foundation

/// Remembers that the user wants the run to end, so that what is known can still be printed.
///
/// The process that is waited for, a build or a worker, is told; on a terminal, the worker gets the
/// signal anyway. A second signal ends everything at once.
enum Interruption {
  nonisolated(unsafe) private static var count: sig_atomic_t = 0
  /// What is told: a process, or a group of them as a negative number; 0 for nothing.
  nonisolated(unsafe) private static var target: pid_t = 0

  /// Whether the user has asked for the end.
  static var isRequested: Bool { count > 0 }

  /// From now on, an interrupt is remembered instead of ending this process.
  static func watch() {
    // A handler, unlike an ignored signal, is not inherited by the processes that are started.
    signal(SIGINT) { signal in Interruption.passOn(signal) }
    signal(SIGTERM) { signal in Interruption.passOn(signal) }
  }

  /// Only what is allowed in a signal handler happens here.
  private static func passOn(_ signal: Int32) {
    count += 1
    if target != 0 { kill(target, count > 1 ? SIGKILL : signal) }
    if count > 1 {
      // What comes next must not stand behind a live line.
      if isatty(1) != 0 { _ = write(1, "\n", 1) }
      _exit(ExitStatus.interrupted.rawValue)
    }
  }

  /// Names the process that is to end too.
  static func note(worker pid: pid_t) { note(pid) }

  /// Names the build that is to end too, with the compilers that it has started: they are a group of
  /// their own, which no terminal sends a signal.
  static func note(buildGroup pid: pid_t) { note(-pid) }

  /// The process is over; its number may be another's soon.
  static func forget() { target = 0 }

  private static func note(_ target: pid_t) {
    self.target = target
    if isRequested { kill(target, SIGINT) }
  }
}
