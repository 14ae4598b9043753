import TestSupport
import Testing

@testable import ExemplarCombinations

@Suite(.apart) struct CoveringRowsTests {
  /// A model of the table at pairwise.org, with the number of rows that PICT needs there, and ours.
  struct Published: Sendable, CustomTestStringConvertible {
    var name: String
    var parameters: KeyValuePairs<Int, Int>
    var pict: Int
    var rows: Int
    var testDescription: String { name }
    var sizes: [Int] { parameters.flatMap { Array(repeating: $0, count: $1) } }
  }

  @Test(
    "the published models need no more rows than PICT, and all pairs are covered",
    arguments: [
      Published(name: "3^4", parameters: [3: 4], pict: 9, rows: 9),
      Published(name: "3^13", parameters: [3: 13], pict: 18, rows: 18),
      Published(name: "4^15 3^17 2^29", parameters: [4: 15, 3: 17, 2: 29], pict: 37, rows: 33),
      Published(name: "4^1 3^39 2^35", parameters: [4: 1, 3: 39, 2: 35], pict: 27, rows: 25),
      Published(name: "2^100", parameters: [2: 100], pict: 15, rows: 13),
      Published(name: "10^20", parameters: [10: 20], pict: 210, rows: 200),
    ])
  func published(model: Published) throws {
    let sizes = model.sizes
    let rows = try CoveringRows.rows(of: CoveringModel(sizes: sizes))
    #expect(rows.count == model.rows)
    #expect(rows.count <= model.pict)
    #expect(rows.allSatisfy { $0.count == sizes.count })
    #expect(rows.allSatisfy { zip($0, sizes).allSatisfy { (0..<$1).contains($0) } })
    var wanted = 0
    for later in sizes.indices {
      for earlier in 0..<later { wanted += sizes[earlier] * sizes[later] }
    }
    #expect(pairs(in: rows, sizes) == wanted)
  }

  @Test("small models of every strength are covered, and equal models give equal rows")
  func everyStrength() throws {
    for sizes in [
      [2, 2], [3, 4, 2], [1, 3, 1, 2], [5, 2, 2, 3], [2, 2, 2, 2, 2, 2], [4, 3, 3, 2, 2],
    ] {
      for strength in 1...sizes.count + 1 {
        let model = CoveringModel(sizes: sizes, strength: strength)
        let rows = try CoveringRows.rows(of: model)
        #expect(CoverageOracle(model: model).missing(in: rows) == [], "\(sizes) \(strength)")
        #expect(CoverageOracle(model: model).wrong(in: rows) == [], "\(sizes) \(strength)")
        #expect(Set(rows).count == rows.count, "\(sizes) \(strength)")
        #expect(try CoveringRows.rows(of: model) == rows, "\(sizes) \(strength)")
      }
    }
  }

  @Test("the rows are the same on every machine")
  func golden() throws {
    #expect(
      try CoveringRows.rows(of: CoveringModel(sizes: [3, 3, 2, 2])) == [
        [0, 0, 1, 1], [0, 1, 0, 0], [0, 2, 1, 1], [1, 0, 0, 0], [1, 1, 1, 1], [1, 2, 0, 0],
        [2, 0, 1, 0], [2, 1, 1, 1], [2, 2, 0, 1],
      ])
    // The parameter with the most values comes first, whatever its position.
    let rows = try CoveringRows.rows(of: CoveringModel(sizes: [2, 2, 4, 3]))
    let texts = rows.map { $0.map(String.init).joined() }
    #expect(
      texts.joined(separator: " ") == "0021 0022 0030 0101 0110 0131 1000 1011 1032 1102 1112 1120")
  }

  @Test("strength 1 gives as many rows as the longest source has values")
  func strengthOne() throws {
    #expect(try CoveringRows.rows(of: CoveringModel(sizes: [3, 5, 2], strength: 1)).count == 5)
  }

  @Test("from the number of parameters on, strength gives every row in ascending order")
  func everyRow() throws {
    for strength in [3, 4, 100] {
      #expect(
        try CoveringRows.rows(of: CoveringModel(sizes: [2, 1, 3], strength: strength))
          == [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 0], [1, 0, 1], [1, 0, 2]])
    }
    #expect(try CoveringRows.rows(of: CoveringModel(sizes: [3])) == [[0], [1], [2]])
    #expect(try CoveringRows.rows(of: CoveringModel(sizes: [1])) == [[0]])
  }

  @Test("a model without rows, or with too many, is a problem")
  func problems() {
    #expect(problem(CoveringModel(sizes: [2, 2], strength: 0)) == .strength(0))
    #expect(problem(CoveringModel(sizes: [2, 2], strength: -3)) == .strength(-3))
    #expect(problem(CoveringModel(sizes: Array(repeating: 10, count: 40), strength: 6)) == .tooMany)
    #expect(problem(CoveringModel(sizes: [.max / 2, 9, 2], strength: 3)) == .tooMany)
    #expect(problem(CoveringModel(sizes: [100_000, 100_000, 2])) == .tooMany)
    // 5,793 values have 16,776,528 pairs, and one more has more than 2²⁴.
    #expect(problem(CoveringModel(sizes: [5_791, 1, 1])) == nil)
    #expect(problem(CoveringModel(sizes: [5_792, 1, 1])) == .tooMany)
    #expect(problem(CoveringModel(sizes: [2_048, 2_049])) == .tooMany)
    // The product is 2⁶⁵, whose last 64 bits are 0.
    #expect(problem(CoveringModel(sizes: [1 << 32, 1 << 32, 2], strength: 3)) == .tooMany)
  }
}
