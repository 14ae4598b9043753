// Types that break a law each.

/// Nearly equal numbers are equal, so equality is not transitive.
struct Approximate: Equatable {
  var number: Double
  static func == (a: Approximate, b: Approximate) -> Bool { abs(a.number - b.number) < 0.15 }
}

/// A part is equal to the whole, but not the other way round.
struct Prefix: Equatable {
  var text: String
  static func == (a: Prefix, b: Prefix) -> Bool { b.text.hasPrefix(a.text) }
}

/// Equal titles have different hashes.
struct Title: Hashable {
  var text: String
  static func == (a: Title, b: Title) -> Bool { a.text.lowercased() == b.text.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A price is less than itself.
struct Price: Comparable {
  var cents: Int
  static func < (a: Price, b: Price) -> Bool { a.cents <= b.cents }
}

/// Its `>=` was forgotten when its `<` was turned around.
struct Rank: Comparable {
  var number: Int
  static func < (a: Rank, b: Rank) -> Bool { a.number > b.number }
  static func >= (a: Rank, b: Rank) -> Bool { a.number >= b.number }
}

/// It begins again after its end.
struct Carousel: Sequence {
  struct Iterator: IteratorProtocol {
    var turn = 0
    mutating func next() -> Int? {
      turn += 1
      return turn == 4 ? nil : (turn - 1) % 4
    }
  }
  func makeIterator() -> Iterator { Iterator() }
}

/// It promises more than it has.
struct Boaster: Sequence {
  var underestimatedCount: Int { 5 }
  func makeIterator() -> IndexingIterator<[Int]> { [1, 2].makeIterator() }
}

/// An array whose conformance can be broken in one place.
struct BrokenArray: RandomAccessCollection, Sendable {
  enum Flaw: Sendable { case none, count, iterator, before, offset, limit, slice, distance }
  var flaw = Flaw.none
  var elements = [7, 8, 9]

  var startIndex: Int { 0 }
  var endIndex: Int { 3 }
  var count: Int { flaw == .count ? 4 : 3 }
  subscript(position: Int) -> Int { elements[position] }
  subscript(bounds: Range<Int>) -> ArraySlice<Int> {
    flaw == .slice && !bounds.isEmpty ? elements[bounds.lowerBound...] : elements[bounds]
  }
  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { flaw == .before ? Swift.max(0, index - 2) : index - 1 }
  func index(_ index: Int, offsetBy distance: Int) -> Int {
    flaw == .offset && distance < 0 ? index + distance + 1 : index + distance
  }
  func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
    let result = index + distance
    if flaw == .limit { return result > limit ? nil : result }
    return distance >= 0
      ? (result > limit && limit >= index ? nil : result)
      : (result < limit && limit <= index ? nil : result)
  }
  func distance(from start: Int, to end: Int) -> Int {
    flaw == .distance ? abs(end - start) : end - start
  }
  func makeIterator() -> IndexingIterator<[Int]> {
    (flaw == .iterator ? elements.reversed() : elements).makeIterator()
  }
}

/// A field was added, and not to the keys.
struct Book: Codable, Equatable {
  var title = ""
  var year = 1815
  private enum CodingKeys: CodingKey { case title }
}

/// It is written as a date of whole seconds.
struct Loan: Codable, Equatable {
  var days: Double
  init(days: Double) { self.days = days }
  init(from decoder: any Decoder) throws {
    days = Double(try decoder.singleValueContainer().decode(Int.self))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Int(days))
  }
}
