import ExemplarCore

extension ReportFormat {
  /// The console, a format for each layout. In a file it has no colors.
  package static let console = ConsoleLayout.allCases.map { layout in
    ReportFormat(layout.rawValue, layout.meaning, path: nil) { path, context in
      var context = context
      context.layout = layout
      if let path {
        let file = Locked(try ReportFile(path: path))
        context.print = { text in try file.withLock { try $0.write(ReportText(text)) } }
        context.style = Style(hasColor: false)
        // Only the standard output is quiet.
        context.console.isQuiet = false
        // A file may be read when other runs have come.
        (context.rerunFailed, context.showWhole) = (nil, nil)
        context.file = path
      }
      return ConsoleReporter(context)
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
    case .quiet: "nothing but failures and the verdict, at the end"
    }
  }
}
