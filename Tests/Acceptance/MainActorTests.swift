import Exemplar
import Foundation
import TestSupport
import Testing

/// Groups on the main actor. (Semantics, section 2.)
@Suite("Groups on the main actor") struct MainActorTests {
  @Test("the builder, hooks and bodies of the group run on the main thread, and share a variable")
  func mainThread() async {
    let spec = describe("A window", on: MainActor.self) {
      var steps: [String] = [isMain() ? "built on main" : "built elsewhere"]
      beforeEach { steps.append("before \(isMain())") }
      it("opens") {
        steps.append("opens \(isMain())")
        cleanup { log((steps + ["cleaned up \(isMain())"]).joined(separator: ", ")) }
      }
      context("with tabs") {
        outline("has them") { (count: Int) in
          steps.append("\(count) \(isMain())")
        } rows: {
          row("one", 1)
        }
        afterEach { log(steps.suffix(2).joined(separator: ", ")) }
      }
    }
    let trace = await traced(spec)
    expect(
      trace.description,
      equals: """
        A window
          built on main, before true, opens true, cleaned up true → opens: passed
          with tabs › has them › before true, 1 true → one: passed
        2 executed
        """)
  }

  @Test func `a node that such a group leaves out is a failing example of the group`() async {
    let trace = await traced(
      describe("A window", on: MainActor.self) {
        it("opens") {}
        let _ = it("is lost") {}
      })
    #expect(!trace.summary.isSuccess)
    expect(trace.executed.count, equals: 2)
  }
}

@Sendable private func isMain() -> Bool { Thread.isMainThread }
