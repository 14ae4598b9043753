import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Values that are compared with the ones that rows, files and literals expect: what passes, what fails, and what a person
/// is offered to accept.
@Suite("Reviewed values") struct ReviewedValuesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The issues of an outline, each with the value that is offered.
  private func reviewed(
    _ rows: RowSource, _ body: @escaping @Sendable (Row) throws -> Void
  ) async -> [String] {
    lines(await traced(describe("A page") { outline("renders", from: rows, body) }))
  }

  private func lines(_ trace: Trace) -> [String] {
    trace.issues.map { issue in
      let row = issue.context.row.map { "\($0.name): " } ?? ""
      return row + issue.message.replacing(folder.path, with: "FOLDER") + offer(issue.reviewed)
    }
  }

  private func offer(_ value: ReviewedValue?) -> String {
    guard let value else { return " | no offer" }
    let place = value.place.description.replacing(folder.path + "/", with: "")
    return
      " | \(value.site) \(place) \(value.name) \(value.form): \(value.old ?? "nothing") → \(value.new)"
      + (value.isPending ? " pending" : "") + (value.scrubbers.isEmpty ? "" : " \(value.scrubbers)")
      + (value.digest == nil ? " no digest" : "")
  }

  private static let accept = "Accept it with: exemplar review"

  private static func pending(_ column: String, _ value: String) -> String {
    "The column \u{201C}\(column)\u{201D} is pending. The example has:\n  \(value)\n\(accept)"
  }

  // MARK: Columns

  @Test func cellsOfTables() async throws {
    let csv = try folder.write("name,text,html\na,x,<x>\nb,y,<Y>\nc,z,?\n", to: "pages.csv")
    await expect(
      reviewed(.csv(.url(csv))) { row in
        try expectColumn("html", equals: "<\(row.decode("text", as: String.self))>")
      },
      equals: [
        """
        b: Expectation failed: (actual → "<y>") == (expected → "<Y>")
        \(Self.accept) | value pages.csv:3:5 html text: <Y> → <y>
        """,
        "c: \(Self.pending("html", "<z>")) | value pages.csv:4:5 html text: ? → <z> pending",
      ])
    let tsv = try folder.write("name\thtml\na\t<\n", to: "pages.tsv")
    await expect(
      reviewed(.tsv(.url(tsv))) { _ in try expectColumn("html", equals: ">") },
      equals: [
        """
        a: Expectation failed: (actual → ">") == (expected → "<")
        \(Self.accept) | value pages.tsv:2:3 html text: < → >
        """
      ])
  }

  @Test func valuesOfJSON() async throws {
    let json = try folder.write(
      """
      [
        {"name": "same", "out": {"b": 1.0, "a": "x"}},
        {"name": "changed", "out": {"b": 2, "a": "x"}},
        {"name": "mark", "out": "?"},
        {"name": "missing"}
      ]
      """, to: "orders.json")
    struct Order: Encodable { var (b, a) = (1, "x") }
    await expect(
      reviewed(.json(.url(json))) { _ in try expectColumn("out", equals: Order()) },
      equals: [
        """
        changed: Expectation failed: (actual → {a: "x", b: 1}) == (expected → {b: 2, a: "x"})
        \(Self.accept) | value orders.json:3:30 out json: {"a":"x","b":2} → {"a":"x","b":1}
        """,
        """
        mark: The column “out” is pending. The example has:
          {
            "a": "x",
            "b": 1
          }
        \(Self.accept) | value orders.json:4:27 out json: ? → {"a":"x","b":1} pending
        """,
        """
        missing: The column “out” is pending. The example has:
          {
            "a": "x",
            "b": 1
          }
        \(Self.accept) | row orders.json:5:3 out json: nothing → {"a":"x","b":1} pending
        """,
      ])
  }

  /// A format with types tells a number from a text with its digits, and null from an empty text.
  @Test func textIsNoOtherValue() async throws {
    let json = try folder.write(
      #"[{"text": "5", "number": 5, "null": null, "object": "{\"a\":1}"}]"#, to: "a.json")
    await expect(
      reviewed(.json(.url(json))) { _ in
        try expectColumn("text", equals: "5")
        try expectColumn("number", equals: 5.0)
        try expectColumn("null", equals: Int?.none)
      }, equals: [])
    let issues = await reviewed(.json(.url(json))) { _ in
      try expectColumn("text", equals: 5)
      try expectColumn("number", equals: "5")
      try expectColumn("null", equals: "")
      try expectColumn("object", equals: ["a": 1])
    }
    expect(
      issues.map { $0.components(separatedBy: " | ").last },
      equals: [
        "value a.json:1:11 text json: 5 → 5", "value a.json:1:26 number text: 5 → 5",
        "value a.json:1:37 null text: null → ",
        #"value a.json:1:53 object json: {"a":1} → {"a":1}"#,
      ])
  }

  @Test func linesOfJSONAndNumbersInCells() async throws {
    let lines = try folder.write(
      "{\"name\": \"a\"}\n{\"name\": \"b\", \"sum\": 3.0}\n", to: "a.jsonl")
    let csv = try folder.write("name,sum\na,3.0\nb,\n", to: "sums.csv")
    await expect(
      reviewed(.jsonLines(.url(lines))) { _ in try expectColumn("sum", equals: 3) },
      equals: ["a: \(Self.pending("sum", "3")) | row a.jsonl:1:1 sum json: nothing → 3 pending"])
    await expect(
      reviewed(.csv(.url(csv))) { _ in try expectColumn("sum", equals: 3) },
      equals: [
        """
        b: Expectation failed: (actual → 3) == (expected → "")
        \(Self.accept) | value sums.csv:3:3 sum json:  → 3
        """
      ])
  }

  /// An empty text, spaces at an end and carriage returns are values as others are.
  @Test func textsThatAreHardToSee() async throws {
    let texts = ["": "", "space": "a ", "return": "a\r\nb\n", "accent": "e\u{301}"]
    let csv = try folder.write(
      "name,text\nempty,\nspace,\"a \"\nreturn,\"a\r\nb\n\"\naccent,e\u{301}\n", to: "texts.csv")
    await expect(
      reviewed(.csv(.url(csv))) { row in
        try expectColumn("text", equals: texts[row.name == "empty" ? "" : row.name!]!)
      }, equals: [])
    let changed = ["empty": " ", "space": "a", "return": "a\nb\n", "accent": "\u{E9}"]
    let issues = await reviewed(.csv(.url(csv))) { row in
      try expectColumn("text", equals: changed[row.name!]!)
    }
    expect(issues.count, equals: 4)
    await expect(
      reviewed(.csv(.url(csv)).filter { $0.name == "empty" }) { _ in
        try expectColumn("text", equals: "", orPendingIfEmpty: true)
      },
      equals: [
        """
        empty: The column “text” is pending. The example has:
          
        This value cannot be accepted: it would be pending there. Compare another text of it. | no offer
        """
      ])
  }

  @Test func columnsThatCannotBeCompared() async throws {
    let csv = try folder.write("name,html\na,x\n", to: "pages.csv")
    await expect(
      reviewed(.csv(.url(csv))) { _ in try expectColumn("htlm", equals: "x") },
      equals: [
        "a: The row has no “htlm”; it has “name”, “html”. Did you mean “html”? Write the column, with “?” in the "
          + "row. | no offer"
      ])
    await expect(
      reviewed(.csv(.url(csv)).map { $0.setting("html", to: "y") }) { _ in
        try expectColumn("html", equals: "x")
      },
      equals: [
        """
        a: Expectation failed: (actual → "x") == (expected → "y")
        Exemplar cannot write it there. Write it yourself, or read the rows from a file as they are in it. | no offer
        """
      ])
    await expect(
      reviewed(.csv(.url(csv))) { _ in try expectColumn("html", equals: ["a": Double.nan]) },
      equals: [
        "a: A value of type Dictionary<String, Double> cannot be encoded as JSON: Unable to encode Double.nan "
          + "directly in JSON. Compare a text instead, such as dumped(value). | no offer"
      ])
    await expect(
      reviewed(.csv(.url(csv))) { _ in try? expectColumn("nothing", equals: "") }.count, equals: 1)
    await expect(
      reviewed(.csv(.url(csv))) { _ in
        try expectColumn("html", equals: "x")
        try expectColumn("html", equals: "y")
      },
      equals: [
        """
        a: Expectation failed: (actual → "y") == (expected → "x")
        An earlier call had another value for the column “html”, and both cannot be expected there. \
        | value pages.csv:2:3 html text: x → y
        """
      ])
    await expect(
      reviewed(.csv(.url(csv))) { _ in try expectColumn(equals: "x") },
      equals: [
        "a: expectColumn() without the name of a column is for rows that are written as row(…). Name the column of another "
          + "row: expectColumn(\"expected\", equals: …). | no offer"
      ])
    await expect(
      reviewed(.csv(.url(csv))) { _ in try expectColumn("url", equals: "x") }.count, equals: 1)
    let plain = await traced(
      describe("A page") { it("is no row") { try expectColumn("html", equals: "x") } })
    expect(
      lines(plain),
      equals: [
        "expectColumn(\"html\", equals:) is for the rows of a source, such as a file. For rows that are written as row(…), "
          + "leave out the name; without rows, write expectGolden(_:). | no offer"
      ])
  }

  /// A person edits the file while the examples run: the places of its rows are those of others then.
  @Test func aFileOfRowsThatWasChangedHasNoDigest() async throws {
    let csv = try folder.write("name,html\na,?\n", to: "pages.csv")
    let folder = folder
    await expect(
      reviewed(.csv(.url(csv))) { _ in
        try folder.write("name,html\nnew,?\na,?\n", to: "pages.csv")
        try expectColumn("html", equals: "x")
      },
      equals: [
        "a: \(Self.pending("html", "x")) | value pages.csv:2:3 html text: ? → x pending no digest"
      ])
  }

  /// A value that code has taken from another column has the place of that one.
  @Test func theValueOfAnotherColumnIsNotReplaced() async throws {
    let csv = try folder.write("name,text,html\na,x,?\n", to: "pages.csv")
    await expect(
      reviewed(.csv(.url(csv)).map { $0.setting("html", to: $0["text"] ?? "") }) { _ in
        try expectColumn("html", equals: "y")
      },
      equals: [
        """
        a: Expectation failed: (actual → "y") == (expected → "x")
        Exemplar cannot write it there. Write it yourself, or read the rows from a file as they are in it. | no offer
        """
      ])
  }

  // MARK: Files of rows

  @Test func filesOfASuite() async throws {
    for (path, text) in [
      "a/input.txt": "a", "a/expected.html": "<a>\n", "b/input.txt": "b", "b/expected.html": "?\n",
      "c/input.txt": "c",
    ] { try folder.write(text, to: "pages.testsuite/\(path)") }
    let suite = RowSource.testSuite(.url(folder.url.appendingPathComponent("pages.testsuite")))
    let body: @Sendable (Row) throws -> Void = { row in
      try expectColumn("expected.html", equals: "<\(row.decode("input", as: String.self))>")
    }
    await expect(
      reviewed(suite.trimmingFinalNewline, body).map { $0.components(separatedBy: " | ").last },
      equals: [
        "file pages.testsuite/b/expected.html expected.html text: ? → <b> pending",
        "file pages.testsuite/c/expected.html expected.html text: nothing → <c>\n pending no digest",
      ])
    await expect(
      reviewed(suite, body).first?.components(separatedBy: " | ").last,
      equals: "file pages.testsuite/a/expected.html expected.html text: <a>\n → <a>")
  }

  @Test func aFolderIsNoValue() async throws {
    try folder.write("", to: "pages.testsuite/a/expected/x.html")
    await expect(
      reviewed(.testSuite(.url(folder.url.appendingPathComponent("pages.testsuite")))) { _ in
        try expectColumn("expected", equals: "x")
      }, equals: ["a: expected is not a file. Compare the value with a file. | no offer"])
  }

  /// A file beside the folders would become a row.
  @Test func columnsOutsideOfTheFolder() async throws {
    try folder.write("a", to: "pages.testsuite/a/input.txt")
    await expect(
      reviewed(.testSuite(.url(folder.url.appendingPathComponent("pages.testsuite")))) { _ in
        try expectColumn("../x.txt", equals: "x")
      },
      equals: [
        "a: The column “../x.txt” is no name of a file in the folder of the row. Write one without “/”. | no offer"
      ])
  }

  @Test func partnersOfFiles() async throws {
    for (path, text) in ["a.md": "a", "a.html": "<a>", "b.md": "b"] {
      try folder.write(text, to: "pairs/\(path)")
    }
    let rows = RowSource.files("\(folder.path)/pairs/*.md", with: "*.html")
    await expect(
      reviewed(rows) { row in
        try expectColumn("html", equals: "<\(row.decode("md", as: String.self))>")
      },
      equals: [
        "b: \(Self.pending("html", "<b>")) | file pairs/b.html b.html text: nothing → <b> pending no digest"
      ])
    let missing = "b: b.html, the partner of b.md, is not there. | no offer"
    await expect(reviewed(rows) { _ = try $0.decode("html", as: String.self) }, equals: [missing])
    await expect(reviewed(rows) { _ = try $0.decode("md", as: String.self) }, equals: [missing])
    await expect(
      reviewed(rows) { try expectColumn("md", equals: $0.name ?? "") }, equals: [missing])
  }

  // MARK: Rows in code

  @Test func theLastValueOfARowInCode() async throws {
    let spec = describe("A price") {
      outline("formats") { (cents: Int, _: String?) in
        try expectColumn(equals: "\(cents) ct")
      } rows: {
        row("same", 1, "1 ct")
        row("changed", 2, "2", filePath: "Shop.swift", line: 7, column: 9)
        row("mark", 3, "?", filePath: "Shop.swift", line: 8, column: 9)
        row("nil", 4, nil, filePath: "Shop.swift", line: 9, column: 9)
      }
      outline("counts") { (count: Int) in
        try expectColumn(equals: "\(count)")
      } rows: {
        row("one", 1)
      }
    }
    await expect(
      lines(traced(spec)),
      equals: [
        """
        changed: Expectation failed: (actual → "2 ct") == (expected → "2")
        \(Self.accept) | call Shop.swift:7:9  text: 2 → 2 ct no digest
        """,
        """
        mark: The last value of the row is pending. The example has:
          3 ct
        \(Self.accept) | call Shop.swift:8:9  text: ? → 3 ct pending no digest
        """,
        """
        nil: The last value of the row is pending. The example has:
          4 ct
        \(Self.accept) | call Shop.swift:9:9  text: nothing → 4 ct pending no digest
        """,
        "one: The last value of the row is no text. Write expect(_:equals:) to compare other values. | no offer",
      ])
  }

  // MARK: Goldens

  @Test func goldenFiles() async throws {
    let source = folder.path + "/CartSpec.swift"
    try folder.write("same", to: "Goldens/CartSpec/a-cart.prints.txt")
    try folder.write("{\n  \"a\": 1\n}\n", to: "Goldens/CartSpec/a-cart.prints.order.json")
    let spec = describe("a cart", filePath: source) {
      it("prints", filePath: source) {
        expectGolden("same")
        expectGolden(["a": 1], named: "order")
        expectGolden("<p>", named: "page.html")
        expectGolden(Data([0, 255]), named: "picture")
      }
      it("Prints", filePath: source) { expectGolden("same") }
    }
    let offers = await traced(spec).issues.map { offer($0.reviewed) }
    expect(
      offers,
      equals: [
        " | file Goldens/CartSpec/a-cart.prints.page.html a-cart.prints.page.html text: nothing → <p> pending no digest",
        " | file Goldens/CartSpec/a-cart.prints.picture.bin a-cart.prints.picture.bin bytes: nothing → AP8= pending "
          + "no digest",
        " | file Goldens/CartSpec/a-cart.prints_\(Self.hash).txt a-cart.prints_\(Self.hash).txt text: nothing → same "
          + "pending no digest",
      ])
    expect(FileManager.default.subpaths(atPath: folder.path)?.count, equals: 4)
  }

  private static let hash = "uzv5ktnv"

  // MARK: Literals

  @Test func literals() async throws {
    let spec = describe("A total") {
      it("is the same") { expectInline("1") { "1" } }
      it("has changed") { expectInline("1", filePath: "Shop.swift", line: 3, column: 5) { "2" } }
      it("is pending") { expectInline([1, 2], filePath: "Shop.swift", line: 4, column: 5) }
      outline("is one of several") { (number: Int) in
        expectInline("\(number)", filePath: "Shop.swift", line: 5, column: 5) { "1" }
      } rows: {
        row("one", 1)
        row("two", 2)
        row("one again", 1)
      }
    }
    await expect(
      lines(traced(spec)),
      equals: [
        """
        Expectation failed: (actual → "1") == (expected → "2")
        \(Self.accept) | call Shop.swift:3:5 expected text: 2 → 1 no digest
        """,
        """
        The literal is pending. The example has:
          [
            1,
            2
          ]
        \(Self.accept) | call Shop.swift:4:5 expected json: nothing → [1,2] pending no digest
        """,
        """
        two: Expectation failed: (actual → "2") == (expected → "1")
        An earlier call had another value for the literal, and both cannot be expected there. \
        | call Shop.swift:5:5 expected text: 1 → 2 no digest
        """,
      ])
  }

  /// The lines of a source that was changed since the tests began may be those of other calls.
  @Test func aSourceThatWasChangedHasNoDigest() async throws {
    let source = try folder.write("expectInline(1)\n", to: "Shop.swift")
    let spec = describe("A total") {
      it("is pending") { expectInline(1, filePath: source.path, line: 1, column: 1) }
    }
    await expect(traced(spec).issues.map { $0.reviewed?.digest == nil }, equals: [true])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: source.path)
    await expect(traced(spec).issues.map { $0.reviewed?.digest == nil }, equals: [false])
  }

  // MARK: Values that are equal

  /// The expected values that each example confirmed: those that no earlier example has, or row of its outline. The rows of
  /// combined sources name each value, and rows with files each file.
  @Test func expectedValuesAreConfirmed() async throws {
    let source = folder.path + "/CartSpec.swift"
    let csv = try folder.write("name,html,url\na,<a>,x\nb,<b>,y\nc,<c>,z\n", to: "pages.csv")
    let prices = try folder.write("cents,price\n1,1 ct\n2,2 ct\n", to: "prices.csv")
    for name in ["a", "b"] {
      try folder.write(name, to: "files/\(name).txt")
      try folder.write(name.uppercased(), to: "files/\(name).html")
    }
    try folder.write("same", to: "Goldens/CartSpec/a-cart.prints.txt")
    try folder.write("same", to: "Goldens/CartSpec/a-cart.tries.txt")
    let attempts = Counter()
    let spec = describe("a cart", filePath: source) {
      it("prints", filePath: source) { expectGolden("same") }
      it("differs", filePath: source) { expectGolden("same") }
      it("tries", .retry(2), filePath: source) {
        let attempt = attempts.next()
        if attempt == 1 { expectGolden("same") }
        #expect(attempt > 1)
      }
      it("is one line") {
        for _ in 0..<2 { expectInline("1", filePath: source, line: 9, column: 3) { "1" } }
      }
      outline("renders", from: .csv(.url(csv))) { (row: Row) in
        try expectColumn("html", equals: "<\(row.name!)>")
        if row.name == "b" { try expectColumn("url", equals: "y") }
      }
      outline("prints again", from: .csv(.url(csv))) { (row: Row) in
        try expectColumn("html", equals: "<\(row.name!)>")
      }
      outline("sells", from: .zip(.csv(.url(prices)), .csv(.url(csv)).prefix(2))) { (row: Row) in
        try expectColumn("price", equals: "\(row.decode("cents", as: Int.self)) ct")
        try expectColumn("html", equals: "<\(row.decode("html", as: String.self).dropFirst())")
      }
      outline("reads", from: .files("\(folder.path)/files/*.txt", with: "*.html")) { (row: Row) in
        try expectColumn("html", equals: row.decode("txt", as: String.self).uppercased())
      }
    }
    let confirmed = await traced(spec).events.compactMap { event -> String? in
      guard case .exampleEnded(let end) = event, !end.confirmed.isEmpty else { return nil }
      let places = end.confirmed.map {
        "\($0.place) \($0.name)".replacing(folder.path + "/", with: "")
      }
      return "\(end.id.name): \(places.joined(separator: ", "))"
    }
    expect(
      confirmed,
      equals: [
        "prints: Goldens/CartSpec/a-cart.prints.txt ",
        "tries: Goldens/CartSpec/a-cart.tries.txt ", "is one line: CartSpec.swift:9:3 expected",
        "a: pages.csv html", "b: pages.csv url",
        "a: pages.csv html",
        "a: prices.csv price, prices.csv:2:3 price, pages.csv html, pages.csv:2:3 html",
        "b: prices.csv:3:3 price, pages.csv:3:3 html", "a: files/a.html:1 ", "b: files/b.html:1 ",
      ])
  }

  /// Bytes are described by their number, and pictures by their size too.
  @Test func bytesAndPictures() async throws {
    let source = folder.path + "/CartSpec.swift"
    @Sendable func png(_ width: UInt8, _ last: UInt8) -> Data {
      Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
        + Data([0, 0, 1, width, 0, 0, 0, 9, last])
    }
    let gif = Data("GIF89a".utf8) + Data([0x2C, 0x81, 7, 0])
    let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 11, 8, 0, 3, 1, 0, 3])
    for (name, data) in ["wider": png(1, 0), "color": png(0, 0x0A), "bytes": Data([1])] {
      try data.write(
        to: URL(
          fileURLWithPath: folder.write("", to: "Goldens/CartSpec/a-cart.shows.\(name).png").path))
    }
    let spec = describe("a cart", filePath: source) {
      it("shows", filePath: source) {
        expectGolden(png(0, 0), named: "wider.png")
        expectGolden(png(0, 0xFF), named: "color.png")
        expectGolden(Data([1, 2]), named: "bytes.png")
        expectGolden(gif, named: "new.gif")
        expectGolden(jpeg, named: "new.jpg")
      }
    }
    let issues = await traced(spec).issues
    expect(
      issues.map { $0.message.textLines.prefix(2).joined(separator: " ") },
      equals: [
        "Expectation failed: (actual → PNG, 256 × 9 pixels, 25 bytes) == (expected → PNG, 257 × 9 pixels, 25 bytes) "
          + Self.accept,
        "Expectation failed: (actual → PNG, 256 × 9 pixels, 25 bytes, FF at byte 25) == (expected → PNG, 256 × 9 pixels, "
          + "25 bytes, 0A at byte 25) " + Self.accept,
        "Expectation failed: (actual → 2 bytes) == (expected → 1 byte) " + Self.accept,
        "The golden file is pending. The example has:   GIF, 33068 × 7 pixels, 10 bytes",
        "The golden file is pending. The example has:   JPEG, 256 × 3 pixels, 18 bytes",
      ])
    // A report shows the expected picture too.
    expect(
      issues.map { $0.reviewed?.old.map { Data(base64Encoded: $0) } ?? nil },
      equals: [png(1, 0), png(0, 0x0A), Data([1]), nil, nil])
  }

  // MARK: Attempts and tasks

  @Test func anAttemptWithAnotherValueIsNotOffered() async throws {
    let csv = try folder.write("name,html\na,?\n", to: "pages.csv")
    let attempts = Counter()
    let spec = describe("A page") {
      outline("renders", .retry(2), from: .csv(.url(csv))) { (_: Row) in
        try expectColumn("html", equals: attempts.next() == 1 ? "first" : "second")
      }
    }
    let issues = await traced(spec).issues
    expect(issues.map(\.isRetried), equals: [true, true, false])
    expect(issues.map { $0.reviewed?.new }, equals: ["first", nil, nil])
    #expect(issues[2].message.contains("An earlier attempt had another value"))
  }

  @Test func aTaskOfAnExample() async throws {
    let csv = try folder.write("name,html\na,?\n", to: "pages.csv")
    let spec = describe("A page") {
      outline("renders", from: .csv(.url(csv))) { (_: Row) in
        try await Task { try expectColumn("html", equals: "x") }.value
      }
    }
    await expect(
      lines(traced(spec)).map { String($0.prefix(60)) },
      equals: ["a: The column “html” is pending. The example has:\n  x\nAccept"])
  }

  @Test func valuesThatAreTriedAgain() async {
    let tries = Counter()
    let spec = describe("A page") {
      it("loads") {
        try await eventuallyPasses { expectInline("\(min(tries.next(), 2))") { "2" } }
      }
    }
    await expect(lines(traced(spec)), equals: [])
  }

  // MARK: Scrubbers and dumps

  @Test func scrubbers() async throws {
    let text = """
      at 2026-11-28T05:00:00Z and 2026-11-28 06:00:00 +0000, again 2026-11-28T05:00:00Z
      3F2504E0-4F89-11D3-9A0C-0305E82C3301 at 0x00006000012f4a80 in \(FileManager.default.temporaryDirectory.path)/x
      """
    let spec = describe("A log") {
      it("prints") {
        expectInline(
          text, scrubbing: .dates, .uuids, .addresses, .paths, .matching("never", as: "none")
        ) {
          """
          at <date 1> and <date 2>, again <date 1>
          <uuid 1> at <address 1> in <temporary>/x
          """
        }
        expectInline(["id": "3F2504E0-4F89-11D3-9A0C-0305E82C3301"], scrubbing: .uuids) { "" }
      }
    }
    let issues = await traced(spec).issues
    expect(issues.map { $0.reviewed?.scrubbers ?? [] }, equals: [["uuids"]])
    expect(issues.map { $0.reviewed?.new }, equals: [#"{"id":"<uuid 1>"}"#])
    #expect(issues[0].message.contains("Scrubbed: uuids."))
    let wrong = describe("A log") {
      it("has a wrong pattern") { expectInline("", scrubbing: .matching("(", as: "x")) { "" } }
      it("has bytes") { expectInline(Data(), scrubbing: .dates) { "" } }
    }
    await expect(
      traced(wrong).issues.map(\.message),
      equals: [
        "The pattern \"(\" of a scrubber is no regular expression.",
        "Bytes cannot be scrubbed. Compare a text, or leave out scrubbing:.",
      ])
  }

  @Test func dumps() {
    struct Order {
      var id = 7; var lines = ["b": [1, 2], "a": []]; var note: String? = nil;
      var tags: Set = ["x", "y"]
    }
    final class Node { var next: Node?; let name = "n" }
    let node = Node()
    node.next = node
    expect(
      dumped(Order()),
      equals: """
        Order
          id: 7
          lines: Dictionary<String, Array<Int>>
            "a": []
            "b": Array<Int>
              1
              2
          note: nil
          tags: Set<String>
            "x"
            "y"

        """)
    expect(dumped(node), equals: "Node\n  next: Node (above)\n  name: \"n\"\n")
  }
}
