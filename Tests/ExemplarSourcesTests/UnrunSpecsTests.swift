import Testing

@testable import ExemplarSources

/// What is found in sources that nothing runs.
struct UnrunSpecsTests {
  /// The findings in some files, as `file:line:column name`.
  private func found(_ files: String...) -> [String] {
    let files = files.enumerated().map {
      SourceFile(path: "\(Character(Unicode.Scalar(97 + UInt8($0)))).swift", text: $1)
    }
    return UnrunSpec.all(in: files).map { finding in
      let name = finding.message.split(separator: "”").first?.dropFirst() ?? ""
      return "\(finding.path):\(finding.line):\(finding.column) \(name)"
    }
  }

  @Test func aValueWithoutSpec() {
    let text = """
      import Exemplar

      let shelf = describe("A shelf") { it("holds books") {} }
      @Spec let till = describe("A till") {}
      """
    #expect(found(text) == ["a.swift:3:5 shelf"])
    #expect(
      UnrunSpec.all(in: [SourceFile(path: "a.swift", text: text)]).map(\.message) == [
        """
        “shelf” is made by describe and has no @Spec, and nothing uses it, so its examples never run. \
        Write @Spec before it, or remove it.
        """
      ])
  }

  @Test(arguments: [
    "let shelf = describe(\"A\") {}", "public let shelf = Exemplar.describe(\"A\") {}",
    "private nonisolated(unsafe) let shelf: SpecNode = describe(\"A\", .tags(\"x\")) {}",
    "@MainActor let shelf = fdescribe(\"A\") {}", "let shelf = context(\"A\") {}",
    "struct Shop { static let shelf = describe(\"A\") {} }", "var shelf = xdescribe(\"A\") {}",
    "let shelf = describe(\"A\") { let shelf = Given { 1 }; it(\"b\") { _ = shelf() } }",
    "let shelf = describe(\"A\") {}\nfunc sort() { let shelf = 1; print(shelf) }",
    "let shelf = describe(\"A\") {}\nfunc sort() { put(shelf: 1) }",
    "let shelf = describe(\"A\") {}\nfunc sort(book: Book) { print(book.shelf) }",
    "let shelf = describe(\"A\") {} // shelf", "let shelf = describe(\"A\") {} /* /* */ shelf */",
    "let shelf = describe(\"A\") {}\nlet text = \"shelf \\\" shelf\"",
    "let shelf = describe(\"A\") {}\nlet text = #\"\\(shelf) \"shelf\"#",
    "let shelf = describe(\"A\") {}\nlet text = \"\"\"\n  \"shelf\"\n  \"\"\"",
    "let pattern = /[\"(]/\nlet shelf = describe(\"A\") {}\nlet other = #/shelf\"/#",
    "let `shelf` = describe(\"A\") {}", "let `a b` = 1\nlet shelf = describe(\"A\") {}",
    "let shelf = describe(\"A\") {}\nlet other = #/\\/# shelf/#",
    "#if os(Linux)\nlet shelf = describe(\"A\") {}\n#endif",
  ])
  func isFound(text: String) {
    #expect(found("import Exemplar\n" + text).map { $0.suffix(5) } == ["shelf"])
  }

  @Test(arguments: [
    "@Spec let shelf = describe(\"A\") {}",
    "@Exemplar.Spec(.focused) public let shelf = describe(\"A\") {}",
    "@Spec\n// why\n@MainActor\nnonisolated let shelf = describe(\"A\") {}",
    "@Known let shelf = describe(\"A\") {}", "@State(initial: 1) var shelf = describe(\"A\") {}",
    "let shelf = describe(\"A\") {}\nlet run = Exemplar.run([shelf])",
    "let shelf = describe(\"A\") {}\n@Spec let shop = describe(\"B\") { shelf }",
    "let shelf = describe(\"A\") {}\nfunc all() -> [SpecNode] { return [shelf] }",
    "let shelf = describe(\"A\") {}\nlet text = \"of \\(name(of: shelf))\"",
    "let shelf = describe(\"A\") {}\nlet all = [\"a\": shelf]",
    "let shelf = describe(\"A\") {}\nlet x = Shop.shelf",
    "let shelf = describe(\"A\") {}\nlet x = [`shelf`]",
    "enum Shop { static let shelf = describe(\"A\") {} }\nlet all = [Shop.shelf]",
    "enum Shop { static let shelf = describe(\"A\") {}; static let all = [shelf] }",
    "func shelf() -> SpecNode { let shelf = describe(\"A\") {}; return shelf }",
    "var shelf: SpecNode { describe(\"A\") {} }", "let shelf = SharedExamples(\"A\") {}",
    "// let shelf = describe(\"A\") {}", "let text = \"let shelf = describe()\"",
    "/* /* */ let shelf = describe(\"A\") {} */", "if let shelf = describe(\"A\") {}",
    "let text = \"\"\"\n  let shelf = describe(\"A\") {}\n  \"\"\"",
    "let text = \"\\(\"let shelf = describe(\\\"A\\\")\")\"",
    "let pattern = /let shelf = describe(\"A\")/", "let shelf = describe", "let describe = 1",
    "let shelf = shelves.describe(\"A\")", "let a = 1, shelf = describe(\"A\") {}",
  ])
  func isNotFound(text: String) {
    #expect(found("import Exemplar\n" + text) == [])
  }

  @Test func valuesOfOtherFrameworksAreNotOurs() {
    #expect(found("import Quick\nlet shelf = describe(\"A\") {}") == [])
  }

  @Test func otherFilesMayUseAValue() {
    let shelf = "import Exemplar\nlet shelf = describe(\"A\") {}"
    #expect(
      found(shelf, "import Testing\n@Test func a() async { await Exemplar.run([shelf]) }") == [])
    #expect(found(shelf, "func a() { let shelf = 1; print(shelf) }") == ["a.swift:2:5 shelf"])
    #expect(
      found(shelf, "struct B { var shelf = 1\n func c() { print(shelf) } }") == [
        "a.swift:2:5 shelf"
      ])
  }

  /// Names that miss one with a meaning, and methods in extensions that @Spec does not see.
  @Test(arguments: [
    "outlinetestX(a: Int)", "parameterisedtestX()", "parameterizedTestX()", "parametrisedTestX()",
    "TestZ()", "Testx()", "TESTx() async throws", "FOCUS_testX()", "testX_ipad()",
    "focus_outlineTestX_LINUX(a: Int)", "parameterisedtestData() -> RowSource",
    "parameterisedTestdata() -> RowSource", "parameterizedtestdata() -> RowSource",
  ])
  func methodsThatMissAMeaning(method: String) {
    let name = String(method.prefix { $0 != "(" })
    let text = "import Exemplar\n@Spec(.focused) final class A: B {\n  "
    #expect(found(text + "static func \(method) {}\n}") == ["a.swift:3:15 \(name)"])
    #expect(found(text + "#if DEBUG\n func \(method) {}\n#endif\n}") == ["a.swift:4:7 \(name)"])
    let other = "import Exemplar\nextension Shop.A { @MainActor func \(method) {} }"
    #expect(found(text + "}", other) == ["b.swift:2:36 \(name)"])
    for attributes in ["@Example", "@Example(\"a\") @MainActor", "@BeforeEach", "private"] {
      #expect(found(text + "\(attributes) func \(method) {}\n}") == [])
    }
    #expect(found(text + "}\nstruct C { func \(method) {} }") == [])
    #expect(found(text + "}\nfunc \(method) {}") == [])
  }

  @Test(arguments: [
    "testing(_ a: Int)", "TestData() -> Int", "Tests(a: Int)", "attest()", "focus()", "ipad()",
    "opens_ipad()",
  ])
  func methodsThatMeanSomethingElse(method: String) {
    #expect(found("import Exemplar\n@Spec struct A { func \(method) {} }") == [])
    #expect(found("import Exemplar\n@Spec struct A {}\nextension A { func \(method) {} }") == [])
  }

  @Test(arguments: [
    "testX()", "focus_testX()", "outlineTestX(a: Int)", "parameterisedTestX()", "testing()",
    "testX_iPad()", "parameterizedTestData() -> RowSource",
  ])
  func methodsInExtensions(method: String) {
    let name = String(method.prefix { $0 != "(" })
    let text = "import Exemplar\n@Spec struct A { func \(method) {} }\n"
    #expect(found(text) == [])
    #expect(found(text + "extension A {\n func \(method) {}\n}") == ["a.swift:4:7 \(name)"])
    #expect(found(text + "extension A {\n @Example func \(method) {}\n}") == [])
    #expect(found(text + "extension B {\n func \(method) {}\n}") == [])
  }

  @Test func messagesOfMethods() {
    let text = """
      import Exemplar
      @Spec struct A { func TestZ() {} }
      extension A { func testX() {} }
      let b = describe("B") {}
      @Spec struct C { static func parameterizedtestdata() -> RowSource { .default } }
      extension C { static func parameterisedTestData() -> RowSource { .default } }
      """
    let found = UnrunSpec.all(in: [SourceFile(path: "a.swift", text: text)])
    #expect(
      found.filter { !$0.message.contains("describe") }.map(\.message) == [
        "“TestZ” is nearly a name with a meaning, but its case or its spelling differs from test…, focus_ or a "
          + "suffix such as _iPad. Correct it, or write @Example in front of it.",
        "“testX” is in an extension of A, where @Spec does not see it, so it never runs. Move it into A, or "
          + "write @Example in front of it.",
        "“parameterizedtestdata” is nearly a name with a meaning, but its case or its spelling differs from "
          + "parameterisedTestData. Correct it.",
        "“parameterisedTestData” is in an extension of C, where @Spec does not see it, so it never runs. Move it "
          + "into C.",
      ])
    #expect(
      found.map { "\($0.line):\($0.column)" } == ["2:23", "3:20", "4:5", "5:30", "6:27"])
  }

  /// Nothing that is torn may crash or hang.
  @Test func tornFiles() {
    let whole = """
      import Exemplar
      @Spec struct A { let b = describe("A \\(c["d"])") { it(#"e"#) {} } /* f */ }
      extension A { func testG(_ h: (Int) -> [Int] = { [$0] }) async -> Int { /i\\/j/ } }
      """
    for end in whole.indices { _ = found(String(whole[..<end])) }
    for start in whole.indices { _ = found("import Exemplar\n" + whole[start...]) }
    #expect(found(String(repeating: "{(\"\\(", count: 2_000)) == [])
  }
}
