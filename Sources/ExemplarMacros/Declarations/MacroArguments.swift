#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  struct MacroArguments {
    /// The name, if there is one, and the traits, as the author wrote them.
    var label: [String] = []
    /// Rows in code, or values that give some.
    var rows: LabeledExprSyntax?
    var source: ExprSyntax?
    /// How rows are named after their values.
    var rowName: ExprSyntax?
    private let attribute: AttributeSyntax

    init(_ attribute: AttributeSyntax) {
      self.attribute = attribute
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

    /// The errors of the traits in combination with the name of the declaration.
    func problems(beside name: TokenSyntax) -> [Problem] {
      let written = name.text.withoutBackticks
      let near = Convention.marks(near: written)
      let marks = near == written ? [] : [Problem.misspelledMark(name, near)]
      let suffixes = Convention.platformTraits(of: written)
      // One of them would be for nothing.
      let isTwice = !suffixes.isEmpty && label.contains { $0.hasPrefix(".platforms(") }
      let problems = marks + attribute.problemsOfQuarantines
      guard isTwice else { return problems }
      return problems + [
        Problem(
          "the name '\(name.text)' and '.platforms(…)' both restrict where this runs; keep one of them",
          at: name)
      ]
    }

    /// The expression for the name and the traits. `fallback` is the name if the author gave none,
    /// and `traits` are appended for other forms in which the author has declared them.
    func label(orElse fallback: String, adding traits: [String] = []) -> String {
      let arguments = [fallback.literal] + label + traits
      return "Exemplar.__Label(\(arguments.joined(separator: ", ")))"
    }
  }
#endif
