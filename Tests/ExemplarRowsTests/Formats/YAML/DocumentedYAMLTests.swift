#if YAML
  import Exemplar
  import ExemplarCore
  import Foundation
  import Testing

  @testable import ExemplarRows

  /// The files for CI systems in the articles, and the workflow of this project, are YAML, and run commands.
  struct DocumentedYAMLTests {
    private static let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [
      ("Sources/Exemplar/Exemplar.docc/RunningOnCI.md", 3),
      ("Sources/Exemplar/Exemplar.docc/WhenOneMachineIsNotEnough.md", 8),
      ("Sources/Exemplar/Exemplar.docc/GettingStarted.md", 1),
    ])
    func articles(path: String, count: Int) async throws {
      let text = try String(
        contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
      let files = text.matches(of: #/(?m)^`[^`]+\.yml`:\n\n```(?:yaml)?\n((?s:.*?))^```/#)
      expect(files.count, equals: count)
      for file in files {
        let commands = try await self.commands(in: String(file.1))
        #expect(
          commands.contains { $0.starts(with: #/swift run exemplar (test|merge)\b/#) },
          "\(commands)"
        )
      }
    }

    @Test(arguments: [".github/workflows/ci.yml", ".spi.yml"])
    func ownFiles(path: String) async throws {
      let text = try String(
        contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
      let texts = try await commands(in: text)
      #expect(texts.contains { $0.hasPrefix(".ci/run") || $0 == "Exemplar" }, "\(texts)")
    }

    /// All texts in a file, of which commands are some.
    private func commands(in yaml: String) async throws -> [String] {
      // A file for a CI system is one object, which becomes the only row.
      let content = yaml.replacing(#/(?m)^/#, with: "    ")
      let source = RowSource.yaml(.text("- name: file\n  content:\n\(content)", path: "ci.yml"))
      return try await source.firstRow()["content"]?.texts ?? []
    }
  }

  extension RowValue {
    /// The texts in the value.
    fileprivate var texts: [String] {
      if let array { return array.flatMap(\.texts) }
      if let object { return object.keys.flatMap { object[$0]?.texts ?? [] } }
      return text.map { [$0] } ?? []
    }
  }
#endif
