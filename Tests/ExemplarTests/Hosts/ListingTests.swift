import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// The list of specs that editors show.
@Suite struct ListingTests {
  private func spec(_ node: SpecNode) -> Spec { Spec(module: "Shop", root: node) }

  private func place(_ line: Int) -> Place { Place(path: "Shop.swift", line: line) }

  @Test func listsWhatHoldsExamplesInDeclaredOrder() {
    let example = SpecNode("sells", at: place(2), content: .example({}))
    let group = { (name: String, line: Int, traits: [any ExampleTrait], children: [SpecNode]) in
      SpecNode(name, at: place(line), traits: traits, content: .group(children))
    }
    let specs = [
      spec(group("till", 9, [.runGroup(0)], [example])),
      spec(group("shelf", 1, [.focused], [example])),
      spec(group("shelf", 3, [], [example])),
      spec(group("never", 4, [.skipped("never")], [example])),
      spec(group("base", 5, [.abstract], [example])),
      spec(
        group(
          "hooks", 6, [], [SpecNode("", at: place(6), content: .hook(Hook(.beforeAll) { _ in }))])),
      spec(SpecNode("alone", at: place(7), content: .example({}))),
      spec(.mistake(UsageError("torn", at: place(8)), named: "torn")),
    ]
    let ids = [
      "Shop/shelf", "Shop/shelf (2)", "Shop/never", "Shop/alone", "Shop/torn", "Shop/till",
    ]
    expect(Listing.ids(of: specs).map(\.text), equals: ids)
    expect(Listing.ids(of: []).map(\.text), equals: ["No specs"])
  }

  // MARK: Examples

  private static let shelf = describe("Shelf") {
    outline("holds") { (_: Int) in
    } rows: {
      row("one", 1)
      row("two", 2)
      row("three", 3, traits: .skipped("never"))
    }
    outline("loses") { (_: Int) in
    } rows: {
      row("one", 1)
      row("two", 2)
      row("three", 3)
    }
    it("is empty") {}
    xit("is not listed") {}
    pending("is not listed either")
  }

  private static let till = describe("Till") {
    it("opens") {}
    it("closes") {}
  }

  private func entries(most: Int) async -> [String] {
    let specs = [Self.shelf, Self.till].map { Spec(module: "Shop", root: $0) }
    let plan = Plan(specs, PlanOptions(seed: 1, selection: Selection()))
    return await ListedExamples(plan, most: most).entries.map(\.testDescription)
  }

