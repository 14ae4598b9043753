#if Macros
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import ExemplarMacros

  struct SpecMacroTests {
    @Test func variablesAreRefused() {
      assertMacroExpansion(
        "@Spec var shelf = describe(\"A shelf\") {}",
        expandedSource: "var shelf = describe(\"A shelf\") {}",
        diagnostics: [
          DiagnosticSpec(
            message: "a spec must be a constant: use 'let'", line: 1, column: 7,
            fixIts: [FixItSpec(message: "use 'let'")])
        ],
        macroSpecs: ["Spec": MacroSpec(type: SpecMacro.self)],
        failureHandler: { Issue.record("\($0.message)") })
    }
  }
#endif
