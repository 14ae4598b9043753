import Foundation

/// The lock of a folder, which a process holds until it exits, so that the next one can detect the
/// remains of a killed process.
struct FolderLock {
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it, or the folder is another user's.
  init?(_ folder: URL, creating: Bool) {
    let path = folder.appendingPathComponent("lock").path
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0), 0o600)
    if descriptor < 0 { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    close(descriptor)
    return nil
  }

  func release() { close(descriptor) }
}
