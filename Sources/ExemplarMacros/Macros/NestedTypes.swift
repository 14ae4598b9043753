#if Macros
  import SwiftSyntax

  /// Writes the types that are declared in a type for code outside it: there, `Price` in `Shop` is
  /// `Shop.Price`.
  final class NestedTypes: SyntaxRewriter {
    private let names: Set<String>
    private let holder: String

    init(in group: any DeclGroupSyntax, of holder: String) {
      self.holder = holder
      func names<Kind: DeclSyntaxProtocol & NamedDeclSyntax>(_ kind: Kind.Type) -> [String] {
        group.allMembers(kind).map(\.name.text)
      }
      self.names = Set(
        names(StructDeclSyntax.self) + names(EnumDeclSyntax.self) + names(ClassDeclSyntax.self)
          + names(ActorDeclSyntax.self) + names(TypeAliasDeclSyntax.self) + ["Self"])
      super.init()
    }

    /// The function with parameters that can be read outside the type.
    func qualified(_ function: FunctionDeclSyntax) -> FunctionDeclSyntax {
      var function = function
      function.signature.parameterClause = rewrite(function.signature.parameterClause)
        .cast(FunctionParameterClauseSyntax.self)
      return function
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
      let rest = super.visit(node)
      guard let type = rest.as(IdentifierTypeSyntax.self), names.contains(type.name.text) else {
        return rest
      }
      return TypeSyntax(type.with(\.name.tokenKind, .identifier(qualified(type.name.text))))
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
      guard names.contains(node.baseName.text) else { return ExprSyntax(node) }
      return ExprSyntax(
        node.with(\.baseName.tokenKind, .identifier(qualified(node.baseName.text))))
    }

    /// After a dot, a name means a member of something else.
    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
      ExprSyntax(node.with(\.base, node.base.map { visit($0) }))
    }

    private func qualified(_ name: String) -> String {
      name == "Self" ? holder : "\(holder).\(name)"
    }
  }
#endif
