#if Macros
  import SwiftSyntax

  extension FunctionDeclSyntax {
    /// Whether the function belongs to its type rather than to an instance.
    var isStatic: Bool { modifiers.has("static") || modifiers.has("class") }

    /// Whether the function gives something back.
    var hasResult: Bool {
      guard let result = signature.returnClause?.type.trimmedDescription else { return false }
      return !["Void", "()", "Swift.Void"].contains(result)
    }

    /// The name with the labels of the parameters: `setUpTestCase(named:)`.
    var conventionName: String {
      let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined()
      return "\(name.text)(\(labels))"
    }
  }

  extension DeclModifierListSyntax {
    func has(_ name: String) -> Bool { contains { $0.name.text == name } }
  }
#endif
