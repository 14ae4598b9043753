import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Tear-down that depends on what has failed. (Semantics, section 2.)
@Suite struct CurrentFailuresTests {
  @Test(
    "hooks and cleanups after a body receive its failures in order, and those of tear-down so far")
  func afterwards() async {
    @Sendable func note(_ step: String) {
      let failures = currentFailures().map {
        "\($0.phase.rawValue) \($0.message.split(separator: "\n").last ?? "")"
      }
      log("\(step): \(failures)")
    }
    let trace = await traced(
      describe("A shelf") {
        beforeEach { note("s") }
        afterEach {
          note("t")
          cleanup { note("cleanup") }
        }
        it("passes") { note("body") }
        it("fails twice") {
          Issue.record("a known one", severity: .warning)
          withKnownIssue { Issue.record("known") }
          Issue.record("one")
          note("body")
          throw PowerCut()
        }
        context("in a hook") {
          beforeEach { throw PowerCut() }
          afterEach { Issue.record("two") }
          it("fails") {}
        }
      })
    expect(
      trace.lines.filter { $0.contains(": [") },
      equals: [
        "  s: []", "  body: []", "  t: []", "  cleanup: []",
        "  s: []", "  body: [\"body one\"]",
        "  t: [\"body one\", \"body Threw an error: PowerCut()\"]",
        "  cleanup: [\"body one\", \"body Threw an error: PowerCut()\"]",
        "  s: []",
        "  t: [\"beforeEach Threw an error: PowerCut()\", \"afterEach two\"]",
        "  cleanup: [\"beforeEach Threw an error: PowerCut()\", \"afterEach two\"]",
      ])
  }

  @Test("a failed attempt does not count for the next one, nor an example for the next one")
  func attempts() async {
    let attempts = Counter()
    let trace = await traced(
      describe("A shelf") {
        afterEach { if !currentFailures().isEmpty { attach("a log", named: "log.txt") } }
        it("is flaky", .retry(1)) { if attempts.next() == 1 { throw PowerCut() } }
        it("passes") {}
        it("is late", .timeLimit(.milliseconds(1))) { try await Task.sleep(for: .seconds(60)) }
      })
    expect(
      trace.lines.filter { $0.contains("  + ") },
      equals: [
        "  + is flaky: log.txt", "  + is late: log.txt",
      ])
  }

  @Test func `a hook around all examples receives the failures of these hooks alone`() async {
    let trace = await traced(
      describe("A shelf") {
        beforeAll { log("S \(currentFailures().count)") }
        it("fails") { throw PowerCut() }
        afterAll { log("T \(currentFailures().count)") }
        afterAll {
          Issue.record("stays open")
          log("T \(currentFailures().count)")
        }
      })
    expect(
      trace.lines.filter { $0.hasPrefix("  S") || $0.hasPrefix("  T") },
      equals: [
        "  S 0", "  T 1", "  T 1",
      ])
  }

  @Test func `outside an example it is an issue at that line`() {
    withKnownIssue {
      #expect(currentFailures().isEmpty)
    } matching: { issue in
      issue.sourceLocation?.line == #line - 2
        && issue.comments.contains { $0.rawValue.hasPrefix("currentFailures() was called outside") }
    }
  }
}
