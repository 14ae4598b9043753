import Exemplar
import Testing

/// A sequence or a collection with the elements that it should have, in order.
public typealias Sample<Subject: Sequence> = (subject: Subject, elements: [Subject.Element])

/// The laws of `Sequence`.
///
/// ```swift
/// itBehavesLike(aSequence()) { (stride(from: 0, to: 9, by: 3), [0, 3, 6]) }
/// ```
public func aSequence<Subject: Sequence & SendableMetatype>(
  _: Subject.Type = Subject.self
) -> SharedExamples<Sample<Subject>> where Subject.Element: Equatable & SendableMetatype {
  SharedExamples("a Sequence") { sample in
    it("gives its elements in order") {
      #expect(sample().subject.walked == sample().elements)
    }

    it("gives nothing after its end") {
      var iterator = sample().subject.makeIterator()
      for _ in sample().elements { _ = iterator.next() }
      withEvery(1...3) { _ in #expect(iterator.next() == nil) }
    }

    it("has at least as many elements as it underestimates") {
      #expect(0...sample().elements.count ~= sample().subject.underestimatedCount)
    }

    it("copies to an array") {
      let (subject, elements) = sample()
      // An array traps on a wrong count, which other examples report.
      let count = (subject as? any Collection)?.count
      guard subject.underestimatedCount <= elements.count, count ?? elements.count == elements.count
      else { return }
      #expect(Array(subject) == elements)
    }

    it("stores what it gives, where its elements lie side by side") {
      let stored = sample().subject.withContiguousStorageIfAvailable { Array($0) }
      if let stored { #expect(stored == sample().elements) }
    }

    it("contains each of its elements") {
      withEvery(sample().elements) { element in
        #expect(sample().subject.contains(element))
      }
    }
  }
}

extension Sequence {
  /// Its elements, one by one; no more than a thousand, so that a sequence without end does not keep its
  /// examples from theirs.
  var walked: [Element] {
    var elements: [Element] = []
    for element in self {
      elements.append(element)
      if elements.count == 1_000 { break }
    }
    return elements
  }
}
