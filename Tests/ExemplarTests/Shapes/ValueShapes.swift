import Exemplar
import Testing

// `@Spec` on constants: wherever Swift lets a constant stand that exists without an instance.

@Spec let globalValue = describe("a global value") {
  it("runs") { #expect(Book.allCases.count == 3) }
}

@Spec private let privateValue = describe("a private value") {
  it("runs") {}
}

@Spec public let publicValue: SpecNode = describe("a public value with a type") {
  it("runs") {}
}

@Spec var computedValue: SpecNode {
  describe("a computed value") {
    it("runs") {}
  }
}

@Spec let `a value with a raw name` = describe("a value with a raw name") {
  it("runs") {}
}

// The names that expansions use must not hide those of the author.
@Spec let type = describe("a value called type") {
  it("runs") {}
}

@Spec let leaf = it("an example that is a spec by itself") {}

struct Prices {
  @Spec static let inStructure = describe("a value in a structure") {
    it("runs") {}
  }

  enum Discounts {
    @Spec fileprivate static let nested = describe("a value in a nested enumeration") {
      it("runs") {}
    }
  }
}

extension Prices {
  @Spec static var computed: SpecNode {
    let word = "computed"
    return describe("a \(word) value in a structure") { it("runs") {} }
  }
  @Spec private static let inExtension = describe("a value in an extension") {
    it("runs") {}
  }
}

extension Prices.Discounts {
  @Spec static let inExtension = describe("a value in an extension of a nested type") {
    it("runs") {}
  }
}

@MainActor enum FrontDesk {
  @Spec nonisolated static let value = describe("a value in a type of the main actor") {
    it("runs") { @MainActor in MainActor.assertIsolated() }
  }
}

extension Swift.Int {
  @Spec static let value = describe("a value in an extension of a foreign type") {
    it("runs") {}
  }
}
