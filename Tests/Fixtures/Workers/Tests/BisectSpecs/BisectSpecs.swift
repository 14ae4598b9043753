import Exemplar
import Foundation
import Testing

/// State that examples leave behind, and by which others fail.
enum Shop {
  nonisolated(unsafe) static var isTillOpen = false
  nonisolated(unsafe) static var hasKey = false
  nonisolated(unsafe) static var isAlarmOff = false
}

@Spec let counter = describe("Counter") {
  outline("serves", over: 1...40) { number in
    if number == 23 { Shop.isTillOpen = true }
  }
  for number in 1...9 { it("waits \(number)") {} }
  it("hands out the key") { Shop.hasKey = true }
}

@Spec let cellar = describe("Cellar") {
  for number in 1...9 { it("stores \(number)") {} }
  it("stops the alarm") { Shop.isAlarmOff = true }
}

@Spec let evening = describe("Evening") {
  outline("closes", over: ["till", "door"]) { name in
    #expect(name == "door" || !Shop.isTillOpen)
  }
  it("is safe") { #expect(!(Shop.hasKey && Shop.isAlarmOff)) }
  it("fails") { #expect(Bool(false)) }
  // Interrupts the tool when it runs for the fifth time.
  it("counts") {
    if let path = ProcessInfo.processInfo.environment["COUNT"] {
      let count = (FileManager.default.contents(atPath: path) ?? Data()) + [0]
      try count.write(to: URL(fileURLWithPath: path))
      if count.count == 5 {
        kill(getppid(), SIGINT)
        try await Task.sleep(for: .seconds(60))
      }
    }
    #expect(!Shop.isTillOpen)
  }
}

/// Both use one lock, each in a process of its own.
private let lock = (ProcessInfo.processInfo.environment["LOCK"] ?? "/tmp") + "/exemplar-bisect"

@Spec let delivery = describe("Parallel delivery") {
  for number in 1...5 { it("drives \(number)") {} }
  it("holds the lock") {
    #expect(FileManager.default.createFile(atPath: lock, contents: nil))
    try await Task.sleep(for: .seconds(2))
    try FileManager.default.removeItem(atPath: lock)
  }
}

@Spec let inventory = describe("Parallel inventory") {
  it("finds no lock") {
    for _ in 1...10 {
      try await Task.sleep(for: .milliseconds(100))
      #expect(!FileManager.default.fileExists(atPath: lock))
    }
  }
}
