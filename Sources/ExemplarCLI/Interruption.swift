import ExemplarCore
import Foundation

/// Remembers that the user wants the run to end, so that what is known can still be printed.
///
/// On a terminal the whole process group gets the signal, so the worker ends by itself; where only
/// this process gets it, the worker is told. A second signal ends everything at once.
enum Interruption {
  nonisolated(unsafe) private static var count: sig_atomic_t = 0
  nonisolated(unsafe) private static var worker: pid_t = 0

  /// Whether the user has asked for the end.
  static var isRequested: Bool { count > 0 }

  /// From now on, an interrupt is remembered instead of ending this process.
  static func watch() {
    // A handler, unlike an ignored signal, is not inherited by the processes that are started.
    signal(SIGINT) { signal in Interruption.take(signal) }
    signal(SIGTERM) { signal in Interruption.take(signal) }
  }

  /// Only what is allowed in a signal handler happens here.
  private static func take(_ signal: Int32) {
    count += 1
    if count > 1 { _exit(ExitStatus.interrupted.rawValue) }
    if worker > 0 { kill(worker, signal) }
  }

  /// Names the process that is to end too.
  static func note(worker pid: pid_t) {
    worker = pid
    if isRequested { kill(pid, SIGINT) }
  }
}
