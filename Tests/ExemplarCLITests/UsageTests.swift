import Foundation
import Testing

struct UsageTests {
  @Test func aFolderWithoutPackageCannotStart() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let result = try await Tool.exemplar(["test", "--package-path", folder])
    #expect(result.status == 2)
    #expect(result.errors.contains("There is no package at \(folder)"))
  }

  @Test(arguments: [
    ["test", "--bogus"], ["test", "--seed", "x"], ["test", "--order", "alphabetical"],
    ["test", "--report", "json="], ["test", "--report", "unknown=x"], ["test", "--jobs", "0"],
    ["nonsense"],
  ])
  func wrongUsageCannotStart(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.status == 2)
    #expect(!result.errors.isEmpty)
  }

  @Test(arguments: [["--help"], ["test", "--help"], ["--version"]])
  func helpIsFine(_ arguments: [String]) async throws {
    let result = try await Tool.exemplar(arguments)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
  }
}
