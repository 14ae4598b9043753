import Exemplar
import Testing

// The object form: an abstract class holds what its subclasses have in common.

/// The behavior of every shelf. It has no shelf, so its examples run in its subclasses alone.
@Spec(.abstract) class AnyShelfShape {
  required init() {}

  /// The shelf under test.
  func makeShelf() -> [String] { fatalError("a subclass says which") }

  @BehavesLike(aCollection([String].self)) var books: [String] { makeShelf() }
  @BehavesLike("a label") var label: String { "a shelf" }

  @Example func holdsEmma() { #expect(makeShelf().contains("Emma")) }

  @Spec static let aLabel = sharedExamples("a label") { (label: Given<String>) in
    it("is short") { #expect(label().count < 20) }
  }
}

@Spec final class OldShelfShape: AnyShelfShape {
  override func makeShelf() -> [String] { ["Emma"] }

  /// Replaces the shared examples of the superclass.
  @Spec static let anotherLabel = sharedExamples("a label") { (label: Given<String>) in
    it("is old") { #expect(label().hasPrefix("old")) }
  }

  @BehavesLike("a label") override var label: String { "old \(super.label)" }
}

@Spec final class NewShelfShape: AnyShelfShape {
  override func makeShelf() -> [String] { ["Emma", "Persuasion"] }
}

/// Nothing inherits from it, as the report states.
@Spec(.abstract) class ForgottenShelfShape {
  @Example func isDusted() {}

  @Spec struct Board {
    @Example func isStraight() {}
  }
}

@Spec(.abstract) class PlankShape {
  required init() {}
  @Spec struct Nail {
    @Example func holds() {}
  }
}

@Spec(.abstract) class LongPlankShape: PlankShape {
  @Example func isSawn() {}
}

@Spec final class LongestPlankShape: LongPlankShape {}
