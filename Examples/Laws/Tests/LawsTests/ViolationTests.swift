import Exemplar
import Laws
import Synchronization
import Testing

/// The laws find real violations: which examples fail, and no others.
struct ViolationTests {
  @Test func equality() async {
    #expect(
      await broken(anEquatable()) {
        [[Approximate(number: 1), Approximate(number: 1.1)], [Approximate(number: 1.2)]]
      } == [
        "an Equatable/equals the values of its class, in both directions, and no others",
        "an Equatable/differs where it does not equal",
      ])
    #expect(
      await broken(anEquatable()) { [[Prefix(text: "a")], [Prefix(text: "ab")]] } == [
        "an Equatable/equals the values of its class, in both directions, and no others",
        "an Equatable/differs where it does not equal",
      ])
    await expect(broken(anEquatable()) { [[1.0], [2.0, .nan]] }.count, equals: 2)
  }

  @Test func hashing() async {
    #expect(
      await broken(aHashable()) {
        [[Title(text: "Emma"), Title(text: "EMMA")], [Title(text: "x")]]
      }
        == ["a Hashable/has the hash of its equals, whatever was hashed before"])
    #expect(
      await broken(aHashable()) { [[Shuffled()]] }
        == ["a Hashable/has the hash of its equals, whatever was hashed before"])
  }

  @Test func order() async {
    #expect(
      await broken(aComparable()) { [[Price(cents: 1), Price(cents: 1)], [Price(cents: 2)]] } == [
        "a Comparable/is less than the values of later classes, and than no others",
        "a Comparable/has other comparisons that agree with that",
      ])
    #expect(
      await broken(aComparable()) { [[Hand.rock], [.paper], [.scissors]] } == [
        "a Comparable/is less than the values of later classes, and than no others",
        "a Comparable/has other comparisons that agree with that",
      ])
    #expect(
      await broken(aComparable()) { [[Rank(number: 2)], [Rank(number: 1)]] } == [
        "a Comparable/has other comparisons that agree with that"
      ])
  }

  @Test func sequences() async {
    #expect(
      await broken(aSequence()) { (Carousel(), [0, 1, 2]) } == [
        "a Sequence/gives nothing after its end"
      ])
    #expect(
      await broken(aSequence()) { (Boaster(), [1, 2]) } == [
        "a Sequence/has at least as many elements as it underestimates"
      ])
    #expect(
      await broken(aSequence()) { ([1, 2], [1, 2, 3]) } == [
        "a Sequence/gives its elements in order",
        "a Sequence/stores what it gives, where its elements lie side by side",
        "a Sequence/contains each of its elements",
      ])
  }

  @Test(arguments: [
    (BrokenArray.Flaw.none, [String]()),
    (
      .count,
      [
        "Sequence/has at least as many elements as it underestimates",
        "Collection/counts its elements",
        "RandomAccessCollection/has indices that are counted as it is",
      ]
    ),
    (
      .empty,
      [
        "Collection/counts its elements",
        "BidirectionalCollection/has its elements backwards, and a last one",
      ]
    ),
    (
      .end,
      [
        "Collection/reaches its end from its start, one index for each element",
        "Collection/finds the first of its equal elements",
        "BidirectionalCollection/has its elements backwards, and a last one",
        "RandomAccessCollection/has indices that are counted as it is",
      ]
    ),
    (
      .indices,
      [
        "Collection/reaches its end from its start, one index for each element",
        "RandomAccessCollection/has indices that are counted as it is",
      ]
    ),
    (
      .iterator,
      [
        "Sequence/gives its elements in order", "Sequence/copies to an array",
        "Collection/gives the same elements again and again",
      ]
    ),
    (
      .before,
      [
        "BidirectionalCollection/goes back where it came from",
        "BidirectionalCollection/has its elements backwards, and a last one",
      ]
    ),
    (.offset, ["BidirectionalCollection/moves an index back, down to a limit"]),
    (
      .limit, ["BidirectionalCollection/moves an index back, down to a limit"]
    ),
    (.slice, ["Collection/has slices with its own indices and elements"]),
    (.distance, ["BidirectionalCollection/moves an index back, down to a limit"]),
  ])
  func collections(flaw: BrokenArray.Flaw, expected: [String]) async {
    let found = await broken(aRandomAccessCollection()) { (BrokenArray(flaw: flaw), [7, 8, 9]) }
    #expect(found.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == expected)
  }

  @Test func coding() async {
    #expect(
      await broken(aCodable()) { [Book(title: "Emma", year: 1816)] } == [
        "a Codable/comes back from JSON", "a Codable/comes back from a property list",
      ])
    #expect(
      await broken(aCodable()) { [Edition(number: 1)] } == [
        "a Codable/comes back from JSON", "a Codable/comes back from a property list",
      ])
    #expect(
      await broken(aCodable()) { [Receipt()] } == ["a Codable/is written the same way each time"])
    #expect(
      await broken(aCodable()) { [Loan(days: 1), Loan(days: 1.5)] } == [
        "a Codable/comes back from JSON", "a Codable/comes back from a property list",
      ])
  }

  @Test func nothingToCheck() async {
    await expect(broken(anEquatable()) { [[Int]]() }.count, equals: 2)
    await expect(broken(aHashable()) { [[Int](), []] }.count, equals: 3)
    await expect(broken(aComparable()) { [[Int]]() }.count, equals: 4)
    await expect(broken(aCodable()) { [Int]() }.count, equals: 3)
  }

  @Test func aFailureTellsUnderWhichValues() async throws {
    let issues = Mutex([(labels: [String], inclusions: [String])]())
    let spec = describe("A broken array") {
      itBehavesLike(aRandomAccessCollection()) { (BrokenArray(flaw: .before), [7, 8, 9]) }
    }
    _ = await Exemplar.run([spec]) { event in
      guard case .issueRecorded(let record) = event,
        record.id?.name == "goes back where it came from"
      else { return }
      issues.withLock {
        $0.append((record.issue.labels, record.issue.context.inclusions.map(\.name)))
      }
    }
    let first = try #require(issues.withLock { $0.first })
    #expect(first.labels == ["2"])
    #expect(first.inclusions == ["a BidirectionalCollection", "a RandomAccessCollection"])
  }

  /// The examples that fail, in declared order, each with the innermost shared examples that contain it.
  private func broken<Parameter>(
    _ laws: SharedExamples<Parameter>, _ parameter: @escaping @Sendable () -> Parameter
  ) async -> [String] {
    var options = RunOptions()
    options.order = .defined
    let failed = Mutex([String]())
    _ = await Exemplar.run([describe("A type") { itBehavesLike(laws) { parameter() } }], options) {
      guard case .exampleEnded(let end) = $0, end.outcome.isFailure else { return }
      let path = end.id.components.suffix(2).joined(separator: "/")
      failed.withLock { $0.append(String(path.dropFirst("behaves like ".count))) }
    }
    return failed.withLock { $0 }
  }
}
