import Exemplar
import Foundation
import Testing
import XCTest

// Assertions of one library of tests in a test of the other, and assertions that come late.

@Spec let mixed = describe("Mixed", .ordered) {
  it("asserts") { XCTAssertEqual(1, 2, "one is not two") }
  it("unwraps") { _ = try XCTUnwrap(nil as Int?) }
  it("asserts truth") { XCTAssertTrue(true) }
  it("asserts on a thread") {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        XCTFail("on a thread")
        continuation.resume()
      }
    }
  }
  it("knows it") { withKnownIssue { XCTFail("known") } }
  it("asserts until it holds") {
    let count = Count()
    try await eventually { XCTAssertGreaterThan(count.next(), 2) }
  }
  it("skips") { throw XCTSkip("not here") }
  it("skips if asked") { try XCTSkipIf(true, "nor here") }
}

@Spec let late = describe("Late") {
  it("leaves an expectation behind") {
    Task.detached {
      try await Task.sleep(for: .milliseconds(10))
      #expect(Bool(false), "late expectation")
    }
  }
  it("leaves an assertion behind") {
    Thread.detachNewThread {
      usleep(10_000)
      XCTFail("late assertion")
    }
  }
}

/// What fails when the run is over, and the process is already ending.
@Spec let tooLate = describe("Too late") {
  it("leaves an expectation behind") { atExit { #expect(Bool(false), "too late expectation") } }
  it("leaves an assertion behind") { atExit { XCTFail("too late assertion") } }
}

/// Calls `body` on a thread of its own while the process ends.
private func atExit(_ body: @escaping @Sendable () -> Void) {
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

private final class Count: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}

/// A plain test of Swift Testing.
@Test func plainTest() { XCTAssertTrue(false, "in a plain test") }

/// A plain test case of XCTest.
final class PlainTestCase: XCTestCase {
  func testExpects() { #expect(1 == 2, "in a plain test case") }
  func testRequires() throws { _ = try #require(nil as Int?) }
  func testFine() { #expect(1 == 1) }
  func testDetached() async { await Task.detached { #expect(Bool(false), "detached") }.value }
}
