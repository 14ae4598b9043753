import Exemplar
import Testing

// Nested types are groups in the types around them; hooks of the outer type run around them.

@Spec("a shop") struct ShopShape {
  @Spec("has a floor") struct FloorShape {
    static let ledger = Ledger()
    @BeforeAll static func light() { ledger.note("lit") }

    @Spec struct CornerShape {
      var chairs = 0
      @BeforeEach mutating func furnish() { chairs = 2 }
      @Example func isLit() { #expect(FloorShape.ledger.has("lit")) }
      @Example func hasChairs() { #expect(chairs == 2) }
    }

    @Example func isLitToo() { #expect(Self.ledger.has("lit")) }
  }

  @Example func isOpen() {}
}

extension ShopShape {
  @Spec struct CellarShape {
    @Example func isNestedByAnExtension() {}
  }
}

extension ShopShape.CellarShape {
  @Example func isInAnExtensionOfANestedType() {}
}

/// A type without examples of its own passes nothing on and has no effect.
private enum Namespace {
  @Spec struct InNamespaceShape {
    @Example func runs() {}
  }
}
