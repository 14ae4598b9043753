import Exemplar
import Foundation

/// The formats of big files of books.
enum BookFile: String {
  case csv
  case jsonl
  /// JSON Lines, in each of which a shelf has ten books.
  case shelves

  func source(_ url: URL) -> RowSource {
    switch self {
    case .csv: .csv(.url(url))
    case .jsonl: .jsonLines(.url(url))
    case .shelves: .jsonLines(.url(url), each: "books")
    }
  }

  /// The line of a book, which is counted from 1; a CSV file has a line above the first one.
  func line(of book: Int) -> Int {
    switch self {
    case .csv: book + 1
    case .jsonl: book
    case .shelves: (book + 9) / 10
    }
  }

  /// The path of a book in its outline.
  func path(of book: Int) -> String {
    self == .shelves ? "shelf \((book + 9) / 10)/book \(book)" : "book \(book)"
  }

  func write(_ count: Int, to url: URL) throws {
    let part = url.appendingPathExtension("part")
    try Data().write(to: part)
    let file = try FileHandle(forWritingTo: part)
    var text = self == .csv ? "name,pages,price,sold\n" : ""
    for number in 1...count {
      text += row(number)
      if text.utf8.count > 1 << 16 || number == count {
        try file.write(contentsOf: Data(text.utf8))
        text = ""
      }
    }
    try file.close()
    try FileManager.default.moveItem(at: part, to: url)
  }

  private func row(_ number: Int) -> String {
    let (pages, price, sold) = (number % 900 + 100, "\(number % 90 + 5).5", number % 2 == 0)
    return switch self {
    case .csv: "book \(number),\(pages),\(price),\(sold)\n"
    case .shelves:
      (number % 10 == 1 ? "{\"name\": \"shelf \((number + 9) / 10)\", \"books\": [" : ", ")
        + book(number) + (number % 10 == 0 ? "]}\n" : "")
    case .jsonl: book(number) + "\n"
    }
  }

  private func book(_ number: Int) -> String {
    let (pages, price, sold) = (number % 900 + 100, "\(number % 90 + 5).5", number % 2 == 0)
    return
      "{\"name\": \"book \(number)\", \"pages\": \(pages), \"price\": \(price), \"sold\": \(sold)}"
  }
}
