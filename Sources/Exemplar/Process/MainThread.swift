import Dispatch
import ExemplarRuntime
import Foundation

/// The main thread and its run loop, while specs run.
package enum MainThread {
  /// Waits a moment for something to do in the run loop of this thread, and does it.
  package static func serveRunLoop() {
    let end = Date(timeIntervalSinceNow: 0.01)
    // A run loop without sources returns at once; it must not spin.
    if !RunLoop.current.run(mode: .default, before: end) { Thread.sleep(until: end) }
  }

  /// Keeps the main thread in its run loop when the asynchronous `main` of this program first suspends;
  /// without it, Linux gives the thread up. It has no effect later.
  static func keep() { exemplar_keep_main_thread() }

  /// Whether this thread runs the main queue, as it does for the main actor.
  static var isOnMainQueue: Bool {
    DispatchQueue.getSpecific(key: mark) ?? Thread.isMainThread
  }

  /// Runs a function of the main actor, and waits for it if this is not the main thread.
  static func run<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
    if isOnMainQueue { return MainActor.assumeIsolated(body) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }

  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
}

/// Runs the run loop of the main thread, and with it the main queue, as long as the process lives.
@_cdecl("exemplar_serve_main_run_loop")
func serveMainRunLoop() -> Never {
  while true {
    if !RunLoop.main.run(mode: .default, before: .distantFuture) {
      Thread.sleep(forTimeInterval: 0.01)
    }
  }
}
