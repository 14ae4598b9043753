import ExemplarXCTest
import Foundation
import Testing

private let aFleet = SharedExamples("a fleet") {
  itBehavesLike(aShip) { "Titanic" }
}

private let aShip = SharedExamples("a ship") { (name: Given<String>) in
  it("floats") { within("at sea") { #expect(name() != "Titanic", "it sank") } }
  outline("carries") { (count: Int) in
    XCTAssertEqual(count, 1)
  } rows: {
    row("wool", 1)
    row("nothing", 0)
  }
  it("is told") { throw CocoaError(.fileNoSuchFile) }
}

/// Shared examples that fail, for those who ask for them.
@Spec let fleet = describe("A fleet") {
  if ProcessInfo.processInfo.environment["FLEET"] != nil {
    itBehavesLike(aFleet)
    context("abroad") { itBehavesLike("a flet") }
  }
}
