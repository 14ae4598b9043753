import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

/// How reports are asked for.
struct ReportRequestTests {
  @Test(arguments: [
    ("junit", "junit.xml"), ("junit=a=b.xml", "a=b.xml"), ("tap", nil), ("tap=x", "x"),
    ("html=-", nil), ("json", "events.jsonl"), ("Names=x", "x"), ("Names", nil),
  ])
  func pathsAreThoseOfTheFormatUnlessGiven(text: String, path: String?) throws {
    try expect(ReportRequest(text, option: "--report").path, equals: path)
  }

  @Test(arguments: ["", "junt", "=x", "JUNIT=", "html="])
  func whatIsNotUnderstoodIsRefused(text: String) {
    #expect(throws: UsageError.self) { try ReportRequest(text, option: "--report") }
  }

  @Test func aNameThatIsNearIsSuggested() {
    let mistake = #expect(throws: UsageError.self) {
      try ReportRequest("junt=x", option: "EXEMPLAR_REPORT")
    }
    expect(
      mistake?.message.hasPrefix("EXEMPLAR_REPORT must be FORMAT or FORMAT=PATH"), equals: true)
    expect(mistake?.message.hasSuffix("found “junt=x”. Did you mean junit?"), equals: true)
  }

  @Test func theEnvironmentHasSeveral() throws {
    let requests = try ReportRequest.requests(in: ["EXEMPLAR_REPORT": "junit=a\nhtml=b\nNames"])
    expect(requests.map(\.path), equals: ["a", "b", nil])
    expect(requests.map(\.customName), equals: [nil, nil, "Names"])
    #expect(try ReportRequest.requests(in: [:]).isEmpty)
  }

  @Test func twoReportsAtOnePlaceAreRefused() throws {
    let trial = try ReportTrial()
    let path = trial.folder.appendingPathComponent("x").path
    func count(_ texts: String...) throws -> Int {
      try ReportRequest.reporters(
        for: texts.map { try ReportRequest($0, option: "--report") }, trial.context
      ).count
    }
    try expect(count("tap=\(path)", "html=\(path)1"), equals: 2)
    try expect(count("tap=\(path)", "tap=\(path)"), equals: 1)
    try expect(count("tap", "github"), equals: 2)
    #expect(throws: UsageError.self) { try count("tap=\(path)", "html=\(path)") }
    let mistake = #expect(throws: UsageError.self) { try count("tap", "dots") }
    expect(
      mistake?.message,
      equals:
        "The reports tap and dots would both be written to the standard output. Give each a path of its own."
    )
    #expect(throws: UsageError.self) { try count("tap=\(path)/none/x") }
  }

  /// It would replace the failures and the counts, which are all that is wanted.
  @Test(arguments: ["tree", "dots", "progress", "failures"])
  func aLoudReportBesideQuietIsRefused(format: String) throws {
    let trial = try ReportTrial()
    var context = trial.context
    context.console.isQuiet = true
    func count(_ texts: String...) throws -> Int {
      try ReportRequest.reporters(
        for: texts.map { try ReportRequest($0, option: "--report") }, context
      ).count
    }
    let mistake = #expect(throws: UsageError.self) { try count("tap=-", format) }
    expect(
      mistake?.message,
      equals:
        "The report \(format) replaces what --quiet prints. Leave one of them out, or give the report a path."
    )
    let path = trial.folder.appendingPathComponent("x").path
    try expect(count("\(format)=\(path)", "quiet"), equals: 2)
  }

  #if !os(Windows)
    /// A pipe is opened without waiting for a reader, which may never come.
    @Test(.timeLimit(.minutes(5)), arguments: ReportFormat.all.map(\.name))
    func aPipeWithoutAReaderIsRefused(format: String) throws {
      let trial = try ReportTrial()
      let path = trial.folder.appendingPathComponent("pipe").path
      expect(mkfifo(path, 0o600), equals: 0)
      func open() throws -> [any Reporter] {
        let request = try ReportRequest("\(format)=\(path)", option: "--report")
        return try ReportRequest.reporters(for: [request], trial.context)
      }
      let mistake = #expect(throws: UsageError.self) { _ = try open() }
      expect(
        mistake?.message,
        equals: (format == "log"
          ? "The report cannot be written to \(path). The log \(path) cannot be made: something else is there."
          : "The report cannot be written to \(path). It is a pipe that no process reads. Start its "
            + "reader first, or name a file."))

      // With a reader, and by the names of open descriptors, it is written.
      guard format != "log" else { return }
      let reader = Foundation.open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      trial.report(
        [
          .runStart(seed: 1, order: .random, specs: 0, examples: 0),
          .runEnded(RunSummary(seed: 1)),
        ], to: try open()[0])
      expect(trial.troubles, equals: [])
      let written = (try? FileHandle(fileDescriptor: reader).readToEnd()) ?? nil
      expect(written?.isEmpty, equals: false)
      #expect(throws: Never.self) {
        for path in ["/dev/null", "/dev/fd/2"] {
          let request = try ReportRequest("\(format)=\(path)", option: "--report")
          _ = try ReportRequest.reporters(for: [request], trial.context)
        }
      }
    }
  #endif

  /// Names of formats begin with small letters and differ, so that classes of users stay apart.
  @Test func formatsHaveNamesOfTheirOwn() {
    let names = ReportFormat.all.map(\.name)
    expect(Set(names).count, equals: names.count)
    #expect(names.allSatisfy { $0.first?.isLowercase == true })
  }
}
