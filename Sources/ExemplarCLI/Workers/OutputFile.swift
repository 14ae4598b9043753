import ExemplarCore
import Foundation

/// The file that receives the standard output and the standard error of a worker.
///
/// Unlike a pipe, a file shows how much has been written, which assigns output to examples, and no
/// reader waits for children that a worker leaves behind. It takes no more space than the output
/// that may still be shown.
final class OutputFile: @unchecked Sendable {
  let path: String
  /// The descriptor that the worker inherits.
  let descriptor: Int32
  private let lock = NSLock()
  private var shown = 0
  private var freed = 0

  private static let (head, tail) = AttachmentRecorded.outputLimits
  /// The largest amount of unneeded output that the file may contain.
  private static let slack = 1 << 23

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw UsageError("The file \(path) cannot be made.") }
  }

  deinit { close(descriptor) }

  /// How much has been written.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The output between two positions, as an attachment of the example that ran.
  func attachment(_ range: Range<Int>, of id: ExampleID) -> AttachmentRecorded? {
    if range.isEmpty { return nil }
    return AttachmentRecorded(
      id: id, name: AttachmentRecorded.outputName, size: range.count, text: text(range))
  }

  /// The text between two positions, without its middle if it is long.
  func text(_ range: Range<Int>) -> String {
    if range.count <= Self.head + Self.tail { return Self.printable(bytes(range)) }
    let first = bytes(range.lowerBound..<range.lowerBound + Self.head)
    let last = bytes(range.upperBound - Self.tail..<range.upperBound)
    // Lines stay whole, if they are not very long.
    let head = first.lastIndex(of: 0x0A).map { first[...$0] } ?? first[...]
    let tail = last.firstIndex(of: 0x0A).map { last[($0 + 1)...] } ?? last[...]
    let cut = range.count - head.count - tail.count
    return Self.printable(head) + (head.last == 0x0A ? "" : "\n")
      + "… \(ByteCount.text(cut)) are left out …\n" + Self.printable(tail)
  }

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, $0.count, off_t(range.lowerBound + count))
      }
      if read > 0 { count += read } else if read == 0 || errno != EINTR { break }
    }
    return Array(bytes[..<count])
  }

  /// Text without what a terminal or a file format would take for something else.
  private static func printable(_ bytes: some Sequence<UInt8>) -> String {
    var plain = String(decoding: Array(bytes), as: UTF8.self)
    // Regular expressions are parsed where they are written, which takes longer than most processes print.
    if plain.utf8.contains(0x1B) { plain = plain.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }
    if plain.utf8.contains(0x0D) { plain = plain.replacing("\r\n", with: "\n") }
    if plain.contains("*** Signal ") {
      // The runtime's message about its crash report, which is shown elsewhere.
      plain = plain.replacing(
        #/\n?(?m)^\*\*\* Signal \d+: Backtracing from 0x[0-9a-f]+\.\.\.(?: done)?(?: \*\*\*)?\n*/#,
        with: "")
    }
    guard plain.unicodeScalars.contains(where: isControl) else { return plain }
    return plain.unicodeScalars.map { isControl($0) ? $0.escaped(asASCII: false) : String($0) }
      .joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || scalar.value == 0x7F
  }

  // MARK: Output that is shown at once, and output that is no longer needed

  /// Passes on the output written since the last call, in whole lines unless it is the last call.
  func passOn(isLast: Bool = false, _ print: (Data) -> Void) {
    lock.withLock {
      while true {
        let end = min(size, shown + (1 << 16))
        var new = bytes(shown..<max(shown, end))
        if !isLast, new.count < 1 << 16 {
          new.removeSubrange((new.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...)
        }
        if new.isEmpty { return }
        shown += new.count
        print(Data(new))
      }
    }
  }

  /// Frees the space of output that was passed on.
  func forgetPassedOn() { forget(before: lock.withLock { shown }) }

  /// Frees the space of output before a position, and of the middle of the output after it.
  func forget(before position: Int) {
    #if os(Linux)
      let size = size
      if position - freed > Self.slack {
        free(0..<position)
        freed = position
      }
      let (start, end) = (max(freed, position + Self.head), size - Self.slack)
      if end - start > 4 * Self.slack {
        free(start..<end)
        freed = end
      }
    #endif
  }

  #if os(Linux)
    private func free(_ range: Range<Int>) {
      // FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE; where it is not supported, the file stays as it is.
      _ = Self.fallocate?(descriptor, 3, off_t(range.lowerBound), off_t(range.count))
    }

    /// A function of the system that its headers show to GNU programs alone.
    private static let fallocate = dlsym(nil, "fallocate").map {
      unsafeBitCast($0, to: (@convention(c) (Int32, Int32, off_t, off_t) -> Int32).self)
    }
  #endif
}

/// Numbers of bytes, for people.
enum ByteCount {
  static func text(_ count: Int) -> String {
    for (unit, size) in [("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)] where count >= size {
      let value = (Double(count) / Double(size) * 10).rounded() / 10
      return value == value.rounded() ? "\(Int(value)) \(unit)" : "\(value) \(unit)"
    }
    return count.counted("byte")
  }
}
