import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

// Live: what a terminal shows while something goes on, and the user who interrupts it.

/// Shows the progress of a run on a terminal: a bar, the running examples and their ages, the
/// failures.
///
/// It receives events and running examples from any thread, and draws ten times a second on a
/// thread of its own, so that it costs an event nothing, and ages grow while nothing happens.
/// Without a terminal it does nothing.
final class LiveView: Reporter, @unchecked Sendable {
  private let terminal: Terminal
  private let condition = NSCondition()
  // Protected by the condition.
  private var state = LiveState()
  private var begin = 0.0
  private var isDrawing = false
  private var isOver = false

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    guard terminal.isLive else { return }
    condition.withLock {
      state.receive(batch)
      guard case .event(.runStarted) = batch, !isDrawing, !isOver else { return }
      begin = EventLog.now
      isDrawing = true
      Thread.detachNewThread { [self] in draw() }
    }
  }

  /// Receives the running examples of a worker.
  func receive(running examples: [RunningExample], ofWorker worker: Int) {
    guard terminal.isLive else { return }
    condition.withLock { state.receive(running: examples, ofWorker: worker) }
  }

  /// Removes the drawing, for good.
  func finish() {
    condition.withLock {
      isOver = true
      condition.signal()
      while isDrawing { condition.wait() }
    }
    terminal.clear()
  }

  private static let interval = 0.1

  private func draw() {
    condition.lock()
    while !isOver {
      let (state, begin) = (state, begin)
      condition.unlock()
      let now = EventLog.now
      let drawing = LiveDrawing(
        size: Terminal.size, style: terminal.style, isStopping: Interruption.isRequested)
      terminal.show(drawing.lines(of: state, elapsed: now - begin, now: now))
      condition.lock()
      if !isOver { _ = condition.wait(until: Date(timeIntervalSinceNow: Self.interval)) }
    }
    isDrawing = false
    condition.broadcast()
    condition.unlock()
  }
}
