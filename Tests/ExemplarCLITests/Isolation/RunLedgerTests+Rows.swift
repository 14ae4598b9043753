import ExemplarCore
import ExemplarLog
import TestSupport
import Testing

@testable import ExemplarCLI

/// Rows of one outline that several processes run: their events become one outline.
extension RunLedgerTests {
  fileprivate static let outline = id("sells")
  private static let main = PlanPart(spec: spec)

  /// An outline of which the first worker has run a row when another begins to help.
  private static func sharing() -> (told: Told, help: PlanPart) {
    let told = Told(examples: 2)
    told.tell("( [sells +sells/one")
    let help = told.help()!
    told.ledger.handOut(help, to: 2)
    return (told, help)
  }

  @Test func anOutlineEndsWithTheLastOfItsParts() {
    let (told, help) = Self.sharing()
    #expect(help.number == 1 && help.outline == Self.outline)
    told.tell(by: 2, "( [sells sells/two")
    told.tell("+sells/three")
    // The events of the first one are reported meanwhile.
    told.tell(")sells +closes )")
    #expect(!told.ledger.isOver(help) && told.ledger.isOver(Self.main))
    told.tell(by: 2, "✔sells/two )sells )")
    #expect(told.ledger.isOver(help))
    told.end()
    #expect(told.text == "run (A till (sells one ✔ two three ✔ closes ✔ ✔ ) )")
    #expect(told.summary?.executed == 4 && told.summary?.notReached == 0)
    #expect(told.summary?.isSuccess == true)
  }

  @Test func aPartWhoseProcessEndsGoesOnWithItsOwnRows() {
    let (told, help) = Self.sharing()
    told.tell(by: 2, "( [sells sells/two")
    let rest = told.die(running: [Self.running(Self.id("sells/two"))], in: help)
    var expected = help
    func over(_ count: Int, _ row: String) -> [ExampleID: FinishedRows] {
      [Self.outline: FinishedRows(count, last: Self.id(row))]
    }
    (expected.rows, expected.isRest) = (over(1, "sells/two"), true)
    #expect(rest == expected)
    // So does the first one, which has one more behind it.
    told.tell("+sells/three")
    #expect(told.die(running: [], in: Self.main) == Self.rest(rows: over(2, "sells/three")))
    // They may change places.
    told.ledger.handOut(expected, to: 1)
    told.ledger.handOut(Self.main, to: 2)
    told.tell(by: 1, "( [sells")
    told.tell(by: 2, "( [sells")
    told.tell(by: 1, "+sells/four )sells )")
    #expect(told.ledger.isOver(help) && !told.ledger.isOver(Self.main))
    told.tell(by: 2, "+sells/five )sells )")
    #expect(
      told.text
        == "run (A till (sells one ✔ two issue of two ✘ three ✔ four ✔ five ✔ ) issue of the run )")
  }

  @Test func rowsThatNobodyRunsAnyMoreAreClosed() {
    let (told, _) = Self.sharing()
    told.tell(")sells )")
    told.end(isWhole: false)
    #expect(told.text == "run (A till (sells one ✔ ) )")
    #expect(told.summary?.finished == false)
  }

  /// A process that has come to the end of the rows has left none to claim.
  @Test func nobodyHelpsWhenAllRowsAreClaimed() {
    let (told, _) = Self.sharing()
    #expect(told.help() != nil)
    told.tell(by: 2, "( [sells )sells")
    #expect(told.help() == nil)
  }

  @Test func onlyRowsThatTakeLongAreShared() {
    let now = EventLog.now
    let ledger = PartLedger(Self.spec)
    func note(_ event: Event) { ledger.receive(event, output: nil) { _ in } }
    note(.groupStart(Self.spec))
    note(.groupStart(Self.outline, kind: .outline))
    func slow(after seconds: Double) -> ExampleID? {
      ledger.slowOutline(among: [Self.outline], now: now + seconds)
    }
    #expect(slow(after: 0.1) == nil && slow(after: 5) == Self.outline)
    #expect(ledger.slowOutline(among: [], now: now + 5) == nil)
    for id in (0..<10_000).map({ Self.id("sells/\($0)") }) {
      note(.exampleStart(id, row: RowReference(name: id.name)))
      note(.exampleEnd(id))
    }
    #expect(slow(after: 1) == nil && slow(after: 60) == Self.outline)
    note(.groupEnd(Self.outline))
    #expect(slow(after: 60) == nil)
  }

  @Test func otherRowsInAnotherProcessFailTheRun() {
    let (told, _) = Self.sharing()
    let other = Self.spec.appending("lends")
    for _ in 1...2 { told.ledger.record(RowReading(count: 3), readOf: Self.outline) }
    told.ledger.record(RowReading(count: 9), readOf: other)
    #expect(told.issues == [])
    told.ledger.record(RowReading(count: 4), readOf: Self.outline)
    told.ledger.record(RowReading(count: 9, names: PathHash().appending("a")), readOf: other)
    #expect(
      told.issues == [
        "The rows of A till › sells were read in several processes, and there were 3 in one, and 4 in another, so "
          + "some may not have run. Rows must not depend on the process; those of a .serialized spec are read in "
          + "one.",
        "The rows of A till › lends were read in several processes, and they were not the same in all of them, so "
          + "some may not have run. Rows must not depend on the process; those of a .serialized spec are read in "
          + "one.",
      ])
    told.end()
    #expect(told.summary?.isSuccess == false)
  }
}

extension RunLedgerTests.Told {
  /// The part for another process that has nothing else to do after some time.
  fileprivate func help() -> PlanPart? {
    ledger.help(with: RunLedgerTests.spec, among: [RunLedgerTests.outline], now: EventLog.now + 5)
  }
}
