import Exemplar
import Testing

@testable import ExemplarRows

/// Files that have other names than those that are written for Exemplar.
struct ForeignNamesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in [
      "urls.test", "cases/a.test", "cases/b.test", "cases/c.spec", "cases/d.json", "cases/e1.txt",
      "cases/old/f.test",
    ] {
      try folder.write("[\"\(name)\"]\n", to: name)
    }
  }

  /// The values of the rows, or what is wrong.
  private func values(_ source: RowSource) async -> [String] {
    await transcript(of: source, for: folder.site).map { line in
      line.split(separator: "\"").dropFirst().first.map(String.init) ?? line
    }
  }

  @Test func mayHaveAnyExtension() async {
    await expect(values(.json("urls.test")), equals: ["urls.test"])
    await expect(values(.json("cases/*.test")), equals: ["cases/a.test", "cases/b.test"])
    await expect(
      values(.json("cases/*.{test,spec}")),
      equals: [
        "cases/a.test", "cases/b.test", "cases/c.spec",
      ])
    await expect(values(.jsonLines("cases/*.spec", columns: "n")), equals: ["cases/c.spec"])
    await expect(values(.csv("cases/[a-b].test", columns: "n", named: "n")).count, equals: 2)
  }

  @Test func haveThatOfTheFormatFirst() async throws {
    await expect(values(.json("cases/*")), equals: ["cases/d.json"])
    try folder.write("[\"one\"]", to: "urls.test.json")
    await expect(values(.json("urls.test")), equals: ["one"])
    try folder.write("[\"two\"]", to: "logs/a.ndjson")
    await expect(values(.jsonLines("logs/*", columns: "n")), equals: ["two"])
  }

  @Test func areNotLeftOutForThoseWithTheExtensionOfTheFormat() async throws {
    try folder.write("[\"g\"]", to: "cases/g.test.json")
    await expect(
      transcript(of: .json("cases/*.test"), for: folder.site),
      equals: [
        "7:3 error: “cases/*.test” matches a.test, and, without its extension, g.test.json. Write "
          + "“cases/*.test{,.json}” to read all of these files, “cases/*.test.json” to read those like "
          + "g.test.json, or add .excluding(\"*.test.json\") to read the others."
      ])
    // The message is followed literally.
    let tests = ["cases/a.test", "cases/b.test"]
    await expect(values(.json("cases/*.test{,.json}")), equals: tests + ["g"])
    await expect(values(.json("cases/*.test.json")), equals: ["g"])
    await expect(values(.json("cases/*.test").excluding("*.test.json")), equals: tests)
  }

  @Test func haveTheirExtensionInAnyCase() async throws {
    try folder.write("[\"upper\"]", to: "shelf/B.JSON")
    try folder.write("[\"lower\"]", to: "shelf/a.json")
    for pattern in [
      "shelf/*", "shelf/*.json", "shelf/*.Json", "shelf/{a,B}", "**/shelf/*.{json,x}",
    ] {
      await expect(values(.json(.named(pattern))), equals: ["lower", "upper"], "\(pattern)")
    }
    await expect(
      values(.json("shelf/b*")).first?.contains("No file matches shelf/b*.json"), equals: true)
    // A pattern for any files is taken as it is written.
    await expect(transcript(of: .files("shelf/*.json"), for: folder.site).count, equals: 1)
  }

  @Test func areMissedWithAllTheirAlternatives() async {
    let lines = await transcript(of: .files("cases/{x,y}.test"), for: folder.site)
    let start = "7:3 error: No file matches cases/{x,y}.test. In \(folder.path)/cases there"
    #expect(lines.count == 1 && lines[0].hasPrefix(start), "\(lines)")
  }

  @Test func areMissedAsTheyAreWritten() async {
    await expect(
      transcript(of: .json("cases/*.tset"), for: folder.site).first?
        .hasPrefix("7:3 error: No file matches cases/*.tset. In "), equals: true)
    await expect(
      transcript(of: .json("url.test"), for: folder.site).first?
        .hasPrefix(
          "7:3 error: There is no file url.test.json or url.test. Did you mean urls.test? "),
      equals: true)
  }

  @Test(arguments: [
    ("cases/*.{spec,json}", ["c", "d"]), ("cases/[a-c].*", ["a", "b", "c"]),
    ("cases/[!a-c].*", ["d"]), ("cases/?[0-9].txt", ["e1"]),
    ("cases/{[ab],c}.{test,{spec,txt}}", ["a", "b", "c"]),
    ("{cases,none}/{old/f,a}.test", ["cases/a", "cases/old/f"]),
    // One of the alternatives has to match.
    ("cases/*.{test,none}", ["a", "b"]),
  ])
  func matchAlternativesAndRanges(pattern: String, names: [String]) async {
    let lines = await transcript(of: .files(pattern), for: folder.site)
    expect(
      lines.map { $0.dropFirst(4).prefix { $0 != " " } }, equals: names.map { $0[...] }, "\(lines)")
  }

  @Test(arguments: [
    ("a", ["a"]), ("{a,b}", ["a", "b"]), ("x{a,b}y", ["xay", "xby"]), ("{a}", ["{a}"]),
    ("{a,b", ["{a,b"]), ("a,b}", ["a,b}"]), ("{,a}", ["", "a"]),
    ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
    ("{a{b,c},d}", ["ab", "ac", "d"]), ("{x{b,c}", ["{xb", "{xc"]), ("{x{b,c}}", ["{xb}", "{xc}"]),
    ("[{]{a,[,]}", ["[{]a", "[{][,]"]), ("{é,👩‍👧}", ["é", "👩‍👧"]),
  ])
  func standForTheirAlternatives(pattern: String, texts: [String]) {
    expect(PatternBraces.alternatives(of: pattern[...]), equals: texts)
  }

  @Test func standForNoMoreThanAThousand() async {
    let pattern = String(repeating: "{a,b}", count: 40)
    await expect(
      transcript(of: .files(pattern), for: folder.site),
      equals: [
        "7:3 error: The pattern \(pattern) stands for more than 1000 others. Use fewer braces."
      ])
  }

  @Test func areExcluded() async throws {
    let tests = RowSource.json("cases/**/*.test")
    await expect(values(tests).count, equals: 3)
    await expect(values(tests.excluding("cases/old/**")), equals: ["cases/a.test", "cases/b.test"])
    await expect(values(tests.excluding("old")), equals: ["cases/a.test", "cases/b.test"])
    await expect(values(tests.excluding("./old/*")), equals: ["cases/a.test", "cases/b.test"])
    await expect(values(tests.excluding("[af].*")), equals: ["cases/b.test"])
    await expect(
      values(tests.excluding("a.test", "cases/{b,c}.test")), equals: ["cases/old/f.test"])
    // A folder of another name, and one elsewhere.
    await expect(values(tests.excluding("ol", "cases/f.test", "[xy]*")).count, equals: 3)
    let joined = RowSource.joined([tests, .files("cases/c.*")]).excluding("[ab].*")
    await expect(values(joined).count, equals: 2)
    // Excluded files are not read.
    try folder.write("{", to: "cases/broken.test")
    await expect(values(tests.excluding("broken.*")).count, equals: 3)
  }

  @Test func areNotAllExcluded() async {
    let lines = await transcript(
      of: .files("cases/*.test").excluding("cases/*"), for: folder.site)
    expect(
      lines.first?.hasPrefix(
        "7:3 error: No file matches cases/*.test, apart from 2 that are excluded. In "),
      equals: true)
  }
}
