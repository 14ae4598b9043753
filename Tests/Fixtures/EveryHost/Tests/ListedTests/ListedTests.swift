import Exemplar
import Foundation
import Testing

/// The specs as cases that editors list; a package of its own would need no condition.
@Suite(.enabled(if: ["1", "twice"].contains(ProcessInfo.processInfo.environment["LISTED"])))
struct ListedTests {
  @Test(arguments: Exemplar.specs)
  func spec(_ spec: ListedNode) async throws { try await spec.run() }
}

/// The same once more, one after the other, with traits of Swift Testing.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["LISTED"] == "twice"), .serialized,
  .bug("https://example.org/7"), .tags(.shop), .timeLimit(.minutes(1)))
struct SerializedTests {
  @Test(arguments: Exemplar.specs)
  func spec(_ spec: ListedNode) async throws { try await spec.run() }
}

/// A list that leaves out a spec that fails.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LISTED"] == "in part"))
struct CutDownTests {
  @Test(arguments: Exemplar.specs.filter { $0.id != "ListedTests/Second" })
  func spec(_ spec: ListedNode) async throws { try await spec.run() }
}

/// A list that no case runs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LISTED"] == "in vain"))
struct ForgetfulTests {
  @Test(arguments: Exemplar.specs)
  func spec(_ spec: ListedNode) async throws {}
}

extension Tag {
  @Tag static var shop: Self
}

@Spec(.runGroup(0)) struct First {
  @Example func runs() { print("~ first") }
}

@Spec(.runGroup(2)) struct Third {
  @Example func runs() { print("~ third") }
}

@Spec struct Second {
  @Example func runs() { print("~ second") }
  @Example func fails() { #expect(Bool(false)) }
}

@Spec(.skipped("never")) struct Never {
  @Example func runs() {}
}

nonisolated(unsafe) private var hasFailed = false

private struct Shrinking: Sequence, Sendable {
  func makeIterator() -> IndexingIterator<[Int]> { (hasFailed ? [1] : [1, 2]).makeIterator() }
}

/// In the second repetition, what failed is skipped, or does not exist any more.
@Spec let undecided = describe(
  "Undecided", .ordered, .enabled(if: ProcessInfo.processInfo.environment["REPEATED"] != nil)
) {
  outline("counts", over: Shrinking()) { number in #expect(number == 1) }
  it("is skipped") {
    if hasFailed { throw Skip("too late") }
    hasFailed = true
    #expect(Bool(false))
  }
}

/// In the first repetition, an example and a row fail; they pass in the second one.
@Spec(.ordered, .enabled(if: ProcessInfo.processInfo.environment["REPEATED"] != nil))
struct Repeated {
  nonisolated(unsafe) private static var runs = 0

  @Example func passes() { print("~ passes") }

  @Example func settles() {
    print("~ settles")
    Self.runs += 1
    #expect(Self.runs > 1)
  }

  @Example(
    "counts",
    rows: {
      row("one", 1); row("two", 2)
    })
  func counts(number: Int) {
    print("~ \(number)")
    #expect(number == 1 || Self.runs > 1)
  }
}
