import Exemplar
import ExemplarCore
import TestSupport
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
    of parts: PlanPart..., owners: Locked<[Int: Int]>, readings: Locked<[RowReading]> = Locked([]),
    atRow: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> String {
    let lines = Locked([String]())
    let spec = spec({ line in lines.withLock { $0.append(line) } }, atRow)
    let plan = Plan([spec], PlanOptions(seed: 1, order: .defined))
    let waiting = Locked(parts)
    var configuration = RunConfiguration()
    configuration.nextPart = { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    configuration.claimRows = { outline, part in
      expect(outline, equals: Self.sales)
      return { row in
        owners.withLock { owners in
          owners[row] = owners[row] ?? part
          return owners[row] == part
        }
      }
    }
    configuration.recordRead = { outline, rows in
      expect(outline, equals: Self.sales)
      readings.withLock { $0.append(rows) }
    }
    let summary = await Run(plan, configuration) { _ in }
    #expect(summary.failed == 0 && summary.finished)
    return lines.withLock { $0 }.filter { $0 != "before" }.joined(separator: " ")
  }

  private static func help(after rows: Int = 0) -> PlanPart {
    PlanPart(
      spec: id, number: 1, outline: sales, rows: rows == 0 ? [:] : [sales: FinishedRows(rows)],
      isRest: rows > 0)
  }

  @Test func aRowRunsWhereItIsClaimedFirst() async {
    let owners = Locked<[Int: Int]>([:])
    let first = await Self.lines(of: PlanPart(spec: Self.id), owners: owners) { row in
      // Another process claims every second row from there on.
      if row == 2 { owners.withLock { for row in [2, 4, 6, 8] { $0[row] = 1 } } }
    }
    expect(first, equals: "opens 1 2 4 6 8")
    await expect(Self.lines(of: Self.help(), owners: owners), equals: "3 5 7 9")
    await expect(Self.lines(of: Self.help(after: 3), owners: owners), equals: "9")
    // The remainder of a process that has run two of its rows, and claimed one more.
    owners.withLock { owners in for row in [5, 6, 7, 8] { owners[row] = nil } }
    let rest = PlanPart(
      spec: Self.id, done: [Self.id.appending("opens")], rows: [Self.sales: FinishedRows(2)],
      isRest: true)
    await expect(Self.lines(of: rest, owners: owners), equals: "4 6 7 8 9")
  }

  @Test func allProcessesReportTheRowsThatTheyRead() async {
    let readings = Locked([RowReading]())
    let owners = Locked<[Int: Int]>([:])
    let all = PlanPart(spec: Self.id)
    _ = await Self.lines(of: all, owners: owners, readings: readings)
    // No other process has any of them.
    expect(readings.withLock { $0 }, equals: [])
    _ = await Self.lines(of: Self.help(), owners: owners, readings: readings)
    owners.withLock { $0[3] = 1 }
    _ = await Self.lines(of: all, owners: owners, readings: readings)
    let found = readings.withLock { $0 }
    #expect(found.count == 2 && found[0].count == 9 && found[0] == found[1])
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
    let plan = Plan([Self.spec { _ in }], PlanOptions(seed: 1, order: .defined))
    let trace = await traced(Run(plan, configuration))
    expect(trace.summary.runFailures, equals: difference == nil ? 0 : 1)
    #expect(
      trace.issues.map(\.message)
        == (difference.map { difference in
          [
            "The rows of A till › sells were read again, since the process that ran them ended, and were others: "
              + "\(difference). So some may not have run. Rows must not depend on the process."
          ]
        } ?? []))
  }

  @Test func onlyWhatMayRunSideBySideIsShared() {
    func shareable(_ root: SpecNode) -> Set<ExampleID> {
      Plan([Spec(module: "Shop", root: root)], PlanOptions(seed: 1)).demands[0].shareable
    }
    func rows() -> SpecNode { outline("sells", over: 1...9) { (row: Int) in } }
    expect(shareable(describe("A till", .parallel) { rows() }), equals: [Self.sales])
    expect(
      shareable(describe("A till", .parallel, .uses("till", .read)) { rows() }),
      equals: [Self.sales])
    expect(shareable(describe("A till") { rows() }), equals: [])
    expect(shareable(describe("A till", .parallel, .serialized) { rows() }), equals: [])
    expect(shareable(describe("A till", .parallel, .isolated) { rows() }), equals: [])
    expect(shareable(describe("A till", .parallel, .uses("till")) { rows() }), equals: [])
    expect(
      shareable(
        describe("A till", .parallel) {
          context("open") {
            beforeAll {}
            rows()
          }
        }), equals: [])
    expect(
      shareable(
        describe("A till", .parallel) {
          context("open") {
            it("closes") {}
            rows()
          }
        }), equals: [Self.id.appending("open").appending("sells")])
  }
}
