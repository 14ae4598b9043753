/// The version of Exemplar, which the tool and the library have in common.
package enum ExemplarVersion {
  package static let current = "0.1.0"

  /// The problem with a tool that has another version than this library; `nil` if they fit.
  ///
  /// They exchange options, orders and logs, whose form may change with each version that may break a promise: a new
  /// major version, and a new minor version before 1.0.0.
  package static func problem(ofTool tool: String, library: String = current) -> String? {
    if series(of: tool) == series(of: library) { return nil }
    return
      "The tool exemplar has version \(tool), and the library Exemplar of this package has version \(library). They "
      + "do not work together. Run swift run exemplar test, which builds the tool of the same version, or install "
      + "exemplar \(library)."
  }

  /// The part of a version that stays the same as long as nothing breaks.
  private static func series(of version: String) -> [Substring] {
    let parts = version.split(separator: ".")
    return Array(parts.prefix(parts.first == "0" ? 2 : 1))
  }
}
