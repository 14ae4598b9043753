#if Macros
  import Foundation
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import Testing

  @testable import ExemplarMacros

  /// What the macros make of declarations: how many records they leave, and what they report.
  ///
  /// Each file in `Corpus` has cases of one kind: after `==` what they show, then the source, and after `--` the
  /// result, which `EXEMPLAR_UPDATE_GOLDEN=1` writes. The meaning of records is tested where specs run. (Semantics,
  /// SL-01.)
  struct MacroResultsTests {
    @Test(arguments: [
      "BehavesLike", "Conventions", "Examples", "Hooks", "Instances", "Rows", "Specs",
    ])
    func results(kind: String) throws {
      let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Corpus/\(kind).txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      let cases = text.split(separator: #/(?m)^== /#).map(Case.init)
      #expect(cases.count > 5)
      for example in cases {
        #expect(Expansion(of: example.source).text == example.result, "\(example.title)")
      }
      if ProcessInfo.processInfo.environment["EXEMPLAR_UPDATE_GOLDEN"] != nil {
        try cases.map { "== \($0.title)\n\($0.source)\n--\n\(Expansion(of: $0.source).text)\n" }
          .joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      }
    }

    private struct Case {
      var title: String
      var source: String
      var result: String

      init(_ text: Substring) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex(of: "--") ?? lines.endIndex
        title = String(lines[0])
        source = lines[1..<end].joined(separator: "\n")
        result = lines[end...].dropFirst().joined(separator: "\n")
          .trimmingCharacters(in: .newlines)
      }
    }
  }

  /// A source whose macros have been expanded.
  private struct Expansion {
    /// The records, the diagnostics, and for each diagnostic the source with its fix-its.
    var text: String

    private static let macros: [String: any Macro.Type] = [
      "Spec": SpecMacro.self, "Example": ExampleMacro.self, "BehavesLike": BehavesLikeMacro.self,
      "BeforeAll": HookMacro.self, "BeforeEach": HookMacro.self, "AfterEach": HookMacro.self,
      "AfterAll": HookMacro.self, "AroundEach": HookMacro.self, "AroundAll": HookMacro.self,
    ]

    init(of source: String) {
      let file = Parser.parse(source: source)
      let context = BasicMacroExpansionContext(
        sourceFiles: [file: .init(moduleName: "Shop", fullFilePath: "Shelf.swift")])
      let expanded = file.expand(
        macroSpecs: Self.macros.mapValues { MacroSpec(type: $0) },
        contextGenerator: {
          BasicMacroExpansionContext(
            sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
        }
      ).description
      let records =
        expanded.split(separator: "__Record", omittingEmptySubsequences: false).count - 1
      var lines = [records == 1 ? "1 record" : "\(records) records"]
      for diagnostic in context.diagnostics {
        let place = context.location(
          for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Shelf.swift")
        lines.append(
          "\(place.line):\(place.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
        )
        for fixIt in diagnostic.fixIts {
          var fixed = Array(source.utf8)
          for case .replace(let old, let new) in fixIt.changes {
            let start = context.location(
              for: old.position, anchoredAt: old, fileName: "Shelf.swift"
            ).offset
            fixed.replaceSubrange(
              start..<start + old.totalLength.utf8Length, with: new.description.utf8)
          }
          lines += ["fix-it: \(fixIt.message.message)", String(decoding: fixed, as: UTF8.self)]
        }
      }
      text = lines.joined(separator: "\n")
    }
  }
#endif
