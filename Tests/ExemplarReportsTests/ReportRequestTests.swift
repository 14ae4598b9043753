import ExemplarCore
import Foundation
import Testing

@testable import ExemplarReports

/// How reports are asked for.
struct ReportRequestTests {
  @Test(arguments: [
    ("junit", "junit.xml"), ("junit=a=b.xml", "a=b.xml"), ("tap", nil), ("tap=x", "x"),
    ("html=-", nil), ("json", "events.jsonl"), ("Names=x", "x"), ("Names", nil),
  ])
  func pathsAreThoseOfTheFormatUnlessGiven(text: String, path: String?) throws {
    #expect(try ReportRequest(text, option: "--report").path == path)
  }

  @Test(arguments: ["", "junt", "=x", "JUNIT=", "html="])
  func whatIsNotUnderstoodIsRefused(text: String) {
    #expect(throws: AuthoringMistake.self) { try ReportRequest(text, option: "--report") }
  }

  @Test func aNameThatIsNearIsSuggested() {
    let mistake = #expect(throws: AuthoringMistake.self) {
      try ReportRequest("junt=x", option: "EXEMPLAR_REPORT")
    }
    #expect(mistake?.message.hasPrefix("EXEMPLAR_REPORT must be FORMAT or FORMAT=PATH") == true)
    #expect(mistake?.message.hasSuffix("found “junt=x”. Did you mean junit?") == true)
  }

  @Test func theEnvironmentHasSeveral() throws {
    let requests = try ReportRequest.requests(in: ["EXEMPLAR_REPORT": "junit=a\nhtml=b\nNames"])
    #expect(requests.map(\.path) == ["a", "b", nil])
    #expect(requests.map(\.customName) == [nil, nil, "Names"])
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
    #expect(try count("tap=\(path)", "html=\(path)1") == 2)
    #expect(try count("tap=\(path)", "tap=\(path)") == 1)
    #expect(try count("tap", "github") == 2)
    #expect(throws: AuthoringMistake.self) { try count("tap=\(path)", "html=\(path)") }
    #expect(throws: AuthoringMistake.self) { try count("tap", "dots") }
    #expect(throws: AuthoringMistake.self) { try count("tap=\(path)/none/x") }
  }

  /// Names of formats begin with small letters and differ, so that classes of users stay apart.
  @Test func formatsHaveNamesOfTheirOwn() {
    let names = ReportFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.first?.isLowercase == true })
  }
}
