import ExemplarCore

struct WarningsFold: ReportFold {
  let context: ReportContext

  func begin(_ event: Event, _ output: inout ReportOutput) {
    switch event {
    case .issueRecorded(let record) where record.issue.isWarning:
      append(record.issue, of: record.id, to: &output.text)
    case .runEnded(let summary):
      if let warning = summary.warningOfRun { append(warning, of: nil, to: &output.text) }
    default: break
    }
  }

  private func append(_ issue: Issue, of id: ExampleID?, to text: inout ReportText) {
    let lines = IssueLines(issue, relativeTo: context.directory)
    let parts = [id?.heading].compactMap(\.self) + lines.message + [lines.place].compactMap(\.self)
    text += parts.joined(separator: " · ") + "\n"
  }
}

extension ReportFormat {
  /// The file that Bazel reads. Users have no name for it.
  package static let warnings = ReportFormat("warnings", "", path: nil) {
    try FoldReporter(WarningsFold(context: $1), path: $0, $1)
  }
}
