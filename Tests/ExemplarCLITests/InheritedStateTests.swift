import Foundation
import TestSupport
import Testing

/// The state that the tool inherits from the process that has started it.
struct InheritedStateTests {
  /// Runs the tool from a shell, with a program that stands in for `swift`.
  private static func exemplar(
    after preparation: String, _ arguments: String = "list", environment: [String: String] = [:]
  ) async throws -> Tool.Result {
    let folder = try temporaryFolder()
    try folder.write(
      "#!/bin/sh\necho 'no compiler is here'\nexit 1\n", to: "swift", isProgram: true)
    return try await Tool.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", "\(preparation); exec \"$0\" \(arguments) --package-path Examples/Bookshop",
        products.appendingPathComponent("exemplar").path,
      ], in: Tool.repository,
      environment: ["PATH": folder.path + ":/usr/bin:/bin"].merging(environment) { $1 })
  }

  @Test(arguments: [
    ("ulimit -n 12", "A process may open 12 files (ulimit -n), and the tool has to open 64 files"),
    (
      "ulimit -v 600000",
      "A process may use 585.9 MB of memory (ulimit -v), and the tool has to use 1 GB"
    ),
  ])
  func limitsThatAreTooLowAreNamed(preparation: String, message: String) async throws {
    try await Self.exemplar(after: preparation).expect(2, errors: "error: " + message)
    try await Self.exemplar(after: preparation, "test --help").expect(0, prints: "USAGE:")
  }

  @Test func temporaryFilesNeedAFolder() async throws {
    let folder = try temporaryFolder()
    let missing = folder.appendingPathComponent("missing").path
    let file = try folder.write("", to: "file").path
    for path in [missing, file, "relative"] {
      try await Self.exemplar(after: "true", environment: ["TMPDIR": path]).expect(
        2,
        errors:
          "TMPDIR should be the absolute path of a folder that can be written to; found “\(path)”.")
    }
    #expect(!FileManager.default.fileExists(atPath: missing))
    #expect(!FileManager.default.fileExists(atPath: Tool.repository.path + "/relative"))
    try await Self.exemplar(after: "true", environment: ["TMPDIR": folder.path]).expect(
      2, prints: "no compiler is here")
  }

  /// The parent ignores the exits of its children.
  @Test func exitsOfChildrenAreNoticed() async throws {
    try await Self.exemplar(after: "trap '' CHLD").expect(2, prints: "no compiler is here")
  }
}
