import ExemplarCore
import Foundation

/// A file that is open for reading until the last reference to it is released.
final class OpenFile {
  /// The file as it was when it was opened.
  let snapshot: FileSnapshot
  /// Where it is.
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
