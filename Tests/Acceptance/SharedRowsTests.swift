import Exemplar
import ExemplarCore
import Testing

/// Rows of one outline that several processes run, here one after the other.
@Suite struct SharedRowsTests {
  private static func spec(
    _ log: @escaping @Sendable (String) -> Void,
    _ atRow: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Spec {
    Spec(
      module: "Shop",
      root: describe("A till", .parallel) {
        it("opens") { log("opens") }
        beforeEach { log("before") }
        outline("sells", over: 1...9) { (row: Int) in
          log("\(row)")
          atRow(row)
        }
      })
  }
  private static let id = ExampleID(["Shop", "A till"])
  private static let sales = id.appending("sells")

  /// The lines that a process writes that is given some parts.
  private static func lines(
    of parts: PlanPart..., readings: Locked<[RowShare.Reading]> = Locked([]),
    atRow: @escaping @Sendable (Int, Run) -> Void = { _, _ in }
  ) async -> String {
    let lines = Locked([String]())
    let running = Locked<Run?>(nil)
    let spec = spec({ line in lines.withLock { $0.append(line) } }) { row in
      atRow(row, running.withLock { $0 }!)
    }
    let plan = Plan([spec], PlanOptions(seed: 1, order: .defined))
    let waiting = Locked(parts)
    var configuration = RunConfiguration()
    configuration.nextPart = { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    configuration.recordRead = { outline, rows in
      #expect(outline == Self.sales)
      readings.withLock { $0.append(rows) }
    }
    let run = Run(plan, configuration)
    running.withLock { $0 = run }
    let summary = await run { _ in }
    #expect(summary.failed == 0 && summary.finished)
    return lines.withLock { $0 }.filter { $0 != "before" }.joined(separator: " ")
  }

  @Test func whoGivesRowsAwayKeepsTheOthers() async throws {
    let given = Locked<[RowShare]>([])
    let first = await Self.lines(of: PlanPart(spec: Self.id)) { row, run in
      if row != 2, row != 4 { return }
      #expect(run.halveRows(of: Self.sales) { share in given.withLock { $0.append(share) } })
      #expect(!run.halveRows(of: Self.id) { _ in })
    }
    #expect(first == "opens 1 2 4 8")
    let shares = given.withLock { $0 }
    try #require(shares.count == 2)
    func part(_ share: RowShare, after rows: Int = 0) -> PlanPart {
      PlanPart(
        spec: Self.id, number: 1, outline: Self.sales, shares: [Self.sales: share],
        rows: rows == 0 ? [:] : [Self.sales: FinishedRows(rows)], isRest: rows > 0)
    }
    #expect(await Self.lines(of: part(shares[0])) == "3 5 7 9")
    #expect(await Self.lines(of: part(shares[0], after: 3)) == "9")
    #expect(await Self.lines(of: part(shares[1])) == "6")
    // What is left when the first process is gone that had all rows, and gave some away.
    let rest = PlanPart(
      spec: Self.id, shares: [Self.sales: shares[0].counterpart],
      done: [Self.id.appending("opens")], rows: [Self.sales: FinishedRows(2)], isRest: true)
    #expect(await Self.lines(of: rest) == "4 6 8")
  }

  @Test func whatWasReadIsTheSameForAll() async throws {
    let readings = Locked([RowShare.Reading]())
    let all = PlanPart(spec: Self.id)
    _ = await Self.lines(of: all, readings: readings)
    // Nobody else has any of them.
    #expect(readings.withLock { $0 } == [])
    let (kept, given) = RowShare().halved(from: 4)
    for share in [kept, given] {
      let part = PlanPart(
        spec: Self.id, number: 1, outline: Self.sales, shares: [Self.sales: share])
      _ = await Self.lines(of: part, readings: readings)
    }
    _ = await Self.lines(of: all, readings: readings) { row, run in
      if row == 3 { #expect(run.halveRows(of: Self.sales) { _ in }) }
    }
    let found = readings.withLock { $0 }
    #expect(found.count == 3 && found[0].count == 9 && Set(found).count == 1)
  }

  @Test(arguments: [
    (FinishedRows(2, last: sales.appending("#2")), nil),
    (FinishedRows(2, last: sales.appending("#7")), "“#2” is where “#7” was"),
    (FinishedRows(12, last: sales.appending("#12")), "there are fewer"),
  ])
  func whoTakesOverHasToReadTheSameRows(over: FinishedRows, difference: String?) async {
    let part = PlanPart(
      spec: Self.id, done: [Self.id.appending("opens")], rows: [Self.sales: over], isRest: true)
    let waiting = Locked([part])
    var configuration = RunConfiguration()
    configuration.nextPart = { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    let issues = Locked([String]())
    let plan = Plan([Self.spec { _ in }], PlanOptions(seed: 1, order: .defined))
    let summary = await Run(plan, configuration) { event in
      if case .issueRecorded(let record) = event {
        issues.withLock { $0 += [record.issue.message] }
      }
    }
    #expect(summary.runFailures == (difference == nil ? 0 : 1))
    #expect(
      issues.withLock { $0 }
        == (difference.map { difference in
          [
            "The rows of A till › sells were read again, since the process that ran them ended, and were others: "
              + "\(difference). So some may not have run. Rows must not depend on the process."
          ]
        } ?? []))
  }

  @Test func onlyWhatMayRunSideBySideIsShared() {
    func shareable(_ root: SpecNode) -> Set<ExampleID> {
      Plan([Spec(module: "Shop", root: root)], PlanOptions(seed: 1)).parts[0].shareable
    }
    func rows() -> SpecNode { outline("sells", over: 1...9) { (row: Int) in } }
    #expect(shareable(describe("A till", .parallel) { rows() }) == [Self.sales])
    #expect(
      shareable(describe("A till", .parallel, .uses("till", .read)) { rows() }) == [Self.sales])
    #expect(shareable(describe("A till") { rows() }) == [])
    #expect(shareable(describe("A till", .parallel, .serialized) { rows() }) == [])
    #expect(shareable(describe("A till", .parallel, .isolated) { rows() }) == [])
    #expect(shareable(describe("A till", .parallel, .uses("till")) { rows() }) == [])
    #expect(
      shareable(
        describe("A till", .parallel) {
          context("open") {
            beforeAll {}
            rows()
          }
        }) == [])
    #expect(
      shareable(
        describe("A till", .parallel) {
          context("open") {
            it("closes") {}
            rows()
          }
        }) == [Self.id.appending("open").appending("sells")])
  }
}
