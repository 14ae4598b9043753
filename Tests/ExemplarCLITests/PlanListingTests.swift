import Exemplar
import ExemplarCore
import ExemplarReports
import Testing

@testable import ExemplarCLI

/// The tree of the examples that would run.
struct PlanListingTests {
  private static func tree(_ examples: [ExampleListed], isVerbose: Bool = false) -> String {
    let tree = PlanTree(style: Style(hasColor: false), directory: "/shop", isVerbose: isVerbose)
    for example in examples { tree.add(example) }
    return tree.text
  }

  private static func example(_ path: String, _ reason: String? = nil, line: Int = 3)
    -> ExampleListed
  {
    ExampleListed(
      id: ExampleID(text: path),
      place: Place(path: "/shop/Tests/Till.swift", line: line, column: 5),
      skipReason: reason)
  }

  private static func row(_ path: String, _ reason: String? = nil) -> ExampleListed {
    var row = example(path, reason)
    row.row = RowReference(name: row.id.name, place: Place(path: "/shop/Tests/prices.csv", line: 2))
    return row
  }

  @Test func namesAreATreeAndWhatDoesNotRunHasItsReason() {
    expect(
      Self.tree([
        Self.example("Shop/A till/opens"), Self.example("Shop/A till/closes", "broken"),
        Self.example("Shop/A till/at night/sleeps", line: 9),
        Self.row("Shop/A till/counts/one"), Self.row("Shop/A till/counts/two"),
        Self.example("Café/A cup/is full"),
      ]),
      equals: """
        Shop
          A till
            opens  Till.swift:3
            ↷ closes · broken  Till.swift:3
            at night
              sleeps  Till.swift:9
            counts 2 rows
              one  prices.csv:2
              two  prices.csv:2

        Café
          A cup
            is full  Till.swift:3


        """)
  }

  @Test func aGroupThatIsLeftOutAsAWholeIsALine() {
    expect(
      Self.tree([
        Self.example("Shop/A till/opens", "not selected"),
        Self.example("Shop/A till/at night/sleeps", "not selected"),
        Self.example("Shop/A shelf/holds", "not selected"), Self.example("Shop/A shelf/falls"),
        Self.example("Shop/A door/opens", "broken"),
        Self.example("Shop/A door/closes", "not selected"),
      ]),
      equals: """
        Shop
          ↷ A till 2 examples · not selected
          A shelf
            ↷ holds · not selected  Till.swift:3
            falls  Till.swift:3
          A door
            ↷ opens · broken  Till.swift:3
            ↷ closes · not selected  Till.swift:3


        """)
  }

  @Test func ofManyRowsOnlyThoseAreShownThatDoNotRun() {
    let rows = (1...100_000).map { number in
      Self.row("Shop/A till/counts/\(number)", number == 777 ? "broken" : nil)
    }
    expect(
      Self.tree(rows),
      equals: """
        Shop
          A till
            counts 100000 rows
              ↷ 777 · broken  prices.csv:2


        """)
    expect(
      Self.tree(Array(rows.prefix(50)), isVerbose: true).split(separator: "\n").count, equals: 53)
  }
}
