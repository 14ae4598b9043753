import Foundation

/// The numbers of mutants are those of `MutantsTests`.
public enum Till {
  /// A row has 10 pieces, and none has 100.
  public static func discount(pieces: Int) -> Int {
    if mutant(1) ? pieces > 10 : pieces >= 10 {
      return (mutant(2) ? pieces > 100 : pieces >= 100) ? 20 : 10
    }
    return 0
  }

  public static func sum(_ prices: [Int]) -> Int {
    var sum = 0
    var index = 0
    while index < prices.count {
      sum += prices[index]
      if mutant(3) { sum = [Int]()[index] }
      index += mutant(4) ? 0 : 1
    }
    if mutant(5) { exit(0) }
    return sum
  }

  public static func unused() -> Int { mutant(6) ? 1 : 2 }

  /// The first example that needs it reaches the mutants in it.
  public static let rates = [mutant(7) ? 8 : 7, mutant(8) ? 20 : 19]

  public static func makeRates() -> [Int] { [mutant(9) ? 8 : 7, mutant(10) ? 20 : 19] }
  public static let madeRates = makeRates()

  /// The first row that needs it reaches the mutant, and another one notices it.
  private static let squares = makeSquares()
  private static func makeSquares() -> [Int] { [1, 4, mutant(18) ? 8 : 9] }
  public static func square(_ number: Int) -> Int { squares[number - 1] }

  /// Nothing notices the mutant.
  public static func fee(_ price: Int) -> Int { mutant(19) ? price : price }

  /// Fewer rows run with the mutant.
  public static func prices() -> [Int] { mutant(11) ? [1] : [1, 2] }

  public static func open() -> Bool { !mutant(12) }

  public static func change(_ paid: Int, _ price: Int) -> Int {
    mutant(13) ? paid + price : paid - price
  }
  public static func half(_ price: Int) -> Int { (mutant(14) ? price : price + 1) / 2 }
  public static func isFree(_ price: Int) -> Bool { mutant(15) ? price <= 0 : price == 0 }
  public static func isRound(_ price: Int) -> Bool { (mutant(16) ? price + 1 : price) % 10 == 0 }
  public static func nap() { if mutant(17) { sleep(100) } }

  /// Whether the lot that is drawn has a prize, which no mutant changes.
  public static func draw() -> Bool {
    for number in 31...45 { _ = mutant(number) }
    guard Mutants.active == 31, let path = ProcessInfo.processInfo.environment["LOT"] else {
      return true
    }
    // Whatever comes first makes the folder.
    return mkdir(path, 0o777) != 0
  }
}
