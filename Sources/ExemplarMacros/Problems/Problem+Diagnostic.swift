#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  extension Problem {
    /// The diagnostic, at its own place or at `node`.
    func diagnostic(at node: some SyntaxProtocol) -> Diagnostic {
      Diagnostic(
        node: place ?? Syntax(node), message: ProblemMessage(message: message, id: id),
        fixIts: fixIts)
    }

    private var id: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

    private var place: Syntax? {
      switch self {
      case .notAFunction, .notASpec, .exampleAndHook, .local, .inContext, .hookOutsideType,
        .notASubject,
        .subjectOutsideType, .subjectAndExample:
        nil
      case .genericType(let node), .genericFunction(let node), .inProtocol(let node),
        .noncopyable(let node), .limitedVersions(let node), .unavailable(let node),
        .rowsWithoutParameters(let node), .noRows(let node), .rowCount(let node, _, _, _),
        .notOneName(let node), .notOneSubject(let node),
        .hookParameters(let node):
        node
      case .testCase(let clause): clause.inheritedTypes.first.map { Syntax($0.type) }
      case .repeated(let attribute), .valueOfActor(let attribute): Syntax(attribute)
      case .valueWithLabel(let attribute): attribute.arguments.map { Syntax($0) }
      case .hasResult(let function): function.signature.returnClause.map { Syntax($0) }
      case .parametersWithoutRows(let function, _):
        Syntax(function.signature.parameterClause)
      case .unusableParameter(let parameter, _): Syntax(parameter)
      case .notConstant(let variable), .notStatic(let variable), .valueInActor(_, let variable):
        Syntax(variable.bindingSpecifier)
      case .needsInitializer(let name, _), .rowLabel(let name, _), .foreignSpelling(let name, _),
        .rowsNotStatic(let name), .rowsWithoutResult(let name), .platformsTwice(let name):
        Syntax(name)
      case .hookNotStatic(let function), .hookIsStatic(let function), .needsInstance(let function),
        .conventionIsPrivate(let function), .conventionHasParameters(let function),
        .conventionInCondition(let function), .subjectHasParameters(let function):
        Syntax(function.name)
      }
    }

    private var fixIts: [FixIt] {
      switch self {
      case .notAFunction(let kind, let attribute) where kind.takesSpec:
        return [.replace("use @Spec", attribute.attributeName, with: attribute.renamed("Spec"))]
      case .notASpec(.functionDecl, let attribute):
        return [
          .replace("use @Example", attribute.attributeName, with: attribute.renamed("Example"))
        ]
      case .hasResult(let function):
        var signature = function.signature
        signature.returnClause = nil
        signature.trailingTrivia = .space
        return [.replace("remove the result", function.signature, with: signature)]
      case .testCase(let clause):
        return [.replace("remove the superclass", clause, with: clause.droppingFirst)]
      case .parametersWithoutRows(_, let attribute):
        return [.replace("add 'rows:'", attribute, with: attribute.addingRows)]
      case .notConstant(let variable):
        var constant = variable.bindingSpecifier
        constant.tokenKind = .keyword(.let)
        return [.replace("use 'let'", variable.bindingSpecifier, with: constant)]
      case .notStatic(let variable):
        return [
          .replace("make it static", variable, with: variable.addingStatic(\.bindingSpecifier))
        ]
      case .hookNotStatic(let function), .needsInstance(let function):
        return [.replace("make it static", function, with: function.addingStatic(\.funcKeyword))]
      default: return []
      }
    }
  }

  private struct ProblemMessage: DiagnosticMessage {
    let message: String
    let id: String
    var diagnosticID: MessageID { MessageID(domain: "Exemplar", id: id) }
    var severity: DiagnosticSeverity { .error }
  }

  private struct ProblemFix: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Exemplar", id: message) }
  }

  extension FixIt {
    fileprivate static func replace(
      _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
    ) -> FixIt {
      FixIt(
        message: ProblemFix(message: message),
        changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
  }

  extension AttributeSyntax {
    fileprivate func renamed(_ name: String) -> TypeSyntax {
      TypeSyntax(stringLiteral: name).with(\.trailingTrivia, attributeName.trailingTrivia)
    }

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

  extension InheritanceClauseSyntax {
    /// The clause without its first type; an empty text in its place if there is no other type.
    fileprivate var droppingFirst: any SyntaxProtocol {
      if inheritedTypes.count > 1 {
        return with(\.inheritedTypes, InheritedTypeListSyntax(inheritedTypes.dropFirst()))
      }
      return TokenSyntax.identifier("").with(\.trailingTrivia, trailingTrivia)
    }
  }

  extension WithModifiersSyntax {
    fileprivate func addingStatic(_ keyword: WritableKeyPath<Self, TokenSyntax>) -> Self {
      var copy = self
      var modifier = DeclModifierSyntax(name: .keyword(.static, trailingTrivia: .space))
      modifier.leadingTrivia = copy[keyPath: keyword].leadingTrivia
      copy[keyPath: keyword].leadingTrivia = []
      copy.modifiers.append(modifier)
      return copy
    }
  }
#endif
