import Foundation
import Testing

/// Whether golden files are written anew; `EXEMPLAR_UPDATE_GOLDEN=1` asks for it.
package let updatesGolden = ProcessInfo.processInfo.environment["EXEMPLAR_UPDATE_GOLDEN"] == "1"

/// Compares a text with a golden file, or writes the file anew.
package func expectGolden(
  _ text: String, in file: URL, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  if updatesGolden { try Data(text.utf8).write(to: file) }
  let expected = try String(contentsOf: file, encoding: .utf8)
  // Texts may be equal of which the bytes are not.
  if Array(text.utf8) == Array(expected.utf8) { return }
  let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
  let first = lines.first { Array($0.utf8) != Array($1.utf8) }
  Issue.record(
    """
    \(file.lastPathComponent) is not as reviewed. First difference:
    \(first?.0 ?? "")
    \(first?.1 ?? "")
    """, sourceLocation: sourceLocation)
}
