import Exemplar
import Foundation
import Laws

// Types of the standard library and of Foundation, a line each.

@Spec let numbers = describe("Numbers") {
  context("Int") {
    itBehavesLike(aHashable()) { [[0, -0], [1], [.max], [.min]] }
    itBehavesLike(aComparable()) { [[.min], [-1], [0, -0], [1], [.max]] }
    itBehavesLike(aCodable()) { [0, 1, -1, .max, .min] }
  }
  context("Double") {
    itBehavesLike(aHashable()) { [[0.0, -0.0], [1], [.infinity], [.leastNonzeroMagnitude]] }
    itBehavesLike(aComparable()) { [[-.infinity], [-1], [0.0, -0.0], [1], [.infinity]] }
    itBehavesLike(aCodable()) { [0.1, 1e300, -2.5] }
  }
}

@Spec let texts = describe("Texts") {
  context("String") {
    itBehavesLike(aHashable()) { [["é", "e\u{301}"], ["e"], [""], ["👩‍👩‍👧‍👦"]] }
    itBehavesLike(aComparable()) { [[""], ["a"], ["ab"], ["b"]] }
    itBehavesLike(aBidirectionalCollection()) { ("e\u{301}a👩‍👩‍👧‍👦\r\n", ["é", "a", "👩‍👩‍👧‍👦", "\r\n"]) }
    itBehavesLike(aCodable()) { ["", "é", "\u{0}", "\"quoted\""] }
  }
  context("UTF-8 view") {
    itBehavesLike(aBidirectionalCollection()) { ("é!".utf8, [0xC3, 0xA9, 0x21]) }
  }
}

@Spec let collections = describe("Collections") {
  context("Array") {
    itBehavesLike(aRandomAccessCollection()) { ([3, 1, 2], [3, 1, 2]) }
    itBehavesLike(aHashable()) { [[[1, 2], Array(1...2)], [[2, 1]], [[]]] }
    itBehavesLike(aCodable()) { [[], [1], [1, 2]] }
  }
  context("ArraySlice") {
    itBehavesLike(aRandomAccessCollection()) { ([0, 3, 1, 2, 0][1...3], [3, 1, 2]) }
  }
  context("Set") {
    itBehavesLike(aCollection()) { (Set(["Emma"]), ["Emma"]) }
    itBehavesLike(aHashable()) { [[Set([1, 2]), Set([2, 1])], [Set([1])], [Set()]] }
    itBehavesLike(aCodable()) { [Set([1, 2]), []] }
  }
  context("Dictionary") {
    itBehavesLike(aHashable()) { [[["a": 1, "b": 2], ["b": 2, "a": 1]], [["a": 2]], [[:]]] }
    itBehavesLike(aCodable()) { [["a": 1], [:]] }
  }
  context("empty") { itBehavesLike(aRandomAccessCollection()) { ([Int](), []) } }
  context("Range") { itBehavesLike(aRandomAccessCollection()) { (5..<8, [5, 6, 7]) } }
  context("reversed") {
    itBehavesLike(aRandomAccessCollection()) { ([1, 2, 3].reversed(), [3, 2, 1]) }
  }
  context("lazy filter") {
    itBehavesLike(aBidirectionalCollection()) { ((1...6).lazy.filter { $0 % 2 == 0 }, [2, 4, 6]) }
  }
  context("joined") {
    itBehavesLike(aBidirectionalCollection()) { ([[1], [], [2, 3]].joined(), [1, 2, 3]) }
  }
}

@Spec let sequences = describe("Sequences") {
  context("stride") { itBehavesLike(aSequence()) { (stride(from: 0, to: 9, by: 3), [0, 3, 6]) } }
  context("zip") {
    itBehavesLike(aSequence()) { (AnySequence(zip([1, 2], [3, 4]).lazy.map(+)), [4, 6]) }
  }
}

@Spec let values = describe("Values of Foundation") {
  context("URL") {
    itBehavesLike(aHashable()) {
      [
        [URL(string: "https://a.example/b")!, URL(string: "https://a.example/b")!],
        [URL(string: "https://a.example/c")!],
      ]
    }
    itBehavesLike(aCodable()) { [URL(string: "https://a.example/b?c=d")!] }
  }
  context("Date") {
    itBehavesLike(aComparable()) {
      [[.distantPast], [Date(timeIntervalSince1970: 0)], [.distantFuture]]
    }
    itBehavesLike(aCodable()) { [Date(timeIntervalSinceReferenceDate: 0.5)] }
  }
}