  /// In declared order, whatever the order of the plan.
  @Test func listsTheExamplesAndRowsThatRun() async {
    #expect(
      await entries(most: 8) == [
        "Shelf › holds › one", "Shelf › holds › two", "Shelf › loses › one", "Shelf › loses › two",
        "Shelf › loses › three", "Shelf › is empty", "Till › opens", "Till › closes",
      ])
  }

  /// The longest outlines become one entry first, then the largest specs.
  @Test(arguments: [
    (
      7,
      ["Shelf › holds › one", "Shelf › holds › two", "Shelf › loses (3 rows)", "Shelf › is empty"]
    ),
    (5, ["Shelf › holds (2 rows)", "Shelf › loses (3 rows)", "Shelf › is empty"]),
    (4, ["Shelf (6 examples)"]), (2, ["Shelf (6 examples)"]), (0, ["Shelf (6 examples)"]),
  ])
  func listsAsManyAsFit(most: Int, shelf: [String]) async {
    let till = most > 2 ? ["Till › opens", "Till › closes"] : ["Till (2 examples)"]
    await expect(entries(most: most), equals: shelf + till)
  }

  /// A list without specs would let them vanish, so the error is a case, and the specs run without a list.
  @Test func aNegativeLimitIsACaseThatFailsAtItsLine() async throws {
    let line = #line + 1
    let list = await Exemplar.examples(limit: -1)
    #expect(list.map(\.id) == ["Exemplar.examples"] && !Listing.swiftTesting.isAsked)
    try await withKnownIssue {
      try await list[0].run()
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["The limit is -1, and must be at least 0."]
        && issue.sourceLocation?.line == line
    }
  }

  // MARK: Results

  private func run(_ nodes: [String], _ events: [Event]) -> ListedRun {
    let run = ListedRun(Listing { _ in true }, nodes: nodes.map { ExampleID(text: $0) })
    events.forEach(run.follow)
    return run
  }

  private func failure(_ id: String?, _ message: String) -> Event {
    .issue(ExemplarCore.Issue(message), of: id.map { ExampleID(text: $0) })
  }

  private func end(_ id: String, _ outcome: Outcome) -> Event {
    .exampleEnd(ExampleID(text: id), outcome, duration: 0, attempts: 1)
  }

  /// Each failure is reported by one case of a list, whatever nodes the list has.
  @Test func eachFailureHasACaseThatReportsIt() {
    let events: [Event] = [
      failure(nil, "of the run"), end("Shop/A/one", .passed),
      failure("Shop/A", "of the group"), failure("Shop/A/rows/x", "of a row"),
      end("Shop/A/rows/x", .failed(unexpected: false)),
      end("Shop/A/two", .blocked(by: ExampleID(text: "Shop/A"))),
      failure("Shop/B/three", "of a spec without a case"),
    ]
    let run = run(["Shop/A/one", "Shop/A/rows", "Shop/A/two"], events)
    func messages(_ node: String, ranThePlan: Bool = false) -> [String] {
      run.result(of: ExampleID(text: node), ranThePlan: ranThePlan).issues.map(\.issue.message)
    }
    expect(run.unreported, equals: [ExampleID(text: "Shop/A")])
    expect(messages("Shop/A/rows"), equals: ["of the group", "of a row"])
    expect(run.unreported, equals: [])
    expect(
      messages("Shop/A/one", ranThePlan: true), equals: ["of the run", "of a spec without a case"])
    let two = run.result(of: ExampleID(text: "Shop/A/two"), ranThePlan: false)
    expect(two.reasonNotRun, equals: "Nothing of it ran: the set-up of “A” failed")
    // A list of specs and a list of their examples report the same failure, each in its own case.
    let both = self.run(["Shop/A", "Shop/A/one"], [failure("Shop/A/one", "wrong")])
    expect(both.unreported, equals: [ExampleID(text: "Shop/A")])
    expect(both.result(of: ExampleID(text: "Shop/A"), ranThePlan: false).issues.count, equals: 1)
    expect(both.unreported, equals: [])
    #expect(both.result(of: ExampleID(text: "Shop/A/one"), ranThePlan: false).issues.count == 1)
  }

  /// An issue after its case has ended belongs to the case that ran the plan.
  @Test func lateFailuresAreNotLost() {
    let run = run(["Shop/A/one", "Shop/A/two"], [end("Shop/A/one", .passed)])
    let one = ExampleID(text: "Shop/A/one")
    #expect(run.result(of: one, ranThePlan: false).issues.isEmpty)
    run.follow(failure("Shop/A/one", "late"))
    let result = run.result(of: ExampleID(text: "Shop/A/two"), ranThePlan: true)
    expect(result.issues.map(\.issue.message), equals: ["late"])
  }

  /// The id by which a test runner finds a case again contains no line, no address and no number.
  @Test func theIDOfACaseIsItsPath() {
    let listed = ListedNode(ExampleID(["Shop", "A shelf/of \"books\""]))
    // Swift Testing would prefer an encoded value to an id.
    #expect(!(listed is any Encodable))
    let id: Any = (listed as any Identifiable).id
    expect(id as? String, equals: ExampleID(["Shop", "A shelf/of \"books\""]).text)
    expect(listed.testDescription, equals: "A shelf/of \"books\"")
  }
}
