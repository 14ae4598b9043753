import Exemplar
import Testing

@Spec(.abstract) class AnyStock {
  required init() {}

  func titles() -> [String] { [] }

  @BehavesLike(aCountable) var books: [String] { titles() }
  @BehavesLike("a till") func money() async throws -> Int { titles().count }

  @Example func holdsEmma() { #expect(titles().contains("Emma")) }
}

@Spec final class Cellar: AnyStock {
  override func titles() -> [String] { ["Emma", "Sanditon"] }
}
