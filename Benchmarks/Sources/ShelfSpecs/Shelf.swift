import Exemplar
import Foundation
import Testing

// A shelf whose spec is as long as the environment says, for every host:
//
//     SHELF=rows SHELF_BOOKS=100000        one outline of so many rows
//     SHELF=examples SHELF_BOOKS=100000    so many examples, an `it` each
//     SHELF=failures SHELF_BOOKS=5000      one outline whose rows all fail
//
// Without them it has one example.

enum Shelf {
  static var spec: SpecNode {
    let environment = ProcessInfo.processInfo.environment
    let books = environment["SHELF_BOOKS"].flatMap { Int($0) } ?? 1
    return switch environment["SHELF"] ?? "examples" {
    case "rows":
      describe("A shelf") {
        outline("holds", over: 0..<books) { (book: Int) in
          if book < 0 { throw Missing() }
        }
      }
    case "failures":
      describe("A shelf") {
        outline("holds", over: 0..<books) { (book: Int) in #expect(book < 0) }
      }
    case "examples":
      describe("A shelf") {
        for book in 0..<books {
          it("holds \(book)") { if book < 0 { throw Missing() } }
        }
      }
    case let other: fatalError("A shelf has rows, examples or failures, and no \(other).")
    }
  }

  private struct Missing: Error {}
}
