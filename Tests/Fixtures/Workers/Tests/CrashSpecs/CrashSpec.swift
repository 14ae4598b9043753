import Exemplar
import Testing

@Spec("The till", .ordered) struct TillSpec {
  @Example func opens() {}
  @Example func jams() {
    print("the till is jamming")
    let coins: [Int] = []
    _ = coins[opens0()]
  }
  func opens0() -> Int { 3 }
}
