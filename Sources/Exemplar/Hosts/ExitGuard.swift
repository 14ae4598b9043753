import ExemplarCore
import Foundation

/// Keeps code under test that ends the process from making an unfinished run look fine: `exit(0)` in
/// an example would end the process with success.
///
/// `_exit` and signals cannot be caught here; a signal is no success anyway.
final class ExitGuard: Sendable {
  private static let armed = Locked(0)
  private static let isRegistered: Bool =
    atexit {
      guard armed.withLock({ $0 }) > 0 else { return }
      let message = "error: Something ended the process before the run was over.\n"
      FileHandle.standardError.write(Data(message.utf8))
      _exit(1)
    } == 0

  init() {
    _ = Self.isRegistered
    Self.armed.withLock { $0 += 1 }
  }

  /// The run is over.
  func disarm() {
    Self.armed.withLock { $0 -= 1 }
  }
}
