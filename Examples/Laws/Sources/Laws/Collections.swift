import Exemplar
import Testing

// The laws of collections, as shared examples; each includes those of the protocol it refines. They
// visit every pair of indices, so a handful of elements is enough, and many are slow.

/// The laws of `Collection`; those of `Sequence` among them.
///
/// ```swift
/// itBehavesLike(aCollection()) { (Set(["Emma"]), ["Emma"]) }
/// ```
public func aCollection<Subject: Collection & SendableMetatype>(
  _: Subject.Type = Subject.self
) -> SharedExamples<Sample<Subject>>
where Subject.Element: Equatable & SendableMetatype, Subject.Index: SendableMetatype {
  SharedExamples("a Collection") { sample in
    itBehavesLike(aSequence()) { sample() }

    it("gives the same elements again and again") {
      withEvery(1...2) { _ in #expect(sample().subject.walked == sample().elements) }
    }

    it("counts its elements") {
      let (subject, elements) = sample()
      #expect(subject.count == elements.count)
      #expect(subject.isEmpty == elements.isEmpty)
      #expect(subject.first == elements.first)
    }

    it("reaches its end from its start, one index for each element") {
      let (subject, elements) = sample()
      let positions = subject.positions
      #expect(positions.count == elements.count + 1)
      #expect(positions.last == subject.endIndex)
      #expect(subject.indices.walked == positions.dropLast())
    }

    it("has indices that ascend") {
      let positions = sample().subject.positions
      withEvery(positions.indices) { i in
        withEvery(positions.indices) { j in
          #expect((positions[i] < positions[j]) == (i < j))
          #expect((positions[i] == positions[j]) == (i == j))
        }
      }
    }

    it("has at each index the element of that place") {
      let (subject, elements) = sample()
      let positions = subject.positions.dropLast()
      withEvery(0..<min(positions.count, elements.count)) { offset in
        #expect(subject[positions[offset]] == elements[offset])
      }
    }

    it("moves an index forward, up to a limit") {
      let (subject, positions) = (sample().subject, sample().subject.positions)
      withEvery(positions.indices) { i in
        withEvery(i..<positions.endIndex) { j in
          #expect(subject.index(positions[i], offsetBy: j - i) == positions[j])
          #expect(subject.distance(from: positions[i], to: positions[j]) == j - i)
          withEvery(i..<positions.endIndex) { limit in
            let found = subject.index(positions[i], offsetBy: j - i, limitedBy: positions[limit])
            #expect(found == (j <= limit ? positions[j] : nil))
          }
        }
      }
    }

    it("has slices with its own indices and elements") {
      let (subject, elements) = sample()
      let positions = subject.positions
      withEvery(positions.indices) { i in
        withEvery(i..<positions.endIndex) { j in
          let slice = subject[positions[i]..<positions[j]]
          #expect(slice.walked == Array(elements.dropFirst(i).prefix(j - i)))
          #expect(slice.startIndex == positions[i] && slice.endIndex == positions[j])
        }
      }
    }

    it("finds the first of its equal elements") {
      let (subject, elements) = sample()
      let positions = subject.positions
      withEvery(elements) { element in
        let offset = elements.firstIndex(of: element) ?? 0
        #expect(subject.firstIndex(of: element) == positions.dropFirst(offset).first)
      }
    }
  }
}

/// The laws of `BidirectionalCollection`; those of `Collection` among them.
public func aBidirectionalCollection<Subject: BidirectionalCollection & SendableMetatype>(
  _: Subject.Type = Subject.self
) -> SharedExamples<Sample<Subject>>
where Subject.Element: Equatable & SendableMetatype, Subject.Index: SendableMetatype {
  SharedExamples("a BidirectionalCollection") { sample in
    itBehavesLike(aCollection()) { sample() }

    it("goes back where it came from") {
      let (subject, positions) = (sample().subject, sample().subject.positions)
      withEvery(positions.indices.dropFirst()) { offset in
        var index = positions[offset]
        #expect(subject.index(before: index) == positions[offset - 1])
        subject.formIndex(before: &index)
        #expect(index == positions[offset - 1])
      }
    }

    it("moves an index back, down to a limit") {
      let (subject, positions) = (sample().subject, sample().subject.positions)
      withEvery(positions.indices) { i in
        withEvery(0...i) { j in
          #expect(subject.index(positions[i], offsetBy: j - i) == positions[j])
          #expect(subject.distance(from: positions[i], to: positions[j]) == j - i)
          withEvery(0...i) { limit in
            let found = subject.index(positions[i], offsetBy: j - i, limitedBy: positions[limit])
            #expect(found == (j >= limit ? positions[j] : nil))
          }
        }
      }
    }

    it("has its elements backwards, and a last one") {
      let (subject, elements) = sample()
      #expect(subject.reversed().walked == elements.reversed())
      #expect(subject.last == elements.last)
    }
  }
}

/// The laws of `RandomAccessCollection`; those of `BidirectionalCollection` among them.
///
/// That it moves an index in constant time cannot be seen from outside; that its indices and slices
/// do what it does can.
public func aRandomAccessCollection<Subject: RandomAccessCollection & SendableMetatype>(
  _: Subject.Type = Subject.self
) -> SharedExamples<Sample<Subject>>
where Subject.Element: Equatable & SendableMetatype, Subject.Index: SendableMetatype {
  SharedExamples("a RandomAccessCollection") { sample in
    itBehavesLike(aBidirectionalCollection()) { sample() }

    it("has indices that are counted as it is") {
      let subject = sample().subject
      #expect(subject.indices.count == subject.count)
      #expect(subject.indices.startIndex == subject.startIndex || subject.isEmpty)
    }

    it("has slices that move an index as it does") {
      let (subject, positions) = (sample().subject, sample().subject.positions)
      let slice = subject[...]
      withEvery(positions.indices) { i in
        withEvery(positions.indices) { j in
          #expect(slice.index(positions[i], offsetBy: j - i) == positions[j])
          #expect(slice.distance(from: positions[i], to: positions[j]) == j - i)
        }
      }
    }
  }
}

extension Collection {
  /// Its indices and its end, one after the other; no more than a hundred, so that a collection that
  /// never reaches its end does not keep its examples from their own.
  fileprivate var positions: [Index] {
    var positions = [startIndex]
    while let last = positions.last, last < endIndex, positions.count < 100 {
      positions.append(index(after: last))
    }
    return positions
  }
}
