#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Example`, on a method or a global function.
  struct ExampleMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let type = ContainingType(context, &problems)
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        context.diagnose(Problem.notAFunction.diagnostic(at: node))
        return []
      }
      let arguments = MacroArguments(node)
      problems += function.problems(asExampleWith: arguments, node)
      guard problems.isEmpty else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      let text = declare(function, arguments, in: type, context)
      return [Record.make(text, isStatic: type != nil, in: context)]
    }

    private static func declare(
      _ function: FunctionDeclSyntax, _ arguments: MacroArguments, in type: ContainingType?,
      _ context: some MacroExpansionContext
    ) -> String {
      let name =
        arguments.name?.trimmedDescription ?? function.name.text.withoutBackticks.literal
      let common =
        "\(name), of: \(type?.reference ?? "nil")\(arguments.traitList), "
        + "at: \(Record.location(of: function.name, in: context))"
      let (preparation, callee) = function.callee(in: type)
      func closure(_ head: String, _ call: String) -> String {
        let lines = preparation + [FunctionDeclSyntax.statement(call)]
        return "{ \(head)\n\(lines.joined(separator: "\n"))\n}"
      }
      if let rows = arguments.rows {
        let lines = lineNumbers(of: rows, in: context)
        return "Exemplar.__Declaration.__outline(\(common), rows: \(rows.trimmedDescription)"
          + ", lines: [\(lines.joined(separator: ", "))]) "
          + closure("(values: \(function.rowType)) in", "\(callee)(\(function.rowArguments))")
      }
      if let source = arguments.source {
        return "Exemplar.__Declaration.__outline(\(common), from: \(source.trimmedDescription)) "
          + closure("row in", "\(callee)(\(function.columnArguments))")
      }
      return "Exemplar.__Declaration.__example(\(common)) " + closure("", "\(callee)()")
    }

    /// The lines of rows that are written out.
    private static func lineNumbers(
      of rows: ExprSyntax, in context: some MacroExpansionContext
    ) -> [String] {
      let elements: [Syntax] =
        if let dictionary = rows.as(DictionaryExprSyntax.self),
          case .elements(let list) = dictionary.content
        {
          list.map { Syntax($0) }
        } else if let array = rows.as(ArrayExprSyntax.self) {
          array.elements.map { Syntax($0) }
        } else {
          []
        }
      return elements.compactMap { context.location(of: $0)?.line.trimmedDescription }
    }
  }

  extension FunctionDeclSyntax {
    private var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

    /// What keeps the function from being an example.
    fileprivate func problems(
      asExampleWith arguments: MacroArguments, _ attribute: AttributeSyntax
    ) -> [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause { problems.append(.genericFunction(Syntax(clause))) }
      if let result = signature.returnClause?.type.trimmedDescription,
        !["Void", "()", "Swift.Void"].contains(result)
      {
        problems.append(.hasResult(self))
      }
      let hasRows = arguments.rows != nil || arguments.source != nil
      let needsRows = parameters.contains { $0.defaultValue == nil }
      if needsRows, !hasRows { problems.append(.parametersWithoutRows(self, attribute)) }
      if parameters.isEmpty, hasRows {
        problems.append(.rowsWithoutParameters(Syntax(attribute)))
      }
      if hasRows { problems += parameters.compactMap(\.problem) }
      return problems
    }

    /// The type of one row's values.
    fileprivate var rowType: String {
      let types = parameters.map(\.valueType)
      return types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
    }

    /// The arguments of a call with the values of a row in code.
    fileprivate var rowArguments: String {
      let isSingle = parameters.count == 1
      return parameters.enumerated()
        .map { "\($1.argumentLabel)values\(isSingle ? "" : ".\($0)")" }.joined(separator: ", ")
    }

    /// The arguments of a call with the columns of a row in a file; a single parameter without a
    /// label stands for the whole row.
    fileprivate var columnArguments: String {
      if parameters.count == 1, let only = parameters.first, only.firstName.text == "_" {
        return only.valueType == "Row" || only.valueType == "Exemplar.Row"
          ? "row" : "row.decode(as: (\(only.valueType)).self)"
      }
      return parameters.map { parameter in
        let fallback =
          parameter.defaultValue.map { ", default: \($0.value.trimmedDescription)" } ?? ""
        return "\(parameter.argumentLabel)row.decode("
          + "\(parameter.column.literal), as: (\(parameter.valueType)).self\(fallback))"
      }
      .joined(separator: ", ")
    }
  }

  extension FunctionParameterSyntax {
    /// The name of the column that the parameter takes.
    fileprivate var column: String {
      (firstName.text == "_" ? secondName ?? firstName : firstName).text.withoutBackticks
    }

    fileprivate var argumentLabel: String {
      firstName.text == "_" ? "" : "\(firstName.text): "
    }

    /// The type without what only parameters may have.
    fileprivate var valueType: String {
      (type.as(AttributedTypeSyntax.self)?.baseType ?? type).trimmedDescription
    }

    /// Why no value of a row can be passed.
    fileprivate var problem: Problem? {
      if ellipsis != nil { return .unusableParameter(self, "use an array instead of '...'") }
      if let attributed = type.as(AttributedTypeSyntax.self) {
        let specifiers = attributed.specifiers.map(\.trimmedDescription)
        if specifiers.contains("inout") {
          return .unusableParameter(self, "it is 'inout'; copy it in the body")
        }
      }
      if type.is(SomeOrAnyTypeSyntax.self), type.trimmedDescription.hasPrefix("some ") {
        return .unusableParameter(self, "'some' leaves its type open; name the type")
      }
      return nil
    }
  }
#endif
