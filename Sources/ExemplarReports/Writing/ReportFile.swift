import ExemplarCore
import Foundation

/// A file that a report is written to. Not to be used by two at once.
///
/// What cannot be written over (a pipe, a terminal) gets everything when the file is closed, if the
/// report has to change what it has written.
package final class ReportFile {
  package let path: String
  private var descriptor: Int32
  /// Where all is to go that was written into a file without a name.
  private var destination: Int32?
  /// How many bytes have been written one after another.
  package private(set) var count = 0

  /// Opens the file at `path`, and makes it anew unless it is no regular file; `-` stands for the standard
  /// output. Throws ``AuthoringMistake`` if that cannot be done.
  ///
  /// - Parameter isRewritten: Whether the report changes what it has written.
  package init(path: String, isRewritten: Bool = false) throws {
    self.path = path
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // What the standard output is redirected to is not to be emptied.
    descriptor = path == "-" ? dup(1) : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.mistake }
    var status = stat()
    let isRegular =
      path != "-" && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isRegular, ftruncate(descriptor, 0) != 0 { throw Self.mistake }
    if isRewritten, !isRegular {
      destination = descriptor
      var name = Array(
        FileManager.default.temporaryDirectory.appendingPathComponent("report-XXXXXX").path
          .utf8CString)
      descriptor = mkstemp(&name)
      guard descriptor >= 0 else { throw Self.mistake }
      unlink(name)
    }
  }

  deinit { try? close() }

  private static var mistake: AuthoringMistake {
    AuthoringMistake(String(cString: strerror(errno)) + ".")
  }

  /// Writes after what was written before.
  package func write(_ text: ReportText) throws {
    try text.bytes.withUnsafeBytes { try Self.write($0, to: descriptor) }
    count += text.count
  }

  /// Writes over what stands at `offset`, or behind it; what follows stays.
  package func write(_ text: ReportText, at offset: Int) throws {
    try text.bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let done = pwrite(
          descriptor, bytes.baseAddress! + written, bytes.count - written,
          off_t(offset + written))
        if done < 0, errno == EINTR { continue }
        guard done > 0 else { throw Self.mistake }
        written += done
      }
    }
  }

  /// Drops what stands behind the first `count` bytes.
  package func truncate(to count: Int) throws {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw Self.mistake }
  }

  package func close() throws {
    guard descriptor >= 0 else { return }
    defer {
      _ = Foundation.close(descriptor)
      if let destination { _ = Foundation.close(destination) }
      descriptor = -1
      destination = nil
    }
    guard let destination else { return }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw Self.mistake }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = read(descriptor, &buffer, buffer.count)
      if size < 0 { throw Self.mistake }
      if size == 0 { return }
      try buffer.withUnsafeBytes { try Self.write(.init(rebasing: $0[..<size]), to: destination) }
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    var written = 0
    while written < bytes.count {
      let done = Foundation.write(
        descriptor, bytes.baseAddress! + written, bytes.count - written)
      if done < 0, errno == EINTR { continue }
      guard done > 0 else { throw mistake }
      written += done
    }
  }
}
