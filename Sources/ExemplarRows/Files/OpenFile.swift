import ExemplarCore
import Foundation

/// A file that is open for reading until the last reference to it is released.
final class OpenFile {
  /// The file as it was when it was opened.
  let snapshot: FileSnapshot
  let path: String
  #if os(Windows)
    private let handle: FileHandle
    var descriptor: Int32 { handle.fileDescriptor }
  #else
    let descriptor: Int32
  #endif

  /// Throws ``UsageError`` if there is no file, or it cannot be read: a folder, or something like a
  /// pipe, which cannot be read a second time, or a link to nothing.
  init(_ path: String) throws {
    var status = stat()
    #if os(Windows)
      guard stat(path, &status) == 0 else {
        try RowFile.refuseLooseLink(path)
        throw Self.refusal(of: path)
      }
      try Self.require(FileKind(status), path)
      guard let handle = FileHandle(forReadingAtPath: path) else { throw Self.refusal(of: path) }
      self.handle = handle
    #else
      // Its path is looked up once, which takes longer than reading a small file. A pipe does not
      // wait for a writer.
      var descriptor: Int32
      repeat {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      } while descriptor < 0 && errno == EINTR
      if descriptor < 0 {
        if stat(path, &status) == 0 {
          try Self.require(FileKind(status), path)
        } else {
          try RowFile.refuseLooseLink(path)
        }
        throw Self.refusal(of: path)
      }
      do {
        guard fstat(descriptor, &status) == 0 else { throw Self.refusal(of: path) }
        try Self.require(FileKind(status), path)
      } catch {
        close(descriptor)
        throw error
      }
      self.descriptor = descriptor
    #endif
    snapshot = FileSnapshot(status)
    self.path = path
  }

  /// Throws ``UsageError`` for a path that is not a file.
  private static func require(_ kind: FileKind, _ path: String) throws(UsageError) {
    guard kind != .file else { return }
    throw UsageError(
      "\(path.lastPathPart) is \(kind == .folder ? "a folder" : "a pipe or a device"); "
        + "a file is needed.", at: Place(path: path))
  }

  deinit {
    #if !os(Windows)
      close(descriptor)
    #endif
  }

  /// Reads what comes next, up to as much as there is space; 0 at the end of the file.
  ///
  /// - Parameter name: What messages call the file.
  func read(into space: UnsafeMutableRawBufferPointer, as name: String) throws -> Int {
    while true {
      #if os(Windows)
        let count = Int(_read(descriptor, space.baseAddress, UInt32(space.count)))
      #else
        let count = Foundation.read(descriptor, space.baseAddress, space.count)
      #endif
      if count >= 0 { return count }
      if errno == EINTR { continue }
      let reason = String(cString: strerror(errno))
      throw UsageError("The file cannot be read further: \(reason)", at: Place(path: name))
    }
  }

  /// Throws ``UsageError`` if the file is not what it was when it was opened.
  ///
  /// - Parameters:
  ///   - isOnePiece: Whether all of it was read at once. Then it does not matter that another file has
  ///     its name now.
  ///   - name: What messages call the file.
  func requireUnchanged(isOnePiece: Bool = false, as name: String) throws {
    let now = FileSnapshot(of: descriptor)
    if now == snapshot, isOnePiece || FileSnapshot(at: path) == snapshot { return }
    throw snapshot.change(to: now, path, as: name)
  }

  /// Why it cannot be opened, in the words of the system.
  private static func refusal(of path: String) -> UsageError {
    let url = URL(filePath: path, directoryHint: .notDirectory)
    do {
      try FileHandle(forReadingFrom: url).close()
      return UsageError(
        "\(path.lastPathPart) could not be read, but can be now.", at: Place(path: path))
    } catch {
      return RowFile.unreadable(path, error)
    }
  }
}

/// Distinguishes contents of a file without reading it: a file that is written while it is read
/// gives rows that were never written.
///
/// A change that keeps size and time, within the few milliseconds of a file system's time
/// resolution, is not detected.
struct FileSnapshot: Equatable {
  private(set) var size: Int64
  /// The device, the number of the file on it, and when it was written.
  private var identity: [Int64]

  /// The file that is open.
  init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is at a path now.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = [Int64(status.st_mtimespec.tv_sec), Int64(status.st_mtimespec.tv_nsec)]
    #elseif os(Windows)
      let time = [Int64(status.st_mtime)]
    #else
      let time = [Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
    #endif
    identity =
      [Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino)] + time
  }

  /// The message for a file that had this snapshot when reading began.
  ///
  /// - Parameters:
  ///   - open: The current snapshot of the open file.
  ///   - path: Its path.
  ///   - name: Its name in messages.
  func change(to open: FileSnapshot?, _ path: String, as name: String) -> UsageError {
    let what: String
    if let open, open.size != size {
      what =
        "had \(size.counted("byte")) when reading began and has \(open.size.counted("byte")) now"
    } else if open != self {
      what = "was written meanwhile"
    } else {
      what =
        FileSnapshot(at: path) == nil ? "was removed meanwhile" : "was replaced meanwhile"
    }
    return UsageError(
      "\(path.lastPathPart) changed while it was read: it \(what). Rows may be cut, missing or of "
        + "two versions; run again when nothing writes it.", at: Place(path: name))
  }

}
