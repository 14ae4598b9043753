import ExemplarCore
import ExemplarLog
import Testing

@testable import ExemplarCLI

/// Rows of one outline that several processes run: their events become one outline.
extension RunLedgerTests {
  fileprivate static let outline = spec.appending("sells")
  private static let main = PlanPart(spec: spec)

  private static func row(_ name: String, in id: ExampleID = outline) -> [Event] {
    [begin(name, in: id, row: true), pass(name, in: id)]
  }

  /// An outline of which the first worker has run a row when another begins to help.
  private static func sharing() -> (told: Told, help: PlanPart) {
    let told = Told(examples: 2)
    told.tell(group(), group(outline, isOutline: true))
    row("one").forEach { told.tell($0) }
    let help = told.help()!
    told.ledger.handOut(help, to: 2)
    return (told, help)
  }

  @Test func anOutlineEndsWithTheLastOfItsParts() {
    let (told, help) = Self.sharing()
    #expect(help.number == 1 && help.outline == Self.outline)
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.begin("two", in: Self.outline, row: true))
    Self.row("three").forEach { told.tell($0) }
    // The events of the first one are reported meanwhile.
    told.tell(Self.end(Self.outline), Self.begin("closes"), Self.pass("closes"), Self.end())
    #expect(!told.ledger.isOver(help) && told.ledger.isOver(Self.main))
    told.tell(by: 2, Self.pass("two", in: Self.outline), Self.end(Self.outline), Self.end())
    #expect(told.ledger.isOver(help))
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.text == "run (A till (sells one ✔ two three ✔ closes ✔ ✔ ) )")
    #expect(told.summary?.executed == 4 && told.summary?.notReached == 0)
    #expect(told.summary?.isSuccess == true)
  }

  @Test func whatIsFoundOutAboutAllRowsIsToldOnce() {
    let (told, _) = Self.sharing()
    let warning = Event.issueRecorded(
      IssueRecorded(
        id: Self.outline, issue: Issue("odd", at: Self.place, phase: .planning, isWarning: true)))
    let names = Self.outline.appending("row names")
    let twice = Event.issueRecorded(IssueRecorded(id: names, issue: Issue("twice", at: Self.place)))
    let failed = Event.exampleEnded(ExampleEnded(id: names, outcome: .failed(unexpected: true)))
    func tell(by worker: Int) {
      told.tell(by: worker, warning, Self.begin("row names", in: Self.outline), twice, failed)
      told.tell(by: worker, Self.end(Self.outline), Self.end())
    }
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    tell(by: 2)
    tell(by: 1)
    #expect(
      told.text == "run (A till (sells one ✔ issue of sells row names issue of row names ✘ ) )")
  }

  @Test func groupsOfRowsAreToldOnce() {
    let (told, _) = Self.sharing()
    let fees = Self.outline.appending("fees")
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true), Self.group(fees))
    Self.row("a", in: fees).forEach { told.tell(by: 2, $0) }
    told.tell(by: 2, Self.end(fees))
    told.tell(Self.group(fees))
    Self.row("b", in: fees).forEach { told.tell($0) }
    told.tell(Self.end(fees), Self.end(Self.outline), Self.end())
    told.tell(by: 2, Self.end(Self.outline), Self.end())
    #expect(told.text == "run (A till (sells one ✔ (fees a ✔ b ✔ ) ) )")
  }

  @Test func aPartWhoseProcessEndsGoesOnWithItsOwnRows() {
    let (told, help) = Self.sharing()
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.begin("two", in: Self.outline, row: true))
    let rest = told.die(running: [Self.running("two", in: Self.outline)], in: help)
    var expected = help
    func over(_ count: Int, _ name: String) -> [ExampleID: FinishedRows] {
      [Self.outline: FinishedRows(count, last: Self.outline.appending(name))]
    }
    (expected.rows, expected.isRest) = (over(1, "two"), true)
    #expect(rest == expected)
    // So does the first one, which has one more behind it.
    Self.row("three").forEach { told.tell($0) }
    #expect(
      told.die(running: [], in: Self.main)
        == PlanPart(spec: Self.spec, rows: over(2, "three"), isRest: true))
    // They may change places.
    told.ledger.handOut(expected, to: 1)
    told.ledger.handOut(Self.main, to: 2)
    told.tell(by: 1, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    Self.row("four").forEach { told.tell(by: 1, $0) }
    told.tell(by: 1, Self.end(Self.outline), Self.end())
    #expect(told.ledger.isOver(help) && !told.ledger.isOver(Self.main))
    Self.row("five").forEach { told.tell(by: 2, $0) }
    told.tell(by: 2, Self.end(Self.outline), Self.end())
    #expect(
      told.text
        == "run (A till (sells one ✔ two issue of two ✘ three ✔ four ✔ five ✔ ) issue of the run )")
  }

  @Test func rowsThatNobodyRunsAnyMoreAreClosed() {
    let (told, _) = Self.sharing()
    told.tell(Self.end(Self.outline), Self.end())
    told.ledger.end(duration: 1, isWhole: false)
    #expect(told.text == "run (A till (sells one ✔ ) )")
    #expect(told.summary?.finished == false)
  }

  @Test func aProcessInWhichTheOutlineDoesNotRunHelpsWithNothing() {
    let (told, help) = Self.sharing()
    told.tell(by: 2, Self.group(), Self.end())
    #expect(told.ledger.isOver(help))
    told.tell(Self.end(Self.outline), Self.end())
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.text == "run (A till (sells one ✔ ) )")
    #expect(told.issues == [])
  }

  /// A process that has come to the end of the rows has left none to claim.
  @Test func nobodyHelpsWhenAllRowsAreClaimed() {
    let (told, _) = Self.sharing()
    #expect(told.help() != nil)
    told.tell(
      by: 2, Self.group(), Self.group(Self.outline, isOutline: true), Self.end(Self.outline))
    #expect(told.help() == nil)
  }

  @Test func onlyRowsThatTakeLongAreShared() {
    let now = EventLog.now
    let ledger = PartLedger(Self.spec)
    func note(_ event: Event) { ledger.receive(event, output: nil) { _ in } }
    note(Self.group())
    note(Self.group(Self.outline, isOutline: true))
    func slow(after seconds: Double) -> ExampleID? {
      ledger.slowOutline(among: [Self.outline], now: now + seconds)
    }
    #expect(slow(after: 0.1) == nil && slow(after: 5) == Self.outline)
    #expect(ledger.slowOutline(among: [], now: now + 5) == nil)
    for number in 0..<10_000 { Self.row("\(number)").forEach(note) }
    #expect(slow(after: 1) == nil && slow(after: 60) == Self.outline)
    note(Self.end(Self.outline))
    #expect(slow(after: 60) == nil)
  }

  @Test func otherRowsInAnotherProcessFailTheRun() {
    let (told, _) = Self.sharing()
    let other = Self.spec.appending("lends")
    told.ledger.record(RowReading(count: 3), readOf: Self.outline)
    told.ledger.record(RowReading(count: 3), readOf: Self.outline)
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
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.summary?.isSuccess == false)
  }
}

extension RunLedgerTests.Told {
  /// The part for another process that has nothing else to do after some time.
  fileprivate func help() -> PlanPart? {
    ledger.help(with: RunLedgerTests.spec, among: [RunLedgerTests.outline], now: EventLog.now + 5)
  }
}
