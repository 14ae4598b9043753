import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// `exemplar mutate` finds a program of another package, and becomes it.
struct MutateCommandTests {
  @Test(arguments: [
    ".build/x86_64/debug", "Tools/Mutate/.build/release", "Tools/Mutate/.build/debug",
    ".build/checkouts/exemplar/Tools/Mutate/.build/release", "bin",
  ])
  func theProgramIsFound(place: String) throws {
    let package = try temporaryFolder()
    let tool = package.appendingPathComponent(".build/x86_64/debug/exemplar")
    let environment = ["PATH": "/nowhere:\(package.path)/bin"]
    let error = #expect(throws: UsageError.self) {
      try MutateCommand.program(beside: tool, environment: environment)
    }
    let message =
      "exemplar-mutate is not built. Build it with swift build -c release --package-path CLONE/Tools/Mutate, where CLONE is "
      + "a clone of Exemplar, and put it beside \(tool.path) or into a folder of PATH."
    expect(error?.message, equals: message)
    let program = try package.write("", to: "\(place)/exemplar-mutate", isProgram: true)
    let found = try MutateCommand.program(beside: tool, environment: environment)
    expect(found.resolvingSymlinksInPath(), equals: program.resolvingSymlinksInPath())
  }

  @Test func aProgramThatCannotBeStartedIsAnError() async throws {
    try await expectError("cannot be started: Exec format error.") { folder in
      try folder.write("", to: "exemplar-mutate", isProgram: true)
    }
  }

  /// It is not passed over, since the program that is found next may be another version.
  @Test func aFolderIsNoProgram() async throws {
    try await expectError("is no program. Remove it, or build exemplar-mutate there.") { folder in
      let program = folder.appendingPathComponent("exemplar-mutate")
      try FileManager.default.createDirectory(at: program, withIntermediateDirectories: true)
    }
  }

  /// Expects an error of `exemplar mutate` about what is beside the tool.
  private func expectError(
    _ error: String, beside write: (URL) throws -> Void,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    // A link to the tool has to be in its file system.
    let folder = products.appendingPathComponent("mutate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(folder)
    let tool = folder.appendingPathComponent("exemplar")
    try FileManager.default.linkItem(at: products.appendingPathComponent("exemplar"), to: tool)
    let result = try await Tool.run(tool, ["mutate", "--list"], in: folder)
    #expect(
      result.errors == "error: \(folder.path)/exemplar-mutate \(error)\n",
      sourceLocation: location)
    #expect(result.status == 2, sourceLocation: location)
  }

  @Test func resultsThatCannotBeWrittenAreAnError() {
    let error = #expect(throws: UsageError.self) { _ = try ResultLines("/nowhere/results.jsonl") }
    expect(error?.message, equals: "The results cannot be written to /nowhere/results.jsonl.")
  }
}
