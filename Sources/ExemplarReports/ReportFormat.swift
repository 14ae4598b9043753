import ExemplarCore

/// A format of `--report`, in which the events of a run are written.
package struct ReportFormat: Sendable {
  /// The name before the path: `junit` in `junit=PATH`.
  package let name: String
  package let meaning: String
  /// Where it is written if no path is given; `nil` stands for the standard output.
  package let path: String?
  /// Whether it can share the standard output with the console. Other formats replace the console
  /// there.
  package let sharesConsole: Bool
  /// Creates the reporter for a path, or for the standard output if the path is `nil`. Throws if it
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

  /// A format that a user declares; only the process with the specs can write it.
  static func custom(_ name: String) -> ReportFormat {
    ReportFormat(name, "", path: nil, sharesConsole: true) { _, _ in
      throw UsageError("\(name) is not a format of Exemplar.")
    }
  }
}
