import Exemplar
import ExemplarCore
import ExemplarRows
import Testing

/// Sources that are made of other sources.
struct CombiningTests {
  private let books = RowSource.json(
    .text(
      """
      [{"name": "Emma", "price": 8},
       7,
       {"name": "Dune", "price": 12},
       {"price": 9}]
      """, path: "books.json"))
  private let shops = RowSource.json(
    .text(
      """
      {"Bath": {"shelves": 3},
       "York": {"shelves": 4}}
      """, path: "shops.json"))

  @Test func keepsSomeRowsAndEveryMistake() async {
    let lines = await transcript(
      of: books.filter { try $0.decode("price", as: Int.self) > 8 })
    expect(
      lines,
      equals: [
        "2:2 mistake: Expected an object as a row, found the number 7.",
        "3:2 Dune {name: \"Dune\", price: 12}",
        "4:2 - {price: 9}",
      ])
  }

  @Test func failsTheRowsThatCannotBeTaken() async {
    struct Refusal: Error {}
    let lines = await transcript(
      of: .joined([
        books.filter { try $0.decode("title", as: String.self).isEmpty }.prefix(1),
        books.map { _ in throw Refusal() }.prefix(1),
      ]))
    expect(
      lines,
      equals: [
        "1:2 Emma mistake: Row “Emma” has no “title”; it has “name”, “price”.",
        "1:2 Emma mistake: Row “Emma” could not be taken: Refusal()",
      ])
  }

  @Test func changesRows() async {
    let lines = await transcript(
      of: shops.map { row in
        var row = try row.renaming("shelves", to: "rooms").setting("open", to: true)
        row.name = row.name?.uppercased()
        return row
      })
    expect(lines, equals: ["1:2 BATH {rooms: 3, open: true}", "2:2 YORK {rooms: 4, open: true}"])
  }

  @Test func renamesAColumnThatOnlySomeRowsHave() async {
    let some = RowSource.json(
      .text(
        #"[{"was": 9, "title": "Emma"}, {"title": "Dune"}, {"now": 7, "was": 8}]"#,
        path: "prices.json"
      )
    ).map { try $0.renaming("was", to: "price") }
    await expect(
      transcript(of: some),
      equals: [
        "1:2 - {title: \"Emma\", price: 9}", "1:31 - {title: \"Dune\"}",
        "1:50 - {now: 7, price: 8}",
      ])
  }

  @Test func refusesToRenameAColumnThatNoReadRowHas() async {
    func lines(_ name: String, _ count: Int) async -> [String] {
      let renamed = shops.map { try $0.renaming(name, to: "rooms") }
      return await transcript(of: renamed.prefix(count))
    }
    let missing =
      "1:2 error: No row that was read has the column “shelfs” that renaming(_:to:) renames; the first "
      + "row has “shelves”. Did you mean “shelves”?"
    await expect(lines("shelves", 1), equals: ["1:2 Bath {rooms: 3}"])
    await expect(lines("shelfs", 1), equals: ["1:2 Bath {shelves: 3}", missing])
    await expect(lines("shelfs", 0), equals: [])
  }

