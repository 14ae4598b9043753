#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The type in which a macro was used, as its lexical context tells it.
  struct ContainingType {
    /// The name by which the type can be reached from where the macro stands.
    let name: String
    /// The names of the types around it, the innermost first.
    let enclosing: [String]

    /// The innermost type of the context; `nil` at file level. Adds what makes it unusable to
    /// `problems`.
    init?(_ context: some MacroExpansionContext, _ problems: inout [Problem]) {
      var names: [String] = []
      for scope in context.lexicalContext {
        if let named = scope.asProtocol((any NamedDeclSyntax).self),
          let group = scope.asProtocol((any DeclGroupSyntax).self)
        {
          names.insert(named.name.text, at: 0)
          problems += ContainingType.problems(of: group)
        } else if let group = scope.as(ExtensionDeclSyntax.self) {
          names.insert(group.extendedType.trimmedDescription, at: 0)
          if let clause = group.genericWhereClause { problems.append(.genericType(Syntax(clause))) }
        } else if scope.is(FunctionDeclSyntax.self) || scope.is(ClosureExprSyntax.self)
          || scope.is(AccessorDeclSyntax.self) || scope.is(InitializerDeclSyntax.self)
        {
          problems.append(.local)
        }
      }
      guard !names.isEmpty else { return nil }
      name = names.joined(separator: ".")
      enclosing = (1..<names.count).reversed().map { names[..<$0].joined(separator: ".") }
    }

    /// What makes a type unusable as a spec.
    static func problems(of group: any DeclGroupSyntax) -> [Problem] {
      if let generic = group.asProtocol((any WithGenericParametersSyntax).self),
        let clause = generic.genericParameterClause
      {
        return [.genericType(Syntax(clause))]
      }
      if let type = group.as(ProtocolDeclSyntax.self) { return [.inProtocol(Syntax(type.name))] }
      return []
    }

    /// The expression that refers to the type in a record.
    var reference: String { ContainingType.reference(name, in: enclosing) }

    static func reference(_ name: String, in enclosing: [String]) -> String {
      let last = name.split(separator: ".").last.map { String($0).withoutBackticks } ?? name
      let around = enclosing.map { "\($0).self" }.joined(separator: ", ")
      let list = enclosing.isEmpty ? "" : ", in: [\(around)]"
      return "Exemplar.__TypeReference(\(name).self, \(last.literal)\(list))"
    }
  }

  extension String {
    /// A raw identifier without its backticks.
    var withoutBackticks: String {
      hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }

    /// The text as a string literal.
    var literal: String { StringLiteralExprSyntax(content: self).description }
  }
#endif
