import ExemplarCore
import Foundation
import Testing

@testable import Exemplar

@Suite("Records of Swift Testing")
struct InteropIssuesTests {
  private func issue(_ json: String) -> ExemplarCore.Issue? {
    InteropIssues.issue(toldBy: Data(json.utf8))
  }

  @Test func anIssueHasItsPlaceAndItsMessages() {
    let told = issue(
      """
      {"kind": "event", "version": 0, "payload": {"kind": "issueRecorded", "instant": {"absolute": 1.5},
        "issue": {"isKnown": false, "isFailure": true, "severity": "error", "sourceLocation":
          {"_filePath": "\\/shop\\/Cart.swift", "fileID": "Shop\\/Cart.swift", "line": 12, "column": 7}},
        "messages": [{"symbol": "fail", "text": "Expectation failed: 1 == 2"},
          {"symbol": "details", "text": "a “book”"}]}}
      """)
    expect(
      told,
      equals: ExemplarCore.Issue(
        "Expectation failed: 1 == 2\na “book”",
        at: Place(path: "/shop/Cart.swift", line: 12, column: 7), isExpected: true))
  }

  @Test func whatIsKnownAWarningOrThrownIsTold() {
    func told(_ fields: String, _ text: String = "Expectation failed") -> ExemplarCore.Issue? {
      issue(
        """
        {"kind": "event", "payload": {"kind": "issueRecorded", "issue": {\(fields)},
          "messages": [{"text": "\(text)"}]}}
        """)
    }
    expect(told(#""isKnown": true"#)?.isKnown, equals: true)
    expect(told(#""_severity": "warning""#)?.isWarning, equals: true)
    #expect(told(#""severity": "error", "sourceLocation": null"#)?.place == nil)
    expect(told("", "Caught error: Missing()")?.isExpected, equals: false)
    expect(told("")?.isFailure, equals: true)
  }

  @Test func otherEventsTellOfNothing() {
    #expect(issue(#"{"kind": "event", "payload": {"kind": "testStarted", "messages": []}}"#) == nil)
    #expect(issue(#"{"kind": "test", "payload": {"kind": "issueRecorded"}}"#) == nil)
  }

  @Test(
    "fail where they cannot be read, or do not say what of",
    arguments: ["", "{", #"{"kind": "event", "payload": {"kind": "issueRecorded"}}"#])
  func fail(json: String) {
    expect(issue(json)?.isFailure, equals: true)
  }
}
