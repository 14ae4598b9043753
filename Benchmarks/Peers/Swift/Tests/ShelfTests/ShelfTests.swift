import Foundation
import Testing

private let books = ProcessInfo.processInfo.environment["SHELF_BOOKS"].flatMap { Int($0) } ?? 1
private let areMissing = ProcessInfo.processInfo.environment["SHELF"] == "failures"

@Suite(.serialized) struct ShelfTests {
  @Test(.enabled(if: !areMissing), arguments: 0..<books)
  func holds(book: Int) { #expect(book >= 0) }

  @Test(.enabled(if: areMissing), arguments: 0..<books)
  func isMissing(book: Int) { #expect(book < 0) }
}
