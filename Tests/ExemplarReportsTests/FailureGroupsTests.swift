import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// Which failures share a cause. A group must never hide a different failure.
struct FailureGroupsTests {
  typealias Issue = ExemplarCore.Issue

  private static let file = "/shop/Tests/PricesSpec.swift"
  private static let expectation = Place(path: file, line: 12, column: 7)
  private static let declaration = Place(path: file, line: 10, column: 3)

  private static func issue(
    _ message: String, at place: Place? = expectation, in phase: Phase = .body,
    isExpected: Bool = true, row: RowReference? = nil, declared: Place? = declaration,
    _ change: (inout Issue) -> Void = { _ in }
  ) -> Issue {
    var issue = Issue(
      message, at: place, phase: phase, isExpected: isExpected,
      context: ExampleContext(at: declared, row: row))
    change(&issue)
    return issue
  }

  private static func row(_ values: String...) -> RowReference {
    RowReference(name: values[0], columns: values.map { RowColumn("column", "\"\($0)\"") })
  }

  private func areAlike(
    _ first: [Issue], _ second: [Issue],
    of ids: (ExampleID, ExampleID) = (
      FixtureRun.id("Prices", "are right", "a"), FixtureRun.id("Prices", "are right", "b")
    )
  ) -> Bool {
    var groups = FailureGroups()
    groups.receive(
      GroupStarted(
        id: FixtureRun.id("Prices", "are right"), place: Self.declaration, kind: .outline))
    return groups.add(ids.0, first) == groups.add(ids.1, second)
  }

  @Test func pendingValuesOfOneExpectationAreAlike() {
    func pending(_ new: String, _ isPending: Bool = true) -> [Issue] {
      let message = "The column “html” is pending. The example has:\n  \(new)"
      return [
        Self.issue(message) {
          $0.reviewed = ReviewedValue(
            .value, at: Self.expectation, named: "html", old: "?", new: new, isPending: isPending)
        }
      ]
    }
    #expect(areAlike(pending("<a>"), pending("<b>")))
    #expect(!areAlike(pending("<a>"), pending("<b>", false)))
  }

  // MARK: Messages

