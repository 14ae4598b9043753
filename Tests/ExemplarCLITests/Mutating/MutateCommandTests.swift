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
    let header = ResultLines.Header(isMatrix: false, killers: [:])
    let error = #expect(throws: UsageError.self) {
      _ = try ResultLines("/nowhere/results.jsonl", header)
    }
    expect(error?.message, equals: "The results cannot be written to /nowhere/results.jsonl.")
  }

  /// The killers of a run that was killed in the middle of a line, and those that it had found in earlier results.
  @Test func killersOfAnInterruptedRunRemain() throws {
    let file = try temporaryFolder().appendingPathComponent("results.jsonl")
    expect(ResultLines.killers(inFile: file.path), equals: [:])
    let (a, b, c) = (
      ExampleID(["Shop", "a"]), ExampleID(["Shop", "b"]), ExampleID(["Shop", "c"])
    )
    let lines = try ResultLines(
      file.path, .init(isMatrix: false, killers: [1: [a], 2: [b], 3: [a, b]]))
    func add(_ mutant: Int, _ verdict: MutantVerdict, by: [ExampleID]) throws {
      var result = MutantResult(verdict, by: by)
      result.mutant = mutant
      try lines.add(result)
    }
    try add(2, .killed, by: [c])
    try add(3, .killed, by: [b])
    try add(3, .survived, by: [])
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"by":["Shop/c"],"mutant":1,"ver"#.utf8))
    expect(ResultLines.killers(inFile: file.path), equals: [1: [a], 2: [c], 3: []])
  }

  @Test func aQueueIsRefused() async throws {
    let list = try temporaryFolder().write("[]", to: "mutants.json")
    let result = try await Tool.exemplar(
      ["run-mutants", list.path, "--results", "/nowhere/results.jsonl"],
      environment: ["EXEMPLAR_QUEUE": "redis://localhost/key"])
    result.expect(
      2,
      errors:
        "EXEMPLAR_QUEUE does not share mutants. Give each machine a shard, such as --shard 1/4, and join their records with --merge."
    )
  }
}
