import Exemplar
import Foundation
import Testing

let environment = ProcessInfo.processInfo.environment
let count = Int(environment["COUNT"] ?? "") ?? 10
let doomed = Set(
  ((try? String(contentsOfFile: environment["DOOMED"] ?? "", encoding: .utf8)) ?? "")
    .split(separator: "\n").compactMap { Int($0) })

func read(_ book: Int) {
  guard doomed.contains(book) else { return }
  switch book % 4 {
  case 0: abort()
  case 1: exit(0)
  case 2: kill(getpid(), SIGKILL)
  default: fatalError("doomed")
  }
  sleep(1000)
}

// Half of the shelves hold examples, the others rows.

@Spec let shelf0 = describe("shelf 0") {
  for book in 0..<count { it("book \(book)") { read(0 * count + book) } }
}
@Spec let shelf1 = describe("shelf 1") {
  outline("holds", over: 0..<count) { book in read(1 * count + book) }
}
@Spec let shelf2 = describe("shelf 2") {
  for book in 0..<count { it("book \(book)") { read(2 * count + book) } }
}
@Spec let shelf3 = describe("shelf 3") {
  outline("holds", over: 0..<count) { book in read(3 * count + book) }
}
@Spec let shelf4 = describe("shelf 4") {
  for book in 0..<count { it("book \(book)") { read(4 * count + book) } }
}
@Spec let shelf5 = describe("shelf 5") {
  outline("holds", over: 0..<count) { book in read(5 * count + book) }
}
@Spec let shelf6 = describe("shelf 6") {
  for book in 0..<count { it("book \(book)") { read(6 * count + book) } }
}
@Spec let shelf7 = describe("shelf 7") {
  outline("holds", over: 0..<count) { book in read(7 * count + book) }
}
@Spec let shelf8 = describe("shelf 8") {
  for book in 0..<count { it("book \(book)") { read(8 * count + book) } }
}
@Spec let shelf9 = describe("shelf 9") {
  outline("holds", over: 0..<count) { book in read(9 * count + book) }
}
@Spec let shelf10 = describe("shelf 10") {
  for book in 0..<count { it("book \(book)") { read(10 * count + book) } }
}
@Spec let shelf11 = describe("shelf 11") {
  outline("holds", over: 0..<count) { book in read(11 * count + book) }
}
@Spec let shelf12 = describe("shelf 12") {
  for book in 0..<count { it("book \(book)") { read(12 * count + book) } }
}
@Spec let shelf13 = describe("shelf 13") {
  outline("holds", over: 0..<count) { book in read(13 * count + book) }
}
@Spec let shelf14 = describe("shelf 14") {
  for book in 0..<count { it("book \(book)") { read(14 * count + book) } }
}
@Spec let shelf15 = describe("shelf 15") {
  outline("holds", over: 0..<count) { book in read(15 * count + book) }
}
@Spec let shelf16 = describe("shelf 16") {
  for book in 0..<count { it("book \(book)") { read(16 * count + book) } }
}
@Spec let shelf17 = describe("shelf 17") {
  outline("holds", over: 0..<count) { book in read(17 * count + book) }
}
@Spec let shelf18 = describe("shelf 18") {
  for book in 0..<count { it("book \(book)") { read(18 * count + book) } }
}
@Spec let shelf19 = describe("shelf 19") {
  outline("holds", over: 0..<count) { book in read(19 * count + book) }
}
