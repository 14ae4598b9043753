import Exemplar
import Foundation
import Testing

extension FixturePackageTests {
  /// Reports are written in every host, several at once, also those of the user's.
  struct ReportTests {
    private static let formats = [
      "json", "junit", "xunit", "swift-testing", "tap", "ctrf", "timeline", "html", "tree", "dots",
      "progress", "failures", "quiet",
    ]

    /// Files that are not empty, and what was written by the class of the fixture.
    private func expectReports(in folder: URL, _ result: Tool.Result) throws {
      expect(result.status, equals: 0, "\(result.output)\(result.errors)")
      for format in Self.formats {
        let data = try Data(contentsOf: folder.appendingPathComponent(format))
        #expect(!data.isEmpty, "\(format)")
      }
      let junit = try String(contentsOf: folder.appendingPathComponent("junit"), encoding: .utf8)
      let cases = junit.components(separatedBy: "<testcase ").count - 1
      #expect(cases > 0)
      let names = try String(contentsOf: folder.appendingPathComponent("names"), encoding: .utf8)
      expect(names.split(separator: "\n").count, equals: cases)
    }

    private func requests(in folder: URL) -> [String] {
      Self.formats.map { "\($0)=\(folder.appendingPathComponent($0).path)" }
        + ["NamesReport=\(folder.appendingPathComponent("names").path)"]
    }

    @Test func aProgramWritesAll() async throws {
      let folder = try temporaryFolder()
      let options = requests(in: folder).flatMap { ["--report", $0] }
      try expectReports(in: folder, try await EveryHost.ownProgram(["Givens"] + options))
    }

    @Test func swiftTestWritesAll() async throws {
      let folder = try temporaryFolder()
      let result = try await EveryHost.swiftTesting(environment: [
        "EXEMPLAR_SELECT": "Givens",
        "EXEMPLAR_REPORT": requests(in: folder).joined(separator: "\n"),
      ])
      try expectReports(in: folder, result)
    }

    @Test func theToolWritesAll() async throws {
      let folder = try temporaryFolder()
      let options = requests(in: folder).flatMap { ["--report", $0] }
      try expectReports(in: folder, try await Fixture.everyHost.test(["Givens"] + options))
    }

    @Test func aReportOnTheStandardOutputReplacesTheConsole() async throws {
      let result = try await EveryHost.ownProgram(["Givens", "--report", "tap"])
      expect(result.status, equals: 0)
      #expect(result.output.hasPrefix("TAP version 13\n"))
      #expect(!result.output.contains("✔"))
    }

    @Test func aReportThatNobodyKnowsIsNoSuccess() async throws {
      let wrong = ["--report", "NameReport=x"]
      try await EveryHost.ownProgram(["Givens"] + wrong).expect(
        2, errors: "There is no class NameReport that is a CustomReport. Did you mean NamesReport?")
      try await Fixture.everyHost.test(["Givens"] + wrong).expect(
        1, prints: "There is no class NameReport that is a CustomReport.")
    }

    @Test func twoReportsDoNotGoToOnePlace() async throws {
      let file = try temporaryFolder().write("as it was", to: "report")
      let path = file.path
      try await EveryHost.ownProgram([
        "Givens", "--report", "tap=\(path)", "--report", "html=\(path)",
      ]).expect(2, errors: "The reports tap and html would both be written to \(path).")
      try expect(String(contentsOf: file, encoding: .utf8), equals: "as it was")
    }
  }
}
