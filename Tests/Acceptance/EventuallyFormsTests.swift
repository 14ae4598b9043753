import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// A condition that never holds fails its example, in whatever form its closure is written, and wherever
/// it stands. (Semantics, section 2.)
///
/// The compiler chooses among overloads by the form of the closures around a call, so the forms stand
/// here as users write them.
@Suite("Forms of eventually") struct EventuallyFormsTests {
  @Test func `in the body of an example`() async {
    await expectFailures(
      describe("A shelf") {
        it("literal") { try await eventually(within: soon) { false } }
        it("call") { try await eventually(within: soon) { isFull() } }
        it("operators") { try await eventually(within: soon) { !isFull() && isFull() } }
        it("coerced") { try await eventually(within: soon) { isFull() as Bool } }
        it("discardable") { try await eventually(within: soon) { fill() } }
        it("asynchronous") { try await eventually(within: soon) { await isFullLater() } }
        it("throwing") { try await eventually(within: soon) { try isFullOrThrows() } }
        it("statements") {
          try await eventually(within: soon) {
            prepare()
            return isFull()
          }
        }
        it("branches") {
          try await eventually(within: soon) { if isFull() { true } else { false } }
        }
        it("guard") {
          try await eventually(within: soon) {
            guard isFull() else { return false }
            return fill()
          }
        }
        it("with a type") { try await eventually(within: soon) { () -> Bool in fill() } }
        it("reference") { try await eventually(within: soon, isFull) }
        it("constant") {
          let condition = { isFull() }
          try await eventually(within: soon, condition)
        }
        it("after a statement") {
          prepare()
          try await eventually(within: soon) { fill() }
        }
        it("before a statement") {
          try await eventually(within: soon) { fill() }
          prepare()
        }
        it("with its result") {
          let isMet = try await eventually(within: soon) { fill() }
          if isMet { prepare() }
        }
        it("on the main actor") { @MainActor in try await eventually(within: soon) { onMain() } }
        it("within") {
          try await within("a room") { try await eventually(within: soon) { fill() } }
        }
        it("within twice") {
          try await within("a house") {
            try await within("a room") { try await eventually(within: soon) { isFull() } }
          }
        }
        it("within, after a statement") {
          try await within("a room") {
            prepare()
            try await eventually(within: soon) { fill() }
          }
        }
        it("around within") { try await eventually(within: soon) { within("a room") { isFull() } } }
        it("with every value") {
          try await withEvery([1]) { number in
            try await eventually(within: soon) { number == 2 }
          }
        }
        it("in itself") {
          try await eventually(within: soon) { try await eventually(within: soon) { isFull() } }
        }
        it("in a task") {
          let task = Task { try await eventually(within: soon) { fill() } }
          _ = try await task.value
        }
        outline("row") { (number: Int) in
          try await eventually(within: soon) { number == 1 }
        } rows: {
          row("two", 2)
        }
        outline("number", over: 2...2) { number in
          try await eventually(within: soon) {
            prepare()
            return number == 1
          }
        }
      })
  }

  @Test func `in hooks, cleanups and givens`() async {
    let catalog = AsyncGiven { try await eventually(within: soon) { fill() } }
    await expectFailures(
      describe("A library") {
        context("before each") {
          beforeEach { try await eventually(within: soon) { fill() } }
          it("a") {}
        }
        context("after each") {
          afterEach { try await eventually(within: soon) { isFull() } }
          it("b") {}
        }
        context("before each, with its example") {
          beforeEach { info in try await eventually(within: soon) { info.name == "d" } }
          it("c") {}
        }
        it("e") { cleanup { try await eventually(within: soon) { fill() } } }
        it("f") { _ = try await catalog() }
      })
  }

  @Test("a condition that is handed to eventuallyPasses is judged")
  @available(*, deprecated, message: "It tests what is deprecated.")
  func conditionsAsExpectations() async {
    let line = #line
    let trace = await traced(
      describe("A shelf") {
        it("discardable") { try await eventuallyPasses(within: soon) { fill() } }
        it("coerced") { try await eventuallyPasses(within: soon) { isFull() as Bool } }
        it("holds") { try await eventuallyPasses(within: soon) { !fill() } }
      })
    let message =
      "The closure gave false until the limit of 0.002 s. For a condition, write eventually; an "
      + "expectation is written with #expect. (body)"
    expect(
      trace.description,
      equals: """
        A shelf
          ! \(message) → discardable: failed
          ! \(message) → coerced: failed
          holds: passed
        3 executed, 2 failed ✘
        """)
    expect(trace.places, equals: [3, 4].map { "EventuallyFormsTests.swift:\(line + $0)" })
  }

  /// Runs the group, and expects each of its examples to fail by a condition.
  private func expectFailures(
    _ group: SpecNode, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let trace = await traced(group)
    for end in trace.ended {
      #expect(
        end.outcome == .failed(unexpected: false), "\(end.id)", sourceLocation: sourceLocation)
    }
    #expect(
      Set(trace.messages) == ["The condition did not hold within 0.002 s."],
      sourceLocation: sourceLocation)
  }
}

private let soon = Duration.milliseconds(2)

private func isFull() -> Bool { false }
private func isFullLater() async -> Bool { false }
private func isFullOrThrows() throws -> Bool { false }
private func prepare() {}
@discardableResult private func fill() -> Bool { false }
@MainActor private func onMain() -> Bool { false }
