import ExemplarCore
import ExemplarLog
import Foundation

extension Error {
  /// Why something was not written, in the words of the system: descriptions of errors of Foundation lack some causes.
  package var systemReason: String {
    let cause = ((self as? CocoaError)?.underlying ?? self) as NSError
    return cause.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(cause.code))) + "."
      : (self as? UsageError)?.message ?? localizedDescription
  }
}

/// The file of a report. It supports one writer at a time.
///
/// A destination that cannot be overwritten (a pipe, a terminal) receives everything when the file
/// is closed, if the report rewrites parts of itself.
package final class ReportFile {
  private var descriptor: Int32
  /// The destination of the contents of an unnamed file.
  private var destination: Int32?

  /// Opens a new file at `path`; `-` is the standard output. Throws
  /// ``UsageError`` if that is impossible.
  ///
  /// - Parameter isRewritten: Whether the report rewrites parts of itself.
  package init(path: String, isRewritten: Bool = false) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A file that the standard output is redirected to must not be truncated.
    descriptor = path == "-" ? dup(1) : try FileTarget(path).open()
    guard descriptor >= 0 else { throw Self.mistake }
    var status = stat()
    let isRegular =
      path != "-" && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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

  private static var mistake: UsageError {
    UsageError(String(cString: strerror(errno)) + ".")
  }

  package func write(_ text: ReportText) throws {
    try StandardStream(descriptor: descriptor).write(text.bytes)
  }

  /// Overwrites the bytes at `offset`; the bytes after them stay.
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

  /// Drops everything after the first `count` bytes.
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
      try StandardStream(descriptor: destination).write(buffer[..<size])
    }
  }
}
