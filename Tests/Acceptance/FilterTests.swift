import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Selections by regular expressions and tags. (Semantics, section 3.)
@Suite struct FilterTests {
  private let shop = describe("shop", .tags("all")) {
    it("opens", .tags("slow")) {}
    context("shelf", .tags("books")) {
      it("fills") {}
      it("empties", .tags("slow")) {}
      outline("lends") { (_: Int) in
      } rows: {
        row("Emma", 1, traits: .tags("novel"))
        row("Lyrics", 2, traits: .tags("slow"))
        row("Maps", 3)
      }
    }
    context("till") {
      it("counts", .tags("money", "slow")) {}
    }
  }

  private func chosen(_ change: (inout Selection) throws -> Void) async rethrows -> String {
    var options = RunOptions.plain()
    try change(&options.selection)
    let trace = await traced(shop, options: options)
    let names = trace.executedPaths.map { $0.dropFirst("shop/".count) }
    return names.joined(separator: ", ") + (trace.summary.nothingRan ?? "")
  }

  private func tagged(_ conditions: [String]...) async throws -> String {
    var lines: [String] = []
    for condition in conditions {
      let names = try await chosen { $0.tags = try condition.map { try TagCondition($0) } }
      lines.append("\(condition.joined(separator: " and ")): \(names)")
    }
    return lines.joined(separator: "\n")
  }

  @Test("tags: required, any of several, none of some; inherited, and on rows")
  func tags() async throws {
    try await expect(
      tagged(
        ["slow"], ["!slow"], ["books"], ["books", "slow"], ["money,novel"], ["all", "!books"],
        ["!books,!money"], ["books", "!novel"], [" money , novel "]),
      equals: """
        slow: opens, shelf/empties, shelf/lends/Lyrics, till/counts
        !slow: shelf/fills, shelf/lends/Emma, shelf/lends/Maps
        books: shelf/fills, shelf/empties, shelf/lends/Emma, shelf/lends/Lyrics, shelf/lends/Maps
        books and slow: shelf/empties, shelf/lends/Lyrics
        money,novel: shelf/lends/Emma, till/counts
        all and !books: opens, till/counts
        !books,!money: opens
        books and !novel: shelf/fills, shelf/empties, shelf/lends/Lyrics, shelf/lends/Maps
         money , novel : shelf/lends/Emma, till/counts
        """)
    try await expect(tagged(["poems"]), equals: "poems: Nothing matches “poems”.")
    try await expect(
      tagged(["slow", "!all"]), equals: "slow and !all: Nothing matches “slow”, “!all”.")
    try await expect(
      tagged(["slwo,all"], ["slwo"]),
      equals: """
        slwo,all: opens, shelf/fills, shelf/empties, shelf/lends/Emma, shelf/lends/Lyrics, shelf/lends/Maps, till/counts
        slwo: Nothing matches “slwo”. Did you mean:
          the tag “slow”
        """)
  }

  @Test func `regular expressions on ids, of examples and of rows; any of them`() async throws {
    func filtered(_ expressions: String...) async throws -> String {
      let filters = try expressions.map { try IDFilter($0) }
      return await chosen { $0.filters = filters }
    }
    try await expect(
      filtered("s$"),
      equals: "opens, shelf/fills, shelf/empties, "
        + "shelf/lends/Emma, shelf/lends/Lyrics, shelf/lends/Maps, till/counts")
    try await expect(
      filtered("^Acceptance/shop/till/", "/fil+s"), equals: "shelf/fills, till/counts")
    try await expect(filtered("lends/(Emma|Maps)$"), equals: "shelf/lends/Emma, shelf/lends/Maps")
    try await expect(filtered("(?i)EMMA"), equals: "shelf/lends/Emma")
    try await expect(filtered("poems"), equals: "Nothing matches “poems”.")
    #expect(throws: (any Error).self) { try IDFilter("(") }
  }

  @Test func `regular expressions leave examples and rows out; whichever matches`() async throws {
    func left(_ skips: String..., filters: [String] = [], tags: [String] = []) async throws
      -> String
    {
      let (skips, filters) = (try skips.map(IDFilter.init), try filters.map(IDFilter.init))
      let tags = try tags.map { try TagCondition($0) }
      return await chosen { ($0.skips, $0.filters, $0.tags) = (skips, filters, tags) }
    }
    try await expect(
      left("shelf/[fe]", "Emma$"),
      equals: "opens, shelf/lends/Lyrics, shelf/lends/Maps, till/counts")
    try await expect(
      left("/lends$", #"^Acceptance\.shop/till"#),
      equals: "opens, shelf/fills, shelf/empties")
    try await expect(
      left("Emma", filters: ["lends/", "opens"]),
      equals: "opens, shelf/lends/Lyrics, shelf/lends/Maps")
    try await expect(
      left("lends/.", filters: ["lends|opens"]), equals: "opens")
    try await expect(
      left("Lyrics", filters: ["lends/L"]),
      equals:
        "Nothing matches “lends/L”, “not Lyrics”. Did you mean:\n  Acceptance/shop/shelf/lends")
    try await expect(
      left("Lyrics|empties", tags: ["slow"]), equals: "opens, till/counts")
    try await expect(left("."), equals: "Nothing matches “not .”.")
  }

  @Test("a condition without a tag, and an empty expression, would select everything")
  func empty() throws {
    for text in ["", " ", ",", "slow,", ",slow", "!", "slow,!", "a,,b"] {
      #expect(throws: UsageError.self, "\(text)") { try TagCondition(text) }
    }
    #expect(throws: UsageError.self) { try IDFilter("") }
  }

  @Test func `selectors, filters and tags must agree`() async throws {
    let filter = try IDFilter("e")
    let names = try await chosen {
      $0.selectors = ["shelf"]
      $0.filters = [filter]
      $0.tags = [try TagCondition("slow,novel")]
    }
    expect(names, equals: "shelf/empties, shelf/lends/Emma, shelf/lends/Lyrics")
    let none = try await chosen {
      $0.selectors = ["till"]
      $0.tags = [try TagCondition("books")]
    }
    expect(
      none,
      equals: """
        Nothing matches “till”, “books”. Did you mean:
          Acceptance/shop/till
        """)
  }
}
