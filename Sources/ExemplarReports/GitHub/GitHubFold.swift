import ExemplarCore
import Foundation

// What GitHub shows of a run: annotations beside the lines of a change, which are commands on the standard
// output, and a summary of the step, in the file that GITHUB_STEP_SUMMARY names.
//
// GitHub shows ten errors and ten warnings of a step, so what matters most comes first, and rows that fail at
// one line are one annotation.

struct GitHubFold: ReportFold {
  let context: ReportContext
  private var problems: [GitHubProblem.Key: GitHubProblem] = [:]
  /// How many failures were not kept.
  private var dropped = 0
  private var kept: [GitHubProblem.Rank: Int] = [:]
  private var order = 0
  /// How many different problems of each rank are kept.
  private static let limit = 1000

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws {
    switch entry {
    case .runStarted:
      problems = [:]
      kept = [:]
      dropped = 0
    case .example(let example):
      let rank: GitHubProblem.Rank? =
        switch example.outcome {
        case .failed(let isUnexpected):
          example.issues.contains { $0.cause == .endOfProcess }
            ? .endOfProcess : isUnexpected ? .unexpected : .expected
        case .flaky: .flaky
        case .quarantined: .quarantined
        case .passed, .skipped, .pending, .blocked: nil
        }
      if let rank {
        let issue = example.issues.first {
          switch rank {
          case .flaky: $0.isRetried
          case .quarantined: $0.isQuarantined
          default: $0.isFailure
          }
        }
        // In quarantine, that of a hook is the only one of all examples that it kept from running.
        if issue != nil || rank != .quarantined {
          record(issue ?? Issue("It failed."), example.id, example.place, rank)
        }
      }
      for issue in example.issues where issue.isWarning {
        record(issue, example.id, example.place, .warning)
      }
    case .group(let group):
      for issue in group.failures { record(issue, group.id, group.place, .outside) }
      for issue in group.issues where issue.isQuarantined {
        record(issue, group.id, group.place, .quarantined)
      }
      for issue in group.issues where issue.isWarning {
        record(issue, group.id, group.place, .warning)
      }
    case .issueOutside(let issue):
      guard issue.isFailure || issue.isWarning else { break }
      record(issue, nil, nil, issue.isFailure ? .outside : .warning)
    case .hooks: break
    case .runEnded(let run): try write(run.summary, &output)
    }
  }

  private mutating func record(
    _ issue: Issue, _ id: ExampleID?, _ place: Place?, _ rank: GitHubProblem.Rank
  ) {
    let place = issue.place ?? place
    let key = GitHubProblem.Key(
      rank: rank, place: place, outline: id?.parent, message: place == nil ? issue.message : "")
    if problems[key] == nil {
      guard kept[rank, default: 0] < Self.limit else {
        if rank.isError { dropped += 1 }
        return
      }
      order += 1
      kept[rank, default: 0] += 1
      problems[key] = GitHubProblem(rank: rank, place: place, issue: issue, id: id, order: order)
    }
    problems[key]?.record(id)
  }

  private mutating func write(_ summary: RunSummary, _ output: inout ReportOutput) throws {
    for problem in summary.troublesOfRun { record(Issue(problem), nil, nil, .outside) }
    if let warning = summary.warningOfRun { record(warning, nil, nil, .warning) }
    let ranked = problems.values.sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
    for isError in [true, false] {
      for problem in ranked.filter({ $0.rank.isError == isError }).prefix(10) {
        append(problem, to: &output.text)
      }
    }
    guard let path = context.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    var text = ReportText()
    text.append(plain: self.text(summary, ranked, dropped: dropped))
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw UsageError("GITHUB_STEP_SUMMARY names \(path), which cannot be written.")
    }
    defer { try? file.close() }
    // Other steps of the job have written there too.
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.bytes))
  }
}

/// A failure at one location, with all of its examples.
struct GitHubProblem {
  /// The most important comes first.
  enum Rank: Int, Comparable {
    case endOfProcess, outside, unexpected, expected, flaky, quarantined, warning

    var isError: Bool { self < .flaky }

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  struct Key: Hashable {
    var rank: Rank
    var place: Place?
    var outline: ExampleID?
    var message: String
  }

  let rank: Rank
  let place: Place?
  /// The first issue of its kind.
  let issue: Issue
  let id: ExampleID?
  let order: Int
  /// How many examples there are, and the first of them.
  private(set) var count = 0
  private(set) var ids: [ExampleID] = []

  mutating func record(_ id: ExampleID?) {
    if let id, ids.last == id { return }
    count += 1
    if let id, ids.count < 10 { ids.append(id) }
  }

  var title: String {
    let name = id?.heading ?? "The run"
    let more = DisplayText.more(count - 1, after: " like it")
    return switch rank {
    case .flaky: "Flaky: \(name)\(more)"
    case .quarantined: "Quarantined: \(name)\(more)"
    default: name + more
    }
  }
}

extension ReportFormat {
  package static let github = ReportFormat(
    "github", "annotations and a step summary for GitHub Actions", path: nil, sharesConsole: true
  ) { try FoldReporter(GitHubFold($1), path: $0, $1) }
}
