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

/// The hash is another one each time.
struct Shuffled: Hashable {
  var text = ""
  func hash(into hasher: inout Hasher) { hasher.combine(Int.random(in: 0..<1_000_000)) }
}

/// Rock is less than paper, paper than scissors, and scissors than rock: not transitive.
enum Hand: Int, Comparable {
  case rock, paper, scissors
  static func < (a: Hand, b: Hand) -> Bool { (a.rawValue + 1) % 3 == b.rawValue }
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
  enum Flaw: Sendable {
    case none, count, empty, end, indices, iterator, before, offset, limit, slice, distance
  }
  var flaw = Flaw.none
  var elements = [7, 8, 9]

  var startIndex: Int { 0 }
  var endIndex: Int { flaw == .end ? 2 : 3 }
  var count: Int { flaw == .count ? 4 : 3 }
  var isEmpty: Bool { flaw == .empty }
  var indices: Range<Int> { flaw == .indices ? 1..<3 : startIndex..<endIndex }
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

/// A value whose decoded form differs from the encoded one.
struct Edition: Codable, Equatable {
  var number = 1
  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = 1 + (try decoder.singleValueContainer().decode(Int.self))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// It is written in another way each time.
struct Receipt: Codable, Equatable {
  var number = 1
  static func == (a: Receipt, b: Receipt) -> Bool { true }
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Int.random(in: 0..<1_000_000_000))
  }
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
