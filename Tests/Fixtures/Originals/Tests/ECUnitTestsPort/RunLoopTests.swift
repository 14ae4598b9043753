import Exemplar
import Foundation

@Spec @MainActor
final class ReloadTests {
  private var isLoaded = false

  func testLoadsByATimer() {
    let timer = Timer(timeInterval: 0.01, repeats: false) { _ in
      MainActor.assumeIsolated { self.isLoaded = true }
    }
    RunLoop.main.add(timer, forMode: .default)
    runLoop(until: { isLoaded })
  }

  func testLoadsInTheMainQueue() async throws {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.isLoaded = true } }
    try await eventually { isLoaded }
  }
}
