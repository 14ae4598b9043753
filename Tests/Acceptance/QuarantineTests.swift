import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Failures that do not fail the run before a date. (Semantics, section 3.)
@Suite struct QuarantineTests {
  private static let far = "9999-12-31"
  private static let past = "2020-02-29"

  /// A day relative to today, by another implementation of the calendar.
  private static func day(_ days: Int) -> String {
    let formatter = DateFormatter()
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter.string(from: Date(timeIntervalSinceNow: Double(days) * 86_400))
  }

  @Test func `a failure is reported, counted and no failure of the run`() async {
    let trace = await traced("till", .quarantined("SHOP-12", until: Self.far)) {
      it("counts") { #expect(Bool(false), "one cent is missing") }
      it("opens") { throw PowerCut() }
      it("closes") {}
      it("is painted") { throw Skip("no paint") }
      it("hums") { withKnownIssue { #expect(Bool(false), "it whistles") } }
      outline("lends") { (copies: Int) in
        #expect(copies > 0, "none left")
      } rows: {
        row("Emma", 0)
        row("Dune", 1)
      }
    }
    expect(
      trace.description,
      equals: """
        till
          ! one cent is missing (body, known) → counts: quarantined for SHOP-12 until 9999-12-31
          ! Threw an error: PowerCut() (body, known) → opens: quarantined for SHOP-12 until 9999-12-31
          closes: passed
          is painted: skipped, no paint
          ! it whistles (body, known) → hums: passed
          lends
            ! none left (body, known) → Emma: quarantined for SHOP-12 until 9999-12-31
            Dune: passed
        6 executed, 1 skipped, 4 known, 3 quarantined
        """)
  }

  @Test func `a list quarantines examples, rows and groups by their ids`() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let entries = [
      ("Acceptance/till/counts", Self.far), ("till/lends/Emma", Self.far), ("till/night", Self.far),
      ("*/is p*", Self.far), ("till/beeps", Self.past), ("counts", Self.far),
    ]
    let text = entries.map { #"{"id": "\#($0)", "reason": "SHOP-12", "until": "\#($1)"}"# }
    let file = try folder.write("[\(text.joined(separator: ","))]", to: "list.json")
    let trace = await traced("till", options: .plain { $0.quarantineFile = file.path }) {
      it("counts") { throw PowerCut() }
      it("is painted") { throw PowerCut() }
      it("beeps") { throw PowerCut() }
      it("opens") { throw PowerCut() }
      context("night") { it("counts") { throw PowerCut() } }
      outline("lends") { (copies: Int) in
        if copies == 0 { throw PowerCut() }
      } rows: {
        row("Emma", 0)
        row("Dune", 0)
      }
    }
    #expect(
      trace.description == """
        till
          ! Threw an error: PowerCut() (body, known) → counts: quarantined for SHOP-12 until 9999-12-31
          ! Threw an error: PowerCut() (body, known) → is painted: quarantined for SHOP-12 until 9999-12-31
          ! Its quarantine has ended: SHOP-12 until 2020-02-29. (body, unexpected) → beeps: failed unexpectedly
          ! Threw an error: PowerCut() (body, unexpected) → opens: failed unexpectedly
          night › ! Threw an error: PowerCut() (body, known) → counts: quarantined for SHOP-12 until 9999-12-31
          lends
            ! Threw an error: PowerCut() (body, known) → Emma: quarantined for SHOP-12 until 9999-12-31
            ! Threw an error: PowerCut() (body, unexpected) → Dune: failed unexpectedly
        7 executed, 3 failed, 3 unexpected, 4 known, 4 quarantined ✘
        """)
  }

  @Test func `a list that cannot be read fails the run`() async {
    let trace = await traced("till", options: .plain { $0.quarantineFile = "/missing/list.json" }) {
      it("opens") {}
    }
    #expect(
      trace.description.contains("The list of quarantines, /missing/list.json, cannot be read."))
    #expect(trace.description.hasSuffix(" ✘"))
  }

  @Test func `only the quarantined examples are excused, and hooks around others are not`() async {
    let trace = await traced("till") {
      context("locked") {
        beforeAll { throw PowerCut() }
        it("opens", .quarantined("SHOP-12", until: Self.far)) {}
      }
      it("counts") { #expect(Bool(false), "one cent is missing") }
      it("beeps", .quarantined("SHOP-13", until: Self.past)) { throw PowerCut() }
    }
    expect(
      trace.description,
      equals: """
        till
          locked
            ! locked: Threw an error: PowerCut() (beforeAll, unexpected)
            opens: blocked by locked
          < locked failed
          ! one cent is missing (body) → counts: failed
          ! Its quarantine has ended: SHOP-13 until 2020-02-29. (body, unexpected) → beeps: failed \
        unexpectedly
        2 executed, 2 failed, 1 unexpected, 1 blocked, 1 group failed ✘
        """)
  }

  @Test func `hooks of a quarantined group are in quarantine with it`() async {
    let trace = await traced("till") {
      context("locked", .quarantined("SHOP-12", until: Self.far)) {
        beforeAll { throw PowerCut() }
        it("opens") {}
      }
      context("open", .quarantined("SHOP-12", until: Self.far)) {
        afterAll { throw PowerCut() }
        it("sells") {}
      }
    }
    expect(trace.ended.map(\.outcome.isFailure), equals: [false, false])
    expect(trace.summary.isSuccess, equals: true)
    expect(trace.summary.quarantined, equals: 1)
    expect(trace.summary.knownIssues, equals: 2)
  }

  /// The date itself is the first day on which failures count.
  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func `a quarantine ends when its day begins`(days: Int, fails: Bool) async {
    let trace = await traced("till", .quarantined("SHOP-12", until: Self.day(days))) {
      it("counts") { #expect(Bool(false)) }
    }
    expect(trace.summary.failed, equals: fails ? 1 : 0)
    expect(Quarantine.today, equals: Self.day(0))
  }

  @Test(arguments: [
    "2027-02-29", "2027-13-01", "2027-00-10", "2027-1-01", "27-01-01", "2027-01-01 ", "tomorrow",
    "", "2027/01/01", "-027-01-01", "２０２７-01-01",
  ])
  func `a date that does not exist fails the examples at the trait`(date: String) async {
    let line = #line + 1
    let trace = await traced("till", .quarantined("SHOP-12", until: date)) {
      it("counts") {}
      context("open") { it("sells", .tags("slow")) {} }
    }
    expect(trace.summary.failed, equals: 2)
    let issues = trace.issues
    #expect(
      issues.allSatisfy {
        $0.message.hasPrefix(
          "A quarantine needs a reason and a date that exists, such as 2027-03-01; “")
      })
    #expect(issues.allSatisfy { $0.place?.line == line && $0.place?.path == #filePath })
    #expect((try? Quarantine("SHOP until 2028-02-29")) != nil)
  }

  @Test func `a row in code has one, and a row in a file too`() async {
    let source = RowSource.json(
      .text(
        #"""
        [{"name": "Emma", "quarantined": "SHOP-12 until 9999-12-31"}, {"name": "Dune"},
         {"name": "Maus", "quarantined": "until 9999-12-31"}]
        """#, path: "books.json"))
    let trace = await traced("shelf") {
      outline("lends", from: source.withMetadata) { (row: Row) in
        _ = row.name
        #expect(Bool(false), "lent")
      }
      outline("buys") { (_: Int) in
        #expect(Bool(false), "sold")
      } rows: {
        row("Emma", 1, traits: .quarantined("SHOP-12", until: Self.far))
        row("Dune", 1, traits: .quarantined("SHOP-12", until: "soon"))
      }
    }
    let outcomes = trace.ended.map { $0.outcome }
    expect(
      outcomes,
      equals: [
        .quarantined(reason: "SHOP-12 until 9999-12-31"), .failed(unexpected: false),
        .failed(unexpected: true), .quarantined(reason: "SHOP-12 until 9999-12-31"),
        .failed(unexpected: true),
      ])
  }

  @Test func `with retries, the last attempt decides`() async {
    let attempts = Counter()
    let trace = await traced("till", .retry(1), .quarantined("SHOP-12", until: Self.far)) {
      it("counts") { expect(attempts.next(), equals: 2) }
      it("opens") { throw PowerCut() }
      it("closes") {
        if attempts.next() == 3 { throw PowerCut() }
        throw Skip("closed")
      }
    }
    expect(
      trace.ended.map(\.outcome),
      equals: [
        .flaky, .quarantined(reason: "SHOP-12 until 9999-12-31"),
        .quarantined(reason: "SHOP-12 until 9999-12-31"),
      ])
    #expect(trace.issues.allSatisfy { !$0.isFailure })
  }

  @Test func `failures in quarantine do not stop the run`() async {
    let trace = await traced("till", options: .plain { $0.failFast = 1 }) {
      it("counts", .quarantined("SHOP-12", until: Self.far)) { #expect(Bool(false)) }
      it("closes") {}
    }
    expect(trace.ended.count, equals: 2)
    expect(trace.summary.isSuccess, equals: true)
  }

  @Test func `a time limit is excused too, and the example is not set up or torn down differently`()
    async
  {
    let trace = await traced("till", .quarantined("SHOP-12", until: Self.far)) {
      beforeEach { log("s") }
      afterEach { log("t") }
      it("waits", .timeLimit(.milliseconds(20))) { try await Task.sleep(for: .seconds(60)) }
      it("counts") {
        log("counts")
        throw PowerCut()
      }
    }
    expect(trace.summary.isSuccess, equals: true)
    expect(trace.summary.quarantined, equals: 2)
    #expect(
      trace.description.contains("s · counts · ! Threw an error: PowerCut() (body, known) · t"))
  }
}
