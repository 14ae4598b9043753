import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Names of any characters, and ids that select what they name. (Semantics, section 1.)
@Suite struct NameTests {
  private static let names = [
    "fiction/poetry", "a \"quoted\" word", "it's", "back\\slash", "`tick`", "50 % off", "%41", "",
    " ", "two\nlines", "\r\n", "tab\t", "📚", "👩‍👩‍👧‍👦 reads", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "Ünïcödé", "日本語の本",
    "العربية", "*", "a*b?", "[x]", "File.swift:12", "--help", "$HOME", "; rm -rf", "\u{0}",
    "\u{301}combining", "\u{200D}joiner", "..", ".", "name (2)",
    "a/b", "a", "[a]", "?", "~x", "a%2Fb", "\n", "é", "`id`", "a b ", " a", "x:1", "#1",
    "(2)", "…", "\u{202E}abc", "a,b", "%", "%25",
    String(repeating: "long ", count: 2_000),
  ]

  @Test func `every printed id selects what it names, and its names come back unchanged`() async {
    let specs = [
      Spec(
        module: "Shop",
        root: describe("shelf") {
          for name in Self.names {
            it(name) {}
            context("in \(name)") {
              context(name) { it("is read") {} }
            }
          }
          outline("rows") { (_: String) in
          } rows: {
            for name in Self.names { row(name, name) }
          }
        })
    ]
    let ids = await ended(specs, .plain())
    expect(ids.count, equals: 3 * Self.names.count)
    expect(Set(ids.map(\.text)).count, equals: ids.count)
    expect(
      ids.suffix(Self.names.count).map { $0.components.map { Array($0.unicodeScalars) } },
      equals: Self.names.enumerated().map { index, name in
        // An empty name is none: such a row is known by its position.
        ["Shop", "shelf", "rows", name.isEmpty ? "#\(index + 1)" : name]
          .map { Array($0.unicodeScalars) }
      })
    for id in ids {
      #expect(!id.text.unicodeScalars.contains { "\"'`\\\n\r\t\0".unicodeScalars.contains($0) })
      await expect(ended(specs, .selecting(id.text)), equals: [id])
      let short = String(
        decoding: id.text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(), as: UTF8.self)
      await expect(ended(specs, .selecting(short)), equals: [id])
    }
  }

  @Test("equal names in one group all run, numbered, with a warning that names both places")
  func duplicates() async {
    let line = #line
    let trace = await traced(
      describe("shelf") {
        it("fills") { log("first") }
        it("fills") { log("second") }
        it("fills (2)") { log("third") }
        it("fills") { log("fourth") }
        context("sold out") {}
        context("sold out") {
          it("fills") { log("fifth") }
        }
      })
    expect(
      trace.description,
      equals: """
        ! fills (2): “fills” appears twice in one group, here and at NameTests.swift:\(line + 3); \
        this one runs as “fills (2)”. Rename one of them. (planning, warning)
        ! fills (2) (2): “fills (2)” appears twice in one group, here and at \
        NameTests.swift:\(line + 4); this one runs as “fills (2) (2)”. Rename one of them. \
        (planning, warning)
        ! fills (3): “fills” appears twice in one group, here and at NameTests.swift:\(line + 3); \
        this one runs as “fills (3)”. Rename one of them. (planning, warning)
        ! sold out: “sold out” has no examples, so nothing is checked there. Add some with \
        @Example, it or outline, or remove it. (planning, warning)
        ! sold out (2): “sold out” appears twice in one group, here and at \
        NameTests.swift:\(line + 7); this one runs as “sold out (2)”. Rename one of them. \
        (planning, warning)
        shelf
          first → fills: passed
          second → fills (2): passed
          third → fills (2) (2): passed
          fourth → fills (3): passed
          sold out (2) › fifth → fills: passed
        5 executed, 5 warned
        """)
    let places = trace.issues.compactMap { issue in
      issue.place.map { $0.line - line }
    }
    expect(places, equals: [4, 5, 6, 7, 8])
    #expect(trace.summary.isSuccess)
  }

  @Test func `two specs of one name in one module: the second is numbered`() async {
    let trace = await traced([
      Spec(module: "Shop", root: describe("shelf") { it("a") { log("first") } }),
      Spec(module: "Office", root: describe("shelf") { it("a") { log("second") } }),
      Spec(module: "Shop", root: describe("shelf") { it("a") { log("third") } }),
    ])
    expect(
      trace.lines.dropFirst(),
      equals: [
        "> shelf", "  first", "  a: passed", "< shelf",
        "> shelf", "  second", "  a: passed", "< shelf",
        "> shelf (2)", "  third", "  a: passed", "< shelf (2)", "3 executed, 1 warned",
      ])
  }

  private func ended(_ specs: [Spec], _ options: RunOptions) async -> [ExampleID] {
    await traced(specs, options: options).ended.map(\.id)
  }

  @Test func `a strict run fails by equal names, and each example keeps its outcome`() async {
    let line = #line
    let trace = await traced(
      describe("shelf") {
        it("fills") {}
        it("fills") { log("\(ExampleScope.current?.isStrict == true)") }
      }, options: .plain { $0.isStrict = true })
    expect(
      trace.description,
      equals: """
        ! “fills” appears twice in one group, here and at NameTests.swift:\(line + 3); this one \
        runs as “fills (2)”. Rename one of them. (planning, unexpected)
        shelf
          fills: passed
          true → fills (2): passed
        2 executed, 1 run failed ✘
        """)
  }
}
