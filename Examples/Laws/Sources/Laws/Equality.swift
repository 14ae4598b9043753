import Exemplar
import Testing

// The laws of equality, hashing and order, as shared examples.
//
// Their parameter is a list of classes: the values of one class are equal to each other, and to no
// value of another class. Two or three classes with two values each, made in different ways, find most
// mistakes.

/// The laws of `Equatable`, for classes of equal values.
///
/// ```swift
/// itBehavesLike(anEquatable()) { [[Price(5), Price(5.0)], [Price(6)]] }
/// ```
public func anEquatable<Value: Equatable & SendableMetatype>(
  _: Value.Type = Value.self
) -> SharedExamples<[[Value]]> {
  SharedExamples("an Equatable") { classes in
    it("equals the values of its class, in both directions, and no others") {
      withEveryPair(in: classes()) { a, b, areEqual in
        #expect((a == b) == areEqual, "\(a) == \(b)")
      }
    }

    it("differs where it does not equal") {
      withEveryPair(in: classes()) { a, b, areEqual in
        #expect((a != b) == !areEqual, "\(a) != \(b)")
      }
    }
  }
}

/// The laws of `Hashable`, for classes of equal values; those of `Equatable` among them.
public func aHashable<Value: Hashable & SendableMetatype>(
  _: Value.Type = Value.self
) -> SharedExamples<[[Value]]> {
  SharedExamples("a Hashable") { classes in
    itBehavesLike(anEquatable()) { classes() }

    it("has the hash of its equals, whatever was hashed before") {
      withEveryPair(in: classes()) { a, b, areEqual in
        guard areEqual else { return }
        #expect(a.hashValue == b.hashValue, "\(a) and \(b)")
        withEvery(0..<4) { salt in
          #expect(hash(of: a, after: salt) == hash(of: b, after: salt), "\(a) and \(b)")
        }
      }
    }
  }
}

/// The laws of `Comparable`, for classes of equal values in ascending order; those of `Equatable` among
/// them.
public func aComparable<Value: Comparable & SendableMetatype>(
  _: Value.Type = Value.self
) -> SharedExamples<[[Value]]> {
  SharedExamples("a Comparable") { classes in
    itBehavesLike(anEquatable()) { classes() }

    it("is less than the values of later classes, and than no others") {
      withEveryPair(in: classes().enumerated().map { rank, values in values.map { ($0, rank) } }) {
        a, b, _ in
        #expect((a.0 < b.0) == (a.1 < b.1), "\(a.0) < \(b.0)")
      }
    }

    it("has other comparisons that agree with that") {
      withEveryPair(in: classes().enumerated().map { rank, values in values.map { ($0, rank) } }) {
        a, b, _ in
        #expect((a.0 <= b.0) == (a.1 <= b.1), "\(a.0) <= \(b.0)")
        #expect((a.0 > b.0) == (a.1 > b.1), "\(a.0) > \(b.0)")
        #expect((a.0 >= b.0) == (a.1 >= b.1), "\(a.0) >= \(b.0)")
      }
    }
  }
}

/// Calls `body` with every two values, in both orders and each with itself, and whether they are of one
/// class.
private func withEveryPair<Value>(
  in classes: [[Value]], _ body: (_ a: Value, _ b: Value, _ areEqual: Bool) -> Void
) {
  let ranked = classes.enumerated().flatMap { rank, values in values.map { (value: $0, rank: rank) }
  }
  expectSamples(ranked)
  for a in ranked {
    for b in ranked { body(a.value, b.value, a.rank == b.rank) }
  }
}

private func hash(of value: some Hashable, after salt: Int) -> Int {
  var hasher = Hasher()
  for number in 0..<salt { hasher.combine(number) }
  hasher.combine(value)
  return hasher.finalize()
}
