#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// An error or a warning about a declaration, with its location and fix-its.
  struct Problem {
    struct Message: DiagnosticMessage, FixItMessage {
      let message: String
      var severity = DiagnosticSeverity.error
      var diagnosticID: MessageID { MessageID(domain: "Exemplar", id: message) }
      var fixItID: MessageID { diagnosticID }
    }

    let message: Message
    /// The part of the source that the problem is about; `nil` for the attribute.
    private let node: Syntax?
    private let fixIts: [FixIt]

    init(
      _ message: String, at node: (any SyntaxProtocol)? = nil,
      severity: DiagnosticSeverity = .error, _ fixIts: [FixIt] = []
    ) {
      self.message = Message(message: message, severity: severity)
      self.node = node.map { Syntax($0) }
      self.fixIts = fixIts
    }

    /// The diagnostic, at its own place; at `attribute` if that is not in the author's file, such as in a
    /// changed copy, since the compiler would report it without a file.
    func diagnostic(at attribute: AttributeSyntax, in context: some MacroExpansionContext)
      -> Diagnostic
    {
      let isLost = node.map { context.location(of: $0) == nil } ?? false
      return Diagnostic(
        node: (isLost ? nil : node) ?? Syntax(attribute), message: message,
        fixIts: isLost ? [] : fixIts)
    }

    /// The same problem of a surrounding type, reported at the attribute.
    var inContext: Problem { Problem(message.message) }
  }

  // The problems of several kinds of declarations.

  extension Problem {
    static func repeated(_ attribute: AttributeSyntax) -> Problem {
      Problem("@\(attribute.lastName) is repeated", at: attribute)
    }

    static func unavailable(_ attribute: AttributeSyntax) -> Problem {
      Problem(
        "what is unavailable cannot be called; use '.skipped(\"why\")' or '.platforms(…)'",
        at: attribute)
    }

    static func genericType(_ clause: some SyntaxProtocol) -> Problem {
      Problem(
        "a generic type cannot hold examples; use a generic function that returns shared examples",
        at: clause)
    }

    static let hookOutsideType = Problem("a hook belongs on a function in a type with examples")
  }

  extension FunctionDeclSyntax {
    var makingStatic: FixIt {
      .replace("make it static", self, with: addingStatic(\.funcKeyword))
    }
  }

  extension FixIt {
    static func replace(
      _ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol
    ) -> FixIt {
      FixIt(
        message: Problem.Message(message: message),
        changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }

    /// Writes `text` in the place of a node, with the space and the comments around that.
    static func write(
      _ text: String, inPlaceOf old: some SyntaxProtocol, _ message: String
    ) -> FixIt {
      let new = TokenSyntax.identifier(text)
        .with(\.leadingTrivia, old.leadingTrivia).with(\.trailingTrivia, old.trailingTrivia)
      return .replace(message, old, with: new)
    }
  }

  extension AttributeSyntax {
    func renaming(_ name: String) -> FixIt {
      .replace(
        "use @\(name)", attributeName,
        with: TypeSyntax(stringLiteral: name).with(\.trailingTrivia, attributeName.trailingTrivia))
    }
  }

  extension WithModifiersSyntax {
    /// The declaration as a static one; `keyword` is the one that follows the modifiers.
    func addingStatic(_ keyword: WritableKeyPath<Self, TokenSyntax>) -> Self {
      var copy = self
      var modifier = DeclModifierSyntax(name: .keyword(.static, trailingTrivia: .space))
      modifier.leadingTrivia = copy[keyPath: keyword].leadingTrivia
      copy[keyPath: keyword].leadingTrivia = []
      copy.modifiers.append(modifier)
      return copy
    }
  }
#endif
