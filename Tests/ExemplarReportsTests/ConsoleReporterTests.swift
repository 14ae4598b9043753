import Exemplar
import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

/// The output of the console, word for word.
struct ConsoleReporterTests {
  /// What is printed; `finish()` comes last, also where the run did not end.
  private func console(
    _ events: [Event], hasColor: Bool = false, layout: ConsoleLayout = .tree,
    guardsCommands: Bool = false
  ) -> String {
    let text = Locked("")
    let time = Locked(0.0)
    var context = ReportContext(
      directory: "/shop", environment: guardsCommands ? ["GITHUB_ACTIONS": "true"] : [:],
      style: Style(hasColor: hasColor),
      // Each look at the clock is 1.5 s after the last.
      now: {
        time.withLock {
          $0 += 1.5; return $0
        }
      }, print: { part in text.withLock { $0 += part } })
    context.layout = layout
    let reporter = ConsoleReporter(context)
    events.forEach(reporter.report)
    reporter.finish()
    return text.withLock { $0 }
  }

  /// Hooks that specs share: a group without examples.
  private static func sharedHooks(_ events: Event..., failed: Bool = false) -> [Event] {
    [FixtureRun.group("opened")] + events + [FixtureRun.groupEnded("opened", failed: failed)]
  }

  @Test(arguments: [ConsoleLayout.tree, .progress])
  func `shared hooks that passed have no heading`(layout: ConsoleLayout) {
    let end = RunSummary(seed: 7)
    let plain = console([.runEnded(end)], layout: layout)
    expect(console(Self.sharedHooks() + [.runEnded(end)], layout: layout), equals: plain)
    let known = FixtureRun.issue("opened", is: Issue("odd", isKnown: true))
    let events = Self.sharedHooks(known) + Self.sharedHooks(failed: true) + [.runEnded(end)]
    if layout == .tree {
      expect(console(events), equals: "opened 1 known issue\n\n✘ opened\n\n" + plain)
    }
  }

  @Test func `a process that exits prints nothing after the end, so no spec twice`() {
    let text = Locked("")
    var context = ReportContext(print: { part in text.withLock { $0 += part } })
    context.now = { 0 }
    let reporter = ConsoleReporter(context)
    reporter.report(.runStart(order: .random))
    reporter.report(FixtureRun.group("Cart"))
    reporter.finish()
    let end = text.withLock { $0 }
    reporter.report(FixtureRun.groupEnded("Cart", failed: true))
    expect(text.withLock { $0 }, equals: end)
  }

  /// Five runs are this one and four before it.
  @Test(arguments: [
    ("pppp", true), ("fpppp", true), ("ppp", false), ("pqpp", false), ("ppps", false),
  ])
  func `a quarantine is to be removed after five runs that passed`(past: String, isMended: Bool) {
    let outcomes: [Character: Outcome] = [
      "p": .passed, "f": .failed(unexpected: false), "q": .quarantined(reason: ""),
      "s": .skipped(reason: ""),
    ]
    var facts = Facts()
    facts[.quarantines] = ["SHOP-12 until 9999-12-31"]
    let context = ExampleContext(at: FixtureRun.place(3), row: nil, facts, [])
    let rows = PassedRows(
      in: FixtureRun.id("Cart"), context,
      [PassedRows.Row("syncs", RowReference(name: "syncs"), duration: 0)])
    let other = FixtureRun.started("Cart", "adds")
    let text = Locked("")
    var report = ReportContext(now: { 0 }, print: { part in text.withLock { $0 += part } })
    report.history = {
      FixtureRun.history(past.map { ["syncs": outcomes[$0]!, "adds": .passed] })
    }
    let reporter = ConsoleReporter(report)
    let begin = RunStarted(seed: 7, order: .defined, specs: 1, examples: 2)
    for event in [.runStarted(begin), FixtureRun.group("Cart"), other] { reporter.report(event) }
    reporter.report(FixtureRun.ended("Cart", "adds", as: .passed))
    reporter.report(.passedRows(rows))
    reporter.report(FixtureRun.groupEnded("Cart"))
    reporter.report(.runEnded(RunSummary(seed: 7)))
    let line =
      "Quarantined, and passed in the last 5 runs: remove the quarantine of\n  Cart › syncs\n"
    expect(text.withLock { $0 }.contains(line), equals: isMended)
    #expect(!text.withLock { $0 }.contains("  Cart › adds\n"))
  }

