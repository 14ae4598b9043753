import Exemplar
import Foundation
import Testing

@Spec let task = describe("leaves a task", .isolated) {
  it("counts") {
    Task.detached {
      try await Task.sleep(for: .milliseconds(300))
      Issue.record("the change is counted late")
    }
  }
}
@Spec let thread = describe("leaves a thread", .isolated) {
  it("counts") {
    Thread.detachNewThread {
      usleep(300_000)
      abort()
    }
  }
}
@Spec let long = describe("long", .runGroup(2)) {
  it("goes on") { try await Task.sleep(for: .milliseconds(1500)) }
}

let folder = ProcessInfo.processInfo.environment["MARKS"]
func mark() throws {
  try "".write(toFile: "\(folder!)/\(getpid())", atomically: false, encoding: .utf8)
}
func left() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: folder!).count { kill(pid_t($0)!, 0) == 0 }
}
@Spec let beside = describe("beside") { it("runs") { print("~ \(getpid())") } }
@Spec let last = describe("last", .runGroup(2)) {
  it("waits") {
    try await eventually(within: .seconds(60)) { try left() <= 8 }
    try await Task.sleep(for: .milliseconds(500))
    print("~ \(try left()) are left")
  }
}

@Spec let alone1 = describe("alone 1", .isolated) { it("runs") { try mark() } }
@Spec let alone2 = describe("alone 2", .isolated) { it("runs") { try mark() } }
@Spec let alone3 = describe("alone 3", .isolated) { it("runs") { try mark() } }
@Spec let alone4 = describe("alone 4", .isolated) { it("runs") { try mark() } }
@Spec let alone5 = describe("alone 5", .isolated) { it("runs") { try mark() } }
@Spec let alone6 = describe("alone 6", .isolated) { it("runs") { try mark() } }
@Spec let alone7 = describe("alone 7", .isolated) { it("runs") { try mark() } }
@Spec let alone8 = describe("alone 8", .isolated) { it("runs") { try mark() } }
@Spec let alone9 = describe("alone 9", .isolated) { it("runs") { try mark() } }
@Spec let alone10 = describe("alone 10", .isolated) { it("runs") { try mark() } }
@Spec let alone11 = describe("alone 11", .isolated) { it("runs") { try mark() } }
