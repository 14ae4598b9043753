import ExemplarCore
import Foundation

/// The file of a log, of which more may be written while it is read.
final class LogReading {
  private let path: String
  private let descriptor: Int32
  /// The head, and the end of what is written, as they were when they were last read.
  private(set) var head: LogHead
  private(set) var end = LogHead.size
  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LogReading.chunk)
  /// The part of the file that is in the buffer.
  private var range = 0..<0

  private static let chunk = 1 << 16

  init(_ path: String) throws(UsageError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .logIsUnreadable(path) }
    // `deinit` runs only for complete objects.
    do throws(UsageError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .isNoLog(path)
      }
      head = try LogHead(of: descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    refresh()
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  /// Reads again how much is written.
  func refresh() {
    if let head = try? LogHead(of: descriptor, path) { self.head = head }
    end = head.end > 0 ? head.end : Int(lseek(descriptor, 0, SEEK_END))
  }

  /// The content of the record at `position`, and where it ends; `nil` if it has not been written, or not
  /// completely. The content is there until the next call.
  func record(at position: Int) throws(LogCursor.Failure) -> (LogCursor, end: Int)? {
    while true {
      let known = range.contains(position) ? range.upperBound - position : 0
      if known > 0 {
        var cursor = cursor(at: position)
        if let content = cursor.record() { return (content, range.lowerBound + cursor.position) }
        if cursor.failure == .damaged { throw .damaged }
      }
      if known >= end - position {
        refresh()
        // The process has not come to the end of the record, or was killed there.
        if position >= end || (known >= end - position && head.state == .open) { return nil }
        if known >= end - position { throw .damaged }
      }
      fill(from: position, min(max(Self.chunk, 2 * known), end - position))
      if range.upperBound - position <= known { throw .atEnd }
    }
  }

  /// The content of the buffer, from `position` on.
  private func cursor(at position: Int) -> LogCursor {
    LogCursor(
      UnsafeBufferPointer(start: buffer.baseAddress, count: range.count),
      from: position - range.lowerBound)
  }

  private func fill(from position: Int, _ count: Int) {
    if count > buffer.count {
      buffer.deallocate()
      buffer = .allocate(capacity: count)
    }
    let bytes = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
    range = position..<position + Self.read(descriptor, bytes, at: position)
  }

  /// Reads as much as there is; how much that was.
  static func read(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    guard let first = bytes.baseAddress else { return 0 }
    var count = 0
    while count < bytes.count {
      let read = pread(descriptor, first + count, bytes.count - count, off_t(offset + count))
      if read > 0 {
        count += read
      } else if read == 0 || errno != EINTR {
        break
      }
    }
    return count
  }
}
