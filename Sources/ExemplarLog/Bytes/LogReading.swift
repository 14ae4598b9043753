import ExemplarCore
import ExemplarMemory
import Foundation

final class LogReading {
  private let descriptor: Int32
  /// The head as memory, in which the end can be read while another process moves it.
  private let head: UnsafeMutableRawPointer
  private var buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: LogReading.chunk)
  /// The part of the file that is in the buffer.
  private var range = 0..<0

  private static let chunk = 1 << 16

  init(_ path: String) throws(UsageError) {
    #if os(Windows)
      descriptor = _open(path, _O_RDONLY | _O_BINARY)
    #else
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    #endif
    guard descriptor >= 0 else { throw .logIsUnreadable(path) }
    // Each step is undone if the next one fails: `deinit` runs only for complete objects.
    do {
      head = try Self.head(of: descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit {
    buffer.deallocate()
    Self.release(head)
    close(descriptor)
  }

  /// Where the last record that is written ends.
  var end: Int { Int(clamping: word(at: LogHead.end)) }
  /// How many events have been written; one too many while one is being written.
  var events: Int { Int(clamping: word(at: LogHead.events)) }
  var state: LogHead.State? { LogHead.State(rawValue: word(at: LogHead.state)) }
  var processID: Int32 { Int32(truncatingIfNeeded: word(at: LogHead.process)) }
  var start: Double { Double(word(at: LogHead.clock)) / 1e9 }
  var creation: Double { Double(word(at: LogHead.wallClock)) / 1e9 }

  private func word(at offset: Int) -> UInt64 {
    refresh()
    return exemplar_read(head + offset)
  }

  /// The contents of the slots, by the numbers of the events.
  var slots: [UInt64: exemplar_slot] {
    refresh()
    let slots = (head + LogHead.slots).assumingMemoryBound(to: exemplar_slot.self)
    var found: [UInt64: exemplar_slot] = [:]
    for index in 0..<LogHead.slotCount {
      // A crashed writer leaves the slot incomplete; its previous content is better than nothing.
      var slot = exemplar_slot()
      if exemplar_slot_copy(slots + index, &slot) == 0 { slot.has_checkpoint = 0 }
      if slot.event != 0 { found[slot.event] = slot }
    }
    return found
  }

  /// The text in the slot for code that runs outside of examples; `nil` if it is empty.
  var step: String? {
    refresh()
    var slot = exemplar_slot()
    let source = (head + LogHead.step).assumingMemoryBound(to: exemplar_slot.self)
    guard exemplar_slot_copy(source, &slot) != 0, let text = slot.text, !text.isEmpty else {
      return nil
    }
    return text
  }

  /// The content of the record at `position`, and where it ends. The content is there until the next call.
  func record(
    at position: Int, written: Int
  ) throws(LogCursor.Failure) -> (LogCursor, end: Int) {
    while true {
      let known = range.contains(position) ? range.upperBound - position : 0
      if known > 0 {
        var cursor = cursor(at: position)
        if let content = cursor.record() { return (content, range.lowerBound + cursor.position) }
        if cursor.failure == .damaged || known >= written - position { throw .damaged }
      }
      fill(from: position, Swift.min(Swift.max(Self.chunk, 2 * known), written - position))
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
}

extension exemplar_slot {
  var text: String? {
    guard has_checkpoint != 0 else { return nil }
    let count = Swift.min(Int(checkpoint_count), Int(exemplar_checkpoint_size))
    let text = withUnsafeBytes(of: checkpoint) { String(decoding: $0.prefix(count), as: UTF8.self) }
    return has_checkpoint == 2 ? text + "\u{2026}" : text
  }
}

#if os(Windows)

  // Not verified: the head is read again each time.
  extension LogReading {
    private static func head(
      of descriptor: Int32, _ path: String
    ) throws(UsageError) -> UnsafeMutableRawPointer {
      let head = UnsafeMutableRawPointer.allocate(byteCount: LogHead.size, alignment: 16)
      let count = read(
        descriptor, UnsafeMutableRawBufferPointer(start: head, count: LogHead.size), at: 0)
      do {
        try check(head, count: count, path)
      } catch {
        head.deallocate()
        throw error
      }
      return head
    }

    private static func release(_ head: UnsafeMutableRawPointer) { head.deallocate() }

    private func refresh() {
      _ = Self.read(
        descriptor, UnsafeMutableRawBufferPointer(start: head, count: LogHead.size), at: 0)
    }

    fileprivate static func read(
      _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
    ) -> Int {
      _lseeki64(descriptor, Int64(offset), SEEK_SET)
      return Int(max(0, _read(descriptor, bytes.baseAddress, UInt32(bytes.count))))
    }
  }

#else

  extension LogReading {
    private static func head(
      of descriptor: Int32, _ path: String
    ) throws(UsageError) -> UnsafeMutableRawPointer {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw .isNoLog(path)
      }
      let head = mmap(nil, LogHead.size, PROT_READ, MAP_SHARED, descriptor, 0)
      guard let head, head != MAP_FAILED else { throw .logIsUnreadable(path) }
      do {
        try check(head, count: min(Int(status.st_size), LogHead.size), path)
      } catch {
        release(head)
        throw error
      }
      return head
    }

    private static func release(_ head: UnsafeMutableRawPointer) { munmap(head, LogHead.size) }

    private func refresh() {}

    /// Reads as much as there is; how much that was.
    fileprivate static func read(
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

#endif

extension LogReading {
  /// Throws if the bytes are no head that this version can read.
  private static func check(
    _ head: UnsafeRawPointer, count: Int, _ path: String
  ) throws(UsageError) {
    let magic = LogHead.magic
    let known = Swift.min(count, magic.count)
    guard (0..<known).allSatisfy({ head.load(fromByteOffset: $0, as: UInt8.self) == magic[$0] })
    else { throw .isNoLog(path) }
    guard count >= LogHead.versionOffset + 4 else { throw .logHasNoHead(path, size: count) }
    let version = version(of: head)
    if version > LogHead.version { throw .logIsNewer(path, version: version) }
    guard count == LogHead.size else { throw .logHasNoHead(path, size: count) }
    let size = UInt32(
      littleEndian: head.loadUnaligned(fromByteOffset: LogHead.sizeOffset, as: UInt32.self))
    // Versions before the first release had lower numbers.
    guard version == LogHead.version, Int(size) == LogHead.size else { throw .isNoLog(path) }
  }

  private static func version(of head: UnsafeRawPointer) -> UInt32 {
    UInt32(
      littleEndian: head.loadUnaligned(fromByteOffset: LogHead.versionOffset, as: UInt32.self))
  }
}
