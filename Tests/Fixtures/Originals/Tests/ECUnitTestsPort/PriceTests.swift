import Exemplar

@Spec
final class PriceTests {
  func parameterisedTestRounds() throws {
    let item = try Row.current
    let cents: Double = try item.decode("cents")
    #expect(Int(cents.rounded()) == (try item.decode("rounded")))
  }

  func parameterisedTestIsPositive(cents: Double) { #expect(cents > 0) }

  func testIsOrdinary() { #expect(Bool(true)) }
}
