import Dispatch
import Exemplar
import Foundation

// Examples that hang, each for another reason. A run selects one of them.

private let first = DispatchQueue(label: "first")
private let second = DispatchQueue(label: "second")

/// Two serial queues that wait for each other.
private func waitForEachOther() {
  let bothRun = DispatchGroup()
  bothRun.enter()
  second.async {
    bothRun.wait()
    first.sync {}
  }
  first.sync {
    bothRun.leave()
    usleep(50_000)
    second.sync {}
    checkpoint("never")
  }
  checkpoint("never")
}

private func waitForSemaphore() { DispatchSemaphore(value: 0).wait() }

private func waitForGroup() {
  let group = DispatchGroup()
  group.enter()
  group.wait()
}

private func lockTwice() {
  let lock = NSLock()
  lock.lock()
  lock.lock()
}

private func compute() {
  var number = 1
  while number != 0 { number = number &* 31 | 1 }
}

private func waitForChild() throws {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: "/bin/sleep")
  child.arguments = ["600"]
  try child.run()
  child.waitUntilExit()
}

private func fillPipe() {
  let pipe = Pipe()
  pipe.fileHandleForWriting.write(Data(count: 1 << 20))
}

private func readSilentPipe() throws {
  let pipe = Pipe()
  _ = try pipe.fileHandleForReading.readToEnd()
  withExtendedLifetime(pipe) {}
}

private func loseContinuation() async {
  await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
}

private final class Tasks: @unchecked Sendable {
  var waiting: Task<Void, Never>?
  var continuation: CheckedContinuation<Void, Never>?
}

private func awaitEachOther() async {
  let tasks = Tasks()
  tasks.waiting = Task {
    try? await Task.sleep(for: .milliseconds(20))
    await Task { await tasks.waiting?.value }.value
  }
  await tasks.waiting?.value
}

// Four specs, whose limits run side by side.
@Spec let waits = describe("Waits") {
  it("waits for a semaphore on the pool") {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { waitForSemaphore() } }
    }
  }
  it("waits for a semaphore") { waitForSemaphore() }
  it("waits for a group") { waitForGroup() }
  it("waits in two queues") { waitForEachOther() }
}

@Spec let works = describe("Works") {
  it("locks twice") { lockTwice() }
  it("computes") { compute() }
  it("waits for a child") { try waitForChild() }
}

@Spec let reads = describe("Reads") {
  it("fills a pipe") { fillPipe() }
  it("reads a silent pipe") { try readSilentPipe() }
  it("sleeps") { sleep(600) }
}

@Spec let awaits = describe("Awaits") {
  it("loses a continuation") { await loseContinuation() }
  it("keeps a continuation") {
    let tasks = Tasks()
    checkpoint("asked")
    await withCheckedContinuation { tasks.continuation = $0 }
  }
  it("awaits itself") { await awaitEachOther() }
  it("blocks the main actor") { @MainActor in
    let semaphore = DispatchSemaphore(value: 0)
    Task { @MainActor in semaphore.signal() }
    waitInMainActor(semaphore)
  }
}

private func waitInMainActor(_ semaphore: DispatchSemaphore) { semaphore.wait() }
