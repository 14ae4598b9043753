import ExemplarCore
import Foundation
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
    #expect(Listing.ids(of: specs).map(\.text) == ids)
    #expect(Listing.ids(of: []).map(\.text) == ["No specs"])
  }

  /// What a test runner keeps to find the case again holds no line, no address and no number.
  @Test func theIDOfACaseIsItsPath() throws {
    struct Argument: Encodable {
      var spec: ListedSpec
      func encode(to encoder: any Encoder) throws { try spec.encodeTestArgument(to: encoder) }
    }
    let listed = ListedSpec(ExampleID(["Shop", "A shelf/of \"books\""]))
    let json = try JSONEncoder().encode(Argument(spec: listed))
    let text = try JSONDecoder().decode(String.self, from: json)
    #expect(text == listed.id)
    #expect(text == ExampleID(["Shop", "A shelf/of \"books\""]).text)
    #expect(listed.testDescription == "A shelf/of \"books\"")
  }
}
