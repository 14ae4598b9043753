import Testing

@testable import ExemplarCombinations

@Suite struct SeedTests {
  @Test("seeds come first, in their order, once each, and count in what is covered")
  func seedsFirst() throws {
    let seeds: [[Int?]] = [[2, 1, 0, 1], [0, 0, 0, 0], [2, 1, 0, 1]]
    let model = CoveringModel(sizes: [3, 3, 2, 2], seeds: seeds)
    let rows = try CoveringRows.rows(of: model)
    #expect(Array(rows.prefix(2)) == [[2, 1, 0, 1], [0, 0, 0, 0]])
    #expect(Set(rows).count == rows.count)
    #expect(CoverageOracle(model: model).missing(in: rows) == [])
    #expect(rows.count <= 11)
  }

  @Test("what a seed leaves out is chosen so that it covers something")
  func partialSeeds() throws {
    let model = CoveringModel(sizes: [3, 3, 3], seeds: [[1, nil, 2], [nil, 2, nil]])
    let rows = try CoveringRows.rows(of: model)
    #expect(rows[0][0] == 1 && rows[0][2] == 2)
    #expect(rows[1][1] == 2)
    #expect(CoverageOracle(model: model).missing(in: rows) == [])
    #expect(rows.count <= 10)
  }

  @Test("seeds that become equal rows are one row")
  func equalRows() throws {
    let model = CoveringModel(
      sizes: [1, 2, 1, 1], strength: 3,
      seeds: [[0, 1, 0, 0], [0, 1, nil, nil], [nil, 1, nil, 0]])
    #expect(try CoveringRows.rows(of: model) == [[0, 1, 0, 0], [0, 0, 0, 0]])
    // A seed that is there twice is completed once.
    let twice = CoveringModel(sizes: [2, 3, 4], seeds: [[nil, 1, nil], [nil, 1, nil]])
    let once = CoveringModel(sizes: [2, 3, 4], seeds: [[nil, 1, nil]])
    #expect(try CoveringRows.rows(of: twice) == CoveringRows.rows(of: once))
  }

  @Test("seeds that cover everything are all the rows")
  func onlySeeds() throws {
    let seeds: [[Int?]] = [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]
    #expect(
      try CoveringRows.rows(of: CoveringModel(sizes: [2, 2, 2], seeds: seeds))
        == [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]])
  }

  @Test("with every row wanted, seeds come first too")
  func everyRow() throws {
    #expect(
      try CoveringRows.rows(
        of: CoveringModel(sizes: [2, 2], exclusions: [.all([0: 0, 1: 0])], seeds: [[1, 0]]))
        == [[1, 0], [0, 1], [1, 1]])
    // One with an open value is among the others.
    #expect(
      try CoveringRows.rows(of: CoveringModel(sizes: [2, 2], seeds: [[1, nil]]))
        == [[0, 0], [0, 1], [1, 0], [1, 1]])
  }
}