  @Test(arguments: [
    ("(price → 190) == (expected → 191)", "(price → 7) == (expected → 8.5)"),
    ("(price → -1.5) < 3", "(price → -22) < 3"),
    (
      "(title → \"Emma\") == (expected → \"Ema\")",
      "(title → \"A \\\"b\\\"\") == (expected → \"c\")"
    ),
    ("(sum(of: \"x\") → 3) == 4", "(sum(of: \"x\") → 5) == 4"),
    (
      "(a → Book(price: 3)) == (b → Book(price: 4))", "(a → Book(price: 5)) == (b → Book(price: 6))"
    ),
  ])
  func valuesOfAnExpectationMayDiffer(first: String, second: String) {
    #expect(
      areAlike(
        [Self.issue("Expectation failed: " + first)], [Self.issue("Expectation failed: " + second)])
    )
  }

  /// Each pair is of failures that a reader would look at apart.
  @Test(arguments: [
    ("(price → 1) == 2", "(price → 1) != 2"), ("(price → 1) < 2", "(price → 1) <= 2"),
    ("(price → nil) == 2", "(price → 1) == 2"), ("(isOpen → true)", "(isOpen → false)"),
    ("(state → .open) == .closed", "(state → .torn) == .closed"),
    ("(result → failure(Shop.Fire())) == 1", "(result → failure(Shop.Flood())) == 1"),
    ("(title → \"\") == (b → \"c\")", "(title → \"a\") == (b → \"c\")"),
    // A single text may be an error.
    ("(error → \"timeout\") == nil", "(error → \"refused\") == nil"),
    ("(error → \"timeout\").isEmpty → false", "(error → \"refused\").isEmpty → false"),
    ("(error → \"timeout\") == \"\"", "(error → \"refused\") == \"\""),
    ("(list → [1, 2]) == []", "(list → [1]) == []"),
    ("(price → 1) == 2", "(price → -1) == 2"), ("(price → inf) == 2", "(price → nan) == 2"),
    ("(code → 0x1F) == 2", "(code → utf8) == 2"),
    (
      "expected error \"a\" of type Fire, but \"b\" was thrown",
      "expected error \"a\" of type Fire, but \"c\" was thrown"
    ),
    ("(price → 1) == 2\nstatus 404", "(price → 1) == 2\nstatus 500"),
    ("(price → 1) == 2", "(price → 1) == 2\nmore"),
    (
      "a == b\n− left, + right:\n− price: 3\n+ price: 4",
      "a == b\n− left, + right:\n− title: 3\n+ title: 4"
    ),
    (
      "a == b\n− left, + right:\n− price: 3\n+ price: 4",
      "a == b\n− left, + right:\n− price: 3\n+ price: 4\n− title: \"a\"\n+ title: \"b\""
    ),
  ])
  func everythingElseOfAnExpectationSeparates(first: String, second: String) {
    #expect(
      !areAlike(
        [Self.issue("Expectation failed: " + first)], [Self.issue("Expectation failed: " + second)])
    )
  }

  @Test func valuesOfADifferenceMayDiffer() {
    func text(_ left: String, _ right: String, _ mark: String) -> String {
      "Expectation failed: a == b\n− left, + right:\n− \(left)\n+ \(right)\n\(mark)\nthe order"
    }
    #expect(
      areAlike(
        [Self.issue(text("title: \"Emma\"", "title: \"Emmas\"", "             ^"))],
        [
          Self.issue(
            text("title: \"Persuasion\"", "title: \"Persuasions\"", "                   ^"))
        ]))
  }

  /// Codes and keys in errors and comments tell failures apart, unless the row itself has them.
  @Test(arguments: [
    ("Threw an error: HTTPError(status: 404)", "Threw an error: HTTPError(status: 500)"),
    ("Threw an error: keyNotFound(\"price\")", "Threw an error: keyNotFound(\"title\")"),
    ("Threw an error: Code=2", "Threw an error: Code=13"),
    ("Threw an error: Fire()", "Threw an error: Flood()"),
    ("It is 3.", "It is 4."),
  ])
  func errorsAreComparedWhole(first: String, second: String) {
    let values = (Self.row("12", "Emma"), Self.row("17", "Persuasion"))
    #expect(
      !areAlike(
        [Self.issue(first, isExpected: false, row: values.0)],
        [Self.issue(second, isExpected: false, row: values.1)]))
  }

  @Test func valuesOfTheRowMayDiffer() {
    func failures(_ price: String, _ title: String) -> [Issue] {
      let row = Self.row("row \(price)", price, title)
      return [
        Self.issue(
          "Threw an error: Sold(title: \"\(title)\", price: \(price))", isExpected: false, row: row),
        Self.issue("Expectation failed: (a → 1) == 2\nbook \(price)", row: row),
      ]
    }
    #expect(areAlike(failures("12", "Emma"), failures("17", "Persuasion")))
  }

  /// The numbers in the code of an expectation are not values, even if the row has them too.
  @Test func theCodeOfADifferenceIsTheSameInEachRow() {
    func failure(_ number: String) -> [Issue] {
      let text = "a == Book(price: 12)\n− left, + right:\n− price: \(number)\n+ price: 12"
      return [Self.issue("Expectation failed: " + text, row: Self.row(number))]
    }
    #expect(areAlike(failure("12"), failure("17")))
  }

  /// Messages of Exemplar name rows in these quotation marks.
  @Test(arguments: [("“#1”", "“#2”"), ("“1”", "“2”"), ("“row 1”, 1–1", "“row 2”, 2–2")])
  func valuesInQuotationMarksMayDiffer(first: String, second: String) {
    func failure(_ name: String, _ number: String) -> [Issue] {
      [Self.issue("The hook returned without calling \(name).", row: Self.row("#\(number)"))]
    }
    #expect(areAlike(failure(first, "1"), failure(second, "2")))
    #expect(!areAlike(failure(first, "3"), failure(second, "4")))
  }

  /// Labels tell the uses of one helper apart, but not the elements that `withEvery` counts.
  @Test func labelsSeparate() {
    func failure(_ labels: String...) -> [Issue] {
      [Self.issue("It failed.") { $0.labels = labels }]
    }
    #expect(!areAlike(failure("log in"), failure("log out")))
    #expect(!areAlike(failure("log in"), failure("log in", "page 3")))
    #expect(areAlike(failure("log in", "page 3"), failure("log in", "page 12")))
  }

  // MARK: Locations and kinds
  static let others: [Issue] = [
    Self.issue("It failed.", at: Place(path: file, line: 13, column: 7)),
    Self.issue("It failed.", at: Place(path: file, line: 12, column: 30)),
    Self.issue("It failed.", at: Place(path: "/shop/Other.swift", line: 12, column: 7)),
    Self.issue("It failed.", isExpected: false), Self.issue("It failed.", in: .afterEach),
    Self.issue("It failed.") { $0.cause = .timeLimit },
    Self.issue("It failed.") { $0.labels = ["a"] },
    Self.issue("It failed.") { $0.checkpoint = "paid" },
    Self.issue("It failed.", declared: Place(path: file, line: 20, column: 3)),
    Self.issue("It failed.") {
      $0.context = ExampleContext(
        at: declaration, inclusions: [InclusionFrame("a shop", at: Place(path: file, line: 2))])
    },
  ]

  @Test(arguments: others)
  func theLocationAndTheKindSeparate(other: Issue) {
    #expect(areAlike([Self.issue("It failed.")], [Self.issue("It failed.")]))
    #expect(!areAlike([Self.issue("It failed.")], [other]))
  }

  static let lonely: [Issue] = [
    Self.issue("It failed.", at: nil), Self.issue("It failed.", declared: nil),
    Self.issue("It failed.") { $0.cause = .endOfProcess }, Self.issue("It failed.", in: .beforeAll),
    Self.issue("It failed.", in: .afterAll), Self.issue("It failed.", in: .planning),
  ]

  /// They are in groups of their own even if they are equal: without a location, or for a reason that may differ.
  @Test(arguments: lonely)
  func someAreNeverGrouped(issue: Issue) {
    #expect(!areAlike([issue], [issue]))
  }

  private static func crash(
    _ text: String = "Index out of range", frame: String = "next() at Sources/Parser.swift:7",
    signal: Int = 4
  ) -> Issue {
    issue(
      """
      Fatal error: \(text)
      The process was ended by signal \(signal) (a Swift precondition or trap) while this ran.
        \(frame)
        closure #1 at Tests/ParserSpec.swift:\(Int.random(in: 1...99))
      """, isExpected: false
    ) { $0.cause = .endOfProcess }
  }

  /// The innermost frame of the package is the cause, wherever the examples are.
  @Test func crashesInOneFrameAreAlike() {
    let ids = (FixtureRun.id("Parser", "a"), FixtureRun.id("Mail", "from a file", "b"))
    #expect(areAlike([Self.crash()], [Self.crash()], of: ids))
    let others = [
      Self.crash("Division by zero"), Self.crash(frame: "next() at Sources/Parser.swift:9"),
      Self.crash(frame: "last() at Sources/Parser.swift:7"), Self.crash(signal: 11),
    ]
    for other in others { #expect(!areAlike([Self.crash()], [other], of: ids), "\(other)") }
    // Another issue is another failure.
    #expect(!areAlike([Self.crash()], [Self.issue("It failed."), Self.crash()], of: ids))
    let crash = Self.crash().crash
    expect(crash?.place, equals: "Sources/Parser.swift:7")
    var groups = FailureGroups()
    for id in [ids.0, ids.1, FixtureRun.id("Mail", "b"), FixtureRun.id("Mail", "c")] {
      _ = groups.add(id, [Self.crash()])
    }
    expect(groups.groups.map(\.isFolded), equals: [true])
  }

  /// A killed process, names of examples, and output are no frames.
  @Test(arguments: [
    "The process was ended by signal 9 (killed) while this ran.",
    "It did not end within 4 s (--timeout), so its process was killed.\n  wait() at Sources/A.swift:3",
    "The process was ended by signal 9 (killed) while these ran side by side.\n  A shop › a",
    "The process was ended by signal 6 (abort) while this ran.\nThe last that it wrote:\n  a at b",
  ])
  func otherExitsAreNotAlike(message: String) {
    let issue = Self.issue(message) { $0.cause = .endOfProcess }
    #expect(issue.crash == nil && !areAlike([issue], [issue]))
  }

  /// A row in quarantine has not failed, whatever the others do.
  @Test func failuresInQuarantineAreApart() {
    let failure = Self.issue("It failed.")
    var excused = failure
    (excused.isKnown, excused.isQuarantined) = (true, true)
    #expect(areAlike([excused], [excused]))
    #expect(!areAlike([failure], [excused]))
    var groups = FailureGroups()
    for name in ["a", "b", "c", "d"] {
      _ = groups.add(FixtureRun.id("Prices", "are right", name), [excused])
    }
    expect(groups.groups.map(\.isFolded), equals: [true])
    var context = ReportContext()
    context.rerunCause = { "exemplar test --cause \($0)" }
    #expect(context.rerun(groups.groups[0]).hasPrefix("exemplar test 'Shop/Prices/are right/a'"))
  }

  /// Without a column, two assertions may be in the line.
  @Test func anExpectationWithoutAColumnIsComparedWhole() {
    let place = Place(path: Self.file, line: 12)
    #expect(
      !areAlike(
        [Self.issue("Expectation failed: (a → 1) == 2", at: place)],
        [Self.issue("Expectation failed: (a → 3) == 2", at: place)]))
  }

  @Test func allIssuesHaveToAgree() {
    let (first, second) = (Self.issue("One."), Self.issue("Two."))
    #expect(areAlike([first, second], [first, second]))
    #expect(!areAlike([first, second], [first]))
    #expect(!areAlike([first, second], [second, first]))
    #expect(!areAlike([], []))
    // Issues that fail nothing have no say.
    let warning = Self.issue("Odd.") { $0.isWarning = true }
    #expect(areAlike([first, warning], [first]))
  }

  /// A function that declares examples in several groups tests something else in each.
  @Test func examplesOfOtherGroupsAreApart() {
    let failures = [Self.issue("It failed.")]
    let ids = (FixtureRun.id("Array", "is empty"), FixtureRun.id("Set", "is empty"))
    #expect(!areAlike(failures, failures, of: ids))
    let siblings = (FixtureRun.id("Array", "number 1"), FixtureRun.id("Array", "number 2"))
    #expect(areAlike(failures, failures, of: siblings))
    let suites = (
      FixtureRun.id("Prices", "are right", "suite", "a"),
      FixtureRun.id("Prices", "are right", "other", "deeper", "a")
    )
    #expect(areAlike(failures, failures, of: suites))
  }

  @Test func aHookBeforeExamplesIsOneCauseInASpec() {
    let failures = [Self.issue("Threw an error: Refused()", in: .beforeEach, isExpected: false)]
    let other = [
      Self.issue(
        "Threw an error: Refused()", in: .beforeEach, isExpected: false,
        declared: Place(path: Self.file, line: 40))
    ]
    #expect(
      areAlike(
        failures, other, of: (FixtureRun.id("Cart", "adds"), FixtureRun.id("Cart", "b", "c"))))
    #expect(
      !areAlike(failures, other, of: (FixtureRun.id("Cart", "adds"), FixtureRun.id("Till", "b"))))
  }

  /// Each failure is in one group, whatever the messages are: the counts add up.
  @Test func nothingIsLost() {
    var random = SystemRandomNumberGenerator()
    let words = [
      "\"", "\\", "→ ", "1", "-2", "nil", "\n", " == ", "𝄞", "“", "\"a\"", "− left, + right:", "+ ",
    ]
    var groups = FailureGroups(keeping: 2)
    for number in 0..<5_000 {
      let text = (0..<8).map { _ in words.randomElement(using: &random)! }.joined()
      _ = groups.add(
        FixtureRun.id("Prices", "\(number)"), [Self.issue("Expectation failed: " + text)])
    }
    expect(groups.groups.map(\.count).reduce(0, +), equals: 5_000)
    #expect(groups.groups.allSatisfy { $0.ids.count == min(2, $0.count) })
    expect(Set(groups.groups.map(\.name)).count, equals: groups.groups.count)
  }
}
