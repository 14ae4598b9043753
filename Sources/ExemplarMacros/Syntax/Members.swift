#if Macros
  import SwiftSyntax

  extension WithModifiersSyntax {
    /// Whether the member belongs to its type rather than to an instance.
    var isStatic: Bool { modifiers.has("static") || modifiers.has("class") }
  }

  extension DeclModifierListSyntax {
    func has(_ name: String) -> Bool { contains { $0.name.text == name } }
  }

  extension FunctionDeclSyntax {
    var parameters: FunctionParameterListSyntax { signature.parameterClause.parameters }

    var hasResult: Bool {
      guard let result = signature.returnClause?.type.trimmedDescription else { return false }
      return !["Void", "()", "Swift.Void"].contains(result)
    }

    /// The name with the labels of the parameters: `setUpTestCase(named:)`.
    var conventionName: String {
      "\(name.text)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
    }
  }

  extension VariableDeclSyntax {
    /// The name, if the declaration has only one.
    var onlyName: TokenSyntax? {
      bindings.count == 1
        ? bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier : nil
    }
  }

  extension DeclGroupSyntax {
    /// The members of a kind that are not inside `#if`.
    func members<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> [Kind] {
      memberBlock.members.compactMap { $0.decl.as(kind) }
    }

    /// The members of a kind inside `#if`, at any depth.
    func conditional<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> [Kind] {
      func declarations(_ members: some Sequence<MemberBlockItemSyntax>) -> [Kind] {
        members.flatMap { member -> [Kind] in
          guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
            return member.decl.as(kind).map { [$0] } ?? []
          }
          return condition.clauses.flatMap { clause -> [Kind] in
            guard case .decls(let members) = clause.elements else { return [] }
            return declarations(members)
          }
        }
      }
      // An array, since a filtered list of syntax would be a copy without a place in the file.
      return declarations(
        Array(memberBlock.members).filter { $0.decl.is(IfConfigDeclSyntax.self) })
    }

    func allMembers<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> [Kind] {
      members(kind) + conditional(kind)
    }
  }
#endif
