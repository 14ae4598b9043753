import Exemplar
import Foundation
import Testing

@Spec let rows = describe("Rows") {
  outline("are many", over: 0..<20_000) { row in
    if row == 12_345 {
      checkpoint("before the end")
      kill(getpid(), SIGKILL)
    }
  }
}
