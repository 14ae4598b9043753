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
