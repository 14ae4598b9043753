import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarReports

struct GitHubTests {
  @Test func rowsThatFailAtOneLineAreOneAnnotation() throws {
    let events =
      [
        FixtureRun.nothing[0], FixtureRun.group("P"),
        FixtureRun.group("P", "prices", kind: .outline),
      ]
      + (1...50).flatMap { number -> [Event] in
        let name = "row \(number)"
        return [
          FixtureRun.started("P", "prices", name),
          FixtureRun.issue(
            "P", "prices", name, is: Issue("no", at: FixtureRun.place(5), isExpected: true)),
          FixtureRun.ended("P", "prices", name, as: .failed(unexpected: false)),
        ]
      }
    let whole = events + [FixtureRun.end(of: events)]
    let lines = try ReportTrial().gitHub(whole).output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains("title=P › prices › row 1 and 49 more like it::no") })
  }

  /// The failure of a hook in quarantine is one warning, and not one for each example that it kept from running.
  @Test func aQuarantinedHookIsOneWarning() throws {
    let lines = try ReportTrial().gitHub(FixtureRun.quarantinedHook).output.split(separator: "\n")
    #expect(lines.count == 1, "\(lines)")
    #expect(lines[0].contains("title=Quarantined%3A Till › locked::Threw an error: PowerCut()"))
  }

  /// Of more than can be kept, what matters most is.
  @Test func theWorstIsKept() throws {
    let id = FixtureRun.id("P", "x")
    func events(_ number: Int, _ outcome: Outcome, _ issue: ExemplarCore.Issue) -> [Event] {
      let id = id.appending("\(number)")
      return [
        .exampleStart(id, at: FixtureRun.place(number)),
        .issue(issue, of: id),
        .exampleEnd(id, outcome),
      ]
    }
    var many = [FixtureRun.nothing[0]]
    for number in 1...10 { many += events(number, .flaky, Issue("flaky", isRetried: true)) }
    for number in 11...1500 {
      let issue = Issue("wrong \(number)", isExpected: true)
      many += events(number, .failed(unexpected: false), issue)
    }
    many += events(1501, .failed(unexpected: true), Issue("fell", cause: .endOfProcess))
    many += events(1502, .failed(unexpected: true), Issue("threw"))
    let (output, summary) = try ReportTrial().gitHub(many + [FixtureRun.end(of: many)])
    let lines = output.split(separator: "\n")
    #expect(lines[0].hasSuffix("::fell%0Arun it again: exemplar test 'Shop/P/x/1501'"))
    #expect(lines[2].hasSuffix("::threw%0Arun it again: exemplar test 'Shop/P/x/1502'"))
    // Twenty are shown of the 1,492 that failed, and that the run stopped.
    #expect(summary.contains("… and \(1492 + 1 - 20) more"))
  }

  @Test(arguments: [
    ("100%\r\n", "100%25%0D%0A", "100%25%0D%0A"), ("a:b,c", "a:b,c", "a%3Ab%2Cc"),
    ("::error::x", "::error::x", "%3A%3Aerror%3A%3Ax"),
  ])
  func commandsAreEscapedAsGitHubReadsThem(text: String, message: String, property: String) {
    #expect(GitHubFold.message(text) == message)
    #expect(GitHubFold.property(text) == property)
  }

  /// A terminal shows the log of a job, and what is copied from a page.
  @Test func controlCharactersAreEscaped() throws {
    let evil = "\u{1B}[31mred\u{0}\u{202E}\r::error::x"
    let id = FixtureRun.id("P", evil)
    let place = Place(path: "/shop/\(evil).swift", line: 5)
    let events: [Event] = [
      FixtureRun.nothing[0], .exampleStart(id, at: place),
      .issue(Issue("\(evil)\n\(evil)", at: place), of: id),
      .exampleEnd(id, .failed(unexpected: true)),
    ]
    let (output, summary) = try ReportTrial().gitHub(events + [FixtureRun.end(of: events)])
    for text in [output, summary] {
      #expect(text.contains("red\\0\\u{202E}"))
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !ExampleID.isControl($0) })
    }
    #expect(output.contains("::error file="))
    #expect(output.split(separator: "\n").allSatisfy { $0.hasPrefix("::error ") })
  }

  @Test func linksPointToTheCommit() throws {
    let (_, summary) = try ReportTrial().gitHub(after: "Earlier.\n")
    #expect(
      summary.contains("https://github.com/shop/books/blob/0123abc/Tests/CartSpec.swift#L90"))
    #expect(try !ReportTrial().gitHub(environment: [:]).summary.contains("<a href"))
    var context = try ReportTrial().context
    context.environment = [
      "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "shop/books",
      "GITHUB_SHA": "0",
    ]
    #expect(
      context.gitHubLink(Place(path: "a b/<c>é~1.swift"))
        == "https://github.com/shop/books/blob/0/a%20b/%3Cc%3E%C3%A9~1.swift")
    #expect(summary.hasPrefix("Earlier.\n### ❌ Exemplar"))
  }

  @Test func aSummaryThatCannotBeWrittenIsNoSuccess() throws {
    let trial = try ReportTrial()
    trial.environment = ["GITHUB_STEP_SUMMARY": trial.folder.path + "/none/summary.md"]
    let reporter = try ReportFormat.github.reporter(nil, trial.context)
    trial.report(FixtureRun.events, to: reporter)
    #expect(!reporter.isComplete)
    #expect(trial.troubles.count == 1)
  }
}
