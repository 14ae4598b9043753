/// A file with groups of twenty tests, each of which expects one thing.
struct SpecText {
  enum Kind: String, CaseIterable {
    case it = "`it`, a `@Spec` for each group"
    case nested = "`it`, ten groups in each `@Spec`"
    case xcTest = "methods of XCTest"
    case example = "`@Example`"
    case test = "`@Test`"
  }

  var kind: Kind
  var count: Int

  var text: String {
    let groups = stride(from: 0, to: count, by: 20).map { start in
      (start / 20, start..<min(start + 20, count))
    }
    var text = kind == .xcTest ? "import XCTest\n" : kind == .test ? "" : "import Exemplar\n"
    text += "import Testing\nlet value = 1\n"
    for (group, examples) in groups {
      if kind == .nested, group % 10 == 0 {
        text += "@Spec let shop\(group) = describe(\"Shop \(group)\") {\n"
      }
      text += head(of: group)
      for index in examples { text += example(index) }
      text += "}\n"
      if kind == .nested, group % 10 == 9 || group == groups.count - 1 { text += "}\n" }
    }
    return text
  }

  private func head(of group: Int) -> String {
    switch kind {
    case .it: "@Spec let shelf\(group) = describe(\"Shelf \(group)\") {\n"
    case .nested: "context(\"Shelf \(group)\") {\n"
    case .xcTest: "final class Shelf\(group): XCTestCase {\n"
    case .example: "@Spec struct Shelf\(group) {\n"
    case .test: "@Suite struct Shelf\(group) {\n"
    }
  }

  private func example(_ index: Int) -> String {
    let body = "{ #expect(\(index) + value == \(index) + 1) }\n"
    return switch kind {
    case .it, .nested: "  it(\"holds \(index)\") \(body)"
    case .xcTest: "  func testHolds\(index)() \(body)"
    case .example: "  @Example func holds\(index)() \(body)"
    case .test: "  @Test func holds\(index)() \(body)"
    }
  }
}
