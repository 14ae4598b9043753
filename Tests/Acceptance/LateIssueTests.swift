import Exemplar
import ExemplarCore
import Testing

/// Issues that come from tasks nobody waits for. (Design, section 3.)
@Suite struct LateIssueTests {
  @Test("an issue that comes after its example has ended belongs to the run, and fails it")
  func late() async {
    let log = Log()
    let signal = Locked(false)
    let task = Locked<Task<Void, Never>?>(nil)
    let trace = await log.trace(
      describe("shelf") {
        it("starts something") {
          let started = Task {
            while !signal.withLock({ $0 }) { await Task.yield() }
            #expect(Bool(false), "the shelf fell down")
          }
          task.withLock { $0 = started }
        }
        it("goes on") {
          signal.withLock { $0 = true }
          await task.withLock { $0 }?.value
        }
      })
    #expect(
      trace.description == """
        > shelf
          starts something: passed
          ! run: This was recorded after “shelf › starts something” had ended: \
        wait for the task that recorded it. (body)
          goes on: passed
        < shelf
        2 executed, 1 run failed
        """)
    #expect(!trace.summary.isSuccess)
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
    #expect(
      trace.description == """
        > shelf
          fills: passed
          ! is watched: the shelf fell down (body)
          is watched: failed
        < shelf
        2 executed, 1 failed
        """)
  }

  @Test("if several are running, or none is, it belongs to the run and names them")
  func detachedBesideOthers() async {
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
    let messages = trace.events.compactMap { event -> String? in
      guard case .issueRecorded(let record) = event, record.id == nil else { return nil }
      return record.issue.message
    }
    #expect(
      messages.joined(separator: "\n") == """
        the shelf fell down
        This was recorded in a task that belongs to no example, while these ran:
          Acceptance/shelf/fills
          Acceptance/shelf/is watched
        the lamp fell down
        """)
    #expect(trace.lines.last == "2 executed, 2 run failed")
    #expect(!trace.summary.isSuccess)
  }

  /// Runs a spec that can record issues as a host does that does not know whose they are. With
  /// `#expect` in a detached task, Swift Testing would put them on this test process as well.
  private func trace(
    _ spec: (_ record: @escaping @Sendable (String) -> Void) -> SpecNode
  ) async -> Trace {
    let running = Locked<Run?>(nil)
    let root = spec { message in
      running.withLock { $0 }?.record(ExemplarCore.Issue(message, isExpected: true))
    }
    let plan = Plan(
      [Spec(module: "Acceptance", root: root)], PlanOptions(seed: 1, order: .defined))
    let run = Run(plan, RunConfiguration(width: 2))
    running.withLock { $0 = run }
    return await Log().trace(run)
  }
}
