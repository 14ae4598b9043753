import ExemplarCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension EventLog {
  /// The events from here on, including those that have not been written yet.
  ///
  /// The log is first checked after a millisecond, and then less often, up to `interval`, while
  /// nothing arrives. The sequence ends when everything has been read and the process has recorded
  /// its end or `isLive` returns `false`; when the log is damaged; and when the task is canceled.
  ///
  /// ```swift
  /// for await event in try EventLog(path: "run.exlog").following() { print(event) }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The longest time between two checks.
  ///   - isLive: Returns whether the process may still write. The default checks for a process with
  ///     the id of the one that created the log.
  public func following(
    every interval: Duration = .milliseconds(20), while isLive: (@Sendable () -> Bool)? = nil
  ) -> Following {
    Following(log: self, interval: interval, isLive: isLive)
  }

  /// The events of a log that is still written; see ``following(every:while:)``.
  public struct Following: AsyncSequence, AsyncIteratorProtocol {
    fileprivate let log: EventLog
    fileprivate let interval: Duration
    fileprivate let isLive: (@Sendable () -> Bool)?

    public func makeAsyncIterator() -> Following { self }

    public mutating func next() async -> Event? {
      var pause = Duration.milliseconds(1)
      while true {
        // Events that were written before the end was detected are read after it.
        let mayGoOn = log.wasCutShort && (isLive?() ?? log.hasProcess)
        if let event = log.next() { return event }
        if !mayGoOn || log.damage != nil { return nil }
        do { try await Task.sleep(for: pause) } catch { return nil }
        pause = Swift.min(pause * 2, interval)
      }
    }
  }

  /// Whether there is a process with the id of the one that made the log.
  private var hasProcess: Bool {
    #if os(Windows)
      true
    #else
      kill(processID, 0) == 0 || errno == EPERM
    #endif
  }
}
