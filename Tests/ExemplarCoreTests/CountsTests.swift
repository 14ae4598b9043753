import Exemplar
import Testing

@testable import ExemplarCore

struct CountsTests {
  @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (11, "11 rows")])
  func aNounAgreesWithItsNumber(count: Int, text: String) {
    expect(count.counted("row"), equals: text)
  }
}
