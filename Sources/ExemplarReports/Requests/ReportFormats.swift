extension ReportFormat {
  package static let all: [ReportFormat] =
    console + [
      .jsonLines,
      .junit,
      .xunit,
      .swiftTesting,
      .tap,
      .ctrf,
      .github,
      .timeline,
      .html,
      .log,
    ]
}
