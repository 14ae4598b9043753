import Exemplar
import Testing

@Spec("Rows")
struct RowsSpec {
  @Example(
    "in code",
    rows: {
      row("two", 1, 1, 2)
      row("wrong", 1, 1, 3)
    })
  func inCode(a: Int, b: Int, sum: Int) { #expect(a + b == sum) }

  @Example("without names", over: [1, 2])
  func unnamed(number: Int) { #expect(number == 1) }

  @Example("in a file", from: .json("orders"))
  func inAFile(copies: Int, cents: Int) { #expect(copies * 100 == cents) }

  @Example("in a file that is missing", from: .json("nowhere"))
  func missing(copies: Int) {}
}
