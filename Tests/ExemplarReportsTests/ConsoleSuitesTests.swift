import Exemplar
import ExemplarCore
import ExemplarReports
import TestSupport
import Testing

/// The output of the console for outlines whose rows are in data suites, word for word.
struct ConsoleSuitesTests {
  /// What is printed of a run of one outline, whose rows are written as their paths; those with an
  /// exclamation mark fail, and those with a tilde are skipped.
  private func console(_ rows: [String], treeLimit: Int = 400, verbose: Bool = false) -> String {
    var events: [Event] = [.runStart()]
    let outline = ["M", "A shop", "sells"]
    for depth in 2...3 {
      events.append(group(Array(outline[..<depth]), kind: depth == 3 ? .outline : .group))
    }
    var open: [String] = []
    for row in rows {
      let path = row.filter { !"!~".contains($0) }.split(separator: "/").map(String.init)
      let common = zip(open, path.dropLast()).prefix { $0 == $1 }.count
      while open.count > common {
        events.append(ended(outline + open))
        open.removeLast()
      }
      for suite in path.dropLast().dropFirst(common) {
        open.append(suite)
        events.append(group(outline + open, kind: .suite))
      }
      events += example(outline + path, fails: row.hasSuffix("!"), isSkipped: row.hasSuffix("~"))
    }
    for count in (0...open.count).reversed() { events.append(ended(outline + open[..<count])) }
    events.append(ended(Array(outline[..<2])))
    var summary = RunSummary(seed: 7)
    events.forEach { summary.count($0) }
    summary.finished = true
    let text = Locked("")
    let reporter = ConsoleReporter(
      ReportContext(
        directory: "/shop",
        console: ConsoleSettings(isVerbose: verbose, treeLimit: treeLimit),
        print: { part in text.withLock { $0 += part } }))
    events.forEach(reporter.report)
    reporter.report(.runEnded(summary))
    // The tree, without the lines around it. Nobody has concluded the run, so there is no verdict.
    let lines = text.withLock { $0.dropLast() }.split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(2).prefix { $0 != "Failures" }.joined(separator: "\n")
  }

  private let place = Place(path: "/shop/Books.plist", line: 1)

  private func group(_ path: [String], kind: GroupStarted.Kind) -> Event {
    .groupStart(ExampleID(path), at: place, kind: kind)
  }

  private func ended(_ path: [String]) -> Event {
    .groupEnd(ExampleID(path))
  }

  private func example(_ path: [String], fails: Bool, isSkipped: Bool) -> [Event] {
    let id = ExampleID(path)
    var events: [Event] = [.exampleStart(id, at: place)]
    if fails { events.append(.issue(Issue("torn"), of: id)) }
    let outcome: Outcome =
      fails ? .failed(unexpected: true) : isSkipped ? .skipped(reason: "no till") : .passed
    return events + [.exampleEnd(id, outcome)]
  }

  /// A hook may skip all rows of an outline, which then has run nothing.
  @Test func manySkippedRowsAreCounted() {
    let skipped = (1...13).map { "\($0)~" }
    #expect(console(skipped).contains("  ↷ sells 13 rows, 13 skipped: no till\n"))
    #expect(console(skipped + ["a"]).contains("  ✔ sells 14 rows, 13 skipped: no till\n"))
    #expect(!console(skipped).contains("↷ 1 skipped"))
    #expect(console(skipped, verbose: true).contains("    ↷ 1 skipped: no till\n"))
    #expect(
      console(skipped + ["a!"], treeLimit: 0).hasPrefix(
        "✘ A shop 14 examples, 1 failed · 0 s\n    sells › ↷ 13 skipped: no till\n    sells › ✘ a"
      ))
    expect(
      console(["1~", "a"]),
      equals: """
        A shop
          sells
            ↷ 1 skipped: no till
            ✔ a

        """)
  }

  private let books = [
    "Bible", "fiction/Aesop", "fiction/novels/Emma", "fiction/novels/Dune!",
    "fiction/novels/gothic/Dracula", "maps/London", "Atlas",
  ]

  @Test func showsSuitesAsGroups() {
    expect(
      console(books),
      equals: """
        A shop
          sells
            ✔ Bible
            fiction
              ✔ Aesop
              novels
                ✔ Emma
                ✘ Dune
                gothic
                  ✔ Dracula
            maps
              ✔ London
            ✔ Atlas

        """)
  }

  @Test func foldsOnlyTheSuiteThatHasManyRows() {
    let many = (1...40).map { "fiction/book \($0)\($0 == 13 ? "!" : "")" }
    expect(
      console(["Bible"] + many + ["fiction/novels/Emma", "maps/London"]),
      equals: """
        A shop
          sells
            ✔ Bible
            ✘ fiction 40 rows, 1 failed
              ✘ book 13
              novels
                ✔ Emma
            maps
              ✔ London

        """)
  }

  /// Suites are no rows: many of them do not fold the rows beside them, and none of them fails.
  @Test func countsSuitesNotAsRows() {
    let suites = (1...30).map { "suite \($0)/Emma" }
    let shown = (1...30).map { "    suite \($0)\n      ✔ Emma\n" }.joined()
    expect(console(["Bible"] + suites), equals: "A shop\n  sells\n    ✔ Bible\n\(shown)")
    let rows = (1...20).map { "book \($0)" }
    expect(
      console(rows + ["maps/London!"]),
      equals: """
        A shop
          ✘ sells 20 rows
            maps
              ✘ London

        """)
    expect(
      console(rows + ["maps/London"]),
      equals: """
        A shop
          ✔ sells 20 rows
            maps
              ✔ London

        """)
  }

  /// Nor do they take memory without end.
  @Test func foldsAThousandSuites() {
    let suites = (1...1500).map { "suite \($0)/Emma\($0 == 7 ? "!" : "")" }
    expect(
      console(suites),
      equals: """
        A shop
          ✘ sells 1500 rows in 1500 groups, 1 failed
            suite 7
              ✘ Emma

        """)
  }

  @Test func namesTheSuitesOfWhatFailedWhereARunIsLarge() {
    expect(
      console(books, treeLimit: 0),
      equals: """
        ✘ A shop 7 examples, 1 failed · 0 s
            sells › fiction › novels › ✘ Dune

        """)
  }
}
