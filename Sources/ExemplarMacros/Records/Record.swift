#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The record of one declaration.
  enum Record {
    /// A constant in the section for test content, whose accessor gives `declaration`.
    ///
    /// The constant has to be made of literals alone, so everything else stands in the accessor.
    /// Where the author's declaration is deprecated, the record is too, since a deprecated context
    /// may use what is deprecated without a warning. The names of the accessor's parameters are odd
    /// so that they hide no name of the author. The pointers are marked for
    /// packages that check their memory safety strictly.
    ///
    /// The compiler parses what it gets, and tells what does not parse. To parse it here too would take as
    /// long as all else that the macro does for many rows, so the text is carried as it is.
    static func make(
      _ declaration: String, for node: some SyntaxProtocol, isStatic: Bool,
      _ availability: Availability, in context: some MacroExpansionContext
    ) -> DeclSyntax {
      let name = uniqueName(for: node, in: context)
      let text = """
        \(availability.isDeprecated ? "@available(*, deprecated)\n" : "")\
        #if objectFormat(MachO)
        @section("__DATA_CONST,__swift5_tests")
        #elseif objectFormat(COFF)
        @section(".sw5test$B")
        #else
        @section("swift5_tests")
        #endif
        @used
        nonisolated private \(isStatic ? "static " : "")let \(name): Exemplar.__Record = (
          0x65786D70, 0,
          { __outValue, __type, _, _ in
            unsafe Exemplar.__give(__outValue, __type) {
              \(declaration)
            }
          }, 0, 0
        )
        """
      return DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
    }

    /// A name that nothing else has. The compiler's unique names are made of the name of the
    /// author's declaration alone, so those of overloads would collide.
    private static func uniqueName(
      for node: some SyntaxProtocol, in context: some MacroExpansionContext
    ) -> String {
      let place = context.location(of: node).map { "_\($0.line)_\($0.column)" } ?? ""
      return context.makeUniqueName("exemplar" + place).text
    }

    /// The same place as arguments of a function that is public.
    static func place(of node: some SyntaxProtocol, in context: some MacroExpansionContext)
      -> String
    {
      context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).map {
        "filePath: \($0.file), line: \($0.line), column: \($0.column)"
      } ?? "filePath: #filePath"
    }

    /// The expression for the place of `node` as the author wrote it.
    static func location(
      of node: some SyntaxProtocol, in context: some MacroExpansionContext
    ) -> String {
      guard
        let id = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
        let path = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
      else { return "Exemplar.__Location(#fileID, #filePath, 1, 1)" }
      return "Exemplar.__Location(\(id.file), \(path.file), \(id.line), \(id.column))"
    }
  }
#endif
