import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Issues of tasks that no example started, while several runs go on. Other tests run specs too, so
/// each of these has a process of its own.
@Suite struct LostIssueTests {
  /// Records an issue in a task without an example, as a host does.
  private static func record(_ message: String) async {
    await Task.detached { _ = IssueRouter.attribute(Issue(message, isExpected: true)) }.value
  }

  @Test("a run inside an example does not take the issues of the example around it alone")
  func nested() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let inner = Locked(RunResult(seed: 0))
      let trace = await traced("A shop") {
        it("runs a till") {
          let summary = await Exemplar.run([
            describe("A till") { it("opens") { await Self.record("the lamp fell down") } }
          ])
          inner.withLock { $0 = summary }
        }
      }
      expect(
        trace.description,
        equals: """
          A shop › ! run:   A till › opens (body) → runs a till: passed
          1 executed, 1 run failed ✘
          """)
      expect(
        trace.records.filter { $0.id == nil }.map(\.issue.message),
        equals: [
          """
          the lamp fell down
          This was recorded in a task that belongs to no example, while 2 runs were going on: each of \
          them fails, since any of them may have caused it. These ran:
            A shop › runs a till
            A till › opens
          """
        ])
      #expect(!trace.summary.isSuccess)
      #expect(inner.withLock { !$0.isSuccess && $0.runFailures == 1 })
    }
  }

  @Test func `of runs side by side, none is left green`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let rendezvous = Rendezvous(of: 8)
      let runs = await withTaskGroup(of: RunResult.self) { tasks in
        for number in 1...8 {
          tasks.addTask {
            await Exemplar.run([
              describe("till \(number)") {
                it("opens") {
                  _ = IssueRouter.attribute(Issue("the till jams", isExpected: true))
                  try await rendezvous.arrive()
                  await Self.record("lamp \(number) fell down")
                  try await rendezvous.leave()
                }
              }
            ])
          }
        }
        return await tasks.reduce(into: []) { $0.append($1) }
      }
      expect(runs.map(\.failed), equals: Array(repeating: 1, count: 8))
      expect(runs.map(\.runFailures), equals: Array(repeating: 8, count: 8))
    }
  }

  @Test func `what comes while only one run goes on is still that run's`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let first = await Exemplar.run([
        describe("A till") { it("opens") { await Self.record("the lamp fell down") } }
      ])
      let second = await Exemplar.run([describe("A till") { it("opens") {} }])
      #expect(first.failed == 1 && first.runFailures == 0)
      #expect(second.isSuccess)
    }
  }

  @Test("an issue that races with the end of the run fails the run, or is too late for it")
  func races() async {
    await #expect(processExitsWith: .exitCode(0)) {
      for _ in 1...400 {
        let destination = Locked<IssueRouter.Destination?>(nil)
        let isOver = Locked(false)
        let summary = await Exemplar.run([
          describe("A till") {
            it("opens") {
              Task.detached {
                let found = IssueRouter.attribute(Issue("the lamp fell down"))
                destination.withLock { $0 = found }
                isOver.withLock { $0 = true }
              }
            }
          }
        ])
        while !isOver.withLock({ $0 }) { await Task.yield() }
        let isTooLate = destination.withLock { $0 } == .tooLate
        expect(summary.isSuccess, equals: isTooLate)
      }
    }
  }
}
