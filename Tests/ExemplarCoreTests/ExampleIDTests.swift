import Exemplar
import Testing

@testable import ExemplarCore

struct ExampleIDTests {
  @Test(arguments: [
    "plain", "", "with space", "a/b", "back\\slash", "it's", "say \"hi\"", "100 %", "%2F", "%",
    "new\nline", "tab\t", "nul\0", "📚 shelf 👩‍👩‍👧", "e\u{301}", "\u{202E}reversed", "a*b?[c]", "`tick`",
    "\u{2028}", String(repeating: "long ", count: 2_000),
  ])
  func namesComeBackUnchanged(_ name: String) {
    let id = ExampleID(["Module", name, "child"])
    expect(id.components, equals: ["Module", name, "child"])
    expect(ExampleID(["Module"]).appending(name).appending("child"), equals: id)
    expect(ExampleID(["M", name]).name, equals: name)
  }

  @Test func textIsSafeBetweenQuotes() {
    let id = ExampleID(["M", "it's \"a\" `b` \\ / \n\u{1B}[0m"])
    expect(id.text, equals: "M/it%27s %22a%22 %60b%60 %5C %2F %0A%1B[0m")
  }

  @Test(arguments: [
    ("plain é 👩‍👩‍👧", "plain é 👩‍👩‍👧"), ("\u{1B}[0m\r\n\0", #"\u{1B}[0m\r\n\0"#),
    ("\u{202E}reversed \u{9B}31m", #"\u{202E}reversed \u{009B}31m"#), ("\u{2028}", #"\u{2028}"#),
    ("", "“”"),
  ])
  func whatDoesNotShowIsPrintedEscaped(name: String, shown: String) {
    expect(Array(ExampleID.printable(name).utf8), equals: Array(shown.utf8))
  }

  @Test func differentPathsHaveDifferentTexts() {
    #expect(ExampleID(["a", "b"]) != ExampleID(["a/b"]))
    #expect(ExampleID(["a", ""]) != ExampleID(["a"]))
    #expect(ExampleID([""]) != ExampleID(["%"]))
  }

  @Test func descentIsDecidedAtNames() {
    let group = ExampleID(["M", "A"])
    #expect(ExampleID(["M", "A"]).isAtOrBelow(group))
    #expect(ExampleID(["M", "A", "b"]).isAtOrBelow(group))
    #expect(!ExampleID(["M", "AB"]).isAtOrBelow(group))
  }

  @Test func parentsAreOneNameShorter() {
    expect(ExampleID(["M", "A", "b/c"]).parent, equals: ExampleID(["M", "A"]))
    expect(ExampleID(["M", "A"]).parent, equals: ExampleID(["M"]))
    #expect(ExampleID(["M"]).parent == nil)
  }

  @Test func specsAreTheFirstTwoNames() {
    let spec = ExampleID(["M", "A"])
    expect(ExampleID(["M", "A", "b", "c"]).spec, equals: spec)
    expect(ExampleID(["M", "A", "b"]).spec, equals: spec)
    expect(spec.spec, equals: spec)
    expect(ExampleID(["M"]).spec, equals: ExampleID(["M"]))
  }

  /// Such a name makes one character with the separator before it.
  @Test(arguments: ["\u{301}accent", "\u{200D}joiner", "\u{FE0F}", "\u{20E3}key"])
  func namesMayBeginWithACombiningMark(_ name: String) {
    let spec = ExampleID(["M", name])
    let example = ExampleID(["M", name, name, name])
    expect(example.components, equals: ["M", name, name, name])
    expect(example.parent, equals: ExampleID(["M", name, name]))
    expect(example.name, equals: name)
    expect(example.spec, equals: spec)
    expect(spec.spec, equals: spec)
    expect(spec.parent, equals: ExampleID(["M"]))
    expect(example.textInModule, equals: "\(name)/\(name)/\(name)")
    #expect(example.isAtOrBelow(spec))
  }

  @Test(arguments: ["\u{301}accent", "\u{200D}joiner", "\u{FE0F}", "\u{20E3}key"])
  func selectorsFindNamesThatBeginWithACombiningMark(_ name: String) {
    for path in [
      ["M", name], [name], ["M", name, name], ["M", name, name, name], [name, name, name],
    ] {
      expect(
        selected(by: ExampleID(path).text, named: name).last, equals: "M/\(name)/\(name)/\(name)")
    }
    expect(
      selected(by: "\(name)/\(name)/rows/\(name)", named: name).last,
      equals: "M/\(name)/\(name)/rows")
  }

  @Test func aFileSelectsEachOfItsTopmostNodesOnce() {
    let ids = selected(by: "Spec.swift", named: "a")
    expect(ids, equals: ["M/a", "M/a/a", "M/a/a/rows", "M/a/a/a"])
    expect(selected(by: "Spec.swift:4", named: "a"), equals: ["M/a", "M/a/a", "M/a/a/a"])
  }

  /// The ids that a selector selects in a spec whose nodes all have one name, but for an outline.
  private func selected(by selector: String, named name: String) -> [String] {
    @Sendable func place(_ line: Int) -> Place { Place(path: "Spec.swift", line: line) }
    let outline = Outline([ExampleInvocation(row: name, at: place(3)) {}])
    let rows = SpecNode("rows", at: place(3), content: .outline(outline))
    let example = SpecNode(name, at: place(4), content: .example {})
    let group = SpecNode(name, at: place(2), content: .group([rows, example]))
    let spec = Spec(module: "M", root: SpecNode(name, at: place(1), content: .group([group])))
    let candidates = Candidate.trees([spec])
    var selector = SelectionFilter(
      Selection(selectors: [selector]), in: candidates, rows: RowSurvey())
    selector.select()
    var ids: [String] = []
    for candidate in candidates { candidate.visit { if $0.isSelected { ids.append($0.id.text) } } }
    return ids
  }
}
