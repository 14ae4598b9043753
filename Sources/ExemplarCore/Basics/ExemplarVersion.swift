/// The version of Exemplar, which the tool and the library have in common.
package enum ExemplarVersion {
  package static let current = "0.1.0"

  /// A version of the tool, and those of the library that it fits.
  package static func description(of version: String = current) -> String {
    """
    \(version)
    Fits packages with the library Exemplar \(series(of: version).joined(separator: ".")).x, and packages without it.
    """
  }

  /// The problem with a tool that has another version than this library; `nil` if they fit.
  ///
  /// They exchange options, orders and logs, whose form may change with each version that may break a promise: a new
  /// major version, and a new minor version before 1.0.0.
  package static func problem(ofTool tool: String, library: String = current) -> String? {
    if series(of: tool) == series(of: library) { return nil }
    return
      "\(beginning) \(tool), and the library Exemplar of this package has version \(library). They "
      + "do not work together. Run swift run exemplar test, which builds the tool of the same version, or install "
      + "exemplar \(library)."
  }

  /// The status of a process whose library refuses the tool that started it. The library prints the problem on the
  /// standard error, and writes nothing else: the tool may not be able to read it.
  ///
  /// Tools and libraries of other versions have this status and the beginning of the sentence too, so both must stay.
  package static let refusalStatus: Int32 = 78
  private static let beginning = "The tool exemplar has version"

  /// The problem that a library has printed; `nil` if the text does not end with one.
  package static func refusal(in output: String) -> String? {
    guard let line = output.split(separator: "\n").last, line.hasPrefix(beginning) else {
      return nil
    }
    return String(line)
  }

  /// The part of a version that stays the same as long as nothing breaks.
  private static func series(of version: String) -> [Substring] {
    let parts = version.split(separator: ".")
    return Array(parts.prefix(parts.first == "0" ? 2 : 1))
  }
}
