import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Issues of detached tasks. (Design, section 3.)
@Suite struct LateIssueTests {
  @Test("an issue that comes after its example has ended belongs to the run, and fails it")
  func late() async {
    let forgotten = ForgottenTask()
    let trace = await traced(
      describe("shelf") {
        it("starts something") { forgotten.start { #expect(Bool(false), "the shelf fell down") } }
        it("goes on") { await forgotten.complete() }
      })
    expect(
      trace.description,
      equals: """
        shelf
          starts something: passed
          ! run: This was recorded after “shelf › starts something” had ended: wait for the task \
        that recorded it. (body) → goes on: passed
        2 executed, 1 run failed ✘
        """)
  }

  @Test("an issue of a task that no example started belongs to the example that is running")
  func detached() async {
    let trace = await trace { record in
      describe("shelf") {
        it("fills") {}
        it("is watched") {
          await Task.detached { record("the shelf fell down") }.value
        }
      }
    }
    expect(
      trace.description,
      equals: """
        shelf
          fills: passed
          ! the shelf fell down (body) → is watched: failed
        2 executed, 1 failed ✘
        """)
  }

  @Test func `if several are running, or none is, it belongs to the run and names them`() async {
    let rendezvous = Rendezvous(of: 2)
    let trace = await trace { record in
      describe("shelf", .parallel) {
        it("is watched") {
          try await rendezvous.arrive()
          await Task.detached { record("the shelf fell down") }.value
          try await rendezvous.leave()
        }
        it("fills") {
          try await rendezvous.arrive()
          try await rendezvous.leave()
        }
        afterAll { await Task.detached { record("the lamp fell down") }.value }
      }
    }
    let messages = trace.records.filter { $0.id == nil }.map(\.issue.message)
    expect(
      messages.joined(separator: "\n"),
      equals: """
        the shelf fell down
        This was recorded in a task that belongs to no example, while these ran:
          Acceptance/shelf/fills
          Acceptance/shelf/is watched
        the lamp fell down
        """)
    expect(trace.lines.last, equals: "2 executed, 2 run failed")
    #expect(!trace.summary.isSuccess)
  }

  /// Runs a spec that can record issues as a host does that does not know whose they are. With
  /// `#expect` in a detached task, Swift Testing would put them on this test process as well.
  private func trace(
    _ spec: (_ record: @escaping @Sendable (String) -> Void) -> SpecNode
  ) async -> Trace {
    let running = Locked<Run?>(nil)
    let root = spec { message in
      running.withLock { $0 }?.progress.record(ExemplarCore.Issue(message, isExpected: true))
    }
    let plan = Plan(
      [Spec(module: "Acceptance", root: root)], PlanOptions(seed: 1, order: .defined))
    let run = Run(plan, RunConfiguration(width: 2))
    running.withLock { $0 = run }
    return await traced(run)
  }
}
