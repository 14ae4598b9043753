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
      problems += function.problems(asExampleWith: arguments, node, in: type)
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
      let mark = FocusMark(function.name.text.withoutBackticks)
      let label = arguments.label(
        orElse: mark.name, adding: mark.traits + Convention.platformTraits(of: mark.name))
      let common =
        "\(label), of: \(reference)\(function.method(in: type)), "
        + "at: \(Record.location(of: function.name, in: context))"
      if let rows = arguments.rows {
        let written = WrittenRows(rows)
        let parameters = written.parameters(of: function)
        let body = function.closure(
          "{ (__values: \(parameters.rowType)) in", in: type, parameters.rowArguments)
        let name = arguments.rowName.map { ", named: \($0.trimmedDescription)" } ?? ""
        if let copies = written.copies(in: context) {
          let list = "[Exemplar.InlineRow<\(parameters.rowType)>]"
          let functions = copies.enumerated().map { index, rows in
            rows.isBuilder
              ? """
              @Exemplar.RowsBuilder<\(parameters.rowType)> func __rows\(index)() -> \(list) {
              \(rows.text)
              #sourceLocation()
                  }

              """
              : """
              func __rows\(index)() -> \(list) {
                    var __rows: \(list) = []
                    func __add(_ __row: Exemplar.InlineRow<\(parameters.rowType)>) { __rows.append(__row) }
              \(rows.text)
              #sourceLocation()
                    return __rows
                  }

              """
          }.joined(separator: "    ")
          let calls = copies.indices.map { "__rows\($0)()" }.joined(separator: ", ")
          return functions
            + "    return Exemplar.__Declaration.__outline(\(common)\(name), rows: \(calls)) \(body)"
        }
        let place = Record.place(of: function.name, in: context)
        return "Exemplar.__Declaration.__outline(\(common), as: Exemplar.outline(\"\", over: "
          + "\(rows.expression.trimmedDescription)\(name), \(place)) \(body))"
      }
      let parameters = function.signature.parameterClause.parameters
      if let source = arguments.source {
        return "Exemplar.__Declaration.__outline(\(common), from: \(source.trimmedDescription)"
          + "\(parameters.columnNames.map { ", columns: [\($0)]" } ?? "")) "
          + function.closure("{ __row in", in: type, parameters)
      }
      if type != nil, function.isOutlineByName {
        return "Exemplar.__Declaration.__outline(\(common), forOutlineTest: \(mark.name.literal)) "
          + function.closure("{ __row in", in: type, parameters)
      }
      return "Exemplar.__Declaration.__example(\(common)) "
        + function.closure("{", in: type, "")
    }
  }

  extension FunctionDeclSyntax {
    /// The reasons why the function cannot be an example.
    fileprivate func problems(
      asExampleWith arguments: MacroArguments, _ attribute: AttributeSyntax,
      in type: ContainingType?
    ) -> [Problem] {
      var problems = self.problems
      if !attributes.named(hookNames).isEmpty { problems.append(.exampleAndHook) }
      let parameters = signature.parameterClause.parameters
      let needsRows = parameters.contains { $0.defaultValue == nil && $0.ellipsis == nil }
      let hasRowsByName = type != nil && isOutlineByName
      if needsRows, !arguments.hasRows, !hasRowsByName {
        problems.append(.parametersWithoutRows(self, attribute))
      }
      if parameters.isEmpty, arguments.hasRows {
        problems.append(.rowsWithoutParameters(Syntax(attribute)))
      }
      if arguments.hasRows || hasRowsByName { problems += parameters.compactMap(\.problem) }
      problems += arguments.problems(beside: name)
      if problems.isEmpty, let rows = arguments.rows {
        problems += WrittenRows(rows).problems(for: self)
      }
      return problems
    }

    /// Whether the name indicates that there are rows.
    fileprivate var isOutlineByName: Bool { Convention(self)?.meaning == .outline }
  }
#endif
