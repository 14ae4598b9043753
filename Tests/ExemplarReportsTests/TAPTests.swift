import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

struct TAPTests {
  private static let broken = [
    FixtureRun.events[0], FixtureRun.group("A"), FixtureRun.started("A", "x"),
    FixtureRun.ended("A", "x", as: .passed), FixtureRun.started("A", "y"),
  ]

  /// Perl's reader finds the same as ours, and takes no name for a directive.
  @Test(
    .enabled(if: ReportTrial.has("prove", "--version")),
    arguments: [
      (FixtureRun.events, true, "Failed 14/35 subtests"),
      (FixtureRun.long(rows: 20), true, "Result: PASS"),
      (broken, true, "Bailout called.  Further testing stopped:  The run did not finish."),
      (broken, false, "Result: FAIL"),
    ])
  func isReadByProve(events: [Event], finishes: Bool, result expected: String) throws {
    let trial = try ReportTrial()
    _ = try trial.text(of: .tap, events, finishes: finishes)
    let file = trial.folder.appendingPathComponent("report").path
    let result = try ReportTrial.run(["prove", "--exec", "cat", file])
    #expect(result.output.contains(expected), "\(result.output)")
    expect(result.status == 0, equals: expected == "Result: PASS")
  }

  /// Perl's reader of YAML takes 65,534 characters at most, and no control characters.
  @Test(arguments: ["x", "\u{1B}\u{9B}\u{2028}\u{E0041}", "\"\\\n", "é", "👩‍👩‍👧"])
  func longTextsAreCutForReaders(part: String) throws {
    let long = String(repeating: part, count: 200_000 / part.utf8.count)
    let id = FixtureRun.id("A", "x")
    let events: [Event] = [
      FixtureRun.events[0], FixtureRun.group("A"), FixtureRun.started("A", "x"),
      .issue(Issue(long, at: FixtureRun.place(5)), of: id),
      .attachment("log", of: id, size: 1, text: long),
      FixtureRun.ended("A", "x", as: .failed(unexpected: true)),
      .groupEnd(FixtureRun.id("A")),
    ]
    let trial = try ReportTrial()
    let text = try trial.text(of: .tap, events + [FixtureRun.end(of: events)])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !ExampleID.isControl($0) })
    let lines: [Substring] = text.split(separator: "\n")
    let scalars = lines.map { $0.drop { $0 != "\"" } }.filter { !$0.isEmpty }
    expect(scalars.count(where: { $0.utf8.count > 31_000 }), equals: 3)
    for scalar in scalars {
      #expect(scalar.utf8.count <= 32_000)
      let read = try JSONDecoder().decode(String.self, from: Data(scalar.utf8))
      guard let cut = read.firstMatch(of: #/\n… and (\d+) more characters? …$/#) else {
        continue
      }
      let left = read[..<cut.range.lowerBound].unicodeScalars
      #expect(long.unicodeScalars.starts(with: left))
      expect(Int(cut.1).map { $0 >= long.unicodeScalars.count - left.count }, equals: true)
    }
    guard ReportTrial.has("perl", "-MTAP::Parser::YAMLish::Reader", "-e1") else { return }
    let file = trial.folder.appendingPathComponent("report").path
    let script = #"""
      use TAP::Parser; $SIG{__WARN__} = sub { die @_ };
      my $parser = TAP::Parser->new({ source => $ARGV[0] });
      my $count = 0;
      while (my $result = $parser->next) {
        next unless $result->is_yaml;
        $count++ if length($result->data->{message}) > 5000 && @{ $result->data->{attachments} };
      }
      print "$count\n";
      """#
    try FileManager.default.moveItem(atPath: file, toPath: file + ".tap")
    let result = try ReportTrial.run(["perl", "-e", script, file + ".tap"])
    expect(result.output, equals: "1\n")
  }

  @Test func aQuarantinedHookIsAComment() throws {
    let text = try ReportTrial().text(of: .tap, FixtureRun.quarantinedHook)
    #expect(
      text.contains(
        "\n# Till › locked (hooks), quarantined for SHOP-12 until 9999-12-31: Threw an error: PowerCut()\n"
      ), "\(text)")
  }

  @Test func goesToTheStandardOutputByItself() throws {
    let trial = try ReportTrial()
    let request = try ReportRequest("tap", option: "--report")
    #expect(request.replacesConsole)
    trial.report(
      FixtureRun.events, to: try ReportRequest.reporters(for: [request], trial.context)[0])
    expect(trial.output, equals: try ReportTrial().text(of: .tap))
  }
}
