import Exemplar
import ExemplarCore
import Testing

/// Who starts a fixture of a run, and what the others receive.
struct FixtureLedgerTests {
  private static let place = Place(path: "/shop/Fixtures.swift", line: 3, column: 5)

  private static func request(
    _ name: String, by user: String? = nil, for example: String? = nil
  ) -> FixtureRequest {
    FixtureRequest(name, at: place, user: user, example: example)
  }

  /// The step in words.
  private static func step(
    _ ledger: inout FixtureLedger<String>, _ request: FixtureRequest, from requester: String = ""
  ) -> String {
    switch ledger.receive(request, from: requester) {
    case .start: "start"
    case .wait: "wait"
    case .answer(let answer): text(answer)
    }
  }

  private static func text(_ answer: FixtureAnswer) -> String {
    switch answer {
    case .value(let json): json
    case .failure(let message): message
    }
  }

  @Test func theFirstRequestStartsAFixtureForAll() {
    var ledger = FixtureLedger<String>()
    expect(Self.step(&ledger, Self.request("a"), from: "1"), equals: "start")
    expect(Self.step(&ledger, Self.request("a"), from: "2"), equals: "wait")
    expect(Self.step(&ledger, Self.request("b"), from: "3"), equals: "start")
    let answers = ledger.finish("a", with: .value("7")).map { "\($0): \(Self.text($2))" }
    expect(answers, equals: ["1: 7", "2: 7"])
    expect(Self.step(&ledger, Self.request("a"), from: "4"), equals: "7")
    // A late second result, as after a time limit, changes nothing.
    #expect(ledger.finish("a", with: .failure("late")).isEmpty)
    expect(Self.step(&ledger, Self.request("a")), equals: "7")
  }

  @Test func theFirstThatAskedHasTheWholeCauseOfAFailure() {
    var ledger = FixtureLedger<String>()
    _ = Self.step(&ledger, Self.request("a", for: "Loans › lends"))
    _ = Self.step(&ledger, Self.request("a", for: "Loans › returns"))
    let answers = ledger.finish("a", with: .failure("no port\nIt printed:\nmuch")).map {
      Self.text($2)
    }
    let whole = "The fixture “a” did not start: no port\nIt printed:\nmuch"
    let short =
      "The fixture “a” did not start: no port (see “Loans › lends”, which asked first)"
    expect(answers, equals: [whole, short])
    expect(Self.step(&ledger, Self.request("a", for: "Loans › sells")), equals: short)
    // A retry of the first.
    expect(Self.step(&ledger, Self.request("a", for: "Loans › lends")), equals: whole)
    expect(
      Self.step(&ledger, Self.request("a", by: "b")), equals: short,
      "a fixture asks after the example")
  }

  /// The process of a fixture sends the cause alone, which may be the failure of another one.
  @Test func theFailureOfAStartNamesTheFixtureOnce() {
    var ledger = FixtureLedger<String>()
    _ = Self.step(&ledger, Self.request("a"))
    let answers = ledger.finish("a", with: .failure("no port"))
    expect(answers.map { Self.text($2) }, equals: ["The fixture “a” did not start: no port"])
    _ = Self.step(&ledger, Self.request("b"))
    let nested = ledger.finish("b", with: .failure("The fixture “a” did not start: no port"))
    expect(
      nested.map { Self.text($2) },
      equals: ["The fixture “b” did not start: The fixture “a” did not start: no port"])
  }

  @Test func aLostFixtureStaysLost() {
    var ledger = FixtureLedger<String>()
    _ = Self.step(&ledger, Self.request("a"))
    _ = ledger.finish("a", with: .value("7"))
    ledger.lose("a", because: "Its process was killed.")
    expect(
      Self.step(&ledger, Self.request("a")),
      equals: "The fixture “a” does not run any more: Its process was killed.")
  }

  @Test func fixturesThatWaitForEachOtherAreNamed() {
    var ledger = FixtureLedger<String>()
    expect(Self.step(&ledger, Self.request("a", for: "x")), equals: "start")
    expect(Self.step(&ledger, Self.request("c", for: "y")), equals: "start")
    expect(Self.step(&ledger, Self.request("b", by: "a")), equals: "start")
    // Two that need the same one are no circle.
    expect(Self.step(&ledger, Self.request("b", by: "c")), equals: "wait")
    #expect(
      Self.step(&ledger, Self.request("c", by: "b")).hasPrefix(
        "The fixtures wait for each other: “c” needs “b” needs “c”."))
    #expect(
      Self.step(&ledger, Self.request("a", by: "b")).hasPrefix(
        "The fixtures wait for each other: “a” needs “b” needs “a”."))
    #expect(
      Self.step(&ledger, Self.request("a", by: "a")).hasPrefix(
        "The fixtures wait for each other: “a” needs “a”."))
    // Once it has started, it needs nothing.
    _ = ledger.finish("a", with: .value("1"))
    expect(Self.step(&ledger, Self.request("a", by: "b")), equals: "1")
  }

  @Test func anotherFixtureWithTheNameIsAnError() {
    var ledger = FixtureLedger<String>()
    _ = Self.step(&ledger, Self.request("a"))
    let other = FixtureRequest("a", at: Place(path: "/shop/More.swift", line: 9, column: 5))
    expect(
      Self.step(&ledger, other),
      equals:
        "2 fixtures of the run are named “a”, at Fixtures.swift:3 and More.swift:9. Rename one of them."
    )
  }
}
