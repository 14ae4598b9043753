import Exemplar
import Foundation
import Testing

struct Damaged: Error {}

/// How often this was asked for a name, over all processes of a run.
func count(_ name: String) throws -> Int {
  let folder = ProcessInfo.processInfo.environment["COUNTS"]!
  let file = fopen("\(folder)/\(name)", "a")!
  fputs("x", file)
  fclose(file)
  return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")).count
}

func forever(_ n: Int) -> Int { n > 1_000_000_000 ? 0 : forever(n + 1) + n }
let number = Int(getpid())

/// Two rows, and a crash where the third would be.
struct Titles: Sequence, IteratorProtocol, Sendable {
  var count = 0
  mutating func next() -> Int? {
    count += 1
    if count == 3 { fatalError("no more") }
    return count
  }
}

@Spec let plain = describe("The shelf") {
  it("passes") {}
  it("fails") { #expect(Bool(false)) }
  it("throws") { throw Damaged() }
  it("skips itself") { throw Skip("closed") }
  it("prints 20 MB") {
    let line = String(repeating: "x", count: 999)
    for _ in 0..<20_000 { print(line) }
  }
  it("leaves a child behind") {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["30"]
    try child.run()
  }
  it("fails every other time") {
    let number = try count("fails")
    #expect(number % 2 == 0)
  }
  it("crashes every other time") { if try count("crashes") % 2 == 1 { fatalError("once") } }
  it("fails, then skips itself") {
    if try count("fails, then skips") % 2 == 0 { throw Skip("closed") }
    #expect(Bool(false))
  }
  it("crashes, then skips itself") {
    if try count("crashes, then skips") % 2 == 0 { throw Skip("closed") }
    fatalError("once")
  }
}

@Spec let crashes = describe("The till") {
  it("meets a fatal error") { fatalError("no change left") }
  it("meets a failed precondition") { precondition(number < 0) }
  it("reads past an array") { print([1][number]) }
  it("counts past the largest number") { print(Int.max - 1 + number) }
  it("unwraps nothing") { print(Int("\(number)x")!) }
  it("recurses for ever") { print(forever(number * 0)) }
  it("reads bad memory") { print(UnsafePointer<Int>(bitPattern: 8 + number * 0)!.pointee) }
  it("aborts") { abort() }
  it("throws in C++") {
    unsafeBitCast(dlsym(nil, "_ZSt9terminatev")!, to: (@convention(c) () -> Void).self)()
  }
  it("is killed") {
    kill(getpid(), SIGKILL); sleep(1000)
  }
  it("is terminated") {
    kill(getpid(), SIGTERM); sleep(1000)
  }
  it("exits with 0") { exit(0) }
  it("exits with 3") { exit(3) }
  it("exits at once with 0") { _exit(0) }
}

@Spec let hooks = describe("The door") {
  context("crashes before all") {
    beforeAll { abort() }; it("opens") {}
  }
  context("crashes before each") {
    beforeEach { abort() }; it("opens") {}; it("closes") {}
  }
  context("crashes after each") {
    afterEach { abort() }; it("opens") {}
  }
  context("crashes after all") {
    it("opens") {}; afterAll { abort() }
  }
}

@Spec let rows = describe("The catalog") {
  outline("crashes at a row", over: 1...3) { row in if row == 2 { abort() } }
  outline("crashes between rows", over: Titles()) { row in }
}

@Spec let parallel = describe("The clerks", .parallel) {
  it("sell") { try await Task.sleep(for: .milliseconds(30)) }
  it("fall, side by side") {
    try await Task.sleep(for: .milliseconds(10)); abort()
  }
  it("count") { try await Task.sleep(for: .milliseconds(30)) }
}

@Spec let limited = describe("The queue") {
  it("goes on after its limit", .timeLimit(.seconds(1))) { while true { usleep(1000) } }
  it("moves") {}
}

@Spec let hanging = describe("The clock") {
  it("hangs, deaf to SIGTERM") {
    signal(SIGTERM, SIG_IGN)
    sleep(1000)
  }
  it("ticks") {}
}
