#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The body of an outline that does not say the types of its values, although rows in a closure follow it.
  ///
  /// Where it is one expression, the compiler checks it together with all the rows: of a few operators it may
  /// try all the types that there are, for minutes, and a wrong row is not named.
  struct UntypedBody {
    private let clause: ClosureSignatureSyntax.ParameterClause
    private let names: [String]
    private let rows: ClosureExprSyntax

    init?(_ call: FunctionCallExprSyntax) {
      guard let rows = call.rowsBehindBody, let body = call.trailingClosure,
        let clause = body.signature?.parameterClause, body.statements.count == 1
      else { return nil }
      switch clause {
      case .simpleInput(let names): self.names = names.map(\.name.text)
      case .parameterClause(let clause):
        guard clause.parameters.contains(where: { $0.type == nil }) else { return nil }
        names = clause.parameters.map { ($0.secondName ?? $0.firstName).text }
      }
      self.clause = clause
      self.rows = rows
    }

    /// The warning, with a fix that writes the types as far as literals tell them.
    var warning: Diagnostic {
      Diagnostic(
        node: Syntax(clause), message: Message(),
        fixIts: [
          FixIt(
            message: Message(),
            changes: [
              .replace(
                oldNode: Syntax(clause),
                newNode: Syntax(
                  TokenSyntax.identifier(parameters)
                    .with(\.leadingTrivia, clause.leadingTrivia)
                    .with(\.trailingTrivia, clause.trailingTrivia)))
            ])
        ])
    }

    private var parameters: String {
      let values = rows.statements.compactMap { statement -> [ExprSyntax]? in
        let call = statement.item.as(FunctionCallExprSyntax.self)
        return call.map { $0.arguments.dropFirst().prefix { $0.label == nil }.map(\.expression) }
      }
      let typed = names.enumerated().map { column, name in
        let column = values.compactMap { $0.indices.contains(column) ? $0[column] : nil }
        return "\(name): \(column.columnType)"
      }
      return "(\(typed.joined(separator: ", ")))"
    }

    private struct Message: DiagnosticMessage, FixItMessage {
      let message =
        "write the types of the values: then the body and each row are checked by themselves, and a wrong "
        + "row is named"
      let severity = DiagnosticSeverity.warning
      let diagnosticID = MessageID(domain: "Exemplar", id: "untypedBody")
      var fixItID: MessageID { diagnosticID }
    }
  }

  extension FunctionCallExprSyntax {
    /// The rows that follow the body of an outline.
    var rowsBehindBody: ClosureExprSyntax? {
      guard calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "outline" else {
        return nil
      }
      return additionalTrailingClosures.first { $0.label.text == "rows" }?.closure
    }
  }
#endif
