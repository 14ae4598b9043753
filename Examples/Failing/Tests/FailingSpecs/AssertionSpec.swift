import Exemplar
import Testing

struct OutOfPaper: Error {}

@Spec let assertions = describe("Assertions") {
  it("does not hold") {
    let price = 12
    #expect(price == 13)
  }

  it("does not hold twice") {
    #expect("Emma".isEmpty, "a title is needed")
    #expect([1, 2].count == 3)
  }

  it("is required and does not hold") {
    let shelf: [String] = []
    let first = try #require(shelf.first)
    #expect(first == "never reached")
  }

  it("throws an error") { throw OutOfPaper() }

  it("throws an error after a checkpoint") {
    checkpoint("the first page is printed")
    throw OutOfPaper()
  }

  it("is not confirmed") {
    await confirmation("the bell rings") { _ in }
  }

  it("records an issue") { Issue.record("the till is open") }

  it("records a warning only") { Issue.record("the till is nearly full", severity: .warning) }

  it("has a known issue") {
    withKnownIssue("the scales are off") { #expect(99 == 100) }
  }

  it("has a known issue that does not come up") {
    withKnownIssue("the scales are off") {}
  }

  it("skips itself") { throw Skip("no customer today") }

  pending("wraps presents", "before Christmas")

  it("says it twice") {}
  it("says it twice") { #expect(Bool(false)) }
}
