import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

/// Folders with many rows.
struct LongFolderTests {
  @Test func areReadRowByRowInNaturalOrder() async throws {
    try await onItsOwnThread { try read() }
  }

  private func read() throws {
    let folder = try TemporaryFolder()
    let count = 2000
    for row in 1...count {
      let path = "\(folder.path)/Books.testsuite/row\(row)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if row % 100 == 0 { try folder.write("\(row)", to: "Books.testsuite/row\(row)/price.txt") }
    }
    let rows = try RowSource.testSuite("Books").opening(folder.site)()
    // The folders of rows are not looked into before their turn.
    try folder.write("{\"price\": -1}", to: "Books.testsuite/row\(count - 1)/testdata.json")
    var prices: [Int] = []
    for number in 1...count {
      guard case .success(let row)? = try rows.nextNow() else {
        Issue.record("There is no row \(number).")
        return
      }
      guard row.name == "row\(number)" else {
        Issue.record("\(row.name ?? "-") stands in the place of row\(number).")
        return
      }
      if let price = try row.decode("price", as: Int?.self) { prices.append(price) }
    }
    guard case nil = try rows.nextNow() else {
      Issue.record("There are more rows than folders.")
      return
    }
    expect(prices, equals: stride(from: 100, to: count, by: 100) + [-1, count])
  }
}
