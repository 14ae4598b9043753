import Foundation
import XCTest

// A method of XCTest for each book.

final class ShelfTests: XCTestCase {}

let environment = ProcessInfo.processInfo.environment
let books = environment["SHELF_BOOKS"].flatMap { Int($0) } ?? 1
let isMissing = environment["SHELF"] == "failures"

#if canImport(Darwin)
  fatalError("XCTest runs no list of tests here.")
#else
  let tests = (0..<books).map { book in
    (
      "testHolds\(book)",
      { (_: ShelfTests) -> () throws -> Void in
        { isMissing ? XCTAssertLessThan(book, 0) : XCTAssertGreaterThanOrEqual(book, 0) }
      }
    )
  }
  XCTMain([testCase(tests)])
#endif
