import ExemplarCore
import TestSupport

@testable import ExemplarReports

/// One run that holds every kind of outcome and names that formats stumble over.
enum FixtureRun {
  /// The whole run, with its end.
  static let events: [Event] = {
    let events = beginning + cart + prices + names + outside
    return events + [end(of: events)]
  }()

  /// The same as the second of two repetitions, in the first of which the hooks of a group failed, and no example.
  static let whole: [Event] =
    repeated.prefix { if case .runEnded = $0 { false } else { true } } + [
      repeated.first { if case .runEnded = $0 { true } else { false } }!
    ]
    + events.map { event in
      guard case .runStarted(var start) = event else { return event }
      (start.repetition, start.repetitions) = (2, 2)
      return .runStarted(start)
    }

  /// A run in which nothing was there to run.
  static let nothing: [Event] = {
    let end = Event.runEnd { $0.nothingRan = "Nothing matches “Crat”. Did you mean “Cart”?" }
    return [.runStart(order: .random, specs: 0, examples: 0, notSelected: 34), end]
  }()

  /// A run that passed and did not start its second repetition.
  static let cutShort = repetition(1, failed: false)

  private static func repetition(_ number: Int, failed: Bool) -> [Event] {
    let events: [Event] = [
      .runStart(order: .random, repetition: number, of: 2), group("Cart"),
      started("Cart", "adds"), ended("Cart", "adds", as: .passed),
      groupEnded("Cart", failed: failed),
    ]
    return events + [.runEnd(after: events)]
  }

  /// A run that passed, with a failure that is reported afterwards.
  static let failedLate: [Event] =
    cutShort.map { event in
      guard case .runStarted(var start) = event else { return event }
      start.repetitions = 1
      return .runStarted(start)
    } + silent

  /// A run that did not begin.
  static let silent: [Event] = [
    .issue(Issue("The run was interrupted before it began.", phase: .planning))
  ]

  /// The end of a run, with the counts of its events.
  static func end(of events: [Event], notReached: Int = 2) -> Event {
    .runEnd(seed: 0, after: events) { ($0.duration, $0.notReached) = (2.5, notReached) }
  }

  /// Earlier runs, a second after each other, with the outcomes of examples in `group`; what failed took a
  /// second, what is flaky 2 ms.
  static func history(
    _ runs: [[String: Outcome]], in group: String = "Cart", codes: [String?]? = nil
  ) -> RunHistory {
    var keys = ExampleKeys()
    return RunHistory(
      runs.enumerated().map { index, outcomes in
        (
          Double(index),
          outcomes.map { name, outcome in
            let duration = outcome.isFailure ? 1 : outcome == .flaky ? 0.002 : 0
            return (keys.key(of: id(group, name)), RunMark(outcome, duration: duration))
          }
        )
      }, codes: codes ?? runs.map { _ in ReportTrial.code })
  }

  /// Names that are hard to write in one format or another.
  static let awkwardNames = [
    "", " blanks around ", "\u{0}", #"\u{0}"#, "]]> <&\"'>", "tab\tline\nreturn\r",
    "\u{FFFE}\u{FFFF}",
    "a/b%2Fc", "👩‍👩‍👧 é שלום", "\u{1B}[31mred", "ok 1 # SKIP \\", "::error::x,y:z%",
    "`a` | *b* | [c](d)",
    "</script><!--", String(repeating: "long ", count: 60), "\u{2028}\u{85}", "not ok",
  ]

  private static let beginning: [Event] = [
    .runStart(
      order: .random, specs: 4, examples: 34, notSelected: 2,
      focused: [id("Cart"), id("Names", "a/b%2Fc")])
  ]

