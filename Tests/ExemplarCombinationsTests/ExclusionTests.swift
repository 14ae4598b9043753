import ExemplarCore
import TestSupport
import Testing

@testable import ExemplarCombinations

@Suite(.apart) struct ExclusionTests {
  @Test("random exclusions and seeds: what can be covered is, and nothing excluded is given")
  func random() throws {
    var random = SplitMix(seed: 7)
    var impossible = 0
    for _ in 0..<60 {
      var model = CoveringModel(
        sizes: (0..<3 + random.next(below: 3)).map { _ in 1 + random.next(below: 4) })
      model.strength = 1 + random.next(below: 3)
      for _ in 0..<random.next(below: 6) {
        var positions: [Int: Int] = [:]
        for _ in 0...random.next(below: 3) {
          let parameter = random.next(below: model.sizes.count)
          positions[parameter] = random.next(below: model.sizes[parameter])
        }
        model.exclusions.append(.all(positions))
      }
      let oracle = CoverageOracle(model: model)
      let allowed = oracle.allowedRows
      guard !allowed.isEmpty else {
        impossible += 1
        #expect(throws: CoveringProblem.everythingExcluded) { try CoveringRows.rows(of: model) }
        continue
      }
      for _ in 0..<random.next(below: 3) {
        let row = allowed[random.next(below: allowed.count)]
        model.seeds.append(row.map { random.next(below: 2) == 0 ? nil : $0 })
      }
      let rows = try CoveringRows.rows(of: model)
      #expect(oracle.missing(in: rows) == [], "\(model)")
      #expect(oracle.wrong(in: rows) == [], "\(model)")
      for seed in model.seeds {
        #expect(rows.contains { zip($0, seed).allSatisfy { $1 == nil || $0 == $1 } }, "\(model)")
      }
    }
    // The models are neither all possible nor mostly impossible.
    #expect((1...20).contains(impossible))
  }

  @Test("a pair that several exclusions forbid together is not asked for")
  func impliedConflict() throws {
    // 0=0 needs 1=1, which needs 2=1, which 3=0 does not allow: 0=0 and 3=0 never meet.
    let model = CoveringModel(
      sizes: [2, 2, 2, 2],
      exclusions: [.all([0: 0, 1: 0]), .all([1: 1, 2: 0]), .all([2: 1, 3: 0])])
    let rows = try CoveringRows.rows(of: model)
    #expect(CoverageOracle(model: model).missing(in: rows) == [])
    #expect(CoverageOracle(model: model).wrong(in: rows) == [])
    #expect(!rows.contains { $0[0] == 0 && $0[3] == 0 })
  }

  @Test("a value that no row can have is not asked for")
  func impossibleValue() throws {
    let model = CoveringModel(
      sizes: [3, 2, 2], exclusions: [.all([0: 2, 1: 0]), .all([0: 2, 1: 1])])
    let rows = try CoveringRows.rows(of: model)
    #expect(CoverageOracle(model: model).missing(in: rows) == [])
    #expect(!rows.contains { $0[0] == 2 })
  }

  @Test("an exclusion over all parameters is obeyed")
  func wholeRows() throws {
    let model = CoveringModel(
      sizes: [4, 4, 4, 4, 4],
      exclusions: [Exclusion(parameters: [0, 1, 2, 3, 4]) { $0.reduce(0, +) % 3 == 0 }])
    let rows = try CoveringRows.rows(of: model)
    #expect(CoverageOracle(model: model).missing(in: rows) == [])
    #expect(CoverageOracle(model: model).wrong(in: rows) == [])
  }

