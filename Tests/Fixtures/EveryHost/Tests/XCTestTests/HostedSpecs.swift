import Conformance
import ExemplarXCTest
import Testing

/// Specs in XCTest, with all that a test case has around them.
final class HostedSpecs: SpecTestCase {
  private(set) var steps: [String] = []

  override func setUp() async throws { steps.append("setUp async") }
  override func setUpWithError() throws {
    steps.append("setUpWithError")
    if name.contains("set-up") { throw XCTSkip("set-up says no") }
  }
  override func setUp() {
    steps.append("setUp")
    addTeardownBlock { print("~ tear-down block") }
    XCTAssertTrue(Thread.isMainThread)
  }
  override func tearDown() { print("~ tearDown after \(steps.joined(separator: ", "))") }
  override func tearDownWithError() throws { print("~ tearDownWithError") }
  override func tearDown() async throws { print("~ tearDown async") }

  func testSpecs() { print("~ the test itself") }

  func testOrdinary() { steps.append("ordinary") }
}

@Spec let hosted = describe("Hosted", .ordered) {
  it("has an instance of its own") {
    let steps = try HostedSpecs.current().steps
    #expect(steps == ["setUp async", "setUpWithError", "setUp"])
  }
  it("expects") { #expect(1 == 2) }
  it("asserts") { XCTAssertEqual(1, 2) }
  it("asserts on the main thread") { await MainActor.run { XCTFail("main") } }
  it("asserts on another thread") {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        XCTFail("thread")
        continuation.resume()
      }
    }
  }
  it("waits for an expectation") {
    let test = try HostedSpecs.current()
    await test.fulfillment(of: [test.expectation(description: "never")], timeout: 0.01)
  }
  it("skips") { throw XCTSkip("not here") }
  it("is skipped by set-up") { XCTFail("never") }
  it("knows it") { withKnownIssue { XCTFail("known") } }
  it("throws a skip") { throw Skip("nor here") }
  context("broken") {
    beforeAll { XCTFail("in a hook") }
    it("is blocked") {}
  }
  it("attaches") {
    Attachment.record("a page", named: "page.txt")
    attach("a cover", named: "cover.txt")
  }
  it("tells what it is about", .bug("#12"), .tags("slow", "covers")) {
    withEvery(["Emma"]) { _ in XCTFail("torn") }
  }
  itBehavesLike("a till") { 0 }
  it("leaves something behind") {
    Thread.detachNewThread {
      usleep(10_000)
      XCTFail("late")
    }
  }
}

@Spec let sideBySide = describe("Side by side", .parallel) {
  outline("runs") { (number: Int) in
    XCTAssertEqual(number, 1)
  } rows: {
    row("a", 1)
    row("b", 2)
  }
  it("passes") {}
}

/// Failures after the run, while the process exits.
@Spec let tooLate = describe("Too late") {
  it("leaves an assertion behind") { atExit { XCTFail("too late assertion") } }
}
