import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Many of everything at once: nothing may be lost, and nothing may be reported twice.
@Suite struct PressureTests {
  @Test("hundreds of examples share resources at a width of 64, and no writer has company")
  func resources() async {
    let names = ["stock", "prices", "money", "orders", "shelves", "post"]
    let inside = Locked([String: (readers: Int, writers: Int)]())
    let trespasses = Counter()
    @Sendable func visit(_ name: String, writes: Bool) async {
      inside.withLock {
        if writes {
          $0[name, default: (0, 0)].writers += 1
        } else {
          $0[name, default: (0, 0)].readers += 1
        }
        let now = $0[name, default: (0, 0)]
        if now.writers > 1 || (now.writers == 1 && now.readers > 0) { trespasses.next() }
      }
      for _ in 1...5 { await Task.yield() }
      inside.withLock {
        if writes {
          $0[name]?.writers -= 1
        } else {
          $0[name]?.readers -= 1
        }
      }
    }
    let specs = (0..<66).map { number in
      let first = names[number % 6]
      let second = names[(number / 6) % 6]
      return describe("spec \(number)", .uses(first, .write), .uses(second, .read)) {
        for example in 1...4 {
          it("\(example)") {
            await visit(first, writes: true)
            if second != first { await visit(second, writes: false) }
          }
        }
      }
    }
    let trace = await traced(
      specs.map { Spec(module: "Pressure", root: $0) }, options: .plain { $0.jobs = 64 })
    #expect(trace.summary.passed == 264 && trace.summary.isSuccess)
    #expect(Set(trace.executedIDs).count == 264 && trace.executedIDs.count == 264)
    expect(trespasses.value, equals: 0)
  }

  @Test("failures that race with the ends of their examples are each told once", arguments: [1, 8])
  func races(width: Int) async {
    let tasks = Locked([Task<Void, Never>]())
    let specs = (0..<40).map { spec in
      describe("spec \(spec)", .parallel) {
        for example in 0..<10 {
          it("\(example)") {
            let task = Task {
              for _ in 0..<(example * 2) { await Task.yield() }
              #expect(Bool(false), "failure \(spec).\(example)")
            }
            tasks.withLock { $0.append(task) }
            for _ in 0..<10 { await Task.yield() }
          }
        }
      }
    }
    let trace = await traced(
      (specs + [describe("waits", .serialized) { it("for all") { await all(tasks) } }])
        .map { Spec(module: "Pressure", root: $0) },
      options: .plain { $0.jobs = width })
    let told = trace.issues.map { issue in
      issue.message.firstMatch(of: /failure \d+\.\d+/).map { String($0.0) }
        ?? "late: \(issue.message)"
    }
    #expect(!trace.summary.isSuccess)
    expect(trace.executedIDs.count, equals: 401)
    let names = told.filter { $0.hasPrefix("failure") }
    expect(Set(names).count, equals: names.count)
    expect(told.count, equals: 400)
    // Issues of an example fail it; issues that come too late for that fail the run.
    let failing = Set(trace.records.compactMap(\.id))
    let failed = Set(trace.ended.filter(\.outcome.isFailure).map(\.id))
    expect(failing, equals: failed)
    expect(trace.summary.failed, equals: failed.count)
    expect(trace.summary.runFailures, equals: 400 - failed.count)
  }

  @Test("what a hook of a group leaves behind fails the group or the run, whenever it comes")
  func groupHooks() async {
    let (isEnding, isFalling) = (Locked(false), Locked(false))
    let task = Locked<Task<Void, Never>?>(nil)
    let shelf = describe("shelf") {
      beforeAll {
        let forgotten = Task {
          while !isEnding.withLock({ $0 }) { await Task.yield() }
          isFalling.withLock { $0 = true }
          #expect(Bool(false), "the shelf fell down")
        }
        task.withLock { $0 = forgotten }
      }
      it("holds") { await task.withLock { $0 }?.value }
    }
    let result = await Exemplar.run([shelf]) { event in
      guard case .hooksEnded = event else { return }
      isEnding.withLock { $0 = true }
      // The failure comes while the end of the hooks is reported, unless no thread is left for its task: then
      // it comes later.
      for _ in 0..<1_000 where !isFalling.withLock({ $0 }) { usleep(1_000) }
    }
    #expect(!result.isSuccess)
    expect(result.groupFailures + result.runFailures, equals: 1)
  }

  @Test(
    "beyond ten thousand names, those that repeat are numbered apart from those that are written so"
  )
  func manyNames() async {
    let names =
      (0..<10_000).map { "n\($0)" }
      + ["d", "d", "x (2)", "x", "x", "x (2)", "columns", "rows", "#3"]
    let shelf = describe("shelf") {
      outline("holds", over: names, named: { $0 }) { (_: String) in
        // Only the name counts.
      }
    }
    let ids = await traced(shelf).executedIDs
    #expect(ids.count >= names.count && Set(ids).count == ids.count)
  }

  private func all(_ tasks: Locked<[Task<Void, Never>]>) async {
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}
