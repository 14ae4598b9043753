#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The first row of an attribute, which gives the compiler the types of all rows: the compiler
  /// checks the rows before the function.
  struct FirstRow {
    private let values: [ExprSyntax]
    private let types: [String]

    /// The row, unless the attribute has the types written.
    init?(_ rows: WrittenRows, _ attribute: AttributeSyntax, of function: FunctionDeclSyntax) {
      let name = attribute.attributeName
      let generics =
        name.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? name.as(MemberTypeSyntax.self)?.genericArgumentClause
      guard generics == nil, let values = rows.valuesOfFirstRow else { return nil }
      self.values = values
      types = rows.parameters(of: function).map(\.valueType)
    }

    /// Explains, for each value that has no type by itself, how to give it one. The compiler
    /// rejects it without a solution.
    var warnings: [Diagnostic] {
      zip(values, types).compactMap { value, type in
        guard let text = value.text(withType: type) else { return nil }
        let message = Message(text: text)
        return Diagnostic(
          node: value, message: message, fixIts: [.write(text, inPlaceOf: value, message)])
      }
    }

    private struct Message: DiagnosticMessage, FixItMessage {
      let text: String

      var message: String { "the first row determines the types of the others: write '\(text)'" }
      var severity: DiagnosticSeverity { .warning }
      var diagnosticID: MessageID { MessageID(domain: "Exemplar", id: "firstRow") }
      var fixItID: MessageID { diagnosticID }
    }
  }

  extension ExprSyntax {
    /// The value with an added type, for a case of an enumeration, `nil` and `[]`.
    func text(withType type: String) -> String? {
      let text = trimmedDescription
      if firstToken(viewMode: .sourceAccurate)?.tokenKind == .period {
        return (type.hasSuffix("?") ? String(type.dropLast()) : type) + text
      }
      let isEmpty =
        self.as(ArrayExprSyntax.self)?.elements.isEmpty == true
        || self.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) == true
      return `is`(NilLiteralExprSyntax.self) || isEmpty ? "\(text) as \(type)" : nil
    }
  }
#endif
