import Exemplar
import Testing

// The object form: an abstract class holds what its subclasses have in common.

/// What every shelf has to do; it holds no subject, so nothing of it runs by itself.
@Spec class AnyShelfShape {
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
