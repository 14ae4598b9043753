import Migration
import Testing

/// The same tests have the same names in the output of each library.
@Suite struct OutcomesTests {
  @Test func namesAreEqualBeforeAndAfter() {
    var before = Outcomes()
    before.add(
      logOfXCTest: """
        Test Case 'ShelfTests.testHolds' started at 2026-01-01 00:00:00.000
        Test Case 'ShelfTests.testHolds' passed (0.001 seconds)
        Test Case '-[Shop.ShelfTests testFails]' failed (0.1 seconds)
        Test Case 'ShelfSpec.A shelf, with a book, holds it' passed (0.0 seconds)
        Test Case 'QuickSpec.Till__opens' passed (0.0 seconds)
        Test Case 'QuickSpec.Till__opens' passed (0.0 seconds)
        """)
    before.add(
      streamOfSwiftTesting: #"""
        {"kind":"test","payload":{"kind":"suite","id":"M.Prices","name":"Prices","displayName":"All prices"}}
        {"kind":"test","payload":{"kind":"function","id":"M.Prices/add(_:)/P.swift:1:2","name":"add(_:)"}}
        {"kind":"test","payload":{"kind":"function","id":"M.Prices/off()/P.swift:1:2","name":"off()"}}
        {"kind":"event","payload":{"kind":"testEnded","testID":"M.Prices/add(_:)/P.swift:1:2","messages":[{"symbol":"fail"}]}}
        {"kind":"event","payload":{"kind":"testSkipped","testID":"M.Prices/off()/P.swift:1:2","messages":[{"symbol":"skip"}]}}
        {"kind":"event","payload":{"kind":"testEnded","testID":"M.Prices","messages":[{"symbol":"fail"}]}}
        """#)
    var after = Outcomes()
    after.add(
      eventsOfExemplar: #"""
        {"event":"exampleStarted","id":"M/All prices/add/1","row":{"name":"1"}}
        {"event":"exampleEnded","id":"M/ShelfTests/testHolds","outcome":{"kind":"passed"}}
        {"event":"exampleEnded","id":"M/ShelfTests/testFails","outcome":{"kind":"failed"}}
        {"event":"exampleEnded","id":"M/Till/Till/opens","outcome":{"kind":"passed"}}
        {"event":"exampleEnded","id":"M/Till/Till/opens (2)","outcome":{"kind":"passed"}}
        {"event":"exampleEnded","id":"M/A shelf/with a book/holds it","outcome":{"kind":"flaky"}}
        {"event":"exampleEnded","id":"M/All prices/add/1","outcome":{"kind":"failed"}}
        {"event":"exampleEnded","id":"M/All prices/off","outcome":{"kind":"pending"}}
        """#)
    #expect(before.all.count == 7)
    #expect(Comparison(before, after).isEqual)
  }

  @Test func testsThatAreMissingOrDifferAreListed() {
    var before = Outcomes()
    before.add(
      logOfXCTest: "Test Case 'T.testA' passed (0 seconds)\nTest Case 'T.testB' passed (0 seconds)")
    var after = Outcomes()
    after.add(
      eventsOfExemplar: #"{"event":"exampleEnded","id":"M/T/testA","outcome":{"kind":"failed"}}"#)
    let comparison = Comparison(before, after)
    #expect(comparison.equal == 0)
    #expect(comparison.different.map(\.name) == ["TtestA", "TtestB"])
    #expect(comparison.different.map(\.after) == [.failed, nil])
  }
}
