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
    (
      "ulimit -n 12", "The limit on open files is 12, and the tool needs 64. Raise it: ulimit -n 64"
    ),
    (
      "ulimit -v 600000",
      "The limit on memory is 585.9 MB, and the tool needs 1 GB. Raise it: ulimit -v 1048576"
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
