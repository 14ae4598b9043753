import ExemplarCore
import ExemplarMemory
import Foundation

/// The file of a log, to which records are appended. They are in the file when the call returns, so that they
/// survive any end of the process.
///
/// An example may close every descriptor, and another file may get the number. So the file under the number is
/// compared before each write, and the log is opened again if it is another one.
final class LogFile {
  let path: String
  private(set) var head: LogHead
  private var descriptor: Int32
  private let file: exemplar_file
  private var end: Int
  /// Whether nothing is missing.
  private(set) var isWhole = true

  /// Creates the file, replacing an old one. Throws ``UsageError`` if that is impossible.
  init(path: String) throws {
    let target = FileTarget(path)
    guard target.isRegular else {
      throw UsageError("The log \(path) cannot be made: something else is there.")
    }
    // The file is renamed when its head is complete. Readers of an old one can continue.
    guard let (descriptor, new) = target.makeReplacement(0o644) else { throw Self.mistake(path) }
    defer { unlink(new) }
    self.path = target.path
    file = exemplar_file_of(descriptor)
    self.descriptor = Self.guarded(descriptor)
    (head, end) = (LogHead(), LogHead.size)
    if !writeHead() || rename(new, target.path) != 0 { throw Self.mistake(path) }
  }

  /// Continues a log that is complete. Throws if it is damaged, or not a log.
  init(reopening path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    file = exemplar_file_of(descriptor)
    if descriptor < 0 { throw Self.mistake(path) }
    do {
      head = try LogHead(of: descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    end = head.end > 0 ? head.end : Int(lseek(descriptor, 0, SEEK_END))
    isWhole = head.state != .incomplete
  }

  deinit { if isOpen { close(descriptor) } }

  /// Appends records. After one that could not be written, there are no others.
  func append(_ records: UnsafeBufferPointer<UInt8>) {
    guard isWhole, let first = records.baseAddress else { return }
    if write(first, records.count, at: end) {
      end += records.count
    } else {
      isWhole = false
    }
  }

  /// Notes in the head that nothing more is written, and whether everything is there.
  func complete(events: Int) {
    if isReplaced { isWhole = false }
    head.complete(isWhole ? .complete : .incomplete, end: end, events: events)
    if !writeHead() { isWhole = false }
  }

  private func writeHead() -> Bool {
    head.bytes.withUnsafeBufferPointer { write($0.baseAddress!, $0.count, at: 0) }
  }

  private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int, at offset: Int) -> Bool {
    var error = exemplar_file_write(descriptor, file, bytes, count, Int64(offset))
    if error == EBADF, reopen() {
      error = exemplar_file_write(descriptor, file, bytes, count, Int64(offset))
    }
    errno = error
    return error == 0
  }

  /// Opens the file again, by its path. Its descriptor is closed, or belongs to another file.
  private func reopen() -> Bool {
    let new = open(path, O_RDWR | O_CLOEXEC)
    if new < 0 { return false }
    descriptor = Self.guarded(new)
    return isOpen
  }

  /// Protects a descriptor from an example that uses those of others: moves it to a number that no other file
  /// gets as long as few are open, and its position to where nothing can be written. Records do not use it.
  private static func guarded(_ descriptor: Int32) -> Int32 {
    var position: off_t = 0
    for bit in (0..<63).reversed() {
      let farther = position | 1 << off_t(bit)
      if lseek(descriptor, farther, SEEK_SET) >= 0 { position = farther }
    }
    let high = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
    if high < 0 { return descriptor }
    close(descriptor)
    return high
  }

  /// Whether the descriptor is still that of the log.
  private var isOpen: Bool { Self.isEqual(exemplar_file_of(descriptor), file) }

  /// Whether another log is in the place.
  private var isReplaced: Bool {
    let other = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if other < 0 { return false }
    defer { close(other) }
    return !Self.isEqual(exemplar_file_of(other), file)
  }

  private static func isEqual(_ one: exemplar_file, _ other: exemplar_file) -> Bool {
    one.device == other.device && one.number == other.number
  }

  private static func mistake(_ path: String) -> UsageError {
    UsageError("The log \(path) cannot be written: \(String(cString: strerror(errno))).")
  }
}
