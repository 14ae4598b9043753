import ExemplarCore
import ExemplarReports
import Foundation
import Testing

/// What the console shows of runs, word for word.
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

  private static func place(_ line: Int) -> Place {
    Place(path: "/shop/CartSpec.swift", line: line, column: 3)
  }

  private static func started(_ names: String..., row: RowReference? = nil) -> Event {
    .exampleStarted(ExampleStarted(ExampleID(names), ExampleContext(at: place(1), row: row)))
  }

  private static func ended(
    _ names: String..., as outcome: Outcome, attempts: Int = 1, after duration: Double = 0
  ) -> Event {
    .exampleEnded(
      ExampleEnded(
        id: ExampleID(names), outcome: outcome, duration: duration, attempts: attempts))
  }

  private static func group(_ names: String..., isOutline: Bool = false) -> Event {
    .groupStarted(GroupStarted(id: ExampleID(names), place: place(1), isOutline: isOutline))
  }

  private static func groupEnded(_ names: String..., failed: Bool = false) -> Event {
    .groupEnded(GroupEnded(id: ExampleID(names), failed: failed))
  }

  private static func issue(_ names: String..., is issue: ExemplarCore.Issue) -> Event {
    .issueRecorded(IssueRecorded(id: names.isEmpty ? nil : ExampleID(names), issue: issue))
  }

  /// Hooks that specs share: a group without examples.
  private static func sharedHooks(_ events: Event..., failed: Bool = false) -> [Event] {
    [group("M", "opened")] + events + [groupEnded("M", "opened", failed: failed)]
  }

  @Test(arguments: [ConsoleLayout.tree, .progress])
  func `shared hooks that passed have no heading`(layout: ConsoleLayout) {
    let end = RunSummary(seed: 7)
    let plain = console([.runEnded(end)], layout: layout)
    #expect(console(Self.sharedHooks() + [.runEnded(end)], layout: layout) == plain)
    let known = Self.issue("M", "opened", is: Issue("odd", isKnown: true))
    let events = Self.sharedHooks(known) + Self.sharedHooks(failed: true) + [.runEnded(end)]
    if layout == .tree {
      #expect(console(events) == "opened 1 known issue\n\n✘ opened\n\n" + plain)
    }
  }

  @Test func `a process that exits prints nothing after the end, so no spec twice`() {
    let text = Locked("")
    var context = ReportContext(print: { part in text.withLock { $0 += part } })
    context.now = { 0 }
    let reporter = ConsoleReporter(context)
    reporter.report(
      .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 1)))
    reporter.report(Self.group("M", "Cart"))
    reporter.finish()
    let end = text.withLock { $0 }
    reporter.report(Self.groupEnded("M", "Cart", failed: true))
    #expect(text.withLock { $0 } == end)
  }

  /// A run with everything that can come up.
  private static let run: [Event] = {
    let row = RowReference(name: "free", place: place(21), values: "price: 0")
    return [
      .runStarted(
        RunStarted(seed: 7, order: .random, specs: 1, examples: 9, notSelected: 2)),
      group("M", "Cart"),
      started("M", "Cart", "is empty"),
      ended("M", "Cart", "is empty", as: .passed, after: 1.25),
      started("M", "Cart", "adds"),
      issue("M", "Cart", "adds", is: Issue("1 != 2\nthe count", at: place(10), isExpected: true)),
      issue(
        "M", "Cart", "adds",
        is: Issue("Threw Odd()", at: place(4), phase: .afterEach, checkpoint: "added")),
      ended("M", "Cart", "adds", as: .failed(unexpected: false)),
      started("M", "Cart", "syncs"),
      issue("M", "Cart", "syncs", is: Issue("no answer", at: place(30), isRetried: true)),
      issue(
        "M", "Cart", "syncs",
        is: Issue("late", at: place(5), phase: .beforeEach, isRetried: true)),
      ended("M", "Cart", "syncs", as: .flaky, attempts: 3),
      started("M", "Cart", "pays"),
      issue("M", "Cart", "pays", is: Issue("first time", at: place(40), isRetried: true)),
      issue("M", "Cart", "pays", is: Issue("second time", at: place(41))),
      ended("M", "Cart", "pays", as: .failed(unexpected: true), attempts: 2),
      started("M", "Cart", "prints"),
      ended("M", "Cart", "prints", as: .skipped(reason: "no printer"), attempts: 0),
      started("M", "Cart", "ships"),
      ended("M", "Cart", "ships", as: .pending(reason: "next year"), attempts: 0),
      started("M", "Cart", "rounds"),
      issue("M", "Cart", "rounds", is: Issue("off by one", at: place(50), isKnown: true)),
      issue("M", "Cart", "rounds", is: Issue("slow", at: place(51), isWarning: true)),
      ended("M", "Cart", "rounds", as: .passed),
      group("M", "Cart", "prices", isOutline: true),
      started("M", "Cart", "prices", "free", row: row),
      issue(
        "M", "Cart", "prices", "free",
        is: Issue("0 is no price", at: place(60), context: ExampleContext(row: row))),
      ended("M", "Cart", "prices", "free", as: .failed(unexpected: true)),
      groupEnded("M", "Cart", "prices"),
      group("M", "Cart", "when open"),
      issue(
        "M", "Cart", "when open", is: Issue("is locked", at: place(70), phase: .beforeAll)),
      started("M", "Cart", "when open", "closes"),
      ended(
        "M", "Cart", "when open", "closes",
        as: .blocked(by: ExampleID(["M", "Cart", "when open"])),
        attempts: 0),
      groupEnded("M", "Cart", "when open", failed: true),
      groupEnded("M", "Cart"),
      issue(is: Issue("the till is open", at: place(80))),
    ]
  }()

  /// The end of a run, with the counts of its events.
  private static func end(_ events: [Event]) -> Event {
    var summary = RunSummary(seed: 0)
    events.forEach { summary.count($0) }
    summary.duration = 2.5
    summary.finished = true
    return .runEnded(summary)
  }

  @Test func showsWhatRanAndWhatWentWrong() {
    #expect(
      console(Self.run + [Self.end(Self.run)]) == """
        Running 9 examples of 1 spec, 2 not selected · seed 7

        Cart
          ✔ is empty 1.25 s
          ✘ adds
          ✔ syncs flaky, passed on attempt 3
          ✘ pays
          ↷ prints skipped: no printer
          ○ ships pending: next year
          ✔ rounds 1 known issue
          prices
            ✘ free
          ✘ when open
            ⊘ closes blocked

        Failures

          1  Cart › adds
             1 != 2
             the count
               at CartSpec.swift:10:3
             Threw Odd()
               at CartSpec.swift:4:3 (in afterEach)
               last checkpoint: added
             run it again: exemplar test 'M/Cart/adds'

          2  Cart › pays
             second time
               at CartSpec.swift:41:3
             run it again: exemplar test 'M/Cart/pays'

          3  Cart › prices › free
             0 is no price
               at CartSpec.swift:60:3
               row free at CartSpec.swift:21:3 · price: 0
             run it again: exemplar test 'M/Cart/prices/free'

          4  Cart › when open
             is locked
               at CartSpec.swift:70:3 (in beforeAll)
             blocked: 1 example
             run it again: exemplar test 'M/Cart/when open'

          5  Outside all examples
             the till is open
               at CartSpec.swift:80:3

        Flaky

          1  Cart › syncs
             no answer
               at CartSpec.swift:30:3
             late
               at CartSpec.swift:5:3 (in beforeEach)
             run it again: exemplar test 'M/Cart/syncs'

        Warnings

          slow
            at CartSpec.swift:51:3

        9 examples: 2 passed, 3 failed (2 unexpectedly), 1 flaky, 1 skipped, 1 pending, \
        1 blocked, 1 group failure, 1 failure outside examples, \
        1 known issue, 1 warning · 2.5 s · seed 7
        Run what failed again: exemplar test --seed 7 'M/Cart/adds' 'M/Cart/pays' \
        'M/Cart/prices/free' 'M/Cart/when open'

        """)
  }

  @Test func paintsWhatIsFlakyYellow() {
    let events: [Event] = [
      .runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: 1)),
      Self.group("M", "Cart"), Self.started("M", "Cart", "syncs"),
      Self.issue("M", "Cart", "syncs", is: Issue("no answer", isRetried: true)),
      Self.ended("M", "Cart", "syncs", as: .flaky, attempts: 2), Self.groupEnded("M", "Cart"),
    ]
    let text = console(events + [Self.end(events)], hasColor: true)
    #expect(text.contains("\n\u{1B}[33mFlaky\u{1B}[0m\n\n"))
    #expect(text.contains("\n     no answer\n"))
    #expect(!text.contains("Failures"))
  }

  /// Whatever comes from the author or from data does nothing to a terminal, nor to a job of GitHub.
  @Test(arguments: ConsoleLayout.allCases, [false, true])
  func whatUsersWriteIsEscaped(layout: ConsoleLayout, hasColor: Bool) {
    let evil = "\u{1B}[2Jone\r::error::two\u{0}\n::error::\u{9B}31mthree\u{1B}[31m\n##[error]four"
    let row = RowReference(
      name: evil, place: Place(path: "/shop/\(evil).csv", line: 2), values: evil)
    let context = ExampleContext(
      at: Place(path: "/shop/\(evil).swift", line: 3), row: row, tags: [evil], bugs: [evil],
      inclusions: [InclusionFrame(evil, at: Self.place(4))])
    var issue = Issue(evil, at: Place(path: evil, line: 5))
    issue.labels = [evil]
    issue.checkpoint = evil
    issue.context = context
    func of(_ name: String, _ events: (ExampleID) -> [Event]) -> [Event] {
      let id = ExampleID(["M", evil, name])
      return [.exampleStarted(ExampleStarted(id, context))] + events(id)
    }
    let events: [Event] =
      [
        .runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: 3)),
        Self.group("M", evil),
        Self.issue("M", evil, is: Issue("2 are named “\(evil)”.", isWarning: true)),
      ]
      + of(evil) { id in
        [
          .issueRecorded(IssueRecorded(id: id, issue: issue)),
          .attachmentRecorded(AttachmentRecorded(id: id, name: evil, size: 1, path: evil)),
          .attachmentRecorded(
            AttachmentRecorded(
              id: id, name: AttachmentRecorded.outputName, size: 1, text: evil)),
          .exampleEnded(ExampleEnded(id: id, outcome: .failed(unexpected: true))),
        ]
      }
      + of("skipped") { [.exampleEnded(ExampleEnded(id: $0, outcome: .skipped(reason: evil)))] }
      + of("pending") { [.exampleEnded(ExampleEnded(id: $0, outcome: .pending(reason: evil)))] }
      + [
        Self.issue(is: Issue(evil)), Self.issue(is: Issue(evil, cause: .timeLimit)),
        Self.groupEnded("M", evil),
      ]
    for end in [[], [Self.end(events)]] {
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
      #expect(used.count(where: { $0 == "0" }) * 2 == used.count)
      for line in text.split(separator: "\n") {
        #expect(!line.trimmingCharacters(in: .whitespaces).hasPrefix("::"), "\(line)")
        #expect(!line.contains("##["), "\(line)")
      }
      // The lines of a message stay lines.
      #expect(text.contains("\\u{1B}[2Jone\\r::error::two\\0\n"))
    }
  }

  private static let focused: [Event] = [
    .runStarted(
      RunStarted(
        seed: 7, order: .defined, specs: 1, examples: 1, notSelected: 1,
        focused: [ExampleID(["M", "Cart", "adds"])])),
    group("M", "Cart"), started("M", "Cart", "adds"),
    ended("M", "Cart", "adds", as: .passed), groupEnded("M", "Cart"),
  ]

  /// Of groups, and of what did not pass where a run is large, too.
  @Test func showsAttachments() {
    func attached(_ names: String..., as name: String) -> Event {
      .attachmentRecorded(AttachmentRecorded(id: ExampleID(names), name: name, size: 4))
    }
    func events(examples: Int) -> [Event] {
      [
        .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: examples)),
        Self.group("M", "Cart"), attached("M", "Cart", as: "plan.txt"),
        Self.started("M", "Cart", "adds"), attached("M", "Cart", "adds", as: "page.txt"),
        Self.ended("M", "Cart", "adds", as: .passed),
        Self.started("M", "Cart", "pays"), attached("M", "Cart", "pays", as: "bill.txt"),
        Self.ended("M", "Cart", "pays", as: .failed(unexpected: false)),
        Self.groupEnded("M", "Cart"),
      ]
    }
    func tree(examples: Int) -> String {
      let text = console(events(examples: examples))
      let start = text.range(of: "\n\n")?.upperBound ?? text.startIndex
      let end = text.range(of: "\n\(examples) examples")?.lowerBound ?? text.endIndex
      return text[start..<end].trimmingCharacters(in: .newlines)
    }
    #expect(
      tree(examples: 2) == """
        Cart
          attached plan.txt, 4 bytes
          ✔ adds
            attached page.txt, 4 bytes
          ✘ pays
            attached bill.txt, 4 bytes
        """)
    #expect(
      tree(examples: 1_000) == """
        ✘ Cart 2 examples, 1 failed · 0 s
            ✘ pays
              attached bill.txt, 4 bytes
        """)
  }

  @Test func showsTheFirstOfVeryManyIssuesOfAnExample() {
    func events(issues: Int) -> [Event] {
      [.runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 1))]
        + [Self.group("M", "Cart"), Self.started("M", "Cart", "adds")]
        + (1...issues).map {
          Self.issue("M", "Cart", "adds", is: Issue("number \($0)", isExpected: true))
        } + [
          Self.ended("M", "Cart", "adds", as: .failed(unexpected: false)),
          Self.groupEnded("M", "Cart"),
        ]
    }
    func failure(issues: Int) -> [Substring] {
      console(events(issues: issues)).split(separator: "\n").drop { $0 != "  1  Cart › adds" }
        .prefix { !$0.contains("run it again") }
    }
    let numbers = (1...20).map { "     number \($0)" }
    #expect(failure(issues: 20).dropFirst().map(String.init) == numbers)
    #expect(
      failure(issues: 3000).dropFirst().map(String.init)
        == numbers + ["     … and 2980 more; all of them with --verbose"])
  }

  @Test func showsAFocus() {
    #expect(
      console(Self.focused + [Self.end(Self.focused)]) == """
        Running 1 example of 1 spec, 1 not selected · in the defined order
        Focused: Cart › adds

        Cart
          ✔ adds

        1 example: 1 passed · 2.5 s · defined order
        Something is focused: the rest did not run. Remove the focus.

        """)
  }

  @Test func showsWhatIsKnownOfARunThatBrokeOff() {
    let events: [Event] = [
      .runStarted(RunStarted(seed: 7, order: .random, specs: 2, examples: 3)),
      Self.group("M", "Cart"), Self.started("M", "Cart", "is empty"),
      Self.ended("M", "Cart", "is empty", as: .passed), Self.started("M", "Cart", "adds"),
      Self.issue("M", "Cart", "adds", is: Issue("1 != 2", at: Self.place(10))),
    ]
    #expect(
      console(events) == """
        Running 3 examples of 2 specs · seed 7

        Cart
          ✔ is empty
          ✘ adds did not finish

        Failures

          1  Cart › adds
             1 != 2
               at CartSpec.swift:10:3
             run it again: exemplar test 'M/Cart/adds'

        2 examples: 1 passed, 1 not reached · 1.5 s · seed 7
        The run did not finish. This was running:
          Cart › adds

        """)
  }

  private static func hooks(_ names: String..., in phase: Phase) -> Event {
    .hooksStarted(HooksStarted(id: ExampleID(names), phase: phase, place: place(1)))
  }

  private static func hooksEnded(_ names: String..., in phase: Phase) -> Event {
    .hooksEnded(HooksEnded(id: ExampleID(names), phase: phase))
  }

  @Test func namesHooksThatWereRunning() {
    let events: [Event] = [
      .runStarted(RunStarted(seed: 7, order: .random, specs: 2, examples: 3)),
      Self.group("M", "Cart"), Self.hooks("M", "Cart", in: .beforeAll),
      Self.hooksEnded("M", "Cart", in: .beforeAll), Self.started("M", "Cart", "is empty"),
      Self.ended("M", "Cart", "is empty", as: .passed), Self.group("M", "Cart", "full"),
      Self.hooks("M", "Cart", "full", in: .beforeAll),
      Self.group("M", "Till"), Self.hooks("M", "Till", in: .afterAll),
      Self.hooks("M", "Till", in: .cleanup),
    ]
    #expect(
      console(events) == """
        Running 3 examples of 2 specs · seed 7

        Cart
          ✔ is empty
          full
            ✘ beforeAll did not finish

        Till
          ✘ cleanup did not finish

        3 examples: 1 passed, 2 not reached · 1.5 s · seed 7
        The run did not finish. This was running:
          Cart › full (beforeAll)
          Till (cleanup)

        """)
  }

  @Test func saysAtOnceThatAnExampleExceedsItsLimit() {
    let events: [Event] = [
      .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 1)),
      Self.group("M", "Cart"), Self.started("M", "Cart", "adds"),
      Self.issue(
        "M", "Cart", "adds",
        is: Issue("The time limit of 1 s was exceeded.", at: Self.place(10), cause: .timeLimit)),
    ]
    let text = Locked("")
    let reporter = ConsoleReporter(
      ReportContext(print: { part in text.withLock { $0 += part } }))
    events.forEach(reporter.report)
    #expect(
      text.withLock { $0 } == """
        Running 1 example of 1 spec · seed 7

        ✘ Cart › adds: The time limit of 1 s was exceeded. It is still running.

        """)
  }

  /// Where very many examples end their process, not all of them are told in full.
  @Test(arguments: [ConsoleLayout.tree, .failures])
  func showsSomeOfVeryManyThatEndedTheirProcess(layout: ConsoleLayout) {
    let events: [Event] =
      [
        .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 302)),
        Self.group("M", "Cart"),
      ]
      + (1...302).flatMap { number -> [Event] in
        let signal = number == 302 ? "11" : "4"
        let crash = Issue("It was ended by signal \(signal).\nmore", cause: .endOfProcess)
        return [
          Self.started("M", "Cart", "number \(number)"),
          Self.issue("M", "Cart", "number \(number)", is: crash),
          Self.ended("M", "Cart", "number \(number)", as: .failed(unexpected: true)),
        ]
      }
    let text = console(events, layout: layout)
    #expect(text.components(separatedBy: "run it again: ").count - 1 == 120)
    #expect(text.contains("  … and 182 more; all of them with --verbose\n"))
    let names = (1...20).map { "\n  Cart › number \($0)" }.joined()
    #expect(
      text.contains(
        "It was ended by signal 4:\(names)\n  … and 281 more\nIt was ended by signal 11:\n  "
          + "Cart › number 302\n"))
  }

  /// The end of the process stands last, and is not among the failures that are cut.
  @Test func saysLastWhatEndedTheProcess() {
    let failures = (1...150).flatMap { number -> [Event] in
      let name = "number \(number)"
      return [
        Self.started("M", "Cart", name),
        Self.issue("M", "Cart", name, is: Issue("1 != 2", isExpected: true)),
        Self.ended("M", "Cart", name, as: .failed(unexpected: false)),
      ]
    }
    let crash = Issue(
      "The process was ended by signal 4 (a Swift precondition or trap) while this ran.\n"
        + "The last that it wrote:\nIndex out of range", at: Self.place(9), cause: .endOfProcess)
    let many = (1...30).map {
      Self.issue("M", "Cart", "jams", is: Issue("coin \($0)", isExpected: true))
    }
    let row = RowReference(name: "free")
    let events: [Event] =
      [
        .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 160)),
        Self.group("M", "Cart"),
        .exampleStarted(
          ExampleStarted(
            ExampleID(["M", "Cart", "prints"]), ExampleContext(at: Self.place(3)), isLeftOut: true)),
        Self.ended("M", "Cart", "prints", as: .skipped(reason: "no printer"), attempts: 0),
        // One example that is to run, whatever is in it.
        Self.group("M", "Cart", "prices", isOutline: true),
        Self.group("M", "Cart", "prices", "suite", isOutline: true),
        Self.started("M", "Cart", "prices", "suite", "free", row: row),
        Self.ended("M", "Cart", "prices", "suite", "free", as: .passed),
        Self.groupEnded("M", "Cart", "prices", "suite"),
        Self.started("M", "Cart", "prices", "row names"),
        Self.ended("M", "Cart", "prices", "row names", as: .passed),
        Self.groupEnded("M", "Cart", "prices"),
      ] + failures + [Self.started("M", "Cart", "jams")] + many + [
        Self.issue("M", "Cart", "jams", is: crash),
        Self.ended("M", "Cart", "jams", as: .failed(unexpected: true)),
      ]
    let text = console(events)
    let end = text.range(of: "  … and 50 more; all of them with --verbose\n")?.upperBound
    #expect(
      text[(end ?? text.startIndex)...].replacing(#/\nRun what failed again: .*\n/#, with: "\n")
        == """

        151  Cart › jams
        \((1...20).map { "     coin \($0)" }.joined(separator: "\n"))
             … and 10 more; all of them with --verbose
             The process was ended by signal 4 (a Swift precondition or trap) while this ran.
             The last that it wrote:
             Index out of range
               at CartSpec.swift:9:3
             run it again: exemplar test 'M/Cart/jams'

        162 examples: 2 passed, 151 failed (1 unexpectedly), 1 skipped, 8 not reached · 1.5 s · seed 7
        The run did not finish.
        The process was ended by signal 4 (a Swift precondition or trap) while this ran:
          Cart › jams

        """)
  }

  @Test func saysWhatEndedTheProcessBeforeTheRunBegan() {
    #expect(
      console([
        Self.issue(
          is: Issue(
            "The process ended with status 1 before the run had finished.", cause: .endOfProcess))
      ]) == """
        Failures

          1  Outside all examples
             The process ended with status 1 before the run had finished.

        The process ended with status 1 before the run had finished.

        """)
  }

  @Test func saysHowToSeeAllOfALongOutput() {
    func shown(ofBytes size: Int) -> String {
      let id = ExampleID(["M", "Cart", "adds"])
      let text = (1...50).map { "line \($0)\n" }.joined()
      let all = console([
        .runStarted(RunStarted(seed: 7, order: .random, specs: 1, examples: 1)),
        Self.group("M", "Cart"),
        Self.started("M", "Cart", "adds"),
        Self.issue("M", "Cart", "adds", is: Issue("It failed.", at: Self.place(2))),
        .attachmentRecorded(
          AttachmentRecorded(id: id, name: AttachmentRecorded.outputName, size: size, text: text)),
        Self.ended("M", "Cart", "adds", as: .failed(unexpected: true)),
        Self.groupEnded("M", "Cart"),
      ])
      let lines = all.split(separator: "\n").drop { !$0.contains("It printed:") }
      return lines.dropFirst(10).prefix(3).joined(separator: "\n")
    }
    #expect(
      shown(ofBytes: 400) == """
               line 10
               … 10 lines are left out; all of them with --verbose
               line 21
        """)
    // What is kept of it is not all.
    #expect(
      shown(ofBytes: 25_000) == """
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
        let id = ExampleID(["M", "Cart", "prices/\(row % 2)", "#\(row)"])
        reporter.report(.exampleListed(ExampleListed(id: id, place: Self.place(row))))
      }
      reporter.report(.runEnded(RunSummary(seed: 7)))
      reporter.finish()
      return parts.withLock { $0 }
    }
    let together = parts(secondsBetween: 0)
    #expect(together.count < 20)
    let lines = together.joined().split(separator: "\n")
    #expect(lines.count == 2001 && lines[2000] == "2000 examples")
    #expect(lines[1] == "M/Cart/prices%2F0/#2  /shop/CartSpec.swift:2:3")
    #expect(lines[2] == "M/Cart/prices%2F1/#3  /shop/CartSpec.swift:3:3")
    // What comes slowly is not kept waiting.
    let apart = parts(secondsBetween: 1)
    #expect(apart.count > 900 && apart.joined() == together.joined())
  }

  @Test func isIncompleteIfItCannotBeWritten() {
    struct DiskIsFull: Error {}
    let isFull = Locked(false)
    let reporter = ConsoleReporter(
      ReportContext(print: { _ in if isFull.withLock({ $0 }) { throw DiskIsFull() } }))
    reporter.report(.runStarted(RunStarted(seed: 7, order: .random, specs: 2, examples: 3)))
    #expect(reporter.isComplete)
    isFull.withLock { $0 = true }
    reporter.finish()
    #expect(!reporter.isComplete)
  }

  /// Such a name makes one character with the separator before it.
  @Test(arguments: ["\u{301}accent", "\u{200D}joiner"])
  func showsNamesThatBeginWithACombiningMark(_ name: String) {
    let events: [Event] = [
      .runStarted(RunStarted(seed: 7, order: .defined, specs: 1, examples: 1)),
      Self.group("M", name), Self.group("M", name, name), Self.started("M", name, name, name),
      Self.ended("M", name, name, name, as: .passed), Self.groupEnded("M", name, name),
      Self.groupEnded("M", name),
    ]
    #expect(
      console(events + [Self.end(events)]) == """
        Running 1 example of 1 spec · in the defined order

        \(name)
          \(name)
            ✔ \(name)

        1 example: 1 passed · 2.5 s · defined order

        """)
  }

  /// One after the other; in each, what is named fails, and the last is told up to there if it is cut.
  private func repetitions(
    _ failing: [[String]], cut: Bool = false, of all: Int? = nil, end: String? = nil,
    nothingRan: Bool = false
  ) -> String {
    var events: [Event] = []
    for (index, names) in failing.enumerated() {
      events.append(
        .runStarted(
          RunStarted(
            seed: 1, order: .defined, specs: 1, examples: 2, repetition: index + 1,
            repetitions: all ?? failing.count)))
      var summary = RunSummary(seed: 1, order: .defined)
      for name in ["holds", "is sorted"] {
        events.append(Self.started("Shop", "Cart", name))
        let outcome: Outcome = names.contains(name) ? .failed(unexpected: false) : .passed
        events.append(Self.ended("Shop", "Cart", name, as: outcome))
        summary.count(events[events.endIndex - 1])
      }
      summary.finished = true
      if nothingRan { summary.nothingRan = "There is nothing to run." }
      if let end, index == failing.count - 1 {
        let issue = ExemplarCore.Issue(end, cause: .endOfProcess)
        events.append(.issueRecorded(IssueRecorded(id: nil, issue: issue)))
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
    #expect(repetitions([[], [], []]) == "3 repetitions: all passed\n")
    #expect(
      repetitions([[], ["holds"], [], ["is sorted", "holds"], []]) == """
        5 repetitions: 3 passed, 2 failed (2, 4)
          2 × Cart › holds
          1 × Cart › is sorted

        """)
    // The first failure may end them, and so may somebody.
    #expect(
      repetitions([[], [], ["holds"]], of: .max) == """
        3 repetitions: 2 passed, 1 failed (3)
          1 × Cart › holds

        """)
    #expect(
      repetitions([[], []], cut: true, of: .max)
        == "2 repetitions: 1 passed, 1 did not finish\n")
    #expect(
      repetitions([[], ["holds"]], cut: true, of: .max) == """
        2 repetitions: 1 passed, 1 failed (2)
          1 × Cart › holds

        """)
    // It may be over before it is done, and nothing but that be wrong.
    #expect(repetitions([[], [], []], of: 9) == "3 of 9 repetitions: 3 passed\n")
    #expect(
      repetitions([[], []], of: 9, end: "The run ended after repetition 2 of 9.")
        == "2 of 9 repetitions: 1 passed, 1 did not finish\n")
    #expect(repetitions([[], []], nothingRan: true) == "")
    #expect(repetitions(Array(repeating: ["holds"], count: 25)).contains("20, \u{2026})\n  25 × "))
    // One alone is told by its summary.
    #expect(!repetitions([["holds"]]).contains("repetitions"))
  }
}
