import Exemplar
import Foundation
import Testing

// Every way an example can end, but for the end of its process.

struct PowerCut: Error {}

@Spec let outcomes = describe("Outcomes") {
  it("passes") { #expect(Bool(true)) }
  it("fails by an expectation") { #expect(Bool(false)) }
  it("fails twice") {
    #expect(1 == 2)
    #expect(2 == 3)
  }
  it("fails by a requirement") { _ = try #require(nil as Int?) }
  it("fails by an error") { throw PowerCut() }
  it("fails after a checkpoint") {
    checkpoint("the till is open")
    throw PowerCut()
  }
  it("exceeds its limit", .timeLimit(.milliseconds(20))) {
    try? await Task.sleep(for: .seconds(60))
  }
  it("fails in a detached task") {
    await Task.detached { #expect(Bool(false), "detached") }.value
  }
  it("fails on a thread") {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        #expect(Bool(false), "on a thread")
        continuation.resume()
      }
    }
  }
  it("has a known issue") { withKnownIssue { #expect(Bool(false)) } }
  it("warns") { Issue.record("rather slow", severity: .warning) }
  it("attaches text and data") {
    attach("a page", named: "page.txt")
    attach("a second page", named: "page.txt")
    attach([0xFF, 0xFE] as [UInt8], named: "../cover")
  }
  it("attaches as Swift Testing does") {
    Attachment.record("a page", named: "page.txt")
    Attachment.record(Attachment([0xFF] as [UInt8], named: "cover"))
  }
  it("skips itself") { throw Skip("no camera") }
  xit("is skipped") {}
  it("is skipped with a reason", .skipped("too slow")) {}
  it("has a condition", .enabled(if: false)) {}
  it("runs on tablets", .platforms(.iPad)) {}
  pending("is pending")
  it("is flaky", .retry(2)) { #expect(attempts.next() > 1) }
  it("fails in every attempt", .retry(1)) { #expect(Bool(false)) }
  it("fails, then skips itself", .retry(1)) {
    if attemptsToSkip.next() > 1 { throw Skip("no camera") }
    throw PowerCut()
  }
  it("eventually holds") {
    try await eventuallyPasses(within: .seconds(60)) { #expect(attempts.next() > 4) }
  }
}

private let (attempts, attemptsToSkip) = (Attempts(), Attempts())

/// Counts the attempts in this process.
private final class Attempts: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
