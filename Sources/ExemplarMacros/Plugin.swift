#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  // The macros: each emits one record that describes one declaration to the library.
  //
  // They use only syntax, report problems at the line of the author, and do not depend on plans and
  // runs.

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      SpecMacro.self, ExampleMacro.self, HookMacro.self, BehavesLikeMacro.self,
      SpecsOnMainActorMacro.self,
    ]
  }
#else
  @main
  enum Plugin {
    static func main() {}
  }
#endif
