#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Declares the functions of a module that make groups on the main actor.
  enum SpecsOnMainActorMacro: DeclarationMacro {
    static func expansion(
      of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      [
        ("describe", "traits"), ("fdescribe", "traits + [.focused]"),
        ("xdescribe", "traits + [.skipped(\"marked with xdescribe\")]"),
      ].map { name, traits in
        // In Swift 5, a closure of the main actor is not `Sendable` by itself.
        """
        nonisolated func \(raw: name)(
          _ name: Swift.String, _ traits: any Exemplar.ExampleTrait...,
          filePath: Swift.String = #filePath, line: Swift.Int = #line, column: Swift.Int = #column,
          @Exemplar.SpecBuilder _ content: @Swift.MainActor @Sendable () -> Exemplar.SpecNode
        ) -> Exemplar.SpecNode {
          Exemplar.__describe(name, \(raw: traits), filePath, line, column, content)
        }
        """
      }
    }
  }
#endif
