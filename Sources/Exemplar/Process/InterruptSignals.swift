import Dispatch
import ExemplarCore
import ExemplarReports
import ExemplarRuntime
import Foundation

/// The user's wish that the run may end, by SIGINT, SIGTERM or SIGHUP.
///
/// It is heard on a thread of its own, since examples may block all others, and by a handler, which,
/// unlike an ignored signal, is not inherited by the programs that examples start.
enum InterruptSignals {
  private struct State {
    var handler: (@Sendable (_ signal: Int32, _ count: Int) -> Void)?
    var count = 0
  }
  private static let state = Locked(State())
  private static let isWatched: Void = exemplar_watch_interrupts { InterruptSignals.handle($0) }

  /// How often the user has asked for the end.
  static var count: Int { state.withLock { $0.count } }

  /// From now on, calls `handler` with each signal and how many there have been.
  static func watch(_ handler: @escaping @Sendable (_ signal: Int32, _ count: Int) -> Void) {
    state.withLock { $0.handler = handler }
    isWatched
  }

  /// The same, unless there is a handler already.
  static func watch(orElse handler: @escaping @Sendable (_ signal: Int32) -> Void) {
    state.withLock { state in
      if state.handler == nil { state.handler = { signal, _ in handler(signal) } }
    }
    isWatched
  }

  /// Prints a message to the user in addition to the report.
  static func print(_ text: String) {
    StandardStream.error.print("\(text)\n", within: 5)
  }

  private static func handle(_ signal: Int32) {
    let (handler, count) = state.withLock { state in
      state.count += 1
      return (state.handler, state.count)
    }
    handler?(signal, count)
  }
}

extension StandardStream {
  /// Writes text for people, but does not wait longer than some seconds for a reader: the stream may be a pipe that is
  /// full.
  func print(_ text: String, within seconds: Double) {
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      print(text)
      isWritten.signal()
    }
    _ = isWritten.wait(timeout: .now() + seconds)
  }
}