  @Test func paintsWhatIsFlakyYellow() {
    let events: [Event] = [
      .runStart(),
      FixtureRun.group("Cart"), FixtureRun.started("Cart", "syncs"),
      FixtureRun.issue("Cart", "syncs", is: Issue("no answer", isRetried: true)),
      FixtureRun.ended("Cart", "syncs", as: .flaky, attempts: 2), FixtureRun.groupEnded("Cart"),
    ]
    let text = console(events + [FixtureRun.end(of: events, notReached: 0)], hasColor: true)
    #expect(text.contains("\n\u{1B}[33mFlaky\u{1B}[0m\n\n"))
    #expect(text.contains("\n     no answer\n"))
    #expect(!text.contains("Failures"))
  }

  /// The last screen never has the location of one failure and the text of another.
  @Test func failuresOutsideAllExamplesHaveALineEach() {
    var events: [Event] = [.runStart(examples: 3), FixtureRun.group("Cart")]
    for name in ["adds", "syncs", "empties"] {
      events += [
        FixtureRun.started("Cart", name),
        FixtureRun.issue("Cart", name, is: Issue("no answer to \(name)", at: FixtureRun.place(9))),
        FixtureRun.ended("Cart", name, as: .failed(unexpected: true)),
      ]
    }
    events += [
      FixtureRun.issue(is: Issue("The server was not shut down.")),
      FixtureRun.issue(
        is: Issue("A thread goes on.", at: Place(path: "/shop/Thread.swift", line: 7))),
      FixtureRun.groupEnded("Cart"),
    ]
    let text = console(events + [FixtureRun.end(of: events, notReached: 0)], hasColor: false)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("  4  ") }.suffix(2).map {
      $0.split(separator: " ").joined(separator: " ")
    }
    expect(
      lines, equals: ["4 The server was not shut down.", "4 Thread.swift:7 A thread goes on."],
      "\(text)")
  }

  /// Whatever comes from the author or from data does nothing to a terminal, nor to a job of GitHub.
  @Test(arguments: ConsoleLayout.allCases, [false, true])
  func whatUsersWriteIsEscaped(layout: ConsoleLayout, hasColor: Bool) {
    let evil = "\u{1B}[2Jone\r::error::two\u{0}\n::error::\u{9B}31mthree\u{1B}[31m\n##[error]four"
    let row = RowReference(
      name: evil, place: Place(path: "/shop/\(evil).csv", line: 2), values: evil)
    let context = ExampleContext(
      at: Place(path: "/shop/\(evil).swift", line: 3), row: row, tags: [evil], bugs: [evil],
      inclusions: [InclusionFrame(evil, at: FixtureRun.place(4))])
    var issue = Issue(evil, at: Place(path: evil, line: 5))
    issue.labels = [evil]
    issue.checkpoint = evil
    issue.context = context
    func of(_ name: String, _ events: (ExampleID) -> [Event]) -> [Event] {
      let id = ExampleID(["Shop", evil, name])
      return [.exampleStarted(ExampleStarted(id, context))] + events(id)
    }
    let events: [Event] =
      [
        .runStart(examples: 3),
        FixtureRun.group(evil),
        FixtureRun.issue(evil, is: Issue("2 are named “\(evil)”.", isWarning: true)),
      ]
      + of(evil) { id in
        [
          .issue(issue, of: id),
          .attachment(evil, of: id, size: 1, path: evil),
          .attachment(AttachmentRecorded.outputName, of: id, size: 1, text: evil),
          .exampleEnd(id, .failed(unexpected: true)),
        ]
      }
      + of("skipped") { [.exampleEnd($0, .skipped(reason: evil))] }
      + of("pending") { [.exampleEnd($0, .pending(reason: evil))] }
      + [
        FixtureRun.issue(is: Issue(evil)), FixtureRun.issue(is: Issue(evil, cause: .timeLimit)),
        FixtureRun.groupEnded(evil),
      ]
    for end in [[], [FixtureRun.end(of: events, notReached: 0)]] {
      let text = console(events + end, hasColor: hasColor, layout: layout, guardsCommands: true)
      let unstyled = text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
      #expect(hasColor || text == unstyled)
      #expect(
        unstyled.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.properties.generalCategory != .control
        })
      let styles: Set = ["0", "31", "32", "33", "2", "1", "1;31", "1;32"]
      let used = text.matches(of: #/\u{1B}\[([0-9;]*)m/#).map { String($0.1) }
      #expect(Set(used).isSubset(of: styles))
      // Each style that begins ends, so none of them is the author's.
      expect(used.count(where: { $0 == "0" }) * 2, equals: used.count)
      for line in text.split(separator: "\n") {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::"), "\(line)")
        #expect(!line.contains("##["), "\(line)")
      }
      // The lines of a message stay lines.
      #expect(text.contains("\\u{1B}[2Jone\\r::error::two\\0\n"))
    }
  }

  /// Of groups, too, and of failures in large runs.
  @Test func showsAttachments() {
    func attached(_ names: String..., as name: String) -> Event {
      .attachment(name, of: ExampleID(names), size: 4)
    }
    func events(examples: Int) -> [Event] {
      [
        .runStart(order: .random, examples: examples),
        FixtureRun.group("Cart"), attached("Shop", "Cart", as: "plan.txt"),
        FixtureRun.started("Cart", "adds"), attached("Shop", "Cart", "adds", as: "page.txt"),
        FixtureRun.ended("Cart", "adds", as: .passed),
        FixtureRun.started("Cart", "pays"), attached("Shop", "Cart", "pays", as: "bill.txt"),
        FixtureRun.ended("Cart", "pays", as: .failed(unexpected: false)),
        FixtureRun.groupEnded("Cart"),
      ]
    }
    func tree(examples: Int) -> String {
      let text = console(events(examples: examples))
      let start = text.range(of: "\n\n")?.upperBound ?? text.startIndex
      let end = text.range(of: "\nThe run did not finish.")?.lowerBound ?? text.endIndex
      return text[start..<end].trimmingCharacters(in: .newlines)
    }
    expect(
      tree(examples: 2),
      equals: """
        Cart
          attached plan.txt, 4 bytes
          ✔ adds
            attached page.txt, 4 bytes
          ✘ pays
            attached bill.txt, 4 bytes
        """)
    expect(
      tree(examples: 1_000),
      equals: """
        ✘ Cart 2 examples, 1 failed · 0 s
            ✘ pays
              attached bill.txt, 4 bytes
        """)
  }

  @Test func showsTheFirstOfVeryManyIssuesOfAnExample() {
    func events(issues: Int) -> [Event] {
      let issues = (1...issues).map {
        FixtureRun.issue("Cart", "adds", is: Issue("number \($0)", isExpected: true))
      }
      let end = FixtureRun.ended("Cart", "adds", as: .failed(unexpected: false))
      let start: Event = .runStart(order: .random)
      return [start, FixtureRun.group("Cart"), FixtureRun.started("Cart", "adds")] + issues
        + [end, FixtureRun.groupEnded("Cart")]
    }
    func failure(issues: Int) -> [Substring] {
      console(events(issues: issues)).split(separator: "\n").drop { $0 != "  1  Cart › adds" }
        .prefix { !$0.contains("run it again") }
    }
    let numbers = (1...20).map { "     number \($0)" }
    expect(failure(issues: 20).dropFirst().map(String.init), equals: numbers)
    expect(
      failure(issues: 3000).dropFirst().map(String.init),
      equals: numbers + ["     … and 2980 more; all of them with --verbose"])
  }

  @Test(arguments: [("✘", false), ("⚑", true)])
  func saysAtOnceThatAnExampleExceedsItsLimit(mark: String, isQuarantined: Bool) {
    var issue = Issue(
      "The time limit of 1 s was exceeded.", at: FixtureRun.place(10), cause: .timeLimit)
    (issue.isKnown, issue.isQuarantined) = (isQuarantined, isQuarantined)
    let events: [Event] = [
      .runStart(order: .random),
      FixtureRun.group("Cart"), FixtureRun.started("Cart", "adds"),
      FixtureRun.issue("Cart", "adds", is: issue),
    ]
    let text = Locked("")
    let reporter = ConsoleReporter(
      ReportContext(print: { part in text.withLock { $0 += part } }))
    events.forEach(reporter.report)
    expect(
      text.withLock { $0 },
      equals: """
        Running 1 example of 1 spec · seed 7

        \(mark) Cart › adds: The time limit of 1 s was exceeded. It is still running.

        """)
  }

  /// The rows of an outline are not known yet.
  @Test(arguments: [
    (0, 0, "0 examples"), (1, 0, "1 example"), (3, 1, "2 examples and 1 outline"),
    (2, 2, "2 outlines"),
  ])
  func countsOutlinesApart(examples: Int, outlines: Int, text: String) {
    let start = RunStarted(
      seed: 7, order: .random, specs: 1, examples: examples, outlines: outlines)
    #expect(
      console([.runStarted(start)]).hasPrefix("Running \(text) of 1 spec · seed 7\n\n"))
  }

  /// If very many examples end their process, not all are reported in full.
  @Test(arguments: [ConsoleLayout.tree, .failures])
  func showsSomeOfVeryManyThatEndedTheirProcess(layout: ConsoleLayout) {
    let events: [Event] =
      [.runStart(order: .random, examples: 302), FixtureRun.group("Cart")]
      + (1...302).flatMap { number -> [Event] in
        let signal = number == 302 ? "11" : "4"
        let crash = Issue("It was ended by signal \(signal).\nmore", cause: .endOfProcess)
        return [
          FixtureRun.started("Cart", "number \(number)"),
          FixtureRun.issue("Cart", "number \(number)", is: crash),
          FixtureRun.ended("Cart", "number \(number)", as: .failed(unexpected: true)),
        ]
      }
    let text = console(events, layout: layout)
    expect(
      text.components(separatedBy: "run it again: ").count - 1, equals: layout == .tree ? 0 : 120)
    #expect(text.contains("  … and 182 more; all of them with --verbose\n"))
    let names = (1...20).map { "\n  Cart › number \($0)" }.joined()
    #expect(
      text.contains(
        "It was ended by signal 4:\(names)\n  … and 281 more\nIt was ended by signal 11:\n  "
          + "Cart › number 302\n"))
  }

  /// The exit of the process comes last, and is not among the failures that are cut.
  @Test func saysLastWhatEndedTheProcess() {
    let failures = (1...150).flatMap { number -> [Event] in
      let name = "number \(number)"
      return [
        FixtureRun.started("Cart", name),
        FixtureRun.issue("Cart", name, is: Issue("1 != 2", isExpected: true)),
        FixtureRun.ended("Cart", name, as: .failed(unexpected: false)),
      ]
    }
    let crash = Issue(
      "The process was ended by signal 4 (a Swift precondition or trap) while this ran.\n"
        + "The last that it wrote:\nIndex out of range", at: FixtureRun.place(9),
      cause: .endOfProcess)
    let many = (1...30).map {
      FixtureRun.issue("Cart", "jams", is: Issue("coin \($0)", isExpected: true))
    }
    let row = RowReference(name: "free")
    let events: [Event] =
      [
        .runStart(order: .random, examples: 160),
        FixtureRun.group("Cart"),
        .exampleStart(
          ExampleID(["Shop", "Cart", "prints"]), at: FixtureRun.place(3), isLeftOut: true),
        FixtureRun.ended("Cart", "prints", as: .skipped(reason: "no printer"), attempts: 0),
        // One example that should run, whatever it contains.
        FixtureRun.group("Cart", "prices", kind: .outline),
        FixtureRun.group("Cart", "prices", "suite", kind: .suite),
        FixtureRun.started(
          "Cart", "prices", "suite", "free",
          context: ExampleContext(at: FixtureRun.place(3), row: row)),
        FixtureRun.ended("Cart", "prices", "suite", "free", as: .passed),
        FixtureRun.groupEnded("Cart", "prices", "suite"),
        FixtureRun.started("Cart", "prices", "row names"),
        FixtureRun.ended("Cart", "prices", "row names", as: .passed),
        FixtureRun.groupEnded("Cart", "prices"),
      ] + failures + [FixtureRun.started("Cart", "jams")] + many + [
        FixtureRun.issue("Cart", "jams", is: crash),
        FixtureRun.ended("Cart", "jams", as: .failed(unexpected: true)),
      ]
    let text = console(events)
    let end = text.range(of: "  … and 50 more; all of them with --verbose\n")?.upperBound
    expect(
      text[(end ?? text.startIndex)...].replacing(#/\nRun what failed again: .*\n/#, with: "\n"),
      equals: """

        151  Cart › jams
        \((1...20).map { "     coin \($0)" }.joined(separator: "\n"))
             … and 10 more; all of them with --verbose
             The process was ended by signal 4 (a Swift precondition or trap) while this ran.
             The last that it wrote:
             Index out of range
               at Tests/CartSpec.swift:9:3

        The run did not finish.

        \((1...20).map { "\("\($0)".leftPadded(to: 3))    Cart › number \($0)" }.joined(separator: "\n"))
             … and 131 more

        Run one alone, such as the first: exemplar test 'Shop/Cart/number 1'
        The process was ended by signal 4 (a Swift precondition or trap) while this ran:
          Cart › jams
        FAILED · 162 examples: 2 passed, 151 failed (1 unexpectedly), 1 skipped, 8 not reached · 1.5 s · seed 7

        """)
  }

  @Test func saysHowToSeeAllOfALongOutput() {
    func shown(ofBytes size: Int) -> String {
      let id = ExampleID(["Shop", "Cart", "adds"])
      let text = (1...50).map { "line \($0)\n" }.joined()
      let all = console([
        .runStart(order: .random),
        FixtureRun.group("Cart"),
        FixtureRun.started("Cart", "adds"),
        FixtureRun.issue("Cart", "adds", is: Issue("It failed.", at: FixtureRun.place(2))),
        .attachment(AttachmentRecorded.outputName, of: id, size: size, text: text),
        FixtureRun.ended("Cart", "adds", as: .failed(unexpected: true)),
        FixtureRun.groupEnded("Cart"),
      ])
      let lines = all.split(separator: "\n").drop { !$0.contains("It printed:") }
      return lines.dropFirst(10).prefix(3).joined(separator: "\n")
    }
    expect(
      shown(ofBytes: 400),
      equals: """
               line 10
               … 10 lines are left out; all of them with --verbose
               line 21
        """)
    // Only a part of it is kept.
    expect(
      shown(ofBytes: 25_000),
      equals: """
               line 10
               … much is left out; all that is printed with --show-output always
               line 21
        """)
  }

  @Test func linesOfAListThatComeAtOnceArePrintedTogether() {
    func parts(secondsBetween seconds: Double) -> [String] {
      let (parts, time) = (Locked([String]()), Locked(0.0))
      let reporter = ConsoleReporter(
        ReportContext(
          now: {
            time.withLock {
              $0 += seconds; return $0
            }
          }, print: { part in parts.withLock { $0.append(part) } }))
      for row in 1...2000 {
        let id = ExampleID(["Shop", "Cart", "prices/\(row % 2)", "#\(row)"])
        reporter.report(.exampleListed(ExampleListed(id: id, place: FixtureRun.place(row))))
      }
      reporter.report(.runEnded(RunSummary(seed: 7)))
      reporter.finish()
      return parts.withLock { $0 }
    }
    let together = parts(secondsBetween: 0)
    #expect(together.count < 20)
    let lines = together.joined().split(separator: "\n")
    #expect(lines.count == 2001 && lines[2000] == "2000 examples")
    expect(lines[1], equals: "Shop/Cart/prices%2F0/#2  /shop/Tests/CartSpec.swift:2:3")
    expect(lines[2], equals: "Shop/Cart/prices%2F1/#3  /shop/Tests/CartSpec.swift:3:3")
    // Slow lines are printed at once.
    let apart = parts(secondsBetween: 1)
    #expect(apart.count > 900 && apart.joined() == together.joined())
  }

  @Test func isIncompleteIfItCannotBeWritten() {
    struct DiskIsFull: Error {}
    let isFull = Locked(false)
    let reporter = ConsoleReporter(
      ReportContext(print: { _ in if isFull.withLock({ $0 }) { throw DiskIsFull() } }))
    reporter.report(.runStart(order: .random, specs: 2, examples: 3))
    #expect(reporter.isComplete)
    isFull.withLock { $0 = true }
    reporter.finish()
    #expect(!reporter.isComplete)
  }

  /// One after the other; in each, what is named fails, and the last is told up to there if it is cut.
  private func repetitions(
    _ failing: [[String]], cut: Bool = false, of all: Int? = nil, end: String? = nil,
    nothingRan: Bool = false, quarantined: Bool = false
  ) -> String {
    var events: [Event] = []
    for (index, names) in failing.enumerated() {
      events.append(
        .runStart(seed: 1, examples: 2, repetition: index + 1, of: all ?? failing.count))
      var summary = RunSummary(seed: 1, order: .defined)
      for name in ["holds", "is sorted"] {
        events.append(FixtureRun.started("Cart", name))
        let failure: Outcome =
          quarantined ? .quarantined(reason: "BUG-1") : .failed(unexpected: false)
        let outcome = names.contains(name) ? failure : .passed
        events.append(FixtureRun.ended("Cart", name, as: outcome))
        summary.count(events[events.endIndex - 1])
      }
      summary.finished = true
      if nothingRan { summary.nothingRan = "There is nothing to run." }
      if let end, index == failing.count - 1 {
        let issue = ExemplarCore.Issue(end, cause: .endOfProcess)
        events.append(.issue(issue))
        summary.count(events[events.endIndex - 1])
      }
      if !cut || index < failing.count - 1 { events.append(.runEnded(summary)) }
    }
    let text = console(events)
    if nothingRan { return text.contains("repetitions:") ? text : "" }
    return String(
      text[(text.range(of: "\n\n", options: .backwards)?.upperBound ?? text.endIndex)...])
  }

  @Test func repetitionsHaveATotal() {
    expect(repetitions([[], [], []]), equals: "PASSED · 3 repetitions: all passed\n")
    expect(
      repetitions([["holds"], [], ["holds"]], quarantined: true),
      equals: "PASSED · 3 repetitions: all passed, 2 quarantined\n")
    expect(
      repetitions([[], ["holds"], [], ["is sorted", "holds"], []]),
      equals: """
        Failed in the repetitions:
          2 × Cart › holds
          1 × Cart › is sorted
        FAILED · 5 repetitions: 3 passed, 2 failed (2, 4)

        """)
    // The first failure may end them, and so may the user.
    expect(
      repetitions([[], [], ["holds"]], of: .max),
      equals: """
        Failed in the repetitions:
          1 × Cart › holds
        FAILED · 3 repetitions: 2 passed, 1 failed (3)

        """)
    expect(
      repetitions([["holds"]], of: .max),
      equals: """
        Failed in the repetitions:
          1 × Cart › holds
        FAILED · 1 repetition: 1 failed (1)

        """)
    expect(
      repetitions([[], []], cut: true, of: .max),
      equals: "FAILED · 2 repetitions: 1 passed, 1 did not finish\n")
    expect(
      repetitions([[], ["holds"]], cut: true, of: .max),
      equals: """
        Failed in the repetitions:
          1 × Cart › holds
        FAILED · 2 repetitions: 1 passed, 1 failed (2)

        """)
    // It may end early, without any other failure.
    expect(repetitions([[], [], []], of: 9), equals: "FAILED · 3 of 9 repetitions: 3 passed\n")
    expect(
      repetitions([[], []], of: 9, end: "The run ended after repetition 2 of 9."),
      equals: "FAILED · 2 of 9 repetitions: 1 passed, 1 did not finish\n")
    expect(repetitions([[], []], nothingRan: true), equals: "")
    #expect(repetitions(Array(repeating: ["holds"], count: 25)).contains("20, \u{2026})\n"))
    // A single one is reported by its summary.
    #expect(!repetitions([["holds"]]).contains("repetitions"))
  }
}
