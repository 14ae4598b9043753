import Exemplar
import Foundation

let folder = ProcessInfo.processInfo.environment["SLOTS"] ?? "/tmp"

/// Uses a file that is named after the slot. Another example that has the slot now would find it.
func use() async throws {
  let path = "\(folder)/\(currentSlot())"
  let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
  try #require(file >= 0, "Another example has slot \(currentSlot()).")
  close(file)
  try await Task.sleep(for: .milliseconds(20))
  #expect(unlink(path) == 0)
  print("~ slot \(currentSlot())")
}

/// What a child process finds in its environment.
func slotOfChild() throws -> String {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/bin/sh")
  child.arguments = ["-c", "echo \"${EXEMPLAR_SLOT-none}\""]
  let pipe = Pipe()
  child.standardOutput = pipe
  try child.run()
  child.waitUntilExit()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
}

func alone(_ name: String) -> SpecNode {
  describe("alone \(name)") {
    beforeEach { info in #expect(info.slot == currentSlot()) }
    for number in 1...5 {
      it("\(number)") {
        try await use()
        expect(try slotOfChild(), equals: "\(currentSlot())")
      }
    }
  }
}
@Spec let alone1 = alone("1")
@Spec let alone2 = alone("2")
@Spec let alone3 = alone("3")
@Spec let alone4 = alone("4")
@Spec let alone5 = alone("5")
@Spec let alone6 = describe("alone 6", .isolated) { it("runs") { try await use() } }
@Spec let alone7 = describe("alone 7", .isolated) { it("runs") { try await use() } }
@Spec let alone8 = describe("alone 8", .isolated) { it("runs") { try await use() } }

@Spec let together = describe("together", .parallel) {
  for number in 1...12 { it("\(number)") { try await use() } }
}
@Spec let rows = describe("rows", .parallel) {
  outline("are shared", over: Array(1...60)) { _ in try await use() }
}

@Spec let crash = describe("crash") {
  it("a crashes") {
    print("~ crashes in \(currentSlot())")
    try await Task.sleep(for: .milliseconds(500))
    abort()
  }
  it("b goes on") { print("~ goes on in \(currentSlot())") }
  it("c waits") { try await Task.sleep(for: .milliseconds(300)) }
}
func long(_ name: String) -> SpecNode {
  describe("crash beside \(name)") {
    it("runs") {
      print("~ beside in \(currentSlot())")
      try await Task.sleep(for: .seconds(4))
    }
  }
}
@Spec let long1 = long("1")
@Spec let long2 = long("2")
