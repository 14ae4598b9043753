import ExemplarCore

package enum Rerun {
  /// For the command line tool.
  package static func command(for ids: [ExampleID], seed: UInt64? = nil) -> String {
    "exemplar test" + arguments(for: ids, seed: seed)
  }

  /// The options and the ids on such a command line.
  package static func arguments(
    for ids: [ExampleID], seed: UInt64? = nil, platform: String? = nil
  ) -> String {
    (seed.map { " --seed \($0)" } ?? "")
      + (platform.map { " --platform \(quotedIfNeeded($0))" } ?? "")
      + ids.map { " " + quoted($0.text) }.joined()
  }

  /// For a program that runs its own specs; `program` is the beginning of its command line.
  package static func program(
    _ program: [String], for ids: [ExampleID], seed: UInt64? = nil, platform: String? = nil
  ) -> String {
    program.map(quotedIfNeeded).joined(separator: " ")
      + arguments(for: ids, seed: seed, platform: platform)
  }

  /// For `swift test`, which takes no options of ours.
  package static func environment(
    for ids: [ExampleID], seed: UInt64? = nil, platform: String? = nil
  ) -> String {
    let seed = seed.map { "EXEMPLAR_SEED=\($0) " } ?? ""
    let platform = platform.map { "EXEMPLAR_PLATFORM=\(quotedIfNeeded($0)) " } ?? ""
    let names = quoted(ids.map(\.text).joined(separator: "\n"))
    return "\(seed)\(platform)EXEMPLAR_SELECT=\(names) swift test \(filter)"
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
