import ExemplarCore
import ExemplarReports
import Foundation

/// Reads events from a named pipe until it is told that the writer is gone.
final class EventReader: Sendable {
  private let descriptor: Int32
  private let unreadable = Locked(0)

  /// How many lines were no events that this version of the tool understands.
  var unreadableLines: Int { unreadable.withLock { $0 } }

  /// Opens the pipe for both ends: so neither side waits for the other to open it, and the end of
  /// the writer does not look like the end of the events.
  init(path: String) throws {
    // A process that is started must not keep it: the worker ends when nobody reads any more.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    if descriptor < 0 { throw WorkerError("The pipe \(path) cannot be opened.") }
  }

  deinit { close(descriptor) }

  /// Reads until ``finish()``, on a thread of its own, since reading blocks.
  func read(_ sink: @escaping @Sendable (Event) -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        readLines(sink)
        continuation.resume()
      }
    }
  }

  /// Says that nothing more is written. What was written before is read first.
  func finish() {
    _ = Self.endMark.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }

  /// No line of JSON begins with this byte, and a writer that broke off in the middle of a line
  /// cannot hide it behind what it wrote.
  private static let endMark: [UInt8] = [0x0A, 0x04, 0x0A]

  private func readLines(_ sink: (Event) -> Void) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      // Each byte is looked at once, however long the line is.
      var start = 0
      while let end = Self.newLine(in: buffer, start..<count) {
        line += buffer[start..<end]
        start = end + 1
        if line.first == 0x04 { return }
        if !line.isEmpty { take(line, sink) }
        line.removeAll(keepingCapacity: line.capacity <= buffer.count)
      }
      line += buffer[start..<count]
    }
  }

  private func take(_ line: [UInt8], _ sink: (Event) -> Void) {
    if let event = try? EventLine.decode(Data(line)) {
      sink(event)
    } else {
      unreadable.withLock { $0 += 1 }
    }
  }

  private static func newLine(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return memchr(base + range.lowerBound, 0x0A, range.count).map { UnsafeRawPointer($0) - base }
    }
  }
}
