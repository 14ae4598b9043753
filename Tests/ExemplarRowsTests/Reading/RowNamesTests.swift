import Exemplar
import ExemplarCore
import ExemplarRows
import Testing

/// How rows are named that have other names than their key `name`.
struct RowNamesTests {
  private let text = """
    [{"title": "Emma", "author": "Austen", "year": 1815},
     {"title": "", "author": "Anon"},
     {"year": 1965},
     {"title": "Emma", "author": "Smith", "name": {"first": "E"}}]
    """

  private func names(_ naming: RowNaming) async -> [String] {
    await transcript(of: .json(.text(text, path: "b.json"), named: naming))
      .map { String($0.prefix { $0 != "{" }) }
  }

  @Test func areTheValuesOfAColumn() async {
    await expect(names("title"), equals: ["1:2 Emma ", "2:2 - ", "3:2 - ", "4:2 Emma "])
  }

  @Test func areTheValuesOfSeveralColumns() async {
    await expect(
      names(["author", "title", "year"]),
      equals: [
        "1:2 Austen, Emma, 1815 ", "2:2 Anon ", "3:2 1965 ", "4:2 Smith, Emma ",
      ])
  }

  @Test func areWhatAClosureSays() async {
    struct Nameless: Error {}
    let naming = RowNaming.by { row in
      guard let author = row["author"]?.text else { throw Nameless() }
      return author == "Anon" ? nil : author.uppercased()
    }
    await expect(
      names(naming),
      equals: [
        "1:2 AUSTEN ", "2:2 - ", "3:2 mistake: A row could not be named: Nameless()", "4:2 SMITH ",
      ])
  }

  @Test func mustBeTextOrNumbers() async {
    await expect(
      names("name").last,
      equals: "4:47 mistake: The name of a row must be text or a number, found an object.")
  }

  @Test func areAMistakeIfNoRowHasTheColumn() async {
    let lines = await names("tilte")
    expect(lines.count, equals: 5)
    #expect(
      lines.last == """
        error: No row of “b.json” has “tilte”, which should name the rows; the first one has “title”, \
        “author”, “year”. Did you mean “title”?
        """ || lines.last?.hasSuffix("Did you mean “title”?") == true)
  }

  @Test func areAMistakeAlsoWhereNotAllRowsAreRead() async {
    let misspelled = RowSource.json(.text(text, path: "b.json"), named: "tilte")
    let expected = """
      No row that was read of “b.json” has “tilte”, which should name the rows; the first one has “title”, \
      “author”, “year”. Did you mean “title”?
      """
    for source in [
      misspelled.prefix(2), misspelled.prefix(3).filter { _ in true }.prefix(1),
      .joined([misspelled.prefix(2), misspelled.dropFirst(1).prefix(1)]),
      RowSource.json(.text(text, path: "b.json")).named("tilte").prefix(1),
    ] {
      let lines = await transcript(of: source)
      expect(lines.last?.hasSuffix("error: " + expected), equals: true, "\(lines)")
    }
    // A column that only later rows have names those.
    let rare = RowSource.json(.text(text, path: "b.json"), named: "year")
    await expect(transcript(of: rare.dropFirst(1).prefix(2)).count, equals: 2)
    #expect(await transcript(of: misspelled.prefix(0)).isEmpty)
  }

  @Test func areChangedOfAnySource() async {
    let source = RowSource.json(.text(text, path: "b.json"), named: .by { _ in nil })
    let named = await transcript(of: source.prefix(1).named("author", "title"))
    expect(named.map { $0.hasPrefix("1:2 Austen, Emma {") }, equals: [true])
    let closed = await transcript(of: source.prefix(1).named { $0["author"]?.text })
    expect(closed.map { $0.hasPrefix("1:2 Austen {") }, equals: [true])
  }

  @Test func ofGroupsAreTheirOwn() async {
    let text = #"[{"t": "A", "n": 1, "rows": [{"t": "x"}, {"u": "y"}]}, {"rows": [{"t": "z"}]}]"#
    let lines = await transcript(
      of: .json(.text(text, path: "g.json"), each: "rows", named: ["n", "t"]))
    // Keys around the rows alone do not name them.
    expect(
      lines.map { String($0.prefix { $0 != "{" }) },
      equals: [
        "1:30 A/1, x ", "1:42 A/- ", "1:66 #2/z ",
      ])
  }
}

/// Ways to rows.
struct RowPathTests {
  private func lines(_ path: RowPath, _ text: String) async -> [String] {
    await transcript(of: .json(.text(text, path: "p.json"), each: path))
  }

  @Test func mayHaveKeysWithDotsAndStars() async {
    let text = #"{"a.b": {"*": [{"x": 1}]}}"#
    await expect(lines(#"a\.b.\*"#, text), equals: ["1:16 - {x: 1}"])
    await expect(
      lines(["a.b", "*"], text), equals: ["1:10 */- {x: 1}"].map { _ in "1:16 */- {x: 1}" })
    expect(#"a\.b.\*"#.isEmpty, equals: false)
  }

  @Test(arguments: ["", "a.", ".a", "a..b"])
  func haveNoEmptySteps(path: String) async {
    let lines = await lines(RowPath(stringLiteral: path), "{}")
    expect(
      lines,
      equals: [
        "0:0 error: A step of the path “\(path)” is empty; expected keys with dots between them."
      ])
  }

  @Test func giveRowsWhatStandsAroundThem() async throws {
    let text = """
      {"shop": "Paper Moon", "tax": 7, "shelves": [
        {"name": "Novels", "tax": 19, "books": [{"name": "Emma", "net": 9}, {"tax": 0}]}]}
      """
    let source = RowSource.json(.text(text, path: "p.json"), each: "shelves.books")
    let rows = try await source.rows(for: anySite)
    let (emma, other) = (try await rows.row(), try await rows.row())
    expect(emma.keys, equals: ["name", "net", "tax", "shop"])
    expect(emma["tax"], equals: emma.outerFields[1]["tax"])
    expect(emma["name"]?.text, equals: "Emma")
    expect(emma["group"]?["name"]?.text, equals: "Novels")
    expect(emma["group"]?["group"]?["tax"]?.number, equals: 7)
    expect(other["tax"]?.number, equals: 0)
    #expect(other.name == nil)
    struct Priced: Decodable { var net: Double; var tax: Int; var shop: String }
    let priced = try emma.decode(as: Priced.self)
    #expect(priced.net == 9 && priced.tax == 19 && priced.shop == "Paper Moon")
    try expect(emma.decode("tax", as: Int.self), equals: 19)
    let moved = try emma.renaming("shop", to: "store")
    expect(moved["store"]?.text, equals: "Paper Moon")
  }
}
