import Dispatch
import Exemplar

/// Blocks a thread of the pool until a task has run, which needs another one.
private func waitForTask() {
  let semaphore = DispatchSemaphore(value: 0)
  Task { semaphore.signal() }
  wait(for: semaphore)
}

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

@Spec let till = describe("A till") {
  it("waits for a task") { waitForTask() }
}

struct PlainTests {
  @Test func waitsForATask() async { waitForTask() }
}
