import Foundation

/// The folder in which a worker finds its pipe. It is locked for as long as this process lives, so that
/// the next one can tell what was left behind by one that was killed.
struct WorkerFolder {
  let url: URL
  private let lock: Int32

  private static let prefix = "exemplar-worker-"

  /// Makes the folder, and removes those whose process is gone.
  init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    Self.sweep(parent)
    let name = UUID().uuidString
    // It gets its name when it is locked: one without a lock may be swept by others.
    let new = parent.appendingPathComponent("exemplar-new-\(name)")
    try FileManager.default.createDirectory(
      at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard let lock = Self.lock(new, creating: true) else {
      throw WorkerError("The folder \(new.path) cannot be locked.")
    }
    self.lock = lock
    url = parent.appendingPathComponent(Self.prefix + name)
    try FileManager.default.moveItem(at: new, to: url)
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
    close(lock)
  }

  /// Removes the folders that no process holds.
  static func sweep(_ parent: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = parent.appendingPathComponent(name)
      // What another user has left cannot be opened, and is left to that user.
      guard let lock = lock(folder, creating: false) else { continue }
      try? FileManager.default.removeItem(at: folder)
      close(lock)
    }
  }

  /// Takes the lock of a folder; `nil` if another process has it.
  private static func lock(_ folder: URL, creating: Bool) -> Int32? {
    let path = folder.appendingPathComponent("lock").path
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0), 0o600)
    if descriptor < 0 { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
