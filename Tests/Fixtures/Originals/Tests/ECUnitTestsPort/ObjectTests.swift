import Exemplar

struct Coin: Sendable {
  var name: String
  var worth: @Sendable (Int) -> Int

  static let all = [Coin(name: "a cent") { $0 }, Coin(name: "a dime") { $0 * 10 }]
}

@Spec
final class CoinTests {
  @Example(over: Coin.all, named: \.name)
  func parameterisedTestIsWorthSomething(_ coin: Coin) { #expect(coin.worth(1) > 0) }
}
