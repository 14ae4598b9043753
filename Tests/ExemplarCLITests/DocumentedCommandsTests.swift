import ArgumentParser
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Commands, options and variables in the articles exist, and files for CI systems are valid.
struct DocumentedCommandsTests {
  @Test func commandsHaveOptionsThatExist() throws {
    // A package with the `exemplar.json` of the page on CI.
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    for case .file("exemplar.json", let text) in try DocumentedBlock.all(in: "RunningOnCI")
      .map(\.content)
    {
      try folder.write(text, to: "exemplar.json")
    }
    try folder.write("", to: "Package.swift")
    try folder.write("[]", to: "quarantine.json")
    try #require(FileManager.default.fileExists(atPath: folder.path + "/exemplar.json"))
    var count = 0
    for page in try DocumentedBlock.pages() {
      let commands = try DocumentedBlock.text(of: page)
        // A CI system states the numbers.
        .replacing(#/\$\{\{[^}]*\}\}/#, with: "2").replacing(
          #/--shard (auto(\/4)?|"\$SHARD\/\$SHARDS")/#, with: "--shard 2/4"
        )
        .matches(of: #/\bexemplar ((?:test|list|report|merge|config|shards)(?: [^`\n|)]*)?)/#)
      for command in commands where !command.1.contains("…") {
        // The rest of a sentence is no option.
        let line = String(command.1)
        guard line.contains("--") || line.contains("'") else { continue }
        var words = line.trimmingCharacters(in: .whitespaces).shellWords
        // The page's archive is not there.
        if let option = words.firstIndex(of: "--archive") {
          words.removeSubrange(option...option + 1)
        }
        words.insert(contentsOf: ["--package-path", folder.path], at: 1)
        words = words.map { $0 == "quarantine.json" ? "\(folder.path)/\($0)" : $0 }
        count += 1
        do {
          _ = try ExemplarCommand.parseAsRoot(words)
        } catch {
          Issue.record("\(page): \(line): \(ExemplarCommand.message(for: error))")
        }
      }
    }
    #expect(count >= 20)
  }

  @Test func variablesExist() throws {
    for page in try DocumentedBlock.pages() {
      for name in try DocumentedBlock.text(of: page).matches(of: #/\bEXEMPLAR_[A-Z_]+\b/#) {
        let name = String(name.output)
        // A misspelled one, and one of mutated programs.
        let others = ["EXEMPLAR_SEEED", "EXEMPLAR_MUTANT"]
        #expect(
          EnvironmentOption(rawValue: name) != nil || others.contains(name), "\(page): \(name)")
      }
    }
  }

  @Test(arguments: ["RunningOnCI", "GettingStarted"])
  func everyBlockOfAPageWithFilesIsAFile(page: String) throws {
    let files = try DocumentedBlock.all(in: page).compactMap { block in
      if case .file(let path, _) = block.content { path } else { nil }
    }
    #expect(files.contains(".github/workflows/test.yml"))
    for path in files where path.hasSuffix(".yml") { #expect(path.contains(".")) }
  }
}
