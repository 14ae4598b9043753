import Collections
import Exemplar
import Laws

// Types of swift-collections, a line each.

@Spec let deques = describe("Deque") {
  itBehavesLike(aRandomAccessCollection()) { (wrapped, [1, 2, 3, 4]) }
  itBehavesLike(aHashable()) { [[wrapped, [1, 2, 3, 4]], [[4, 3, 2, 1]], [[]]] }
  itBehavesLike(aCodable()) { [wrapped, []] }
}

/// A deque whose elements begin before the end of its storage and go on at its start.
private var wrapped: Deque<Int> {
  var deque: Deque = [3, 4]
  deque.prepend(2)
  deque.prepend(1)
  return deque
}

@Spec let orderedSets = describe("OrderedSet") {
  itBehavesLike(aRandomAccessCollection()) { (OrderedSet([3, 1, 2, 1]), [3, 1, 2]) }
  itBehavesLike(aHashable()) {
    [[OrderedSet([1, 2]), OrderedSet([1, 2, 1])], [OrderedSet([2, 1])], [[]]]
  }
  itBehavesLike(aCodable()) { [OrderedSet([3, 1, 2]), []] }
  context("its unordered view") {
    itBehavesLike(aHashable()) {
      [
        [OrderedSet([1, 2]).unordered, OrderedSet([2, 1]).unordered], [OrderedSet([3]).unordered],
      ]
    }
  }
}

@Spec let orderedDictionaries = describe("OrderedDictionary") {
  context("its keys") {
    itBehavesLike(aRandomAccessCollection()) {
      (OrderedDictionary(uniqueKeysWithValues: [("b", 1), ("a", 2)]).keys, ["b", "a"])
    }
  }
  context("its values") {
    itBehavesLike(aRandomAccessCollection()) {
      (OrderedDictionary(uniqueKeysWithValues: [("b", 1), ("a", 2)]).values, [1, 2])
    }
  }
  itBehavesLike(aHashable()) {
    [[["a": 1, "b": 2] as OrderedDictionary], [["b": 2, "a": 1]], [[:]]]
  }
  itBehavesLike(aCodable()) { [["a": 1, "b": 2] as OrderedDictionary, [:]] }
}

@Spec let bitArrays = describe("BitArray") {
  itBehavesLike(aRandomAccessCollection()) {
    ([true, false, true] as BitArray, [true, false, true])
  }
  itBehavesLike(aHashable()) { [[[true, false] as BitArray], [[false, true]], [[]]] }
}

@Spec let bitSets = describe("BitSet") {
  itBehavesLike(aBidirectionalCollection()) { ([1, 70, 5] as BitSet, [1, 5, 70]) }
  itBehavesLike(aHashable()) { [[[1, 5] as BitSet, [5, 1]], [[70]], [[]]] }
  itBehavesLike(aCodable()) { [[1, 70] as BitSet, []] }
}

@Spec let treeSets = describe("TreeSet") {
  itBehavesLike(aCollection()) { (["Emma"] as TreeSet, ["Emma"]) }
  itBehavesLike(aHashable()) { [[[1, 2] as TreeSet, [2, 1]], [[3]], [[]]] }
  itBehavesLike(aCodable()) { [[1, 2] as TreeSet, []] }
}
