import ExemplarCore
import Foundation
import Subprocess

/// A process that hangs: its threads with their calls, and the processes that it has started.
struct HangingProcess: Codable, Equatable, Sendable {
  /// A call; the innermost calls of a thread come first.
  struct Frame: Codable, Equatable, Sendable {
    let name: String
    /// The source, if it is known.
    let path: String
    let line: Int
  }

  struct Thread: Codable, Equatable, Sendable {
    let number: Int32
    let name: String
    /// Whether it ran when the process was stopped.
    let isComputing: Bool
    /// The file of the first argument of the system call in which it waits, such as `pipe:[12]`.
    let descriptor: String
    var frames: [Frame] = []
  }

  let number: pid_t
  /// How many processors there are: Swift's concurrency pool has about as many threads.
  let processors: Int
  /// How many threads the pool has, if the user wants another number.
  var pool: Int?
  var threads: [Thread]
  /// The processes that it has started and that have not exited, such as `/bin/sleep 600`.
  let children: [String]
}

#if os(Linux)
  extension HangingProcess {
    /// Stops a process, which does not continue, and reads the calls of its threads.
    ///
    /// The runtime's backtracer cannot do that: it sees one thread, and finds no callers of functions of the C
    /// library, which keep no frame pointers.
    init?(stopping process: pid_t, pool: Int?) async {
      let folder = "/proc/\(process)"
      let running = Set(Self.entries("\(folder)/task").filter { Self.state(of: $0, folder) == "R" })
      guard kill(process, SIGSTOP) == 0 else { return nil }
      let threads = Self.entries("\(folder)/task").compactMap(Int32.init).sorted()
      for _ in 0..<50 where threads.contains(where: { Self.state(of: "\($0)", folder) != "T" }) {
        try? await Task.sleep(for: .milliseconds(2))
      }
      let memory = ProcessMemory(of: process)
      var addresses: [[UInt]] = []
      self.init(
        number: process, processors: ProcessInfo.processInfo.activeProcessorCount, pool: pool,
        threads: threads.map { number in
          let task = "\(folder)/task/\(number)"
          // The number of a system call, its arguments, the stack pointer, the instruction pointer.
          let call = Self.text("\(task)/syscall").split(whereSeparator: \.isWhitespace)
          let registers = call.suffix(2).compactMap { UInt($0.dropFirst(2), radix: 16) }
          addresses.append(
            registers.count == 2 ? memory?.calls(from: registers[0], registers[1]) ?? [] : [])
          let descriptor = call.count > 3 ? Int(call[1].dropFirst(2), radix: 16) ?? -1 : -1
          let file = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "\(folder)/fd/\(descriptor)")
          return Thread(
            number: number, name: Self.text("\(task)/comm").trimmingCharacters(in: .newlines),
            isComputing: running.contains("\(number)") || call.first == "-1",
            descriptor: file ?? "")
        },
        children: Self.children(of: process))
      let frames = await memory?.frames(at: Set(addresses.joined())) ?? [:]
      for index in addresses.indices {
        self.threads[index].frames = addresses[index].flatMap { frames[$0] ?? [] }
      }
    }

    private static func entries(_ folder: String) -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    /// The text of a file of the system, whose size is unknown. It arrives in several parts.
    fileprivate static func text(_ path: String) -> String {
      let data = try? FileHandle(forReadingAtPath: path)?.readToEnd()
      return String(decoding: (data ?? nil) ?? Data(), as: UTF8.self)
    }

    /// The state and the parent; the name before them may contain anything.
    private static func status(_ path: String) -> [Substring] {
      let text = text(path)
      return text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    }

    private static func state(of thread: String, _ folder: String) -> Substring? {
      status("\(folder)/task/\(thread)/stat").dropFirst().first
    }

    private static func children(of process: pid_t) -> [String] {
      entries("/proc").filter { Int($0) != nil }.sorted().compactMap { name in
        let status = status("/proc/\(name)/stat")
        guard status.count > 2, status[2] == "\(process)", status[1] != "Z" else { return nil }
        return text("/proc/\(name)/cmdline").split(separator: "\0").joined(separator: " ")
      }
    }
  }

  /// The memory of a stopped process.
  private struct ProcessMemory {
    private struct Mapping {
      let range: Range<UInt>
      let isCode: Bool
      let path: String
      /// The address of the start of its file.
      let base: UInt
    }

    private let file: FileHandle
    private let mappings: [Mapping]

    init?(of process: pid_t) {
      guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/mem") else { return nil }
      self.file = file
      var bases: [String: UInt] = [:]
      mappings = HangingProcess.text("/proc/\(process)/maps").split(separator: "\n").compactMap {
        let words = $0.split(separator: " ", maxSplits: 5)
        let bounds = (words.first ?? "").split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard words.count >= 5, bounds.count == 2, let offset = UInt(words[2], radix: 16) else {
          return nil
        }
        let path = words.count > 5 ? words[5].trimmingCharacters(in: .whitespaces) : ""
        let base = bases[path] ?? (bounds[0] &- offset)
        bases[path] = base
        return Mapping(
          range: bounds[0]..<bounds[1], isCode: words[1].contains("x"), path: path, base: base)
      }
    }

    private func mapping(at address: UInt) -> Mapping? {
      mappings.first { $0.range.contains(address) }
    }

    private func code(at address: UInt) -> Mapping? {
      mapping(at: address).flatMap { $0.isCode ? $0 : nil }
    }

    private func bytes(at address: UInt, count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: count)
      let size = pread(file.fileDescriptor, &bytes, count, off_t(Int(bitPattern: address)))
      return Array(bytes.prefix(max(0, size)))
    }

    /// The addresses in the calls of a thread, the innermost first.
    ///
    /// Swift's functions store the frame pointer of their caller beside the address to which they return. Functions
    /// of the C library do not. So these follow the first pair on the stack that begins a whole chain.
    func calls(from stackPointer: UInt, _ instruction: UInt) -> [UInt] {
      guard let stack = mapping(at: stackPointer)?.range else { return [instruction] }
      let count = min(Int(stack.upperBound - stackPointer), Self.stackLimit)
      let words = bytes(at: stackPointer, count: count).withUnsafeBytes {
        Array($0.bindMemory(to: UInt.self))
      }
      for index in words.indices where stack.contains(words[index]) {
        let chain = chain(from: index, in: words, at: stackPointer)
        guard chain.count >= 2 else { continue }
        var calls = [caller(of: instruction, in: words[..<index])].compactMap(\.self)
        for pair in chain {
          calls.append(words[pair + 1])
          let next = words[(pair + 2)...].prefix(Self.smallFrame)
          calls += [caller(of: words[pair + 1], in: next)].compactMap(\.self)
        }
        return [instruction] + calls.map { $0 - 1 }
      }
      return [instruction]
    }

    /// The address to which a function returns that stores no frame pointer, such as those of the C library and
    /// `DispatchQueue.sync`; its caller is in another file.
    private func caller(of address: UInt, in words: ArraySlice<UInt>) -> UInt? {
      guard let library = code(at: address)?.path,
        ["/libc.", "/libc-", "/libpthread", "/libswiftDispatch."].contains(where: library.contains)
      else { return nil }
      return words.first { code(at: $0).map { $0.path != library } == true && isAfterCall($0) }
    }

    private static let smallFrame = 32
    private static let stackLimit = 1 << 24

    /// The indices of the pairs that follow each other.
    private func chain(from index: Int, in words: [UInt], at start: UInt) -> [Int] {
      var calls: [Int] = []
      var index = index
      while index + 1 < words.count, code(at: words[index + 1]) != nil {
        let next = words[index]
        // The frame pointer of the first function of a thread may hold anything.
        let isLast = next <= start + UInt(index * 8) || next >= start + UInt(words.count * 8)
        if isLast && calls.isEmpty || !isLast && next % 8 != 0 { break }
        calls.append(index)
        if isLast { break }
        index = Int(next - start) / 8
      }
      // Of a deep recursion, both ends are of interest.
      let middle = calls.dropFirst(Self.callLimit).dropLast(Self.callLimit)
      calls.removeSubrange(middle.indices)
      return calls
    }

    private static let callLimit = 100

    /// Whether a call precedes an address.
    private func isAfterCall(_ address: UInt) -> Bool {
      #if arch(x86_64)
        let bytes = bytes(at: address - 7, count: 7)
        return bytes.count == 7
          && (bytes[2] == 0xE8 || [0, 1, 4, 5].contains { bytes[$0] == 0xFF })
      #else
        return false
      #endif
    }

    /// The frames at addresses, with those of inlined functions, as the programs of the toolchain find them.
    func frames(at addresses: Set<UInt>) async -> [UInt: [HangingProcess.Frame]] {
      let known = addresses.filter { code(at: $0)?.path.hasPrefix("/") == true }.sorted()
      let questions = known.map { address in
        let mapping = code(at: address)
        return "\"\(mapping?.path ?? "")\" 0x\(String(address - (mapping?.base ?? 0), radix: 16))\n"
      }
      // Instructions that belong to no line count as those before them; older toolchains cannot do that.
      var symbols: String?
      for options in [["--skip-line-zero"], []] where symbols == nil {
        symbols = await output(of: "llvm-symbolizer", options, questions.joined())
      }
      guard let symbols else { return [:] }
      let demangled = await output(of: "swift-demangle", ["--simplified"], symbols)
      let answers = (demangled ?? symbols).components(separatedBy: "\n\n")
      return Dictionary(
        zip(known, answers).map { address, answer in
          let lines = answer.split(separator: "\n")
          return (
            address,
            stride(from: 0, to: lines.count - 1, by: 2).map { index in
              // The file, the line and the column.
              let place = lines[index + 1].split(separator: ":")
              return HangingProcess.Frame(
                name: String(lines[index]), path: place.dropLast(2).joined(separator: ":"),
                line: place.dropLast().last.flatMap { Int($0) } ?? 0)
            }
          )
        }, uniquingKeysWith: { first, _ in first })
    }

    /// The output of a program of the toolchain whose libraries the process uses; `nil` if there is none.
    private func output(of name: String, _ arguments: [String], _ input: String) async -> String? {
      let library = mappings.first { $0.path.hasSuffix("/usr/lib/swift/linux/libswiftCore.so") }
      guard let library else { return nil }
      let folder = library.path.dropLast("/lib/swift/linux/libswiftCore.so".count)
      let result = try? await run(
        .path(.init("\(folder)/bin/\(name)")), arguments: Arguments(arguments),
        input: .string(input),
        output: .string(limit: 1 << 24), error: .discarded)
      return result?.terminationStatus.isSuccess == true ? result?.standardOutput : nil
    }
  }
#endif
