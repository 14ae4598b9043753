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
    #expect(id.components == ["Module", name, "child"])
    #expect(ExampleID(["Module"]).appending(name).appending("child") == id)
    #expect(ExampleID(["M", name]).name == name)
  }

  @Test func textIsSafeBetweenQuotes() {
    let id = ExampleID(["M", "it's \"a\" `b` \\ / \n\u{1B}[0m"])
    #expect(id.text == "M/it%27s %22a%22 %60b%60 %5C %2F %0A%1B[0m")
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
}