  private static let cart: [Event] =
    [
      group("Cart"),
      .hooksStart(id("Cart"), .beforeAll, at: place(2)),
      .hooksEnd(id("Cart"), .beforeAll),
      started("Cart", "is empty"),
      // A spec that runs side by side with this one.
      group("Till"),
      started("Till", "opens"),
      ended("Cart", "is empty", as: .passed, after: 1.25),
      started("Cart", "adds", context: tagged),
      issue(
        "Cart", "adds",
        is: Issue(
          "Expectation failed: 1 == 2\nthe count", at: place(10), isExpected: true,
          labels: ["book 1"], context: tagged)),
      issue(
        "Cart", "adds",
        is: Issue("Threw Odd()", at: place(4), phase: .afterEach, checkpoint: "added")),
      .attachment("log.txt", of: id("Cart", "adds"), size: 9, text: "one\n<two>"),
      .attachment("cart.bin", of: id("Cart", "adds"), size: 70_000),
      ended("Cart", "adds", as: .failed(unexpected: false), after: 0.002),
      started("Cart", "syncs"),
      issue(
        "Cart", "syncs", is: Issue("no answer", at: place(30), isExpected: true, isRetried: true)),
      issue("Cart", "syncs", is: Issue("late", at: place(5), phase: .beforeEach, isRetried: true)),
      ended("Cart", "syncs", as: .flaky, attempts: 3, after: 0.5),
      started("Cart", "pays"),
      issue("Cart", "pays", is: Issue("first time", at: place(40), isRetried: true)),
      issue("Cart", "pays", is: Issue("second time", at: place(41))),
      ended("Cart", "pays", as: .failed(unexpected: true), attempts: 2, after: 0.25),
      started("Cart", "prints"),
      ended("Cart", "prints", as: .skipped(reason: "no printer"), attempts: 0),
      started("Cart", "ships"),
      ended("Cart", "ships", as: .pending(reason: "next year"), attempts: 0),
      started("Cart", "returns"),
      ended("Cart", "returns", as: .pending(reason: nil), attempts: 0),
      started("Cart", "rounds"),
      issue("Cart", "rounds", is: Issue("off by one", at: place(50), isKnown: true)),
      issue("Cart", "rounds", is: Issue("slow", at: place(51), isWarning: true)),
      ended("Cart", "rounds", as: .passed),
      started("Cart", "waits"),
      issue(
        "Cart", "waits", is: Issue("It took longer than 1 s.", at: place(52), cause: .timeLimit)),
      ended("Cart", "waits", as: .failed(unexpected: true), after: 1),
    ] + haggles + [
      group("Cart", "when open"),
      .hooksStart(id("Cart", "when open"), .beforeAll, at: place(70)),
      issue("Cart", "when open", is: Issue("is locked", at: place(70), phase: .beforeAll)),
      .attachment("lock.png", of: id("Cart", "when open"), size: 12, path: "/shop/out/lock.png"),
      .hooksEnd(id("Cart", "when open"), .beforeAll),
      started("Cart", "when open", "closes"),
      ended("Cart", "when open", "closes", as: .blocked(by: id("Cart", "when open")), attempts: 0),
      .groupEnd(id("Cart", "when open"), failed: true),
      .groupEnd(id("Cart"), duration: 2),
      issue(
        "Till", "opens",
        is: Issue(
          "The process ended by signal 11 while this ran.\nThe last that it wrote:\nclink",
          at: place(90), cause: .endOfProcess)),
      ended("Till", "opens", as: .failed(unexpected: true), after: 0.75),
      .attachment("receipt #1.txt", of: id("Till"), size: 4, text: "1.20"),
      .attachment("scan.png", of: id("Till"), size: 900, path: "/shop/out/scan.png"),
      .groupEnd(id("Till")),
    ]

  private static let prices: [Event] = {
    let free = RowReference(
      name: "free", place: Place(path: "/shop/Tests/prices.csv", line: 14),
      values: "price: 0, tax: 7", columns: [RowColumn("price", "0"), RowColumn("tax", "7")])
    let dear = RowReference(name: "dear", place: place(61), values: "price: 900")
    return [
      group("Prices"),
      group("Prices", "are right", kind: .outline),
      started("Prices", "are right", "dear", context: ExampleContext(at: place(60), row: dear)),
      ended("Prices", "are right", "dear", as: .passed, after: 0.000_012),
      // An issue of the row has its values.
      started(
        "Prices", "are right", "free",
        context: ExampleContext(at: place(60), row: RowReference(name: "free", place: free.place))),
      issue(
        "Prices", "are right", "free",
        is: Issue(
          "Expectation failed: (price → 0) > 0", at: place(63), isExpected: true,
          context: ExampleContext(row: free))),
      ended("Prices", "are right", "free", as: .failed(unexpected: false), after: 0.000_5),
      group("Prices", "are right", "sale", kind: .suite),
      started("Prices", "are right", "sale", "half", context: ExampleContext(at: place(60))),
      ended("Prices", "are right", "sale", "half", as: .passed, after: 0.000_02),
      .groupEnd(id("Prices", "are right", "sale")),
      .groupEnd(id("Prices", "are right"), duration: 0.001),
      issue("Prices", is: Issue("The shelf is dusty.", at: place(59), isWarning: true)),
      .groupEnd(id("Prices")),
    ]
  }()

  private static let names: [Event] =
    [group("Names")]
    + awkwardNames.enumerated().flatMap { number, name -> [Event] in
      let isFailing = number % 3 == 0
      let ending: [Event] =
        isFailing
        ? [
          issue(
            "Names", name,
            is: Issue("It is “\(name)”.\n\(name)", at: place(100 + number), isExpected: true)),
          ended("Names", name, as: .failed(unexpected: false)),
        ] : [ended("Names", name, as: number % 3 == 1 ? .passed : .skipped(reason: name))]
      return [started("Names", name)] + ending
    } + [.groupEnd(id("Names"))]

  private static let outside: [Event] = [
    .issue(Issue("the till is open", at: place(80))),
    .issue(Issue("nothing includes them", at: place(81), isWarning: true)),
  ]

  // MARK: Parts

