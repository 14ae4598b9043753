extension ReportFormat {
  package static let all: [ReportFormat] =
    console + [
      .jsonLines,
      .junit,
      .xunit,
      .swiftTesting,
      .tap,
      .ctrf,
      .summary,
      .github,
      .timeline,
      .html,
      .log,
    ]
}
