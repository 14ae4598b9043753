import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarCLI

/// What the records of Swift Testing 6.3 say beyond the outcome: lines in, events out.
struct SwiftTestingStreamTests {
  private static let opens = ForeignTest(
    library: .swiftTesting, name: "Shop.Till/opens()/Till.swift:5:4",
    id: ExampleID(["Shop", "Till", "opens()"]), place: Place(path: "/shop/Till.swift", line: 5),
    tags: ["slow"])
  private static let counts = ForeignTest(
    library: .swiftTesting, name: "Shop.Till/counts(n:)/Till.swift:9:4",
    id: ExampleID(["Shop", "Till", "counts(n:)"]), place: Place(path: "/shop/Till.swift", line: 9),
    hasArguments: true)

  private static func record(
    _ kind: String, _ test: ForeignTest = opens, at time: Double = 100, more: String = "",
    argument: String? = nil
  ) -> String {
    let argument =
      argument.map { #","_testCase":{"id":"case \#($0)","displayName":"\#($0)"}"# } ?? ""
    return
      #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(test.name)","instant":{"absolute":\#(time),"since1970":1}\#(argument)\#(more)},"version":"6.3.0"}"#
  }

  private static func issue(
    _ text: String, symbol: String = "fail", severity: String = "error", isFailure: Bool = true
  ) -> String {
    #","issue":{"isKnown":false,"isFailure":\#(isFailure),"severity":"\#(severity)","sourceLocation":{"filePath":"/shop/Till.swift","line":6,"column":7}},"messages":[{"symbol":"\#(symbol)","text":"\#(text)"},{"symbol":"details","text":"the drawer"}]"#
  }

  private func events(_ records: [String]) -> [Event] {
    var fold = SwiftTestingEvents(ForeignTestEvents([Self.opens, Self.counts]))
    return records.flatMap { fold.record(line: Data("\($0)\n".utf8))!.events }
  }

  /// Many records are read at once, so their own clock counts.
  @Test func durationsAreThoseOfTheLibrary() {
    let found = events([
      Self.record("testStarted", at: 100), Self.record("testStarted", Self.counts, at: 100.5),
      Self.record("testCaseStarted", Self.counts, at: 101, argument: "1"),
      Self.record("testCaseEnded", Self.counts, at: 101.25, argument: "1"),
      Self.record("testEnded", at: 103.5),
    ])
    let durations = found.compactMap { event -> String? in
      guard case .exampleEnded(let end) = event else { return nil }
      return "\(end.id.name) \((end.duration * 100).rounded() / 100)"
    }
    expect(durations, equals: ["1 0.25", "opens() 3.5"])
  }

  @Test func warningsFailNothingAndErrorsAreUnexpected() {
    let found = events([
      Self.record("testStarted"),
      Self.record(
        "issueRecorded",
        more: Self.issue("Issue recorded", symbol: "warning", severity: "warning", isFailure: false)
      ),
      Self.record("issueRecorded", more: Self.issue("Issue recorded")),
      Self.record("issueRecorded", more: Self.issue("Expectation failed: (a → 1) == 2")),
      Self.record("issueRecorded", more: Self.issue("Caught error: it snows")),
    ])
    let issues = found.compactMap { event -> String? in
      guard case .issueRecorded(let record) = event else { return nil }
      let issue = record.issue
      return
        "\(issue.message)\(issue.isWarning ? " (warning)" : "")\(issue.isExpected ? "" : " (unexpected)")"
        + " \(issue.place?.line ?? 0) \(issue.context.tags)"
    }
    expect(
      issues,
      equals: [
        "the drawer (warning) 6 [\"slow\"]", "the drawer 6 [\"slow\"]",
        "Expectation failed: (a → 1) == 2\nthe drawer 6 [\"slow\"]",
        "Caught error: it snows\nthe drawer (unexpected) 6 [\"slow\"]",
      ])
  }

  @Test func attachmentsBelongToTheirTestOrArgument() {
    let note = #","attachment":{"_bytes":"aGVsbG8=","_preferredName":"note.txt"}"#
    let long = Data(repeating: 65, count: 5000).base64EncodedString()
    let found = events([
      Self.record("testStarted"), Self.record("valueAttached", more: note),
      Self.record("testStarted", Self.counts),
      Self.record("testCaseStarted", Self.counts, argument: "1"),
      Self.record(
        "valueAttached", Self.counts,
        more: #","attachment":{"_bytes":"\#(long)","_preferredName":"long"}"#,
        argument: "1"),
      Self.record(
        "valueAttached", Self.counts, more: #","attachment":{"path":"/tmp/shot.png"}"#,
        argument: "1"),
      // Of a test that has ended.
      Self.record("testEnded"), Self.record("valueAttached", more: note),
    ])
    let attachments = found.compactMap { event -> AttachmentRecorded? in
      if case .attachmentRecorded(let attachment) = event { attachment } else { nil }
    }
    let row = Self.counts.id.appending("1")
    expect(
      attachments,
      equals: [
        AttachmentRecorded(id: Self.opens.id, name: "note.txt", size: 5, text: "hello"),
        AttachmentRecorded(id: row, name: "long", size: 5000),
        AttachmentRecorded(id: row, name: "shot.png", size: 0, path: "/tmp/shot.png"),
      ])
  }
}