  /// A model with exclusions, and the digest of its rows, in which each decision of the search shows.
  struct Golden: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var model: CoveringModel
    var digest: String
  }

  @Test(
    "the rows are the same on every machine",
    arguments: [
      Golden(
        testDescription: "narrow exclusions",
        model: CoveringModel(
          sizes: [4, 3, 3, 2, 2],
          exclusions: [.all([0: 0, 1: 1]), .all([1: 2, 2: 0]), .all([0: 3, 3: 1, 4: 0])]),
        digest: "12 rows, 26beebc5f134c817"),
      Golden(
        testDescription: "triples and seeds",
        model: CoveringModel(
          sizes: [3, 3, 2, 3, 3, 2], strength: 3,
          exclusions: [.all([0: 0, 5: 1]), .all([1: 2, 2: 0, 3: 1])],
          seeds: [[1, nil, 0, nil, 2, 1], [nil, 2, nil, 0, nil, nil]]),
        digest: "31 rows, 295436bd16f9f041"),
      Golden(
        testDescription: "an exclusion over many parameters",
        model: CoveringModel(
          sizes: Array(repeating: 3, count: 7),
          exclusions: [Exclusion(parameters: Array(0..<7)) { $0.reduce(0, +) % 5 != 0 }]),
        digest: "15 rows, 5724552c9ff86541"),
      Golden(
        testDescription: "a search that begins several times",
        model: CoveringModel(
          sizes: Array(repeating: 3, count: 8),
          exclusions: [
            Exclusion(parameters: Array(0..<8)) { row in
              !zip(row, row.dropFirst()).allSatisfy { $0 != $1 } || row.reduce(0, +) % 7 != 3
            }
          ]),
        digest: "24 rows, 38c2004632adabb1"),
      Golden(
        testDescription: "parameters that no exclusion reads",
        model: CoveringModel(
          sizes: [5, 2, 6, 4, 3], exclusions: [.all([1: 1, 3: 3]), .all([0: 4, 1: 0])]),
        digest: "30 rows, da2753fc73f3c37a"),
    ])
  func golden(_ golden: Golden) throws {
    let rows = try CoveringRows.rows(of: golden.model)
    let digest = rows.flatMap { $0 + [99] }.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    #expect("\(rows.count) rows, \(String(digest, radix: 16))" == golden.digest)
    #expect(CoverageOracle(model: golden.model).wrong(in: rows) == [])
  }

  @Test("many parameters with narrow exclusions take no longer than without")
  func manyParameters() throws {
    let sizes = Array(repeating: 3, count: 20)
    let chain = (0..<19).map { Exclusion.all([$0: 0, $0 + 1: 1]) }
    let rows = try CoveringRows.rows(of: CoveringModel(sizes: sizes, exclusions: chain))
    #expect(!rows.contains { row in (0..<19).contains { row[$0] == 0 && row[$0 + 1] == 1 } })
    #expect(pairs(in: rows, sizes) == 20 * 19 / 2 * 9 - 19)
  }

  @Test("everything excluded, contradicting seeds and an endless search are problems")
  func problems() {
    #expect(
      problem(CoveringModel(sizes: [2, 2], exclusions: [Exclusion(parameters: [0]) { _ in true }]))
        == .everythingExcluded)
    let rules: [Exclusion] = [.all([0: 0, 1: 0]), .all([1: 1, 2: 0]), .all([2: 1, 3: 0])]
    #expect(
      problem(
        CoveringModel(
          sizes: [2, 2, 2, 2], exclusions: rules, seeds: [[1, 1, 1, 1], [nil, 1, 0, nil]]))
        == .seedExcluded(seed: 1, exclusion: 1))
    #expect(
      problem(
        CoveringModel(sizes: [2, 2, 2, 2], exclusions: rules, seeds: [[0, nil, nil, 0]]))
        == .seedImpossible(seed: 0))
    let hidden = Exclusion(parameters: Array(0..<24)) { $0[0] == 0 && $0[23] == 0 }
    let undecided = problem(
      CoveringModel(sizes: Array(repeating: 2, count: 24), exclusions: [hidden]))
    #expect(undecided == .undecided([0] + Array(repeating: nil, count: 22) + [0]))
  }

  @Test("a rule is asked once about the values that it reads")
  func answersAreRemembered() throws {
    let asked = Locked([[Int]: Int]())
    let rule = Exclusion(parameters: [0, 1]) { row in
      asked.withLock { $0[row, default: 0] += 1 }
      return row[0] == 0 && row[1] == 0
    }
    _ = try CoveringRows.rows(of: CoveringModel(sizes: [3, 2, 2], exclusions: [rule]))
    #expect(
      asked.withLock { $0 }
        == [[0, 0]: 1, [0, 1]: 1, [1, 0]: 1, [1, 1]: 1, [2, 0]: 1, [2, 1]: 1]
        .reduce(into: [:]) { $0[$1.key + [0]] = $1.value })
  }
}
