#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The body of an outline without types for its values, although rows in a closure follow it.
  ///
  /// If it is one expression, the compiler checks it together with all rows: for a few operators it
  /// may try all existing types, for minutes, and a wrong row is not reported.
  struct UntypedBody {
    private let body: ClosureExprSyntax
    /// The parameters, with the types that some of them have; none where they have no names.
    private let parameters: [(name: String, type: String?)]
    private let rows: ClosureExprSyntax

    /// How many rows of literals are checked soon enough.
    private static let limit = 10

    init?(_ call: FunctionCallExprSyntax) {
      guard let rows = call.rowsBehindBody, let body = call.trailingClosure,
        body.statements.count == 1
      else { return nil }
      switch body.signature?.parameterClause {
      case .simpleInput(let names)?: parameters = names.map { ($0.name.text, nil) }
      case .parameterClause(let clause)?:
        parameters = clause.parameters.map {
          (($0.secondName ?? $0.firstName).text, $0.type?.trimmedDescription)
        }
        guard parameters.contains(where: { $0.type == nil }) else { return nil }
      case nil: parameters = []
      }
      guard
        rows.statements.count > Self.limit || body.statements.isCostly
          || rows.statements.isCostly
      else { return nil }
      self.body = body
      self.rows = rows
    }

    /// The warning, with a fix-it that adds the types as far as literals show them.
    var warning: Diagnostic {
      let clause = body.signature?.parameterClause.map { Syntax($0) }
      guard let clause, let text else {
        return Diagnostic(node: clause ?? Syntax(body), message: Message())
      }
      let new = TokenSyntax.identifier(text)
        .with(\.leadingTrivia, clause.leadingTrivia)
        .with(\.trailingTrivia, clause.trailingTrivia)
      return Diagnostic(
        node: clause, message: Message(),
        fixIts: [
          FixIt(message: Message(), changes: [.replace(oldNode: clause, newNode: Syntax(new))])
        ])
    }

    /// The parameters with types; `nil` where one stands for several columns.
    private var text: String? {
      let values = rows.statements.compactMap { statement -> [ExprSyntax]? in
        let call = statement.item.as(FunctionCallExprSyntax.self)
        return call.map { $0.arguments.dropFirst().prefix { $0.label == nil }.map(\.expression) }
      }
      guard values.allSatisfy({ $0.count == parameters.count }) else { return nil }
      let typed = parameters.enumerated().map { column, parameter in
        "\(parameter.name): \(parameter.type ?? values.map { $0[column] }.columnType)"
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
