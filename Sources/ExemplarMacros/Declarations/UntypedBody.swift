#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // The body of an outline without types for its values, although rows in a closure follow it.
  //
  // If it is one expression, the compiler checks it together with all rows: for a few operators it
  // may try all existing types, for minutes, and a wrong row is not reported.

  extension SyntaxProtocol {
    /// The warnings about such outlines in a spec. Most specs have none, which a search of the text shows fastest.
    var untypedBodies: [Problem] {
      guard description.utf8.containsLabelOfRows else { return [] }
      let finder = CallFinder(viewMode: .sourceAccurate)
      finder.walk(self)
      return finder.calls.compactMap(\.untypedBody)
    }
  }

  private final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      calls.append(node)
      // There may be many rows, and no outlines among them.
      return node.rowsBehindBody == nil ? .visitChildren : .skipChildren
    }
  }

  extension String.UTF8View {
    fileprivate var containsLabelOfRows: Bool {
      let label = Array("rows:".utf8)
      var matched = 0
      for byte in self {
        matched = byte == label[matched] ? matched + 1 : byte == label[0] ? 1 : 0
        if matched == label.count { return true }
      }
      return false
    }
  }

  extension FunctionCallExprSyntax {
    /// The rows that follow the body of an outline.
    fileprivate var rowsBehindBody: ClosureExprSyntax? {
      guard calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "outline" else {
        return nil
      }
      return additionalTrailingClosures.first { $0.label.text == "rows" }?.closure
    }

    /// The warning, with a fix-it that adds the types as far as literals show them.
    fileprivate var untypedBody: Problem? {
      guard let rows = rowsBehindBody, let body = trailingClosure, body.statements.count == 1,
        // Fewer rows of literals are checked soon enough.
        rows.statements.count > 10 || body.statements.isCostly || rows.statements.isCostly
      else { return nil }
      // The parameters, with the types that some of them have.
      var parameters: [(name: String, type: String?)] = []
      let clause = body.signature?.parameterClause
      switch clause {
      case .simpleInput(let names)?: parameters = names.map { ($0.name.text, nil) }
      case .parameterClause(let clause)?:
        parameters = clause.parameters.map {
          (($0.secondName ?? $0.firstName).text, $0.type?.trimmedDescription)
        }
        if parameters.allSatisfy({ $0.type != nil }) { return nil }
      case nil: break
      }
      let values = rows.statements.compactMap { statement -> [ExprSyntax]? in
        let call = statement.item.as(FunctionCallExprSyntax.self)
        return call.map { $0.arguments.dropFirst().prefix { $0.label == nil }.map(\.expression) }
      }
      let typed = parameters.enumerated().map { column, parameter in
        let types = values.map { $0.dropFirst(column).first?.literalType }
        return "\(parameter.name): \(parameter.type ?? types.typeOfColumn)"
      }
      // A parameter may stand for several columns.
      let isFixable = values.allSatisfy { $0.count == parameters.count }
      let message =
        "write the types of the values: then the body and each row are checked by themselves, and a wrong "
        + "row is named"
      let fixes = (isFixable ? clause : nil).map {
        [FixIt.write("(\(typed.joined(separator: ", ")))", inPlaceOf: $0, message)]
      }
      return Problem(
        message, at: clause.map { Syntax($0) } ?? Syntax(body), severity: .warning, fixes ?? [])
    }
  }

  extension SyntaxProtocol {
    /// Whether there is what costs the compiler the more, the more it checks as one: operators and closures.
    fileprivate var isCostly: Bool {
      [.binaryOperatorExpr, .closureExpr].contains(kind)
        || children(viewMode: .sourceAccurate).contains(where: \.isCostly)
    }
  }

  extension ExprSyntax {
    /// The type that a literal has by itself, and `nil` as text for that of none.
    fileprivate var literalType: String? {
      switch kind {
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .stringLiteralExpr: "String"
      case .booleanLiteralExpr: "Bool"
      case .nilLiteralExpr: "nil"
      case .prefixOperatorExpr:
        self.as(PrefixOperatorExprSyntax.self).flatMap {
          $0.operator.text == "-" ? $0.expression.literalType : nil
        }
      default: nil
      }
    }
  }

  extension [String?] {
    /// The type of a column whose values are literals of these types.
    fileprivate var typeOfColumn: String {
      let known = Set(self).subtracting(["nil"])
      let type =
        known == ["Int", "Double"] ? "Double" : known.count == 1 ? known.first ?? nil : nil
      return (type ?? "<#Type#>") + (contains("nil") ? "?" : "")
    }
  }
#endif
