import Foundation

/// The thread of a process that hangs.
enum HangingThread {
  /// Makes the thread crash so that the runtime prints its stack: of the running threads, the one
  /// that has run longest, else the given one. Returns `false` where that is impossible.
  ///
  /// It receives a trap, since the threads of Dispatch accept no other signal.
  static func trap(in process: pid_t, orElse thread: Int32?) -> Bool {
    #if os(Linux)
      let computing = threads(of: process).filter { $0.isComputing }
      guard let target = computing.max(by: { $0.time < $1.time })?.number ?? thread, target > 0,
        let signal = Self.signal
      else { return false }
      return signal(process, target, SIGTRAP) == 0
    #else
      return false
    #endif
  }

  #if os(Linux)
    /// A thread, and how long it has computed, in ticks of the system's clock.
    private typealias State = (number: Int32, isComputing: Bool, time: Int)

    private static func threads(of process: pid_t) -> [State] {
      let folder = "/proc/\(process)/task"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.compactMap { name in
        guard let number = Int32(name),
          let text = try? String(contentsOfFile: "\(folder)/\(name)/stat", encoding: .utf8)
        else { return nil }
        // The name of the thread, which comes before, may hold anything.
        let words = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard words.count > 12 else { return nil }
        return (number, words[1] == "R", Int(words[12]) ?? 0)
      }
    }

    /// A function of the system that its headers show to GNU programs alone.
    private static let signal = dlsym(nil, "tgkill").map {
      unsafeBitCast($0, to: (@convention(c) (pid_t, Int32, Int32) -> Int32).self)
    }
  #endif
}
