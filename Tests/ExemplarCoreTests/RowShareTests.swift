import ExemplarCore
import TestSupport
import Testing

/// Rows that several processes share: each belongs to one of them, however often they are shared again.
struct RowShareTests {
  /// Which of so many rows a share holds.
  private static func rows(_ share: RowShare, of count: Int) -> [Int] {
    var walk = RowShare.Walk(share)
    return (0..<count).filter { _ in walk.holdsNext() }
  }

  @Test func theNextRowIsForTheOther() {
    let (kept, given) = RowShare().halved(from: 3)
    #expect(Self.rows(kept, of: 10) == [0, 1, 2, 4, 6, 8])
    #expect(Self.rows(given, of: 10) == [3, 5, 7, 9])
    #expect(given.counterpart == kept && kept.counterpart == given)
    let again = kept.halved(from: 4)
    #expect(Self.rows(again.kept, of: 10) == [0, 1, 2, 4, 8])
    #expect(Self.rows(again.given, of: 10) == [6])
  }

  @Test func everyRowBelongsToOne() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let count = Int.random(in: 0...200, using: &generator)
      var shares = [RowShare()]
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        let index = shares.indices.randomElement(using: &generator)!
        let halves = shares[index].halved(from: Int.random(in: 0...80, using: &generator))
        shares[index] = halves.kept
        shares.append(halves.given)
      }
      #expect(shares.flatMap { Self.rows($0, of: count) }.sorted() == Array(0..<count))
    }
  }

  /// Who shares in the midst of its rows has run what came before, and what another process ran for it.
  @Test(arguments: [0, 1, 5, 9], [0, 3, 12])
  func whatHasRunStays(passed: Int, done: Int) {
    var walk = RowShare.Walk(RowShare())
    for _ in 0..<passed { _ = walk.holdsNext() }
    let given = walk.halve(after: done)
    #expect(given.counterpart == walk.share)
    let kept = Self.rows(walk.share, of: 40)
    let sure = Array(0..<max(passed, done))
    #expect(Array(kept.prefix(sure.count)) == sure)
    #expect((kept + Self.rows(given, of: 40)).sorted() == Array(0..<40))
    // It goes on as one that begins anew.
    let rest = (passed..<40).filter { _ in walk.holdsNext() }
    #expect(rest == kept.filter { $0 >= passed })
  }
}
