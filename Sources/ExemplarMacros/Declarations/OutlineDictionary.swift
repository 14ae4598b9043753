#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A call of `outline` whose rows are a dictionary that the compiler would check faster as a
  /// closure.
  ///
  /// Functions cannot diagnose their calls, so the macro of the spec does.
  struct OutlineDictionary {
    private let call: FunctionCallExprSyntax
    private let argument: LabeledExprSyntax
    private let rows: RowDictionary

    init?(_ call: FunctionCallExprSyntax) {
      guard call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "outline",
        let argument = call.arguments.first(where: { $0.label?.text == "rows" }),
        let rows = RowDictionary(argument.expression)
      else { return nil }
      self.call = call
      self.argument = argument
      self.rows = rows
    }

    /// The warning, with a fix that writes the rows behind the body, unless that has no parameters which
    /// can be seen.
    var warning: Diagnostic {
      let message = OldSpelling.longDictionary
      return Diagnostic(
        node: argument.expression, message: message,
        fixIts: text.map { [.write($0, inPlaceOf: call, message)] } ?? [])
    }

    private var text: String? {
      guard let body = call.trailingClosure, call.additionalTrailingClosures.isEmpty,
        let parameters = parameters(of: body)
      else { return nil }
      let others = call.arguments.filter { $0.id != argument.id }
        .map { $0.with(\.trailingComma, nil).trimmedDescription }.joined(separator: ", ")
      return "\(call.calledExpression.trimmedDescription)(\(others)) "
        + body.text(withParameters: parameters) + " rows: " + rows.closure
    }

    /// The parameters of the body with their types, which the rows no longer determine.
    private func parameters(of body: ClosureExprSyntax) -> String? {
      switch body.signature?.parameterClause {
      case .parameterClause(let clause)?:
        clause.parameters.allSatisfy { $0.type != nil } ? clause.trimmedDescription : nil
      case .simpleInput(let names)?:
        "("
          + zip(names, rows.columnTypes(names.count)).map { "\($0.name.text): \($1)" }
          .joined(separator: ", ") + ")"
      case nil: nil
      }
    }
  }

  extension ClosureExprSyntax {
    /// The closure as it was written, but for its parameters.
    fileprivate func text(withParameters parameters: String) -> String {
      guard let clause = signature?.parameterClause else { return trimmedDescription }
      let bytes = Array(trimmedDescription.utf8)
      let start = positionAfterSkippingLeadingTrivia.utf8Offset
      let range =
        clause.positionAfterSkippingLeadingTrivia
        .utf8Offset..<clause.endPositionBeforeTrailingTrivia
        .utf8Offset
      return String(decoding: bytes[..<(range.lowerBound - start)], as: UTF8.self) + parameters
        + String(decoding: bytes[(range.upperBound - start)...], as: UTF8.self)
    }
  }
#endif
