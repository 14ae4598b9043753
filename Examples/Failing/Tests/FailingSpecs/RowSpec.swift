import Exemplar
import Testing

struct Offer: Decodable {
  var title: String
  var price: Int
}

@Spec("Rows")
struct RowSpec {
  @Example(
    "in code",
    rows: {
      row("right", 2, 3, 5)
      row("wrong", 2, 2, 5)
    })
  func adds(a: Int, b: Int, sum: Int) {
    #expect(a + b == sum)
  }

  @Example("without names", over: [1, 2, -3])
  func isPositive(number: Int) {
    #expect(number > 0)
  }

  @Example("in a file", from: .json("offers"))
  func isCheap(_ offer: Offer) {
    #expect(offer.price < 1_000)
  }

  @Example("in a file with a column that is not there", from: .json("offers"))
  func hasAPublisher(title: String, publisher: String) {}

  @Example("in a file that is not there", from: .json("offer"))
  func isNotThere(_ offer: Offer) {}

  @Example("in a file that is malformed", from: .json("malformed"))
  func isMalformed(_ offer: Offer) {}

  @Example("in a file without rows", from: .json("empty"))
  func isEmpty(_ offer: Offer) {}

  @Example("with values that do not fit", from: .json("misfits"))
  func doesNotFit(_ offer: Offer) {}

  @Example("with one name twice", from: .json("duplicates"))
  func isThereTwice(_ offer: Offer) {}
}
