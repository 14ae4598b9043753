#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A dictionary of rows that the compiler would check sooner as a closure.
  ///
  /// A dictionary is one expression: each operator in it is tried with those of all other rows.
  struct RowDictionary {
    private let literal: DictionaryExprSyntax
    private let elements: DictionaryElementListSyntax
    private let parameters: [FunctionParameterSyntax]

    /// How many rows of literals may stand in a dictionary.
    private static let limit = 10

    /// The dictionary, unless its rows are few and made of literals and names, or their types are written.
    init?(_ expression: ExprSyntax, _ parameters: ArraySlice<FunctionParameterSyntax>) {
      guard let literal = expression.as(DictionaryExprSyntax.self),
        case .elements(let elements) = literal.content
      else { return nil }
      let finder = ExpressionFinder(viewMode: .sourceAccurate)
      for element in elements { finder.walk(element.value) }
      guard finder.found || elements.count > Self.limit else { return nil }
      self.literal = literal
      self.elements = elements
      self.parameters = Array(parameters)
    }

    /// The warning, with a fix that writes the rows as a closure.
    var warning: Diagnostic {
      let message = OldSpelling.longDictionary
      var closure = ExprSyntax("\(raw: text)")
      closure.leadingTrivia = literal.leadingTrivia
      closure.trailingTrivia = literal.trailingTrivia
      return Diagnostic(
        node: literal, message: message,
        fixIts: [
          FixIt(
            message: message,
            changes: [.replace(oldNode: Syntax(literal), newNode: Syntax(closure))])
        ])
    }

    private var text: String {
      // The rows keep their lines and their comments; those of one line get a line each.
      let end = literal.rightSquare.leadingTrivia
      let indent = end.isOnItsLine ? "" : literal.lineIndent
      let rows = elements.enumerated().map { index, element in
        let first = element.key.leadingTrivia
        let before = first.isOnItsLine ? first.description : "\n\(indent)  "
        return before + row(element, isFirst: index == 0)
      }
      return "{" + rows.joined() + (end.isOnItsLine ? end.description : "\n\(indent)") + "}"
    }

    private func row(_ element: DictionaryElementSyntax, isFirst: Bool) -> String {
      let tuple = element.value.as(TupleExprSyntax.self)?.elements
      var values = [element.value]
      if let tuple, tuple.count > 1, parameters.count > 1 { values = tuple.map(\.expression) }
      let texts = values.enumerated().map { index, value in
        let text = value.trimmedDescription
        guard isFirst, parameters.indices.contains(index) else { return text }
        // The first row tells the types to the later ones.
        let type = parameters[index].valueType
        if value.is(NilLiteralExprSyntax.self) { return "nil as \(type)" }
        let isImplicit = value.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
        return isImplicit ? type.trimmingSuffix("?") + text : text
      }
      let comment = element.trailingComma?.trailingTrivia ?? element.value.trailingTrivia
      return "row(\(([element.key.trimmedDescription] + texts).joined(separator: ", ")))"
        + (comment.isEmptyOfComments ? "" : comment.description)
    }
  }

  /// Finds what costs the more, the more rows there are: operators and closures.
  private final class ExpressionFinder: SyntaxVisitor {
    var found = false

    override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
      found = true
      return .skipChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      found = true
      return .skipChildren
    }
  }

  extension Trivia {
    fileprivate var isOnItsLine: Bool { contains(where: \.isNewline) }

    fileprivate var isEmptyOfComments: Bool { allSatisfy(\.isWhitespace) }
  }

  extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
      hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
  }

  extension SyntaxProtocol {
    /// The spaces that the line of the node begins with.
    fileprivate var lineIndent: String {
      var token = firstToken(viewMode: .sourceAccurate)
      while let current = token {
        if current.leadingTrivia.isOnItsLine {
          var spaces = ""
          for piece in current.leadingTrivia {
            if piece.isNewline {
              spaces = ""
            } else if case .spaces(let count) = piece {
              spaces = String(repeating: " ", count: count)
            }
          }
          return spaces
        }
        token = current.previousToken(viewMode: .sourceAccurate)
      }
      return ""
    }
  }
#endif
