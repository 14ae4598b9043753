#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  // The macros: each leaves one record that tells the library of one declaration.
  //
  // They look at syntax alone, say what cannot work at the line of the author, and know nothing of
  // plans and runs.

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      SpecMacro.self, ExampleMacro.self, HookMacro.self, BehavesLikeMacro.self,
    ]
  }
#else
  @main
  enum Plugin {
    static func main() {}
  }
#endif
