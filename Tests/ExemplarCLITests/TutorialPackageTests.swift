import Exemplar
import Foundation
import TestSupport
import Testing

// They share the build folder with the other tests of packages, and so follow one another.
extension PackageTests {
  /// The tutorial, done by a test: one package that grows step by step.
  struct TutorialTests {
    @Test func everyStepPrintsWhatThePageShows() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("exemplar-tutorial-\(UUID().uuidString)/Shop")
      defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
      let blocks = try DocumentedBlock.all(in: "GettingStarted")
      try #require(blocks.count > 15)
      for block in blocks {
        switch block.content {
        case .file(let path, let text):
          try DocumentedBlock.write(text, to: folder.appendingPathComponent(path))
        case .session(let command, let output):
          let result = try await run(command, in: folder)
          let isRed = output.contains(#/examples?: .*\d+ failed/#)
          expect(result.status, equals: isRed ? 1 : 0, "\(block): \(result.everything)")
          let isAsShown = contains(masked(result.normalized), masked(output))
          #expect(isAsShown, "\(block): \(command) printed\n\(result.normalized)")
        case .other:
          Issue.record("\(block) is neither a file nor a session")
        }
      }
    }

    @Test("a suite of Quick runs after the first stage, with its variables", arguments: ["5", "6"])
    func quick(version: String) async throws {
      let fixture = try Fixture.temporary(files: [
        "MainActor.swift":
          "// swift-tools-version \(version)\nimport Exemplar\n#specsOnMainActor()\n",
        "ShelfSpec.swift": """
        import Exemplar
        import Foundation

        @MainActor final class Shelf { var books: [String] = [] }

        @Spec let shelfSpec = describe("A shelf") {
          var shelf: Shelf!

          beforeEach { shelf = Shelf() }

          it("starts empty") { #expect(shelf.books.isEmpty && Thread.isMainThread) }

          context("with a book") {
            beforeEach { shelf.books.append("Emma") }
            it("holds it") { #expect(shelf.books == ["Emma"] && Thread.isMainThread) }
          }
        }
        """,
      ])
      let manifest = fixture.path + "/Package.swift"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
        .replacing("\n  ]\n)", with: "\n  ],\n  swiftLanguageModes: [.v\(version)]\n)")
      #expect(text.contains(".v\(version)"))
      try text.write(toFile: manifest, atomically: true, encoding: .utf8)
      for result in [try await fixture.test(), try await fixture.swiftTest()] {
        result.expect(0, counts: "2 examples: 2 passed ")
      }
    }

    /// Runs a command of the page, with the build folder of all fixtures.
    private func run(_ command: String, in folder: URL) async throws -> Tool.Result {
      var words = command.shellWords
      var environment: [String: String] = [:]
      while let assignment = words.first?.wholeMatch(of: #/([A-Z_]+)=(.*)/#) {
        environment[String(assignment.1)] = String(assignment.2)
        words.removeFirst()
      }
      if words.starts(with: ["swift", "run", "exemplar"]) {
        return try await Tool.exemplar(
          words.dropFirst(3) + ["--"] + Fixture.buildOptions, in: folder, environment: environment)
      }
      try #require(words == ["swift", "test"], "\(command)")
      return try await Tool.run(
        URL(fileURLWithPath: "/usr/bin/env"), words + Fixture.buildOptions, in: folder,
        environment: environment)
    }

    /// The lines of a text that are not empty, without seeds and times.
    private func masked(_ text: String) -> [String] {
      text.replacing(#/seed \d+/#, with: "SEED")
        .replacing(#/· (TIME|under 1 ms|[0-9.]+ s)/#, with: "· TIME")
        .replacing(#/  [0-9.]+ s ago/#, with: "  AGE ago")
        .replacing(#/(?m) +$/#, with: "")
        // The tool is built in a folder other than that of the package.
        .replacing(
          "swift run --package-path \(Tool.repository.path) exemplar", with: "swift run exemplar"
        )
        // Swift Testing prints from other threads.
        .replacing(#/(?m)^[✘◇↳] .*$/#, with: "").split(separator: "\n").map(String.init)
    }

    /// Whether the parts of `page` between lines of `…` follow one another in `printed`, from its beginning to its end.
    private func contains(_ printed: [String], _ page: [String]) -> Bool {
      let parts = page.split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
      guard let first = parts.first, let last = parts.last, printed.starts(with: first) else {
        return false
      }
      if parts.count == 1 { return printed == first }
      var rest = printed.dropFirst(first.count)
      guard rest.count >= last.count, Array(rest.suffix(last.count)) == last else { return false }
      rest = rest.dropLast(last.count)
      for part in parts.dropFirst().dropLast() {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
  }
}
