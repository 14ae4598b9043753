import Exemplar
import Foundation
import Testing

// What a process does that Bazel has started as a test.

private let environment = ProcessInfo.processInfo.environment

@Spec let shelf = describe("A shelf") {
  it("is empty") {}
  it("holds books") {}
  outline("has a place") { (number: Int) in
    #expect(number < 40)
  } rows: {
    for number in 0..<40 { row("\(number)", number) }
  }
}

@Spec let register = describe("A register") {
  beforeAll { print("~ opened") }
  it("opens") {}
  it("closes") {}
}

@Spec let run = describe("The run", .enabled(if: environment["CONTRACT"] == "run")) {
  it("warns") { Issue.record("rather slow", severity: .warning) }
  it("attaches") { attach("a page", named: "page.txt") }
  it("has a folder") { print("~ folder \(FileManager.default.temporaryDirectory.path)") }
}

@Spec let failures = describe("Failures", .enabled(if: environment["CONTRACT"] == "failures")) {
  outline("fails") { (number: Int) in
    #expect(number < 0)
  } rows: {
    for number in 0..<9 { row("\(number)", number) }
  }
}

/// A program with specs of its own, which an example starts.
@Spec let children = describe("Children", .enabled(if: environment["PROGRAM"] != nil)) {
  it("run everything") {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: try #require(environment["PROGRAM"]))
    child.arguments = ["Contract/A shelf", "--seed", "5"]
    try child.run()
    child.waitUntilExit()
    #expect(child.terminationStatus == 0)
  }
}

@Spec let ends = describe("An end", .enabled(if: environment["END"] != nil)) {
  it("comes early") {
    switch environment["END"] {
    case "exit": exit(0)
    case "trap": fatalError("the end")
    case "system call":
      // The guard of the process does not see it.
      #if arch(x86_64)
        let exitGroup = 231
      #else
        let exitGroup = 94
      #endif
      typealias Call = @convention(c) (Int, Int) -> Int
      _ = unsafeBitCast(dlsym(nil, "syscall"), to: Call.self)(exitGroup, 0)
    case "hang":
      try "".write(toFile: environment["MARK"]!, atomically: false, encoding: .utf8)
      while true { usleep(1000) }
    default: break
    }
  }
}
