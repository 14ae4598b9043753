extension ReportFormat {
  package static let junit = ReportFormat(
    "junit", "JUnit XML, with {n} in the path in files below 30 MB", path: "junit.xml"
  ) { try report($0, hasPlaces: true, $1) }

  /// The plugin, unlike Jenkins itself, refuses attributes that are not in its schema.
  package static let xunit = ReportFormat(
    "xunit", "the same as Jenkins' xUnit plugin takes it, without files and lines",
    path: "xunit.xml"
  ) { try report($0, hasPlaces: false, $1) }

  private static func report(
    _ path: String?, hasPlaces: Bool, _ context: ReportContext
  ) throws -> any Reporter {
    try FoldReporter(
      JUnitFold(path: path, hasPlaces: hasPlaces, context), path: path ?? "-", opensFile: false,
      context)
  }
}
