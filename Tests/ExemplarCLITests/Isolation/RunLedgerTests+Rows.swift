import ExemplarCore
import ExemplarLog
import Testing

@testable import ExemplarCLI

/// Rows of one outline that several processes run: what they tell becomes one outline.
extension RunLedgerTests {
  private static let outline = spec.appending("sells")
  private static let main = PlanPart(spec: spec)

  private static func row(_ name: String, in id: ExampleID = outline) -> [Event] {
    [begin(name, in: id, row: true), pass(name, in: id)]
  }

  /// An outline of which the first worker has run a row, and has given every second one away from there on.
  private static func sharing() -> (told: Told, given: PlanPart) {
    let told = Told(examples: 2)
    told.tell(group(), group(outline, isOutline: true))
    row("one").forEach { told.tell($0) }
    let given = told.ledger.share(
      RowShare().halved(from: 1).given, of: outline, from: main)
    told.ledger.handOut(given, to: 2)
    return (told, given)
  }

  @Test func anOutlineEndsWithTheLastOfItsParts() {
    let (told, given) = Self.sharing()
    #expect(given.number == 1 && given.outline == Self.outline)
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.begin("two", in: Self.outline, row: true))
    Self.row("three").forEach { told.tell($0) }
    // What the first one goes on with is told meanwhile.
    told.tell(Self.end(Self.outline), Self.begin("closes"), Self.pass("closes"), Self.end())
    #expect(!told.ledger.isOver(given) && told.ledger.isOver(Self.main))
    told.tell(by: 2, Self.pass("two", in: Self.outline), Self.end(Self.outline), Self.end())
    #expect(told.ledger.isOver(given))
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
    let twice = Event.issueRecorded(
      IssueRecorded(id: names, issue: Issue("twice", at: Self.place)))
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
    let (told, given) = Self.sharing()
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.begin("two", in: Self.outline, row: true))
    let rest = told.die(running: [Self.running("two", in: Self.outline)], in: given)
    var expected = given
    func over(_ count: Int, _ name: String) -> [ExampleID: FinishedRows] {
      [Self.outline: FinishedRows(count, last: Self.outline.appending(name))]
    }
    (expected.rows, expected.isRest) = (over(1, "two"), true)
    #expect(rest == expected)
    // So does the one that gave them away, which has one more behind it.
    Self.row("three").forEach { told.tell($0) }
    let (kept, _) = RowShare().halved(from: 1)
    #expect(
      told.die(running: [], in: Self.main)
        == PlanPart(
          spec: Self.spec, shares: [Self.outline: kept], rows: over(2, "three"), isRest: true))
    // They may change places.
    told.ledger.handOut(expected, to: 1)
    told.ledger.handOut(Self.main, to: 2)
    told.tell(by: 1, Self.group(), Self.group(Self.outline, isOutline: true))
    told.tell(by: 2, Self.group(), Self.group(Self.outline, isOutline: true))
    Self.row("four").forEach { told.tell(by: 1, $0) }
    told.tell(by: 1, Self.end(Self.outline), Self.end())
    #expect(told.ledger.isOver(given) && !told.ledger.isOver(Self.main))
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

  @Test func rowsOfAnOutlineThatDoesNotRunThereFailTheRun() {
    let (told, given) = Self.sharing()
    told.tell(by: 2, Self.group(), Self.end())
    #expect(told.ledger.isOver(given))
    told.tell(Self.end(Self.outline), Self.end())
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.text == "run (A till (sells one ✔ issue of the run ) )")
    #expect(
      told.issues == [
        "Rows of A till › sells were given to a process in which the outline does not run, so they have not run: the "
          + "set of examples must not depend on the process."
      ])
    #expect(told.summary?.isSuccess == false)
  }

  /// Its end may have been read before.
  @Test func anOutlineThatIsOverCanStillHaveGivenRowsAway() {
    let told = Told(examples: 2)
    let inner = Self.spec.appending("at night")
    let outline = inner.appending("sells")
    told.tell(Self.group(), Self.group(inner), Self.group(outline, isOutline: true))
    told.tell(Self.end(outline), Self.end(inner))
    let given = told.ledger.share(
      RowShare().halved(from: 1).given, of: outline, from: Self.main)
    told.ledger.handOut(given, to: 2)
    let failed = Event.groupEnded(GroupEnded(id: inner, failed: true))
    told.tell(
      by: 2, Self.group(), Self.group(inner), Self.group(outline, isOutline: true))
    Self.row("two", in: outline).forEach { told.tell(by: 2, $0) }
    told.tell(by: 2, Self.end(outline), failed, Self.end())
    told.tell(.groupEnded(GroupEnded(id: Self.spec, failed: true)))
    told.ledger.end(duration: 1, isWhole: true)
    #expect(told.text.hasSuffix("A till!)"))
    #expect(told.summary?.isSuccess == false)
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
    told.ledger.record(RowShare.Reading(count: 3), readOf: Self.outline)
    told.ledger.record(RowShare.Reading(count: 3), readOf: Self.outline)
    told.ledger.record(RowShare.Reading(count: 9), readOf: other)
    #expect(told.issues == [])
    told.ledger.record(RowShare.Reading(count: 4), readOf: Self.outline)
    told.ledger.record(
      RowShare.Reading(count: 9, hash: PathHash().appending("Emma")), readOf: other)
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
