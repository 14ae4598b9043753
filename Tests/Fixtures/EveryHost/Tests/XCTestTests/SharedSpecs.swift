import ExemplarXCTest
import Foundation
import Testing

private let aFleet = SharedExamples("a fleet") {
  itBehavesLike(aShip) { "Titanic" }
}

private let aShip = SharedExamples("a ship") { (name: Given<String>) in
  it("floats") { within("at sea") { #expect(name() != "Titanic", "it sank") } }
  outline("carries", rows: ["wool": 1, "nothing": 0]) { count in XCTAssertEqual(count, 1) }
  it("is told") { throw CocoaError(.fileNoSuchFile) }
}

/// Shared examples that fail, for those who ask for them.
@Spec let fleet = describe("A fleet") {
  if ProcessInfo.processInfo.environment["FLEET"] != nil {
    itBehavesLike(aFleet)
    context("abroad") { itBehavesLike("a flet") }
  }
}
