import Exemplar
import Foundation
import Testing

// Failures after the end of their example, or of the whole run.

@Spec let late = describe("Late", .ordered) {
  it("leaves a task behind") {
    Task {
      await Progress.reaches(1)
      #expect(Bool(false), "late")
      Progress.advance()
    }
  }
  it("goes on meanwhile") {
    Progress.advance()
    await Progress.reaches(2)
  }
}

/// Run by itself: it fails when the process is already ending.
@Spec let tooLate = describe("Too late") {
  it("leaves an expectation behind") { atExit { #expect(Bool(false), "too late expectation") } }
}

/// Calls `body` on a thread of its own while the process ends.
public func atExit(_ body: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    isEnding.wait()
    body()
    isOver.signal()
  }
  atexit {
    isEnding.signal()
    isOver.wait()
  }
}

private let isEnding = DispatchSemaphore(value: 0)
private let isOver = DispatchSemaphore(value: 0)

/// How far the examples of this file have come.
private enum Progress {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var steps = 0

  static func advance() { lock.withLock { steps += 1 } }

  static func reaches(_ step: Int) async {
    while lock.withLock({ steps }) < step { await Task.yield() }
  }
}
