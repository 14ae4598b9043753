import Exemplar
import Foundation
import Testing

struct Till { func sell(_ books: [Int]) -> Int { books[7] } }

enum Lift { @TaskLocal static var floor = 0 }

@Spec let dying = describe("dying") {
  it("is fine") { print("all is well") }
  it("starts what crashes", .platforms(.linux)) {
    #expect(getenv("SWIFT_BACKTRACE") == nil)
    await #expect(processExitsWith: .failure) { fatalError("as expected") }
  }
  it("by a trap") {
    print("before the end"); checkpoint("counted"); _ = Till().sell([1])
  }
  context("a broken lift") {
    aroundAll { _ in abort() }; it("opens") {}
    context("inside") { it("closes") {} }
  }
  context("a lift that breaks later") {
    aroundAll { examples in
      try await examples(); abort()
    }; it("opens") {}
  }
  context("a lift") {
    aroundAll { examples in try await Lift.$floor.withValue(3) { try await examples() } }
    aroundEach { info, example in
      try await example(); if info.name == "stops" { abort() }
    }
    it("breaks") { abort() }; it("goes on") { #expect(Lift.floor == 3) }; it("stops") {}
  }
}

@Spec let lastWords = describe("last words") {
  it("without a line end, before a trap") {
    print("loading… ", terminator: "")
    fatalError("no shelf")
  }
  it("without a line end, before it hangs") {
    print("waiting… ", terminator: "")
    while true { usleep(1000) }
  }
}

@Spec let hanging = describe("hanging") {
  it("for ever") {
    signal(SIGTERM, SIG_IGN)
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["1000"]
    try child.run()
    let mark = ProcessInfo.processInfo.environment["MARK"]!
    try "\(child.processIdentifier)".write(toFile: mark, atomically: true, encoding: .utf8)
    checkpoint("waits")
    while true { usleep(1000) }
  }
  it("over its limit", .timeLimit(.milliseconds(200))) { while true { usleep(1000) } }
  it("not at all") {}
}

func next(_ count: Int) -> Int { (count + 1) & 0xFFFF }
func compute() { var count = 0; while count >= 0 { count = next(count) } }
@Spec let computing = describe("computing") { it("for ever") { compute() } }

@Spec let talking = describe("talking") {
  it("much") {
    let line = String(repeating: "x", count: 999)
    for _ in 0..<100_000 { print(line) }
    FileHandle.standardOutput.write(Data([0, 27, 255, 10]))
    print("the last line")
    #expect(Bool(false))
  }
  it("little") { print("the last line of another one") }
}

@Spec let alone = describe("alone", .isolated) {
  it("has a process") { print("~ \(getpid())") }
  it("keeps it") { print("~ \(getpid())") }
}
@Spec let beside = describe("beside") {
  it("has another") { print("~ \(getpid())") }
  it("keeps that") { print("~ \(getpid())") }
}