  /// An example that fails without failing the run.
  private static let haggles: [Event] = {
    var facts = Facts()
    facts[.quarantines] = ["SHOP-12 until 9999-12-31"]
    let context = ExampleContext(at: place(53), row: nil, facts, [])
    var issue = Issue("too dear", at: place(54), isExpected: true, context: context)
    issue.quarantine()
    return [
      started("Cart", "haggles", context: context), FixtureRun.issue("Cart", "haggles", is: issue),
      ended("Cart", "haggles", as: .quarantined(reason: "SHOP-12 until 9999-12-31")),
    ]
  }()

  /// A run whose quarantined hook keeps two examples from running.
  static let quarantinedHook: [Event] = {
    var facts = Facts()
    facts[.quarantines] = ["SHOP-12 until 9999-12-31"]
    let context = ExampleContext(at: place(90), row: nil, facts, [])
    var issue = Issue(
      "Threw an error: PowerCut()", at: Place(path: "/shop/Till.swift", line: 3), phase: .beforeAll,
      context: context)
    issue.quarantine()
    let all: [Event] =
      [
        .runStart(examples: 2), group("Till"),
        group("Till", "locked"),
        .issue(issue, of: id("Till", "locked")),
      ]
      + ["opens", "closes"].flatMap { name in
        [
          started("Till", "locked", name, context: context),
          ended("Till", "locked", name, as: .quarantined(reason: "SHOP-12 until 9999-12-31")),
        ]
      } + [groupEnded("Till", "locked"), groupEnded("Till")]
    return all + [end(of: all, notReached: 0)]
  }()

  private static let tagged = ExampleContext(
    at: place(9), tags: ["fast", "shop"], bugs: ["#12"],
    inclusions: [InclusionFrame("a collection", at: place(6))])

  static func id(_ names: String...) -> ExampleID { ExampleID(["Shop"] + names) }

  static func place(_ line: Int) -> Place {
    Place(path: "/shop/Tests/CartSpec.swift", line: line, column: 3)
  }

  static func group(_ names: String..., kind: GroupStarted.Kind = .group) -> Event {
    .groupStart(ExampleID(["Shop"] + names), at: place(1), kind: kind)
  }

  static func groupEnded(_ names: String..., failed: Bool = false) -> Event {
    .groupEnd(ExampleID(["Shop"] + names), failed: failed)
  }

  static func hooks(_ names: String..., in phase: Phase) -> Event {
    .hooksStart(ExampleID(["Shop"] + names), phase, at: place(1))
  }

  static func hooksEnded(_ names: String..., in phase: Phase) -> Event {
    .hooksEnd(ExampleID(["Shop"] + names), phase)
  }

  static func started(_ names: String..., context: ExampleContext? = nil) -> Event {
    .exampleStarted(
      ExampleStarted(ExampleID(["Shop"] + names), context ?? ExampleContext(at: place(3))))
  }

  static func ended(
    _ names: String..., as outcome: Outcome, attempts: Int = 1, after duration: Double = 0
  ) -> Event {
    .exampleEnd(ExampleID(["Shop"] + names), outcome, duration: duration, attempts: attempts)
  }

  /// An issue of a node, or of the run if there is no name.
  static func issue(_ names: String..., is issue: Issue) -> Event {
    .issue(issue, of: names.isEmpty ? nil : ExampleID(["Shop"] + names))
  }
}

extension FixtureRun {
  /// Two repetitions, in the first of which the hooks of a group failed, and no example.
  static let repeated = repetition(1, failed: true) + repetition(2, failed: false)

  /// A run of one outline, in which each thousandth row fails.
  static func long(rows: Int) -> [Event] {
    var events: [Event] = []
    long(rows: rows) { events.append($0) }
    return events
  }

  /// Makes the events of such a run one after another.
  static func long(rows: Int, _ report: (Event) -> Void) {
    let outline = id("Prices", "are round")
    var summary = RunSummary(seed: 7)
    func tell(_ event: Event) {
      summary.count(event)
      report(event)
    }
    tell(.runStart(order: .random))
    tell(group("Prices"))
    tell(group("Prices", "are round", kind: .outline))
    for number in 0..<rows {
      let id = outline.appending("price \(number)")
      let row = RowReference(
        name: "price \(number)", place: Place(path: "/shop/Tests/prices.csv", line: number + 2),
        values: "price: \(number), tax: 7")
      tell(.exampleStart(id, at: place(12), row: row))
      let fails = number % 1000 == 500
      if fails {
        let issue = Issue(
          "Expectation failed: (price → \(number)) < 3", at: place(14), isExpected: true,
          context: ExampleContext(at: place(12), row: row))
        tell(.issue(issue, of: id))
      }
      tell(.exampleEnd(id, fails ? .failed(unexpected: false) : .passed, duration: 0.000_012))
    }
    tell(.groupEnd(outline))
    tell(.groupEnd(id("Prices")))
    summary.finished = true
    report(.runEnded(summary))
  }
}
