import Exemplar
import ExemplarCore
import Testing

/// The list of a plan: the examples that would run, and the reasons why others would not.
struct PlanListTests {
  private static let spec = describe("A till") {
    it("opens") {}
    it("closes", .skipped("broken")) {}
    pending("prints")
    outline("counts") { (count: Int) in
    } rows: {
      row("one", 1)
      row("two", 2)
    }
    context("at night") {
      it("sleeps") {}
    }
  }

  private static let focused = describe("A shelf") {
    fit("holds books") {}
    it("holds dust") {}
  }

  @Test func aListHoldsWhatIsSelectedAndWhyItDoesNotRun() async {
    await expect(
      Self.list([Self.spec], selecting: ["counts", "closes"]),
      equals: [
        "A till/closes: broken", "A till/counts/one", "A till/counts/two",
      ])
  }

  @Test func aListOfAllSaysWhatIsLeftOutAndWhy() async {
    await expect(
      Self.list([Self.spec], selecting: ["A till/counts/two", "closes"], all: true),
      equals: [
        "A till/opens: not selected", "A till/closes: broken", "A till/prints: not selected",
        "A till/counts/one: not selected", "A till/counts/two",
        "A till/at night/sleeps: not selected",
      ])
    await expect(
      Self.list([Self.focused, Self.spec], selecting: ["A shelf", "at night"], all: true),
      equals: [
        "A shelf/holds books", "A shelf/holds dust: something else is focused",
        "A till/opens: not selected", "A till/closes: not selected",
        "A till/prints: not selected", "A till/counts/one: not selected",
        "A till/counts/two: not selected", "A till/at night/sleeps: something else is focused",
      ])
  }

  @Test func aListOfAllHoldsEverythingAlthoughNothingMatches() async {
    let lines = await Self.list([Self.focused], selecting: ["a cellar"], all: true)
    expect(
      lines,
      equals: [
        "A shelf/holds books: not selected", "A shelf/holds dust: not selected",
        "Nothing matches “a cellar”.",
      ])
  }

  @Test func aRerunLeavesWhatFailedAndWhatStandsInGroupsThatDid() async {
    await expect(
      Self.list([Self.spec], again: ["A till/counts/two", "A till/at night"]),
      equals: ["A till/counts/two", "A till/at night/sleeps"])
    await expect(
      Self.list([Self.spec], selecting: ["at night"], again: ["A till/at night/sleeps"]),
      equals: ["A till/at night/sleeps"])
    // Examples that a selection or a focus leaves out are not listed, nor are deleted ones.
    let nothing = [
      "The failed examples no longer exist, or a selection or a focus leaves them out."
    ]
    await expect(
      Self.list([Self.spec], selecting: ["at night"], again: ["A till/opens"]), equals: nothing)
    await expect(Self.list([Self.focused], again: ["A shelf/holds dust"]), equals: nothing)
    await expect(Self.list([Self.spec], again: ["A till/rings"]), equals: nothing)
  }

  /// A line for each example, without the module.
  private static func list(
    _ roots: [SpecNode], selecting selectors: [String] = [], all: Bool = false,
    again: [String]? = nil
  ) async -> [String] {
    let module = "Shop"
    let specs = roots.map { Spec(module: module, root: $0) }
    let selection = Selection(selectors: selectors)
    var options = PlanOptions(
      seed: 1, order: .defined, selection: selection,
      rerun: again.map { Set($0.map { ExampleID(text: "\(module)/\($0)") }) })
    let rows = await RowSurvey(specs, selection)
    let plan = Plan(specs, options, rows: rows)
    var lines: [String] = []
    func note(_ event: Event) {
      switch event {
      case .exampleListed(let listed):
        let id = listed.id.components.dropFirst().joined(separator: "/")
        lines.append(id + (listed.skipReason.map { ": \($0)" } ?? ""))
      case .runEnded(let summary): lines += summary.nothingRan.map { [$0] } ?? []
      default: lines.append("\(event)")
      }
    }
    if all {
      options.ignoresFocus = true
      let selected = Plan(specs, options, rows: rows)
      options.selection = Selection()
      await plan.list(allOf: Plan(specs, options, rows: rows), selected: selected, note)
    } else {
      await plan.list(note)
    }
    return lines
  }
}
