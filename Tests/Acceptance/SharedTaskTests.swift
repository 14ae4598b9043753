import Exemplar
import TestSupport
import Testing

/// Examples that follow one another share a task. Code that cancels it must cancel nothing but itself.
@Suite struct SharedTaskTests {
  /// Cancels the task that this runs in.
  private static let cancel: @Sendable () -> Void = { withUnsafeCurrentTask { $0?.cancel() } }
  private static let text: @Sendable () -> String = { Task.isCancelled ? "canceled" : "fine" }

  @Test("an example that cancels its task has its tear-down; it and the next ones are not canceled")
  func examples() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await traced("shelf") {
      beforeAll { cancel() }
      beforeEach { log("before, \(text())") }
      afterEach { log("after, \(text())") }
      it("breaks off") {
        cleanup { log("cleanup, \(text())") }
        cancel()
        log(text())
      }
      it("goes on") { log(text()) }
      pending("sells")
      it("breaks off again") { cancel() }
      context("inside") { it("goes on there") { log(text()) } }
      afterAll { log("after all, \(text())") }
    }
    expect(
      trace.description,
      equals: """
        shelf
          before, fine · canceled · after, fine · cleanup, fine → breaks off: passed
          before, fine · fine · after, fine → goes on: passed
          sells: pending
          before, fine · after, fine → breaks off again: passed
          inside › before, fine · fine · after, fine → goes on there: passed
          after all, fine
        4 executed, 1 pending
        """)
  }

  @Test func `rows that cancel their task, be it in each, are all that is canceled`() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await traced("shelf") {
      outline("holds", over: 1...50) { (number: Int) in
        expect(text(), equals: "fine")
        if number.isMultiple(of: 7) || number > 40 { cancel() }
      }
      it("goes on") { expect(text(), equals: "fine") }
    }
    #expect(trace.summary.executed == 51 && trace.summary.isSuccess)
  }

  @Test func `attempts that cancel their task are tried again in one that is not`() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let attempts = Counter()
    let trace = await traced("shelf", .retry(3)) {
      afterEach { log("after, \(text())") }
      it("holds") {
        log("attempt \(attempts.next()), \(text())")
        cancel()
        expect(attempts.value, equals: 3)
      }
      it("goes on") { log(text()) }
    }
    #expect(
      trace.executed == ["holds", "goes on"] && trace.summary.flaky == 1
        && trace.summary.isSuccess)
    expect(
      trace.lines.filter { $0.hasPrefix("  a") || $0 == "  fine" },
      equals: [
        "  attempt 1, fine", "  after, fine", "  attempt 2, fine", "  after, fine",
        "  attempt 3, fine", "  after, fine", "  fine", "  after, fine",
      ])
  }

  @Test func `a source that cancels the task in which it is opened or read loses no row`() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await traced("shelf") {
      outline(
        "holds",
        over: {
          cancel()
          return (1...20).lazy.map { number -> Int in
            if number.isMultiple(of: 3) { cancel() }
            return number
          }
        }
      ) { (_: Int) in expect(text(), equals: "fine") }
      it("goes on") { expect(text(), equals: "fine") }
    }
    #expect(trace.summary.executed == 21 && trace.summary.isSuccess)
  }

  @Test func `a limit is for one example, however many share a task`() async {
    let trace = await traced("shelf") {
      it("holds") { expect(Self.text(), equals: "fine") }
      it("waits", .timeLimit(.milliseconds(20))) {
        while !Task.isCancelled { await Task.yield() }
      }
      it("goes on") { expect(Self.text(), equals: "fine") }
    }
    #expect(trace.summary.executed == 3 && trace.summary.failed == 1)
  }
}
