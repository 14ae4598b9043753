import ExemplarCore

/// A form in which the events of a run are written, for those who ask with `--report`.
package struct ReportFormat: Sendable {
  /// What stands before the path: `junit` in `junit=PATH`.
  package let name: String
  /// What is written, for help.
  package let meaning: String
  /// Where it is written if no path is given; `nil` stands for the standard output.
  package let path: String?
  /// Whether it can stand on the standard output beside what the console shows; others stand in for that.
  package let sharesConsole: Bool
  /// Makes what writes to the file at a path, or to the standard output if there is none. Throws if that
  /// cannot be written.
  let reporter: @Sendable (String?, ReportContext) throws -> any Reporter

  package init(
    _ name: String, _ meaning: String, path: String?, sharesConsole: Bool = false,
    reporter: @escaping @Sendable (String?, ReportContext) throws -> any Reporter
  ) {
    self.name = name
    self.meaning = meaning
    self.path = path
    self.sharesConsole = sharesConsole
    self.reporter = reporter
  }

  /// A format of the user's, which the process with the specs alone can write.
  static func custom(_ name: String) -> ReportFormat {
    ReportFormat(name, "", path: nil, sharesConsole: true) { _, _ in
      throw AuthoringMistake("\(name) is not a format of Exemplar.")
    }
  }
}
