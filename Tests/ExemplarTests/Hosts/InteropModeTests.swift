import ExemplarCore
import Testing

@testable import Exemplar

/// How `SWIFT_TESTING_XCTEST_INTEROP_MODE` is read, and what it means here.
@Suite struct InteropModeTests {
  @Test(
    "the values of Swift 6.4 mean what they mean there; all else stands for complete",
    arguments: [
      "none": InteropMode.none, "limited": .limited, "complete": .complete, "strict": .strict,
      "": .complete, "Strict": .complete, "off": .complete,
    ])
  func values(_ value: String, _ mode: InteropMode) {
    expect(InteropMode(environment: [InteropMode.variable: value]), equals: mode)
    expect(InteropMode.variable, equals: "SWIFT_TESTING_XCTEST_INTEROP_MODE")
    expect(InteropMode(environment: [:]), equals: .complete)
  }

  @Test func whatBecomesOfAnAssertionOfXCTest() {
    let place = Place(path: "Shelf.swift", line: 3)
    func told(_ mode: InteropMode) -> String {
      guard let issue = mode.issue("failed", at: place) else { return "nothing" }
      return (issue.isFailure ? "failure: " : "warning: ") + issue.message
    }
    expect(told(.none), equals: "nothing")
    expect(told(.limited), equals: "warning: failed")
    expect(told(.complete), equals: "failure: failed")
    #expect(
      told(.strict)
        == "failure: failed\nSWIFT_TESTING_XCTEST_INTEROP_MODE is strict: write #expect instead.")
    expect(InteropMode.strict.issue("failed", at: place)?.place, equals: place)
  }

  /// The toolchain passes assertions on from 6.4 on; before, Exemplar does. Where neither does, a run
  /// says so.
  @Test(arguments: [true, false], [true, false])
  func whatPassesUnseenIsTold(isBuiltIn: Bool, canHear: Bool) {
    for mode in [InteropMode.none, .limited, .complete, .strict] {
      var asked = 0
      let trouble = mode.trouble(isBuiltIn: isBuiltIn) {
        asked += 1
        return canHear
      }
      let expected =
        if mode == .none {
          "SWIFT_TESTING_XCTEST_INTEROP_MODE is 'none': a failing XCTAssert passes unnoticed in this run."
        } else if isBuiltIn || canHear {
          String?.none
        } else {
          "XCTest is linked, but in a form whose assertions cannot be observed: a failing XCTAssert "
            + "would pass unseen. Write #expect."
        }
      expect(trouble?.message, equals: expected)
      #expect(trouble?.isWarning ?? true)
      // Both must never hear the same assertion: it would count twice.
      expect(asked, equals: mode == .none || isBuiltIn ? 0 : 1)
    }
  }
}
