/// A form in which the events of a run are written to a file, for those who ask with `--report`.
package struct ReportFormat: Sendable {
  /// What stands before the path: `json` in `json=PATH`.
  package let name: String
  /// What is written, for help.
  package let meaning: String
  /// Makes what writes to the file at a path. Throws if that cannot be written.
  let reporter: @Sendable (String) throws -> any Reporter

  package init(
    _ name: String, _ meaning: String,
    reporter: @escaping @Sendable (String) throws -> any Reporter
  ) {
    self.name = name
    self.meaning = meaning
    self.reporter = reporter
  }
}
