import ExemplarCore
import Foundation

/// The live line of a run: how many examples are over, how many failed, and what is running.
final class LiveProgress: Sendable {
  private struct State {
    var done = 0
    var failed = 0
    var shown = 0.0
  }
  private let terminal: Terminal
  private let state = Locked(State())

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  func take(_ event: Event) {
    guard terminal.isLive else { return }
    let text = state.withLock { state -> String? in
      switch event {
      case .exampleEnded(let end):
        state.done += 1
        if end.outcome.isFailure { state.failed += 1 }
      case .exampleStarted(let example):
        // The eye follows some twenty lines a second, and writing them costs time.
        let now = Date().timeIntervalSinceReferenceDate
        guard now - state.shown > 0.05 else { return nil }
        state.shown = now
        let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
        return "\(state.done) done\(failed) · \(example.id.heading)"
      case .hooksStarted(let hooks):
        // There are few, and some take long: what hangs must not be missed.
        state.shown = Date().timeIntervalSinceReferenceDate
        let failed = state.failed > 0 ? ", \(state.failed) failed" : ""
        return "\(state.done) done\(failed) · \(hooks.id.heading) (\(hooks.phase.rawValue))"
      default: break
      }
      return nil
    }
    if let text { terminal.show(text) }
  }

  func stop() { terminal.clear() }
}
