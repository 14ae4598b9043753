import Exemplar

/// All hooks in order on one instance, although a case fails and another one ends early.
@Spec(.ordered)
final class SequenceTests {
  private var log: [String] = []

  func setUpTest() { log = ["set up"] }

  func setUpTestCase(named name: String) { log.append("before \(name)") }

  func testOne() { log.append("one") }

  func testEndsAtItsAssertion() throws {
    let missing: String? = nil
    log.append("ends")
    let text = try #require(missing)
    log.append("never: \(text)")
  }

  func testGoesOnAfterAnExpectation() {
    #expect(log.isEmpty, "the log has \(log.count) entries")
    log.append("goes on")
  }

  func tearDownTestCase(named name: String) { log.append("after \(name)") }

  func tearDownTest() {
    #expect(
      log == [
        "set up", "before testOne", "one", "after testOne", "before testEndsAtItsAssertion", "ends",
        "after testEndsAtItsAssertion", "before testGoesOnAfterAnExpectation", "goes on",
        "after testGoesOnAfterAnExpectation",
      ])
  }
}

/// A failing set-up of the class: no case runs, the tear-down does.
@Spec
final class BrokenSetUpTests {
  func setUpTest() throws { _ = try #require(Int("no number")) }
  func testNeverRuns() { Issue.record("never") }
  func tearDownTest() { #expect(Bool(false), "the tear-down runs") }
}

/// A failing set-up of a case: its body does not run, its tear-down does.
@Spec
final class BrokenCaseTests {
  func setUpTestCase() throws { _ = try #require(Int("no number")) }
  func testNeverRuns() { Issue.record("never") }
  func tearDownTestCase() { #expect(Bool(false), "the tear-down runs") }
}

/// Its run group is the first, so it runs before all others.
@Spec(.runGroup(0))
struct FirstTests {
  func testRunsFirst() {}
}

@Spec
final class PhoneTests_iPhone {
  func testNeverRuns() { Issue.record("never") }
}
