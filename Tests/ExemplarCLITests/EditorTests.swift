import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

extension PackageTests {
  /// Each example and each row has its own result in an editor, under both versions of the event stream.
  @Test func editorsShowEachExampleAndRow() async throws {
    let editor = try await Editor()
    for version in ["6.3", "0"] {
      let results = try await editor.results(version: version)
      expect(
        results.lines,
        equals: """
          Prices › are positive › cheap: passed
          Prices › are positive › free: failed at Prices.swift:11
            Expectation failed: (cents → 0) > 0
            in Prices › are positive › free
            row free at Prices.swift:14:8 · 0
          Prices › are positive › dear: passed
          Prices › in a shop that is closed › are unknown: failed at Prices.swift:19
            Expectation failed: Bool(false)
            The door is locked.
            in Prices › in a shop that is closed
          Prices › in a shop that is closed › are secret: passed
          Prices › are printed: passed
          Books › have titles: passed
          Books › have authors: passed
          """)
      // The editor shows no canceled cases, but Swift Testing does.
      expect(
        results.canceled,
        equals: [
          "Prices › in a shop that is closed › are secret", "Prices › are printed",
        ])
    }
  }

  /// A list that is too long has outlines, then specs, as one case each.
  @Test func editorsShowALongListInParts() async throws {
    let editor = try await Editor()
    try await expect(
      editor.results(limit: 6).names,
      equals: [
        "Prices › are positive (3 rows)", "Prices › in a shop that is closed › are unknown",
        "Prices › in a shop that is closed › are secret", "Prices › are printed",
        "Books › have titles", "Books › have authors",
      ])
    let specs = try await editor.results(limit: 1)
    #expect(specs.lines.hasPrefix("Prices (6 examples): failed at Prices.swift:"), "\(specs.lines)")
    #expect(specs.lines.hasSuffix("Books (2 examples): passed"))
    // A selection decides which are planned.
    let row = try await editor.results(environment: ["EXEMPLAR_SELECT": "Prices.swift:14"])
    expect(row.names, equals: ["Prices › are positive › free"])
  }
}

/// A package whose examples are cases of a test, built, and its results as an editor reads them.
private struct Editor {
  let package: Fixture

  init() async throws {
    package = try .shared(named: "Editor", files: ["Prices.swift": Self.specs])
    try await package.build()
  }

  private static let specs = """
    import Exemplar
    import Testing

    @Suite struct Examples {
      @Test(arguments: await Exemplar.examples(limit: limit))
      func example(_ example: ListedNode) async throws { try await example.run() }
    }

    @Spec let prices = describe("Prices") {
      outline("are positive") { (cents: Int) in
        #expect(cents > 0)
      } rows: {
        row("cheap", 1)
        row("free", 0)
        row("dear", 9_000)
      }

      context("in a shop that is closed") {
        beforeAll { try #require(Bool(false), "The door is locked.") }
        it("are unknown") {}
        it("are secret") {}
      }

      it("are printed") { throw Skip("There is no printer.") }
      xit("are never listed") {}
    }

    @Spec let books = describe("Books") {
      it("have titles") {}
      it("have authors") {}
    }

    import Foundation
    private let limit = Int(ProcessInfo.processInfo.environment["LIMIT"] ?? "") ?? 1000

    """

