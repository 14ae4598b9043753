extension ReportFormat {
  /// All formats that reports have, a line each.
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
