import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// An event as one line of JSON.
enum EventLine {
  static func encode(_ event: Event) throws -> Data {
    var encoder = EventLineEncoder()
    return Data(try encoder.line(of: event))
  }

  static func decode(_ line: Data) throws -> Event {
    try Event(line: String(decoding: line, as: UTF8.self))
  }
}

struct EventLineTests {
  /// Most issues came up in no loop and in no shared examples; older events know neither.
  @Test func emptyListsOfAnIssueAreLeftOut() throws {
    let event = Event.issue(Issue("m"))
    let line = try EventLine.encode(event)
    expect(
      String(decoding: line, as: UTF8.self),
      equals: """
        {"event":"issueRecorded","issue":{"isExpected":false,"isKnown":false,"isRetried":false,\
        "isWarning":false,"message":"m","phase":"body"}}
        """)
    try expect(EventLine.decode(line), equals: event)
  }

  @Test func everyKindOfEventComesBack() throws {
    for event in Samples.all {
      if case .exampleEnded(let end) = event, !end.duration.isFinite { continue }
      let line = try EventLine.encode(event)
      #expect(!line.contains(0x0A))
      try expect(EventLine.decode(line), equals: event.asInJSONLines)
    }
  }

  @Test(arguments: [
    0, -0.0, 1, -1, 0.1, 1.0 / 3, 1e15, 1e16, 123_456_789_012_345_680, 1e22, 1e-5, 1.5e-9,
    .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .pi,
  ])
  func numbersAreAsAnEncoderWritesThem(_ number: Double) throws {
    let line = try EventLine.encode(.groupEnd(ExampleID(["M"]), duration: number))
    let text = String(decoding: try JSONEncoder().encode(number), as: UTF8.self)
    expect(
      String(decoding: line, as: UTF8.self),
      equals: #"{"duration":\#(text),"event":"groupEnded","failed":false,"id":"M"}"#)
  }

  @Test func everyCharacterComesBack() throws {
    let scalars = (0...0x2_100).compactMap(Unicode.Scalar.init) + ["\u{FEFF}", "\u{1F469}"]
    for scalar in scalars {
      for event: Event in [
        .groupEnd(ExampleID(["M", "a\(scalar)b"])),
        .issue(Issue("a\(scalar)b")),
      ] {
        try expect(EventLine.decode(EventLine.encode(event)), equals: event)
      }
    }
  }

  @Test func aNumberThatJSONCannotHaveIsRefused() {
    for number in [Double.nan, .infinity] {
      #expect(throws: EncodingError.self) {
        try EventLine.encode(.groupEnd(ExampleID(["M"]), duration: number))
      }
    }
  }
}
