import ExemplarCore

/// Lines that run examples again.
public enum Rerun {
  /// For the command line tool.
  public static func command(for ids: [ExampleID], seed: UInt64? = nil) -> String {
    let seed = seed.map { " --seed \($0)" } ?? ""
    return "exemplar test" + seed + ids.map { " " + quoted($0.text) }.joined()
  }

  /// For a program that runs its own specs; `program` is the beginning of its command line.
  public static func program(
    _ program: [String], for ids: [ExampleID], seed: UInt64? = nil
  ) -> String {
    let seed = seed.map { " --seed \($0)" } ?? ""
    return program.map(quotedIfNeeded).joined(separator: " ") + seed
      + ids.map { " " + quoted($0.text) }.joined()
  }

  /// For `swift test`, which takes no options of ours.
  public static func environment(for ids: [ExampleID], seed: UInt64? = nil) -> String {
    let seed = seed.map { "EXEMPLAR_SEED=\($0) " } ?? ""
    let names = quoted(ids.map(\.text).joined(separator: "\n"))
    return "\(seed)EXEMPLAR_SELECT=\(names) swift test \(filter)"
  }

  /// The option by which `swift test` runs the specs and nothing else: the one test of Swift Testing
  /// that stands for them, and no test of XCTest.
  package static let filter = #"--filter '^Exemplar\.'"#

  /// The text as one word of a shell line, in quotation marks only if it needs them.
  package static func quotedIfNeeded(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./=:,+@%".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// The text in quotation marks for a shell. Ids hold no such marks, but other text may.
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
