import Exemplar
import Foundation

// Examples that need the main thread, its queue, and its run loop.

@Spec let mainActor = describe("Main actor") {
  it("serves the main queue") { @MainActor in
    var isServed = false
    DispatchQueue.main.async { MainActor.assumeIsolated { isServed = true } }
    try await eventually(within: .seconds(20)) { isServed }
  }
  it("serves the main actor") { @MainActor in
    var isServed = false
    Task { isServed = true }
    try await eventually(within: .seconds(20)) { isServed }
  }
  it("serves timers") { @MainActor in
    var isServed = false
    let timer = Timer(timeInterval: 0.02, repeats: false) { _ in
      MainActor.assumeIsolated { isServed = true }
    }
    RunLoop.main.add(timer, forMode: .default)
    try await eventually(within: .seconds(20)) { isServed }
  }
  it("serves timers while it keeps the main actor") { @MainActor in
    var isServed = false
    let timer = Timer(timeInterval: 0.02, repeats: false) { _ in
      MainActor.assumeIsolated { isServed = true }
    }
    RunLoop.main.add(timer, forMode: .default)
    runLoop(until: { isServed }, timeout: .seconds(20))
  }
  it("is the main thread") { @MainActor in #expect(Thread.isMainThread) }
  it("fails where it keeps the main queue waiting") { @MainActor in
    var isServed = false
    DispatchQueue.main.async { MainActor.assumeIsolated { isServed = true } }
    runLoop(until: { isServed }, timeout: .milliseconds(50))
  }
  it("serves the main queue from elsewhere") {
    let isServed = Flag()
    DispatchQueue.main.async { isServed.raise() }
    runLoop(until: { isServed.isRaised }, timeout: .seconds(20))
  }
}

@Spec @MainActor final class OnTheMainActor {
  private var isServed = false

  @Example func waitsForTheMainQueue() async throws {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.isServed = true } }
    try await eventually(within: .seconds(20)) { isServed }
  }

  @Example func waitsForATimer() {
    let timer = Timer(timeInterval: 0.02, repeats: false) { _ in
      MainActor.assumeIsolated { self.isServed = true }
    }
    RunLoop.main.add(timer, forMode: .default)
    runLoop(until: { isServed }, timeout: .seconds(20))
  }
}

private final class Flag: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var value = false

  func raise() { lock.withLock { value = true } }
  var isRaised: Bool { lock.withLock { value } }
}
