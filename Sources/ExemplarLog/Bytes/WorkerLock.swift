import Foundation

/// A lock in the folder of a worker, which the worker holds until it exits.
///
/// When the tool was killed, its workers shut down fixtures and end what examples have started. Another tool that sweeps
/// the folder must leave them the time for it. A child that an example forks does not inherit the lock, so what workers
/// have left behind is still swept.
package enum WorkerLock {
  /// Takes the lock for this process, in the folder of a pipe.
  package static func take(besides pipe: String) {
    #if !os(Windows)
      let folder = (pipe as NSString).deletingLastPathComponent
      // Closing any descriptor of this file would release the lock: this one stays open.
      let descriptor = open(path(in: folder), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if descriptor >= 0 { _ = lockf(descriptor, F_TLOCK, 0) }
    #endif
  }

  /// Whether another process has the lock.
  package static func isTaken(in folder: String) -> Bool {
    #if os(Windows)
      return false
    #else
      let descriptor = open(path(in: folder), O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      if descriptor < 0 { return false }
      defer { close(descriptor) }
      return lockf(descriptor, F_TEST, 0) != 0
    #endif
  }

  private static func path(in folder: String) -> String { "\(folder)/worker" }
}
