import Exemplar
import Foundation
import Testing

// A shelf whose spec has as many rows as the environment requests, for every host:
//
//     SHELF=rows SHELF_BOOKS=100000        one outline of so many rows
//     SHELF=examples SHELF_BOOKS=100000    so many examples, an `it` each
//     SHELF=shelves SHELF_BOOKS=10000      so many examples in four specs, which processes may share
//     SHELF=failures SHELF_BOOKS=5000      one outline whose rows all fail, by an expectation
//     SHELF=errors SHELF_BOOKS=5000        the same, by an error
//     SHELF=csv SHELF_FILE=books.csv       one outline over a file, of CSV or, as `jsonl`, of JSON Lines
//     SHELF=expected SHELF_FILE=books.csv  the same, which also compares a text with a column of the file
//
// Without them it has one example.

enum Shelf {
  static var spec: SpecNode {
    let environment = ProcessInfo.processInfo.environment
    let books = environment["SHELF_BOOKS"].flatMap { Int($0) } ?? 1
    let file = URL(fileURLWithPath: environment["SHELF_FILE"] ?? "books")
    let kind = environment["SHELF"] ?? "examples"
    return switch kind {
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
    case "errors":
      describe("A shelf") {
        outline("holds", over: 0..<books) { (book: Int) in if book >= 0 { throw Missing() } }
      }
    case "examples":
      describe("A shelf") {
        for book in 0..<books {
          it("holds \(book)") { if book < 0 { throw Missing() } }
        }
      }
    case "shelves": shelf("A shelf", with: books)
    case "csv", "jsonl":
      describe("A shelf") {
        outline("holds", from: kind == "csv" ? .csv(.url(file)) : .jsonLines(.url(file))) {
          (book: Book) in
          if book.pages <= 0 || book.price <= 0 { throw Missing() }
        }
      }
    case "expected":
      describe("A shelf") {
        outline("holds", from: .csv(.url(file))) { (book: Book) in
          if book.pages <= 0 || book.price <= 0 { throw Missing() }
          try expectColumn("label", equals: "\(book.pages) pages")
        }
      }
    default:
      fatalError(
        "A shelf has rows, examples, shelves, failures, errors, csv, jsonl or expected, and no \(kind)."
      )
    }
  }

  /// One of the other shelves; no spec unless there are several.
  static func other(_ name: String) -> SpecNode {
    if ProcessInfo.processInfo.environment["SHELF"] != "shelves" { return .several([]) }
    let books = ProcessInfo.processInfo.environment["SHELF_BOOKS"].flatMap { Int($0) } ?? 1
    return shelf(name, with: books)
  }

  private static func shelf(_ name: String, with books: Int) -> SpecNode {
    describe(name) {
      for book in 0..<books / 4 {
        it("holds \(book)") { if book < 0 { throw Missing() } }
      }
    }
  }

  private struct Missing: Error {}

  /// A book in a row of a file.
  private struct Book: Decodable {
    var name: String
    var pages: Int
    var price: Double
    var sold: Bool
  }
}
