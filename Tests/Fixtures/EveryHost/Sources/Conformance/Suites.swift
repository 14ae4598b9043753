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
  outline("all", over: product([1, 2], [true, false])) { number, isGift in
    #expect(number == 1 || !isGift)
  }
  outline("pairs", over: pairwise([1, 2], [1, 2], [1, 2])) { a, b, c in
    #expect(a + b + c < 6)
  }
  outline("in step", over: zip([100, 200], [107, 215])) { net, gross in
    #expect(net * 107 == gross * 100)
  }
  outline("unequal", over: zip([1, 2], [1])) { _, _ in }
}
