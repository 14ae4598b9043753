import ExemplarCore
import ExemplarMemory
import Foundation

#if os(Windows)

  /// The file of a log, written by plain appends. Not verified.
  final class LogFile {
    let path: String
    private let file: UnsafeMutablePointer<FILE>
    private let head = UnsafeMutableRawPointer.allocate(byteCount: LogHead.size, alignment: 16)
    private var end = LogHead.size
    private(set) var isWhole = true

    init(path: String) throws {
      guard let file = fopen(path, "wb") else {
        throw UsageError("The log \(path) cannot be made.")
      }
      self.path = path
      self.file = file
      head.initializeMemory(as: UInt8.self, repeating: 0, count: LogHead.size)
      LogFile.fill(head)
      writeHead()
    }

    deinit { head.deallocate() }

    var slots: UnsafeMutablePointer<exemplar_slot> { LogFile.slots(in: head) }
    var step: UnsafeMutablePointer<exemplar_slot> { LogFile.slots(in: head, at: LogHead.step) }

    func append(_ record: UnsafeBufferPointer<UInt8>, events: UInt64) {
      guard isWhole else { return }
      fseek(file, Int32(end), SEEK_SET)
      guard fwrite(record.baseAddress, 1, record.count, file) == record.count else {
        isWhole = false
        return
      }
      end += record.count
      LogFile.publish(head, end: end, events: events)
      writeHead()
    }

    func finish() {
      LogFile.record(head, isWhole ? .complete : .incomplete)
      writeHead()
      fclose(file)
    }

    private func writeHead() {
      fseek(file, 0, SEEK_SET)
      if fwrite(head, 1, LogHead.size, file) != LogHead.size || fflush(file) != 0 {
        isWhole = false
      }
    }
  }