  /// Runs all tests with an event stream that goes to a FIFO, as an editor does.
  func results(
    version: String = "6.3", limit: Int? = nil, environment: [String: String] = [:]
  ) async throws -> EventStream {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appendingPathComponent("stream").path
    try #require(mkfifo(pipe, 0o600) == 0)
    // For writing too, so that a program that never opens it does not block this.
    let reader = try #require(FileHandle(forUpdatingAtPath: pipe))
    let records = Locked(Data())
    reader.readabilityHandler = { handle in
      let data = handle.availableData
      records.withLock { $0 += data }
    }
    defer { reader.readabilityHandler = nil }
    let result = try await Tool.run(
      Fixture.program("EditorPackageTests.xctest"),
      [
        "--testing-library", "swift-testing", "--event-stream-output-path", pipe,
        "--event-stream-version", version,
      ], in: Tool.repository,
      environment: [
        "SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED": "1", "LIMIT": limit.map(String.init) ?? "",
      ].merging(environment) { $1 })
    // The program has ended, so the rest of the stream is in the pipe.
    for _ in 0..<1000 where !records.withLock({ $0.contains(record: "runEnded") }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    var stream = EventStream()
    for line in records.withLock({ $0 }).split(separator: UInt8(ascii: "\n")) {
      try stream.read(try JSONDecoder().decode(EventStream.Record.self, from: line))
    }
    expect(result.status == 0, equals: !stream.lines.contains(": failed"))
    return stream
  }
}

extension Data {
  /// Whether the text contains a whole record of a kind at its end.
  fileprivate func contains(record kind: String) -> Bool {
    last == UInt8(ascii: "\n") && range(of: Data("\"\(kind)\"".utf8), options: .backwards) != nil
  }
}

/// The test cases that Visual Studio Code shows for an event stream of Swift Testing.
///
/// Its rules: a case is listed in the record of its test, and a later record replaces the list; a case
/// that ends must have started; an issue without a source location is lost; a canceled case counts as
/// passed.
private struct EventStream {
  struct Record: Decodable {
    struct Case: Decodable {
      var id: String
      var displayName: String
    }
    struct Location: Decodable {
      var _filePath: String
      var line: Int
    }
    struct Issue: Decodable {
      var sourceLocation: Location?
    }
    struct Message: Decodable {
      var symbol: String
      var text: String
    }
    struct Payload: Decodable {
      var kind: String
      var isParameterized: Bool?
      var _testCases: [Case]?
      var _testCase: Case?
      var issue: Issue?
      var messages: [Message]?
    }
    var kind: String
    var payload: Payload
  }

  struct Violation: Error { var rule: String }

  private var cases: [Record.Case] = []
  private var started: Set<String> = []
  private var ended: Set<String> = []
  private var issues: [String: [String]] = [:]
  private var canceledIDs: Set<String> = []

  mutating func read(_ record: Record) throws {
    let payload = record.payload
    if record.kind == "test", payload.isParameterized == true { cases = payload._testCases ?? [] }
    guard record.kind == "event", let id = payload._testCase?.id,
      cases.contains(where: { $0.id == id })
    else { return }
    switch payload.kind {
    case "testCaseStarted": started.insert(id)
    case "testCaseEnded":
      if !started.contains(id) { throw Violation(rule: "an end needs a start: \(id)") }
      ended.insert(id)
    case "testCaseCancelled": canceledIDs.insert(id)
    case "issueRecorded":
      guard let location = payload.issue?.sourceLocation else {
        throw Violation(rule: "an issue needs a location")
      }
      let file = URL(fileURLWithPath: location._filePath).lastPathComponent
      let text = (payload.messages ?? []).filter { $0.symbol == "details" }.map(\.text)
        .joined(separator: "\n").split(separator: "\n")
        .filter { !$0.contains("run it again:") }
        .map { "\n  " + $0.replacing(#/\S+\/(?=\w+\.swift)/#, with: "") }
      issues[id, default: []].append("\(file):\(location.line)\(text.joined())")
    default: break
    }
  }

  /// Each case with its result.
  var lines: String {
    cases.map { item in
      let result =
        issues[item.id].map { "failed at \($0.joined(separator: "\n"))" }
        ?? (ended.contains(item.id) ? "passed" : "not ended")
      return "\(item.displayName): \(result)"
    }.joined(separator: "\n")
  }

  var names: [String] { cases.map(\.displayName) }
  var canceled: [String] { cases.filter { canceledIDs.contains($0.id) }.map(\.displayName) }
}
