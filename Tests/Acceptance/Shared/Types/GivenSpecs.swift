import Exemplar
import Testing

// Types with givens, and what they define anew; `TypedGivensTests` tells what they come to.

private let number = Given { 0 }
private let text = Given {
  Diary.note("written")
  return "number \(number())"
} cleanup: {
  Diary.note("\($0) wiped out")
}

@Spec struct NumberSpec {
  @BeforeEach func read() { Diary.note(text()) }

  @Example func begins() { #expect(number() == 0) }

  @Spec struct OneSpec {
    @Spec static let one = number.override { 1 }

    @Example func isOne() { #expect(text() == "number 1") }

    @Spec struct ThreeSpec {
      @Example func isThree() { #expect(text() == "number 3") }

      /// It counts wherever it stands, and uses what it replaces.
      @Spec static let three = number.override { number() + 2 }
    }

    @Spec struct FourSpec {
      @Example func isFour() { #expect(text() == "number 4") }
      @Spec static let four = number.override { 4 }
    }
  }

  @Example func ends() { #expect(number() == 0) }
}

private let word = Given { "foo" }
private let aTalker = SharedExamples("a talker") { it("talks") { Diary.note(word()) } }
private let aNest = SharedExamples("a nest") { (count: Given<Int>) in
  word.override { "qux" }
  it("counts") { Diary.note("\(count()) \(word())") }
}

/// Inclusions that add and define anew stand in a type as constants.
@Spec struct StorySpec {
  @BeforeEach func open() { Diary.note("opened") }

  @Example func begins() { Diary.note(word()) }

  @Spec struct MiddleSpec {
    @Spec static let talker = itBehavesLike(aTalker)
    @Spec static let baz = word.override { "baz" }
    @Spec static let nest = itBehavesLike(aNest) {
      word().count
    } with: {
      word.override { "\(word())!" }
      beforeEach { Diary.note("added set-up") }
      it("ends well") { Diary.note(word()) }
    }
  }

  @Example func closes() { Diary.note(word()) }
}

/// What stands in a base class stands in its subclasses, whose own comes later and so wins.
@Spec(.abstract) class TaleSpec {
  required init() {}
  @Spec static let begin = word.override { "once" }
  @Spec static let talker = itBehavesLike(aTalker)
}

@Spec final class FableSpec: TaleSpec {
  @Spec static let fable = word.override { "\(word()) upon a time" }
}
