#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Example`, on a method or a global function.
  enum ExampleMacro: RecordMacro {
    static func records(
      of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, in type: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        problems = [.notAFunction(declaration.kind, node)]
        return []
      }
      let arguments = MacroArguments(node)
      problems += function.problems(asExampleWith: arguments, node, in: type)
      if function.attributes.isRepeated(node, among: ["Example"], in: context) {
        problems.append(.repeated(node))
      }
      guard problems.areWarnings else { return [] }
      let text = declare(function, arguments, in: type, context)
      return [
        Record.make(
          text, for: function.name, isStatic: type != nil, function.attributes, in: context)
      ]
    }

    private static func declare(
      _ function: FunctionDeclSyntax, _ arguments: MacroArguments, in type: ContainingType?,
      _ context: some MacroExpansionContext
    ) -> String {
      let mark = FocusMark(function.name.text.withoutBackticks)
      let label = arguments.label(
        orElse: mark.name, adding: mark.traits + Convention.platformTraits(of: mark.name))
      let common = "\(label), \(function.identity(in: type, context))"
      if let rows = arguments.rows {
        let written = WrittenRows(rows)
        let parameters = written.parameters(of: function)
        let body = function.closure(
          "{ (__values: \(parameters.rowType)) in", in: type, parameters.rowArguments)
        let name = arguments.rowName.map { ", named: \($0.trimmedDescription)" } ?? ""
        if let copies = written.copies(in: context) {
          let functions = copies.enumerated()
            .map { $1.function(named: "__rows\($0)", of: parameters.rowType) }
            .joined(separator: "    ")
          let calls = copies.indices.map { "__rows\($0)()" }.joined(separator: ", ")
          return functions
            + "    return Exemplar.__Declaration.__outline(\(common)\(name), rows: \(calls)) \(body)"
        }
        let place = Record.place(of: function.name, in: context)
        return "Exemplar.__Declaration.__outline(\(common), as: Exemplar.outline(\"\", over: "
          + "\(rows.expression.trimmedDescription)\(name), \(place)) \(body))"
      }
      if let source = arguments.source {
        let columns = function.parameters.columnNames.map { ", columns: [\($0)]" } ?? ""
        return "Exemplar.__Declaration.__outline(\(common), from: \(source.trimmedDescription)"
          + "\(columns)) \(function.closureOfRow(in: type))"
      }
      if type != nil, function.isOutlineByName {
        return "Exemplar.__Declaration.__outline(\(common), forOutlineTest: \(mark.name.literal)) "
          + function.closureOfRow(in: type)
      }
      return "Exemplar.__Declaration.__example(\(common)) " + function.closure("{", in: type, "")
    }
  }

  extension Problem {
    fileprivate static func notAFunction(
      _ kind: SyntaxKind, _ attribute: AttributeSyntax
    ) -> Problem {
      Problem(
        "@Example belongs on a function"
          + (kind.takesSpec ? "; this takes @Spec" : "")
          + (kind == .initializerDecl ? "; call the initializer in one" : ""),
        kind.takesSpec ? [attribute.renaming("Spec")] : [])
    }
  }

  extension FunctionDeclSyntax {
    fileprivate func problems(
      asExampleWith arguments: MacroArguments, _ attribute: AttributeSyntax,
      in type: ContainingType?
    ) -> [Problem] {
      var problems = self.problems
      if !attributes.named(hookNames).isEmpty {
        problems.append(Problem("a function is either an example or a hook"))
      }
      let hasRowsByName = type != nil && isOutlineByName
      if parameters.contains(where: \.needsValue), !arguments.hasRows, !hasRowsByName {
        problems.append(
          Problem(
            "an example with parameters needs rows: add 'rows:' or 'from:' to @Example; "
              + "'from: .default' reads the file that is named as the type",
            at: signature.parameterClause,
            [.replace("add 'rows:'", attribute, with: attribute.addingRows)]))
      }
      if parameters.isEmpty, arguments.hasRows {
        problems.append(
          Problem("an example with rows needs parameters that take their values", at: attribute))
      }
      if arguments.hasRows || hasRowsByName { problems += parameters.compactMap(\.problem) }
      problems += arguments.problems(beside: name)
      if problems.areWarnings, let rows = arguments.rows {
        problems += WrittenRows(rows).problems(for: self)
      }
      return problems
    }

    /// Whether the name indicates that there are rows.
    fileprivate var isOutlineByName: Bool { Convention(self)?.meaning == .outline }
  }

  extension AttributeSyntax {
    /// The attribute with an empty list of rows for the author to fill.
    fileprivate var addingRows: AttributeSyntax {
      var inside = ""
      if case .argumentList(let list) = arguments, !list.isEmpty {
        inside = list.trimmedDescription + ", "
      }
      var attribute = AttributeSyntax(
        "@\(attributeName.trimmed)(\(raw: inside)rows: { row(\"name\", <#values#>) })")
      attribute.leadingTrivia = leadingTrivia
      attribute.trailingTrivia = trailingTrivia
      return attribute
    }
  }
#endif
