#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Example`, on a method or a global function.
  struct ExampleMacro: PeerMacro {
    /// Rows are copied to the columns where they were written, which must stay.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let type = ContainingType(context, &problems)
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        context.diagnose(Problem.notAFunction(declaration.kind, node).diagnostic(at: node))
        return []
      }
      let arguments = MacroArguments(node)
      problems += function.problems(asExampleWith: arguments, node)
      if function.attributes.isRepeated(node, among: ["Example"], in: context) {
        problems.append(.repeated(node))
      }
      guard problems.isEmpty else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      let text = declare(function, arguments, in: type, context)
      return [
        Record.make(
          text, for: function.name, isStatic: type != nil, Availability(function.attributes),
          in: context)
      ]
    }

    private static func declare(
      _ function: FunctionDeclSyntax, _ arguments: MacroArguments, in type: ContainingType?,
      _ context: some MacroExpansionContext
    ) -> String {
      let reference = type?.reference(makingInstances: !function.isStatic) ?? "nil"
      let common =
        "\(arguments.label(orElse: function.name)), of: \(reference)\(function.method(in: type)), "
        + "at: \(Record.location(of: function.name, in: context))"
      func closure(_ head: String, reading: [String] = [], _ values: String) -> String {
        let lines = (reading + function.call(in: type, values)).joined(separator: "\n")
        let indented = lines.split(separator: "\n", omittingEmptySubsequences: false)
          .map { $0.isEmpty ? "\n" : "        \($0)\n" }.joined()
        return "{\(head)\n\(indented)      }"
      }
      if let rows = arguments.rows {
        let written = WrittenRows(rows)
        written.warnings.forEach { context.diagnose($0) }
        let parameters = written.parameters(of: function)
        let body = closure(" (__values: \(parameters.rowType)) in", parameters.rowArguments)
        let name = arguments.rowName.map { ", named: \($0.trimmedDescription)" } ?? ""
        if let copies = written.copies(in: context) {
          return
            "Exemplar.__Declaration.__outline(\(common)\(name)) \(body) rows: {\n\(copies)\n      }"
        }
        let place = Record.place(of: function.name, in: context)
        return "Exemplar.__Declaration.__outline(\(common), as: Exemplar.outline(\"\", over: "
          + "\(rows.expression.trimmedDescription)\(name), \(place)) \(body))"
      }
      if let source = arguments.source {
        let parameters = function.signature.parameterClause.parameters
        return "Exemplar.__Declaration.__outline(\(common), from: \(source.trimmedDescription)"
          + "\(parameters.columnNames.map { ", columns: [\($0)]" } ?? "")) "
          + closure(" __row in", reading: parameters.columns.reading, parameters.columns.arguments)
      }
      return "Exemplar.__Declaration.__example(\(common)) " + closure("", "")
    }
  }

  extension FunctionDeclSyntax {
    /// What keeps the function from being an example.
    fileprivate func problems(
      asExampleWith arguments: MacroArguments, _ attribute: AttributeSyntax
    ) -> [Problem] {
      var problems = self.problems
      if !attributes.named(hookNames).isEmpty { problems.append(.exampleAndHook) }
      let parameters = signature.parameterClause.parameters
      let needsRows = parameters.contains { $0.defaultValue == nil && $0.ellipsis == nil }
      if needsRows, !arguments.hasRows {
        problems.append(.parametersWithoutRows(self, attribute))
      }
      if parameters.isEmpty, arguments.hasRows {
        problems.append(.rowsWithoutParameters(Syntax(attribute)))
      }
      if arguments.hasRows { problems += parameters.compactMap(\.problem) }
      if problems.isEmpty, let rows = arguments.rows {
        problems += WrittenRows(rows).problems(for: self)
      }
      return problems
    }

    /// What keeps the function from being an example or a hook.
    var problems: [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause { problems.append(.genericFunction(Syntax(clause))) }
      if let result = signature.returnClause?.type.trimmedDescription,
        !["Void", "()", "Swift.Void"].contains(result)
      {
        problems.append(.hasResult(self))
      }
      if let attribute = Availability(attributes).unavailable {
        problems.append(.unavailable(Syntax(attribute)))
      }
      return problems
    }
  }
#endif
