import Exemplar
import TestSupport
import Testing

// Types whose hooks run around other specs; `SharedHooksTests` compares what they write.

@Spec(.hooks(of: .runGroup(7))) final class OpenedPort {
  private var ships = 0

  static func setUp() { log("port opened") }
  static func tearDown() { log("port closed") }

  @BeforeEach func pilot() { ships += 1 }
  @AfterEach func count(_ example: ExampleInfo) { log("\(ships) ship: \(example.name)") }
}

@Spec(.runGroup(7)) struct Harbor {
  @Example func berths() { log("berths") }
  @Example func loads() { log("loads") }
}

@Spec(.runGroup(7), .ordered, .sharedInstance) final class Quay {
  private var moves = 0

  @Example func cranes() {
    moves += 1
    log(moves == 1 ? "craned once" : "craned often")
  }
  @Example func cranesAgain() {
    moves += 1
    log(moves == 2 ? "craned twice" : "craned often")
  }
}
