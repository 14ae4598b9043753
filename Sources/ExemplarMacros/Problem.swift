#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What cannot work, with where it stands and how to mend it.
  enum Problem {
    case notAFunction
    case notASpec
    case local
    case genericType(Syntax)
    case genericFunction(Syntax)
    case inProtocol(Syntax)
    case hasResult(FunctionDeclSyntax)
    case parametersWithoutRows(FunctionDeclSyntax, AttributeSyntax)
    case rowsWithoutParameters(Syntax)
    case unusableParameter(FunctionParameterSyntax, String)
    case notConstant(VariableDeclSyntax)
    case notStatic(VariableDeclSyntax)
    case notOneName(Syntax)
    case needsInitializer(type: TokenSyntax, property: TokenSyntax)
    case hookOutsideType
    case hookNotStatic(FunctionDeclSyntax)
    case hookIsStatic(FunctionDeclSyntax)
    case hookParameters(Syntax)

    private var message: String {
      switch self {
      case .notAFunction: "@Example belongs on a function"
      case .notASpec:
        "@Spec belongs on a global or static 'let', or on a structure, class, actor or enumeration"
      case .local: "a declaration inside a function cannot be found; move it out of the function"
      case .genericType:
        "a generic type cannot hold examples; use a generic function that returns shared examples"
      case .genericFunction:
        "a generic function cannot be an example, because nothing tells its types"
      case .inProtocol: "a protocol cannot hold examples; use an open class or shared examples"
      case .hasResult: "an example must not have a result; say what is expected in its body"
      case .parametersWithoutRows:
        "an example with parameters needs rows: add 'rows:' or 'from:' to @Example"
      case .rowsWithoutParameters: "an example with rows needs parameters that take their values"
      case .unusableParameter(_, let why): "rows cannot be passed to this parameter: \(why)"
      case .notConstant: "a spec must be a constant: use 'let'"
      case .notStatic:
        "a spec in a type must be static, so that it can be found without an instance"
      case .notOneName: "a spec must be one constant with a name of its own"
      case .needsInitializer(let type, let property):
        "'\(type.text)' needs an initializer without arguments, because each example gets an instance "
          + "of its own; give '\(property.text)' a value or add 'init()'"
      case .hookOutsideType: "a hook belongs in a type with @Spec"
      case .hookNotStatic:
        "a hook around all examples must be static, because each example has its own instance"
      case .hookIsStatic: "a hook around each example must not be static"
      case .hookParameters: "a hook takes no parameter, or one ExampleInfo without a default value"
      }
    }

    private var id: String { String("\(self)".prefix { $0.isLetter }) }

    /// The diagnostic, at its own place or at `node`.
    func diagnostic(at node: some SyntaxProtocol) -> Diagnostic {
      Diagnostic(
        node: place ?? Syntax(node), message: ProblemMessage(message: message, id: id),
        fixIts: fixIts)
    }

    private var place: Syntax? {
      switch self {
      case .notAFunction, .notASpec, .local, .hookOutsideType: nil
      case .genericType(let node), .genericFunction(let node), .inProtocol(let node),
        .rowsWithoutParameters(let node), .notOneName(let node), .hookParameters(let node):
        node
      case .hasResult(let function): function.signature.returnClause.map { Syntax($0) }
      case .parametersWithoutRows(let function, _):
        Syntax(function.signature.parameterClause)
      case .unusableParameter(let parameter, _): Syntax(parameter)
      case .notConstant(let variable): Syntax(variable.bindingSpecifier)
      case .notStatic(let variable): Syntax(variable.bindingSpecifier)
      case .needsInitializer(let type, _): Syntax(type)
      case .hookNotStatic(let function), .hookIsStatic(let function): Syntax(function.name)
      }
    }

    private var fixIts: [FixIt] {
      switch self {
      case .hasResult(let function):
        var signature = function.signature
        signature.returnClause = nil
        signature.trailingTrivia = .space
        return [.replace("remove the result", function.signature, with: signature)]
      case .parametersWithoutRows(_, let attribute):
        return [.replace("add 'rows:'", attribute, with: attribute.addingRows)]
      case .notConstant(let variable):
        let constant = TokenSyntax.keyword(.let, trailingTrivia: .space)
        return [.replace("use 'let'", variable.bindingSpecifier, with: constant)]
      case .notStatic(let variable):
        return [
          .replace("make it static", variable, with: variable.addingStatic(\.bindingSpecifier))
        ]
      case .hookNotStatic(let function):
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
    /// The attribute with an empty list of rows for the author to fill.
    fileprivate var addingRows: AttributeSyntax {
      var inside = ""
      if case .argumentList(let list) = arguments { inside = list.trimmedDescription + ", " }
      var attribute = AttributeSyntax(
        "@\(attributeName.trimmed)(\(raw: inside)rows: [\"name\": (<#values#>)])")
      attribute.leadingTrivia = leadingTrivia
      attribute.trailingTrivia = trailingTrivia
      return attribute
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