#else

  /// The file of a log, as memory: appending copies bytes and publishes their number. Written bytes
  /// are in the file however the process ends.
  ///
  /// It holds no descriptor: an example may close them all.
  final class LogFile {
    let path: String
    private let head: UnsafeMutableRawPointer
    /// The part of the file that is written now.
    private let window = UnsafeMutablePointer<exemplar_window>.allocate(capacity: 1)
    private var end: Int { Int(window.pointee.position) }
    /// Whether nothing is missing.
    private(set) var isWhole = true
    private var isFinished = false
    /// The device and the number of the file.
    private let identity: [UInt64]

    /// By how much the file grows: little at first, since most runs are small.
    private static let firstGrowth = 1 << 16
    private static let growth = 1 << 20

    /// Creates the file, replacing an old one. Throws ``UsageError`` if that is impossible.
    init(path: String) throws {
      let target = FileTarget(path)
      guard target.isRegular else {
        throw UsageError("The log \(path) cannot be made: something else is there.")
      }
      self.path = target.path
      // The file is renamed when its head is complete. Readers of an old one can continue.
      guard let (descriptor, new) = target.makeReplacement(0o644) else { throw Self.mistake(path) }
      defer {
        close(descriptor)
        unlink(new)
      }
      let windowEnd = LogHead.size + Self.firstGrowth
      guard Self.reserve(windowEnd, of: descriptor),
        let head = Self.map(descriptor, from: 0, count: LogHead.size),
        let memory = Self.map(descriptor, from: LogHead.size, count: Self.firstGrowth)
      else { throw Self.mistake(path) }
      self.head = head
      var status = stat()
      fstat(descriptor, &status)
      identity = Self.identity(status)
      window.pointee = Self.window(memory, LogHead.size..<windowEnd, at: LogHead.size)
      Self.fill(head)
      if rename(new, target.path) != 0 { throw Self.mistake(path) }
    }

    /// Continues a log whose process has exited. Throws if it is damaged, or not a log.
    init(reopening path: String) throws {
      self.path = path
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { throw Self.mistake(path) }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, Int(status.st_size) >= LogHead.size,
        let head = Self.map(descriptor, from: 0, count: LogHead.size)
      else { throw Self.mistake(path) }
      let end = Int(clamping: exemplar_read(head + LogHead.end))
      let page = Self.pageSize
      let start = end / page * page
      guard end >= LogHead.size, end <= Int(status.st_size),
        Self.reserve(start + Self.growth, of: descriptor),
        let memory = Self.map(descriptor, from: start, count: Self.growth)
      else {
        munmap(head, LogHead.size)
        throw Self.mistake(path)
      }
      self.head = head
      identity = Self.identity(status)
      window.pointee = Self.window(memory, start..<start + Self.growth, at: end)
      isWhole = exemplar_read(head + LogHead.state) != LogHead.State.incomplete.rawValue
    }

    deinit {
      munmap(head, LogHead.size)
      munmap(window.pointee.memory, Int(window.pointee.end - window.pointee.start))
      window.deallocate()
    }

    private static func window(
      _ memory: UnsafeMutableRawPointer, _ range: Range<Int>, at position: Int
    ) -> exemplar_window {
      exemplar_window(
        memory: memory.assumingMemoryBound(to: UInt8.self), start: UInt64(range.lowerBound),
        end: UInt64(range.upperBound), position: UInt64(position))
    }

    var slots: UnsafeMutablePointer<exemplar_slot> { Self.slots(in: head) }
    var step: UnsafeMutablePointer<exemplar_slot> { Self.slots(in: head, at: LogHead.step) }

    var events: UInt64 { exemplar_read(head + LogHead.events) }

    /// Appends a record, and publishes it: readers see all of it, or nothing.
    func append(_ record: UnsafeBufferPointer<UInt8>, events: UInt64) {
      guard isWhole, let first = record.baseAddress else { return }
      var count = exemplar_window_put(window, first, record.count)
      while count < record.count {
        guard grow() else {
          isWhole = false
          return
        }
        count += exemplar_window_put(window, first + count, record.count - count)
      }
      Self.publish(head, end: end, events: events)
    }

    /// Marks the log as complete, and frees the reserved space.
    func finish() {
      if isFinished { return }
      isFinished = true
      if isReplaced { isWhole = false }
      Self.record(head, isWhole ? .complete : .incomplete)
      giveBack()
    }

    /// Gives back what was reserved.
    func giveBack() { if !isReplaced { truncate(path, off_t(end)) } }

    /// Whether another log is in the place. Its process maps it, so it must be neither extended nor truncated.
    private var isReplaced: Bool {
      var status = stat()
      return stat(path, &status) == 0 && Self.identity(status) != identity
    }

    private static func identity(_ status: stat) -> [UInt64] {
      [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
    }

    /// Makes the file longer, and goes on to the new part.
    private func grow() -> Bool {
      if isReplaced { return false }
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      if descriptor < 0 { return false }
      defer { close(descriptor) }
      let old = window.pointee
      let (start, end) = (Int(old.end), Int(old.end) + Self.growth)
      guard Self.reserve(end, of: descriptor),
        let next = Self.map(descriptor, from: start, count: Self.growth)
      else { return false }
      munmap(old.memory, Int(old.end - old.start))
      window.pointee = Self.window(next, start..<end, at: start)
      return true
    }

    private static var pageSize: Int { Int(sysconf(Int32(_SC_PAGESIZE))) }

    private static func mistake(_ path: String) -> UsageError {
      UsageError("The log \(path) cannot be written: \(String(cString: strerror(errno))).")
    }

    /// Extends the file, with space on the disk for all of it: otherwise, a signal would terminate
    /// a writer to the memory.
    static func reserve(_ size: Int, of descriptor: Int32) -> Bool {
      #if canImport(Darwin)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let more = off_t(size) - status.st_size
        if more <= 0 { return true }
        var store = fstore_t(
          fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
          fst_length: more, fst_bytesalloc: 0)
        if fcntl(descriptor, F_PREALLOCATE, &store) != 0, errno == ENOSPC { return false }
        return ftruncate(descriptor, off_t(size)) == 0
      #else
        let error = posix_fallocate(descriptor, 0, off_t(size))
        if error == 0 { return true }
        // Some file systems cannot reserve.
        if error == EINVAL || error == EOPNOTSUPP { return ftruncate(descriptor, off_t(size)) == 0 }
        errno = error
        return false
      #endif
    }

    static func map(
      _ descriptor: Int32, from offset: Int, count: Int
    ) -> UnsafeMutableRawPointer? {
      let memory = mmap(
        nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(offset))
      return memory == MAP_FAILED ? nil : memory
    }
  }

#endif

extension LogFile {
  /// When it was made, by the clock of the slots, in nanoseconds, and since 1970, in seconds.
  var creation: (clock: UInt64, date: Double) {
    (exemplar_read(head + LogHead.clock), Double(exemplar_read(head + LogHead.wallClock)) / 1e9)
  }

  fileprivate static func fill(_ head: UnsafeMutableRawPointer) {
    func put(_ number: UInt64, at offset: Int) { exemplar_publish(head + offset, number) }
    put(UInt64(LogHead.version) | UInt64(LogHead.size) << 32, at: LogHead.versionOffset)
    put(exemplar_wall_clock(), at: LogHead.wallClock)
    put(exemplar_clock(), at: LogHead.clock)
    put(UInt64(getpid()), at: LogHead.process)
    put(UInt64(LogHead.size), at: LogHead.end)
    // It is a log from here on.
    for (index, byte) in LogHead.magic.enumerated() {
      (head + index).storeBytes(of: byte, as: UInt8.self)
    }
  }

  fileprivate static func publish(_ head: UnsafeMutableRawPointer, end: Int, events: UInt64) {
    exemplar_publish(head + LogHead.events, events)
    exemplar_publish(head + LogHead.end, UInt64(end))
  }

  fileprivate static func record(_ head: UnsafeMutableRawPointer, _ state: LogHead.State) {
    exemplar_publish(head + LogHead.state, state.rawValue)
  }

  fileprivate static func slots(
    in head: UnsafeMutableRawPointer, at offset: Int = LogHead.slots
  ) -> UnsafeMutablePointer<exemplar_slot> {
    (head + offset).assumingMemoryBound(to: exemplar_slot.self)
  }
}
