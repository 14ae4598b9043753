#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import ExemplarMacros

  private let macros: [String: any Macro.Type] = [
    "Spec": SpecMacro.self, "Example": ExampleMacro.self, "BehavesLike": BehavesLikeMacro.self,
    "BeforeAll": HookMacro.self,
    "BeforeEach": HookMacro.self, "AfterEach": HookMacro.self, "AfterAll": HookMacro.self,
  ]

  /// Checks that `source` is refused with `problems`, each as `line:column: message`, and that the
  /// fix-its, if there are any, make `fixed` of it.
  func expect(
    _ source: String, is problems: String..., fixIt: String? = nil, fixed: String? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestFailureLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    expect(source, leavesRecords: 0, problems, fixIt, fixed, at: place)
  }

  /// Checks how many records `source` leaves, and with which problems.
  func expect(
    _ source: String, leavesRecords records: Int, _ problems: String..., fixIt: String? = nil,
    fixed: String? = nil, severity: DiagnosticSeverity = .error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = TestFailureLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    expect(source, leavesRecords: records, problems, fixIt, fixed, severity, at: place)
  }

  private func expect(
    _ source: String, leavesRecords records: Int, _ problems: [String], _ fixIt: String?,
    _ fixed: String?, _ severity: DiagnosticSeverity = .error, at place: TestFailureLocation
  ) {
    let expansion = expansion(of: source)
    #expect(
      expansion.split(separator: "__Record", omittingEmptySubsequences: false).count == records + 1,
      sourceLocation: Testing.SourceLocation(place))
    assertMacroExpansion(
      source, expandedSource: expansion,
      diagnostics: problems.map { problem in
        let parts = problem.split(separator: ":", maxSplits: 2)
        return DiagnosticSpec(
          message: parts[2].trimmingPrefix(" ").description, line: Int(parts[0])!,
          column: Int(parts[1])!, severity: severity,
          fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [])
      },
      macroSpecs: macros.mapValues { MacroSpec(type: $0) }, fixedSource: fixed
    ) { failure in
      // The place of the caller is worth more than that of the specification made here.
      record(TestFailureSpec(message: failure.message, location: place))
    }
  }

  /// What a source becomes, for tests that are about problems alone.
  private func expansion(of source: String) -> String {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "TestModule", fullFilePath: "test.swift")])
    return file.expand(
      macroSpecs: macros.mapValues { MacroSpec(type: $0) },
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      }
    ).description
  }

  /// Checks what `source` becomes.
  func expect(
    _ source: String, becomes expansion: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    assertMacroExpansion(
      source, expandedSource: expansion, macroSpecs: macros.mapValues { MacroSpec(type: $0) },
      testModuleName: "Shop", testFileName: "Shelf.swift", indentationWidth: .spaces(2),
      failureHandler: record, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func record(_ failure: TestFailureSpec) {
    Issue.record("\(failure.message)", sourceLocation: Testing.SourceLocation(failure.location))
  }

  extension Testing.SourceLocation {
    fileprivate init(_ place: TestFailureLocation) {
      self.init(
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }
  }
#endif
