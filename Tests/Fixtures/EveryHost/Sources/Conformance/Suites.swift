import Exemplar
import Testing

// Data in suites, and rows that are put together.

@Spec("Suites")
struct SuitesSpec {
  @Example("in a property list", from: .plist("shelves"))
  func inPropertyList(copies: Int, cents: Int) { #expect(copies * 100 == cents) }

  @Example("in a folder", from: .testSuite("Drawings"))
  func inFolder(input: String, expected: String) {
    #expect(input.uppercased() == expected)
  }

  @Example("in a folder that is missing", from: .testSuite("Nowhere"))
  func missing(input: String) {}
}

@Spec let combined = describe("Combinations") {
  outline("all", rows: product([1, 2], [true, false])) { number, isGift in
    #expect(number == 1 || !isGift)
  }
  outline("pairs", rows: pairwise([1, 2], [1, 2], [1, 2])) { a, b, c in
    #expect(a + b + c < 6)
  }
  outline("in step", rows: zip([100, 200], [107, 215])) { net, gross in
    #expect(net * 107 == gross * 100)
  }
  outline("unequal", rows: zip([1, 2], [1])) { _, _ in }
}
