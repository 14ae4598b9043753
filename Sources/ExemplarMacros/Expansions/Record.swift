#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  enum Record {
    /// A type that conforms to `Exemplar.__Record` and makes `declaration`.
    ///
    /// In a type, the record calls a closure beside it: there `Self` is the author's type, and there can be
    /// no such constant in a generic type, of which the runtime lists no records.
    /// Where the author's declaration is deprecated, the record is too, since a deprecated context
    /// may use what is deprecated without a warning.
    ///
    /// The compiler parses the expansion and reports syntax errors. Parsing it here too would take
    /// as long as the rest of the macro's work for many rows, so the text is passed on unchanged.
    static func make(
      _ declaration: String, for node: some SyntaxProtocol, isStatic: Bool,
      _ attributes: AttributeListSyntax, in context: some MacroExpansionContext
    ) -> DeclSyntax {
      let mark = Availability(attributes).isDeprecated ? "@available(*, deprecated)\n" : ""
      let name = uniqueName("record", for: node, in: context)
      let maker = uniqueName("exemplar", for: node, in: context)
      let text =
        isStatic
        ? """
        \(mark)nonisolated private static let \(maker): @Sendable () -> Exemplar.__Declaration = {
            \(declaration)
        }
        \(mark)nonisolated private enum \(name): Exemplar.__Record {
          static func __declaration() -> Exemplar.__Declaration { \(maker)() }
        }
        """
        : """
        \(mark)nonisolated private enum \(name): Exemplar.__Record {
          static func __declaration() -> Exemplar.__Declaration {
            \(declaration)
          }
        }
        """
      return DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
    }

    /// A name that nothing else has. The compiler's unique names are made of the name of the
    /// author's declaration alone, so those of overloads would collide.
    private static func uniqueName(
      _ kind: String, for node: some SyntaxProtocol, in context: some MacroExpansionContext
    ) -> String {
      let place = context.location(of: node).map { "_\($0.line)_\($0.column)" } ?? ""
      return context.makeUniqueName(kind + place).text
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
