import Exemplar
import XCTest

/// A program whose specs assert with XCTest.
@main struct Mixed: ExemplarMain {}

@Spec let assertions = describe("Assertions", .ordered) {
  it("holds") { XCTAssertEqual(1, 1) }
  it("fails") {
    print("~ a line")
    XCTAssertEqual(1, 2)
  }
  it("fails on a thread") {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        XCTFail("on a thread")
        continuation.resume()
      }
    }
  }
  it("skips") { throw XCTSkip("not here") }
}