  @Test func refusesToRenameAColumnThatNoRowHas() async throws {
    let missing =
      "1:2 error: No row has the column “pric” that renaming(_:to:) renames; the first "
      + "row has “name”, “price”. Did you mean “price”?"
    let books = books.filter { $0.name != nil }
    let renamed = books.map { try $0.renaming("pric", to: "cost") }
    let rows = await transcript(of: books)
    let wrong = [rows[1], missing]
    await expect(transcript(of: renamed), equals: rows + [missing])
    // A second operator does not report it again.
    await expect(transcript(of: renamed.filter { _ in true }), equals: rows + [missing])
    await expect(transcript(of: renamed.filter { $0.name == "none" }.map { $0 }), equals: wrong)
    #expect(throws: (any Error).self) {
      try Array(Rows<RowFields>(renamed))
    }
    let twice = books.map { try $0.renaming("price", to: "cost").renaming("nme", to: "id") }
    await expect(transcript(of: twice).last?.contains("the column “nme” that"), equals: true)
    let both = await transcript(of: books.map { try $0.renaming("price", to: "name") })
    expect(both.first?.contains("has a “name” already"), equals: true)
  }

  @Test func takesTheFirstAndTheRest() async {
    await expect(transcript(of: shops.prefix(1)), equals: ["1:2 Bath {shelves: 3}"])
    await expect(transcript(of: shops.dropFirst()), equals: ["2:2 York {shelves: 4}"])
    await expect(transcript(of: shops.prefix(0)), equals: [])
    await expect(transcript(of: shops.dropFirst(9)), equals: [])
  }

  @Test func refusesNegativeNumbersOfRows() async {
    let (first, rest) = (shops.prefix(-1), shops.dropFirst(-2))
    for source in [first, first.filter { _ in true }, .zip(shops, first)] {
      await expect(
        transcript(of: source),
        equals: [
          "error: prefix(-1) has a negative number of rows. Give it 0 or more."
        ])
    }
    await expect(
      transcript(of: rest),
      equals: [
        "error: dropFirst(-2) has a negative number of rows. Give it 0 or more."
      ])
  }

  @Test func readsNoFurtherThanIsAskedFor() async {
    let broken = RowSource.json(.text("[{\"a\": 1}, {", path: "broken.json"))
    await expect(transcript(of: broken.prefix(1)), equals: ["1:2 - {a: 1}"])
    let endless = RowSource.sequence {
      Swift.sequence(first: 1) { $0 + 1 }.lazy
        .map { Row("\($0)", ["n": RowValue(integerLiteral: $0)], filePath: "Books.swift", line: 1) }
    }
    await expect(
      transcript(of: endless.filter { ($0["n"]?.number ?? 0) > 5 }.prefix(2)),
      equals: ["1:0 6 {n: 6}", "1:0 7 {n: 7}"])
    await expect(transcript(of: .product(shops.prefix(1), endless).prefix(2)).count, equals: 2)
  }

  @Test func joinsSources() async {
    let lines = await transcript(of: .joined([shops, .joined([]), shops.prefix(1)]))
    expect(
      lines, equals: ["1:2 Bath {shelves: 3}", "2:2 York {shelves: 4}", "1:2 Bath {shelves: 3}"])
  }

  @Test func endsWhereASourceCannotBeRead() async {
    let broken = RowSource.json(.text("[{\"a\": 1}, {", path: "broken.json"))
    let message =
      "1:13 error: Malformed JSON: expected a key in quotation marks, "
      + "found the end of the file."
    await expect(transcript(of: .joined([broken, shops])), equals: ["1:2 - {a: 1}", message])
    await expect(
      transcript(of: .zip(shops, broken)), equals: ["1:2 Bath {shelves: 3, a: 1}", message])
    await expect(
      transcript(of: .product(shops, broken)), equals: ["1:2 Bath, #1 {shelves: 3, a: 1}", message])
    await expect(
      transcript(of: .joined([shops, .json("nowhere")])).dropFirst(2).first?.hasPrefix(
        "0:0 error: There is no file nowhere.json."), equals: true)
  }

  @Test func putsRowsSideBySide() async {
    let people = RowSource.rows(
      ["Ann": ["age": 30], "York": ["age": 40]], filePath: "B.swift", line: 3)
    await expect(
      transcript(of: .zip(shops, people)),
      equals: [
        "1:2 Bath, Ann {shelves: 3, age: 30}", "2:2 York {shelves: 4, age: 40}",
      ])
  }

  @Test func saysWhichSourceEndsFirst() async {
    await expect(
      transcript(of: .zip(shops.prefix(1), books.filter { $0["price"]?.number != 8 })),
      equals: [
        "2:2 mistake: Expected an object as a row, found the number 7.",
        "3:2 mistake: “shops.json” ends after 1 row, “books.json” has more; zip takes sources of "
          + "equal length. To leave rows out, use .prefix(1).",
      ])
  }

  @Test func combinesEachRowWithEach() async {
    let two = RowSource.rows(["x": 1, "y": 2], filePath: "B.swift", line: 3)
    await expect(
      transcript(of: .product(two, books)),
      equals: [
        "3:0 x, Emma {value: 1, price: 8}",
        "2:2 mistake: Expected an object as a row, found the number 7.",
        "3:0 x, Dune {value: 1, price: 12}",
        "3:0 x, #4 {value: 1, price: 9}",
        "3:0 y, Emma {value: 2, price: 8}",
        "3:0 y, Dune {value: 2, price: 12}",
        "3:0 y, #4 {value: 2, price: 9}",
      ])
    await expect(transcript(of: .product(two, two.prefix(0), books)), equals: [])
    await expect(transcript(of: .product(two, shops, shops.prefix(1))).count, equals: 4)
  }

  @Test func tellsOfEveryRowThatCannotBeReadOnce() async {
    func source(_ name: String) -> RowSource {
      .jsonLines(.text("{\"\(name)\": }\n{\"\(name)\": 2}\n", path: name))
    }
    let message = "Malformed JSON: expected a value, found “}”."
    let sources = (source("a"), source("b"), source("c"))
    for product in [
      RowSource.product(sources.0, sources.1, sources.2),
      .pairwise(sources.0, sources.1, sources.2),
    ] {
      let lines = await transcript(of: product, showingPaths: true)
      expect(
        lines.sorted(),
        equals: [
          "a:1:7 mistake: \(message)", "a:2:1 #2, #2, #2 {a: 2, b: 2, c: 2}",
          "b:1:7 mistake: \(message)", "c:1:7 mistake: \(message)",
        ])
    }
  }

  @Test func pairsEachRowWithEach() async {
    let colors = RowSource.rows(["red": ["c": 1], "blue": ["c": 2]], filePath: "B.swift", line: 3)
    let sizes = RowSource.rows(["S": ["s": 1], "M": ["s": 2]], filePath: "B.swift", line: 4)
    let gifts = RowSource.json(
      .text("[{\"gift\": true},\n 7,\n {\"gift\": false}]", path: "gifts.json"))
    let lines = await transcript(of: .pairwise(colors, sizes, gifts))
    expect(
      lines,
      equals: [
        "2:2 mistake: Expected an object as a row, found the number 7.",
        "3:0 red, S, #3 {c: 1, s: 1, gift: false}",
        "3:0 red, M, #1 {c: 1, s: 2, gift: true}",
        "3:0 blue, S, #1 {c: 2, s: 1, gift: true}",
        "3:0 blue, M, #3 {c: 2, s: 2, gift: false}",
      ])
    await expect(
      transcript(of: .pairwise(colors, sizes)), equals: transcript(of: .product(colors, sizes)))
    await expect(
      transcript(of: .pairwise(colors, sizes.prefix(0), gifts.prefix(1))),
      equals: [
        "error: “rows” has no rows, so there are no pairs. Give every source at least one row."
      ])
    let many = RowSource.sequence {
      (0..<3000).lazy.map { Row("\($0)", ["n": RowValue(integerLiteral: $0)]) }
    }
    await expect(
      transcript(of: .pairwise(many, many.map { try $0.renaming("n", to: "m") })),
      equals: [
        "error: The pairs of 3000 × 3000 rows are too many to keep in memory. Use fewer rows, as with "
          + ".prefix(…), or .product, which keeps none."
      ])
  }

  @Test func refusesAKeyThatTwoSourcesHave() async {
    let other = RowSource.json(.text("[{\"name\": \"b\",\n \"shelves\": 1}]", path: "other.json"))
    await expect(
      transcript(of: .product(shops.prefix(1), other)),
      equals: [
        "2:13 Bath, b mistake: The key “shelves” is in “shops.json” and in “other.json”. Give one of "
          + "them another name, in its file or with .map { try $0.renaming(\"shelves\", to: …) }."
      ])
  }

  @Test func knowsInWhichFileAValueStands() async throws {
    let source = RowSource.product(shops, books.map { $0.setting("sold", to: "no") })
    let row = try await source.firstRow()
    func place(of key: String) -> String? {
      do {
        _ = try row.decode(key, as: Bool.self)
        return nil
      } catch { return (error as? UsageError)?.place?.description }
    }
    expect(place(of: "shelves"), equals: "shops.json:1:22")
    expect(place(of: "price"), equals: "books.json:1:28")
    expect(place(of: "sold"), equals: "books.json:1:2")
  }

  @Test func givesEqualRowsEachTimeItIsOpened() async {
    let source = RowSource.product(
      shops, .zip(books, books.map { try $0.renaming("price", to: "cost") }))
    let first = await transcript(of: source)
    expect(first.count, equals: 7)
    await expect(transcript(of: source), equals: first)
  }
}
