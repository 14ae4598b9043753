import ExemplarCore

extension ReportFormat {
  /// The console, a format for each layout. In a file it has no colors.
  package static let console = ConsoleLayout.allCases.map { layout in
    ReportFormat(layout.rawValue, layout.meaning, path: nil) { path, context in
      var options = ConsoleReporter.Options(
        style: path == nil ? context.style : Style(hasColor: false), verbose: context.verbose,
        directory: context.directory, rerun: context.rerun, write: context.print)
      options.layout = layout
      options.now = context.now
      // A step of a job may print the file.
      options.guardsCommands = PlainText.hasReaderOfCommands(context.environment)
      // A file may be read when other runs have come.
      if path == nil { options.rerunFailed = context.rerunFailed }
      guard let path else { return ConsoleReporter(options) }
      let file = Locked(try ReportFile(path: path))
      options.write = { text in try file.withLock { try $0.write(ReportText(text)) } }
      return ConsoleReporter(options)
    }
  }
}

extension ConsoleLayout {
  fileprivate var meaning: String {
    switch self {
    case .tree: "what the console shows by itself"
    case .dots: "a mark for each example"
    case .progress: "a line for each spec"
    case .failures: "failures when they happen"
    case .quiet: "nothing but failures and counts, at the end"
    }
  }
}
