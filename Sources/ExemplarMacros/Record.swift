#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The record of one declaration.
  enum Record {
    /// A constant in the section for test content, whose accessor gives `declaration`.
    ///
    /// The constant has to be made of literals alone, so everything else stands in the accessor.
    static func make(
      _ declaration: String, isStatic: Bool, in context: some MacroExpansionContext
    ) -> DeclSyntax {
      let name = context.makeUniqueName("exemplar").text
      return """
        #if objectFormat(MachO)
        @section("__DATA_CONST,__swift5_tests")
        #elseif objectFormat(COFF)
        @section(".sw5test$B")
        #else
        @section("swift5_tests")
        #endif
        @used
        nonisolated private \(raw: isStatic ? "static " : "")let \(raw: name): Exemplar.__Record = (
          0x65786D70, 0,
          { outValue, type, _, _ in
            Exemplar.__give(outValue, type) {
              \(raw: declaration)
            }
          }, 0, 0
        )
        """
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

  extension FunctionDeclSyntax {
    /// Whether the function belongs to its type rather than to an instance.
    var isStatic: Bool {
      modifiers.contains { ["static", "class"].contains($0.name.text) }
    }

    /// Statements that get the instance the function is called on, and the expression to call it by.
    func callee(in type: ContainingType?) -> (preparation: [String], expression: String) {
      guard let type else { return ([], name.text) }
      if isStatic { return ([], "\(type.name).\(name.text)") }
      let isMutating = modifiers.contains { $0.name.text == "mutating" }
      let instance =
        "try await Exemplar.__instance(of: \(type.name).self) { "
        + "try await (\(type.name)(), Exemplar.__mayThrow, Exemplar.__maySuspend).0 }"
      var lines = ["\(isMutating ? "var" : "let") instance = \(instance)"]
      if isMutating { lines.append("defer { Exemplar.__keep(instance) }") }
      return (lines, "instance.\(name.text)")
    }

    /// The statement that calls the function, whether or not it throws or suspends.
    static func statement(_ call: String) -> String {
      "_ = try await (\(call), Exemplar.__mayThrow, Exemplar.__maySuspend).0"
    }
  }

  /// The arguments of `@Spec` or `@Example`.
  struct MacroArguments {
    var name: ExprSyntax?
    var traits: [ExprSyntax] = []
    var rows: ExprSyntax?
    var source: ExprSyntax?

    init(_ attribute: AttributeSyntax) {
      guard case .argumentList(let list) = attribute.arguments else { return }
      for argument in list {
        switch argument.label?.text {
        case "rows": rows = argument.expression
        case "from": source = argument.expression
        default:
          if traits.isEmpty, name == nil, argument.expression.is(StringLiteralExprSyntax.self) {
            name = argument.expression
          } else {
            traits.append(argument.expression)
          }
        }
      }
    }

    /// The argument that gives the traits, with a comma in front; empty if there are none.
    var traitList: String {
      traits.isEmpty
        ? "" : ", traits: [\(traits.map(\.trimmedDescription).joined(separator: ", "))]"
    }
  }
#endif
