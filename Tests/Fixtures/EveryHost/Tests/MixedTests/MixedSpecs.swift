import Conformance
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
  it("asserts in a detached task") {
    await Task.detached { XCTFail("in a detached task") }.value
  }
  it("expects on a thread") {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        #expect(Bool(false), "expected on a thread")
        continuation.resume()
      }
    }
  }
  it("knows it") { withKnownIssue { XCTFail("known") } }
  it("asserts until it holds") {
    let count = Count()
    try await eventuallyPasses(within: .seconds(60)) { XCTAssertGreaterThan(count.next(), 2) }
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

@Spec let canceling = describe("Canceling", .ordered) {
  it("cancels the test around it") { try Test.cancel("no camera") }
  it("is not reached") {}
}

/// Failures after the run, while the process exits.
@Spec let tooLate = describe("Too late") {
  it("leaves an expectation behind") { atExit { #expect(Bool(false), "too late expectation") } }
  it("leaves an assertion behind") { atExit { XCTFail("too late assertion") } }
}

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
  func testOnAThread() {
    let isOver = expectation(description: "over")
    Thread.detachNewThread {
      #expect(Bool(false), "on a thread")
      isOver.fulfill()
    }
    wait(for: [isOver], timeout: 10)
  }
  func testDetached() async { await Task.detached { #expect(Bool(false), "detached") }.value }
}

/// A program with specs of its own, which an example starts.
@Spec let children = describe("Children") {
  it("are left alone", .enabled(if: ProcessInfo.processInfo.environment["PROGRAM"] != nil)) {
    let path = try #require(ProcessInfo.processInfo.environment["PROGRAM"])
    let child = Process()
    child.executableURL = URL(fileURLWithPath: path)
    child.arguments = ["Outcomes/passes", "Outcomes/warns"]
    try child.run()
    child.waitUntilExit()
    #expect(child.terminationStatus == 0)
  }
}
