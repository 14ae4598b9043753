import Exemplar
import ExemplarCore
import Testing

/// Examples that follow one another share a task. Code that cancels it must cancel nothing but itself.
@Suite struct SharedTaskTests {
  /// Cancels the task that this runs in.
  private static let cancel: @Sendable () -> Void = { withUnsafeCurrentTask { $0?.cancel() } }
  private static let text: @Sendable () -> String = { Task.isCancelled ? "canceled" : "fine" }

  @Test("an example that cancels its task has its tear-down; it and the next ones are not canceled")
  func examples() async {
    let (log, cancel, text) = (Log(), Self.cancel, Self.text)
    let trace = await log.trace(
      describe("shelf") {
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
      })
    #expect(
      trace.description == """
        > shelf
          before, fine
          canceled
          after, fine
          cleanup, fine
          breaks off: passed
          before, fine
          fine
          after, fine
          goes on: passed
          sells: pending
          before, fine
          after, fine
          breaks off again: passed
        > inside
          before, fine
          fine
          after, fine
          goes on there: passed
        < inside
          after all, fine
        < shelf
        4 executed, 1 pending
        """)
  }

  @Test("rows that cancel their task, be it in each, are all that is canceled")
  func rows() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await Log().trace(
      describe("shelf") {
        outline("holds", over: 1...50) { (number: Int) in
          #expect(text() == "fine")
          if number.isMultiple(of: 7) || number > 40 { cancel() }
        }
        it("goes on") { #expect(text() == "fine") }
      })
    #expect(trace.summary.executed == 51 && trace.summary.isSuccess)
  }

  @Test("attempts that cancel their task are tried again in one that is not")
  func retries() async {
    let (log, cancel, text) = (Log(), Self.cancel, Self.text)
    let attempts = Counter()
    let trace = await log.trace(
      describe("shelf", .retry(3)) {
        afterEach { log("after, \(text())") }
        it("holds") {
          log("attempt \(attempts.next()), \(text())")
          cancel()
          #expect(attempts.value == 3)
        }
        it("goes on") { log(text()) }
      })
    #expect(
      trace.executed == ["holds", "goes on"] && trace.summary.flaky == 1
        && trace.summary.isSuccess)
    #expect(
      trace.lines.filter { $0.hasPrefix("  a") || $0 == "  fine" } == [
        "  attempt 1, fine", "  after, fine", "  attempt 2, fine", "  after, fine",
        "  attempt 3, fine", "  after, fine", "  fine", "  after, fine",
      ])
  }

  @Test("a source that cancels the task in which it is read loses no row")
  func sources() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await Log().trace(
      describe("shelf") {
        outline(
          "holds",
          over: {
            (1...20).lazy.map { number -> Int in
              if number.isMultiple(of: 3) { cancel() }
              return number
            }
          }
        ) { (_: Int) in #expect(text() == "fine") }
        it("goes on") { #expect(text() == "fine") }
      })
    #expect(trace.summary.executed == 21 && trace.summary.isSuccess)
  }

  @Test("a source that cancels the task in which it is opened loses no row")
  func openings() async {
    let (cancel, text) = (Self.cancel, Self.text)
    let trace = await Log().trace(
      describe("shelf") {
        outline(
          "holds",
          over: {
            cancel()
            return 1...3
          }
        ) { (_: Int) in #expect(text() == "fine") }
      })
    #expect(trace.summary.executed == 3 && trace.summary.isSuccess)
  }

  @Test("a limit is for one example, however many share a task")
  func limits() async {
    let trace = await Log().trace(
      describe("shelf") {
        it("holds") { #expect(Self.text() == "fine") }
        it("waits", .timeLimit(.milliseconds(20))) {
          while !Task.isCancelled { await Task.yield() }
        }
        it("goes on") { #expect(Self.text() == "fine") }
      })
    #expect(trace.summary.executed == 3 && trace.summary.failed == 1)
  }

  @Test("a run that is canceled ends with the example that runs")
  func runs() async {
    let log = Log()
    let task = Locked<Task<Trace, Never>?>(nil)
    let isSet = Locked(false)
    let run = Task {
      await log.trace(
        describe("shelf") {
          it("holds") {
            while !isSet.withLock({ $0 }) { await Task.yield() }
            task.withLock { $0?.cancel() }
            log(Self.text())
          }
          it("is not reached") {}
          outline("is not read", over: 1...3) { (_: Int) in log("row") }
        })
    }
    task.withLock { $0 = run }
    isSet.withLock { $0 = true }
    let trace = await run.value
    #expect(
      trace.description == """
        > shelf
          canceled
          holds: passed
        < shelf
        1 executed, 2 not reached
        """)
    #expect(!trace.summary.isSuccess && !trace.summary.finished)
  }
}
