import Exemplar
import TestSupport
import Testing

private enum Currency: String, CaseIterable { case euro, pound }

private struct Book: Sendable {
  var title: String
  var price: Int
}

private struct OutOfReach: Error {}

/// A walk that can be taken only once, and by one task.
private final class Pages: Sequence, IteratorProtocol {
  private var number = 0

  func next() -> Int? {
    number += 1
    return number > 2 ? nil : number
  }
}

/// Rows from sequences of every kind.
struct SequenceRowsTests {
  @Test func namesCasesAsTheyAreCalled() async {
    let trace = await traced("A shop") {
      outline("takes", over: Currency.self) { currency in log(currency.rawValue) }
      outline("gives", over: Currency.allCases) { currency in log(currency.rawValue) }
      outline("gives twice", over: [Currency.euro, .euro]) { _ in }
    }
    expect(
      trace.executedPaths,
      equals: [
        "A shop/takes/euro", "A shop/takes/pound", "A shop/gives/euro", "A shop/gives/pound",
        "A shop/gives twice/#1", "A shop/gives twice/#2",
      ])
    #expect(trace.summary.isSuccess)
  }

  @Test func namesRowsAfterTheirValues() async {
    let books = [Book(title: "Emma", price: 8), Book(title: "Dune", price: 12)]
    let trace = await traced("A shelf") {
      outline("holds", over: books, named: \.title) { book in #expect(book.price > 0) }
      outline("orders", over: { books.lazy.filter { $0.price > 10 } }, named: \.title) { _ in }
      outline("counts", over: stride(from: 1, to: 6, by: 2)) { _ in }
    }
    expect(
      trace.executedPaths,
      equals: [
        "A shelf/holds/Emma", "A shelf/holds/Dune", "A shelf/orders/Dune", "A shelf/counts/#1",
        "A shelf/counts/#2", "A shelf/counts/#3",
      ])
  }

  @Test func makesTheSequenceAnewEachTime() async {
    let shelf = describe("A shelf") {
      outline("turns", over: { Pages() }) { page in #expect(page < 3) }
      outline("waits", over: { try await pages(upTo: 2) }) { page in #expect(page < 3) }
      outline(
        "listens",
        over: {
          AsyncStream<Int> { stream in
            (1...2).forEach { stream.yield($0) }
            stream.finish()
          }
        }
      ) { page in #expect(page < 3) }
    }
    for _ in 1...2 {
      let trace = await traced(shelf)
      #expect(trace.summary.isSuccess)
      expect(trace.executed.count, equals: 6)
    }
  }

  @Test func walksNoFurtherThanItHasTo() async {
    let trace = await traced("A shelf") {
      outline("has no end", over: { sequence(first: 1) { $0 + 1 }.prefix(3) }) { _ in }
    }
    expect(trace.executed, equals: ["#1", "#2", "#3"])
    let endless = describe("A shelf") {
      outline("has no end", over: { sequence(first: 1) { $0 + 1 } }, named: { "page \($0)" }) { _ in
      }
    }
    let selected = await traced(endless, options: .selecting("A shelf/has no end/page 4"))
    expect(selected.executed, equals: ["page 4"])
  }

  @Test func failsOnceWhereTheSequenceFails() async {
    let trace = await traced("A shelf") {
      outline("cannot begin", over: { () throws -> [Int] in throw OutOfReach() }) { _ in }
      outline(
        "breaks off",
        over: {
          AsyncThrowingStream<Int, any Error> { stream in
            stream.yield(1)
            stream.finish(throwing: OutOfReach())
          }
        }
      ) { _ in }
    }
    expect(
      trace.lines.filter { $0.contains(": ") && !$0.contains("executed") },
      equals: [
        "  ! rows: The rows could not be read: OutOfReach() (planning, unexpected)",
        "  rows: failed unexpectedly",
        "  #1: passed",
        "  ! rows: The rows could not be read: OutOfReach() (planning, unexpected)",
        "  rows: failed unexpectedly",
      ])
    expect(trace.summary.failed, equals: 2)
  }
}

private func pages(upTo count: Int) async throws -> [Int] { Array(1...count) }
