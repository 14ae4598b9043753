import ExemplarCore
import ExemplarLog
import Foundation

/// The folder with the orders of a worker. It is locked, so that the next run can remove abandoned
/// folders.
struct WorkerFolder {
  let url: URL
  private let lock: FolderLock

  private static let prefix = "exemplar-worker-"

  /// Makes the folder where such folders are.
  init() throws {
    Self.sweep()
    try self.init(in: Self.usualParent)
  }

  private static let usualParent = FileManager.default.temporaryDirectory

  init(in parent: URL) throws {
    let name = UUID().uuidString
    // It gets its name when it is locked: one without a lock may be swept by others.
    let new = parent.appendingPathComponent("exemplar-new-\(name)")
    try FileManager.default.createDirectory(
      at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard let lock = FolderLock(new, creating: true) else {
      throw UsageError("The folder \(new.path) cannot be locked.")
    }
    self.lock = lock
    url = parent.appendingPathComponent(Self.prefix + name)
    try FileManager.default.moveItem(at: new, to: url)
  }

  /// The mark in the environment of processes that examples start.
  var mark: ProcessMark { ProcessMark(url.lastPathComponent) }

  func remove() {
    try? FileManager.default.removeItem(at: url)
    lock.release()
  }

  /// Removes the folders of processes that had exited at the first call.
  static func sweep() { swept }

  private static let swept: Void = sweep(usualParent)

  /// Removes the folders that no process holds, and ends what their workers have left behind.
  static func sweep(_ parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    // A process that a worker has left behind may run this tool.
    for name in names where name.hasPrefix(prefix) && name != ProcessMark.own?.value {
      let folder = parent.appendingPathComponent(name)
      // The folders of other users cannot be opened and are left to them. A worker that lives ends itself.
      guard let lock = FolderLock(folder, creating: false) else { continue }
      if WorkerLock.isTaken(in: folder.path) {
        lock.release()
        continue
      }
      ProcessMark(name).killAll()
      try? FileManager.default.removeItem(at: folder)
      lock.release()
    }
  }
}

/// The lock of a folder, which a process holds until it exits, so that the next one can detect the
/// remains of a killed process.
struct FolderLock {
  static let name = "lock"
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it, or the folder is another user's.
  ///
  /// - Parameter patience: How many seconds to wait for the other process.
  init?(_ folder: URL, creating: Bool, patience: Double = 0) {
    let path = folder.appendingPathComponent(Self.name).path
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0), 0o600)
    if descriptor < 0 { return nil }
    let end = EventLog.now + patience
    repeat {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      if patience > 0 { usleep(2_000) }
    } while EventLog.now < end
    close(descriptor)
    return nil
  }

  /// Releases the lock, even if a process that is just being started has the descriptor for a moment too.
  func release() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
