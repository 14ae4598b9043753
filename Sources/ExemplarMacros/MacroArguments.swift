#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The arguments of `@Spec` or `@Example`.
  struct MacroArguments {
    /// The name, if there is one, and the traits, as the author wrote them.
    var label: [String] = []
    /// Rows in code, or values that give some.
    var rows: LabeledExprSyntax?
    var source: ExprSyntax?
    /// How rows are named after their values.
    var rowName: ExprSyntax?

    init(_ attribute: AttributeSyntax) {
      guard case .argumentList(let list) = attribute.arguments else { return }
      for argument in list {
        switch argument.label?.text {
        case "rows", "over": rows = argument
        case "named": rowName = argument.expression
        case "from": source = argument.expression
        default: label.append(argument.expression.trimmedDescription)
        }
      }
    }

    var hasRows: Bool { rows != nil || source != nil }

    /// The expression for the name and the traits; `fallback` is the name if the author gave none.
    func label(orElse fallback: TokenSyntax) -> String {
      label(orElse: fallback.text.withoutBackticks)
    }

    /// The same, with traits that the author has said by other means; they come last.
    func label(orElse fallback: String, adding traits: [String] = []) -> String {
      let arguments = [fallback.literal] + label + traits
      return "Exemplar.__Label(\(arguments.joined(separator: ", ")))"
    }
  }

  extension AttributeListSyntax {
    /// The attributes that are macros of this library, or look like them, called by one of `names`.
    func named(_ names: Set<String>) -> [AttributeSyntax] {
      compactMap { $0.as(AttributeSyntax.self) }.filter { names.contains($0.lastName) }
    }

    /// Whether an attribute with one of `names` stands before `attribute`; only the later one is a
    /// mistake.
    func isRepeated(
      _ attribute: AttributeSyntax, among names: Set<String>, in context: some MacroExpansionContext
    ) -> Bool {
      func place(_ node: AttributeSyntax) -> String? {
        context.location(of: node).map { "\($0.line):\($0.column)" }
      }
      let same = named(names)
      return same.count > 1 && same.first.flatMap(place) != place(attribute)
    }
  }

  extension AttributeSyntax {
    /// The name without the module.
    var lastName: String {
      attributeName.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    }
  }
#endif
