#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A dictionary of rows that the compiler would check sooner as a closure.
  ///
  /// A dictionary is one expression: each operator in it is tried with those of all other rows.
  struct RowDictionary {
    private let literal: DictionaryExprSyntax
    private let elements: DictionaryElementListSyntax
    /// The types of the columns according to the first row; `nil` if the body of the outline
    /// determines them.
    private let types: [String]?

    /// The largest number of rows with literals that a dictionary may contain.
    private static let limit = 10

    /// The dictionary, unless its rows are few and made of literals and names, or their types are written.
    init?(_ expression: ExprSyntax, types: [String]? = nil) {
      guard let literal = expression.as(DictionaryExprSyntax.self),
        case .elements(let elements) = literal.content
      else { return nil }
      guard elements.count > Self.limit || elements.contains(where: { $0.value.isCostly })
      else { return nil }
      self.literal = literal
      self.elements = elements
      self.types = types
    }

    /// The warning, with a fix that writes the rows as a closure.
    var warning: Diagnostic {
      let message = OldSpelling.longDictionary
      return Diagnostic(
        node: literal, message: message,
        fixIts: [.write(closure, inPlaceOf: literal, message)])
    }

    /// The types of the first columns, as far as literals show them.
    func columnTypes(_ count: Int) -> [String] {
      (0..<count).map { column in
        let values = elements.compactMap { element -> ExprSyntax? in
          let values = self.values(of: element, count)
          return values.indices.contains(column) ? values[column] : nil
        }
        return values.columnType
      }
    }

    /// The rows as a closure.
    var closure: String {
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
      let texts = values(of: element, types?.count ?? 2).enumerated().map { index, value in
        let text = value.trimmedDescription
        guard isFirst, let types, types.indices.contains(index) else { return text }
        return value.text(withType: types[index]) ?? text
      }
      let comment = element.trailingComma?.trailingTrivia ?? element.value.trailingTrivia
      return "row(\(([element.key.trimmedDescription] + texts).joined(separator: ", ")))"
        + (comment.isEmptyOfComments ? "" : comment.description)
    }
  }

  extension RowDictionary {
    /// The values of a row, of a tuple one by one if there are several columns.
    private func values(of element: DictionaryElementSyntax, _ columns: Int) -> [ExprSyntax] {
      let tuple = element.value.as(TupleExprSyntax.self)?.elements
      guard let tuple, tuple.count > 1, columns > 1 else { return [element.value] }
      return tuple.map(\.expression)
    }
  }

  extension Trivia {
    fileprivate var isOnItsLine: Bool { contains(where: \.isNewline) }

    fileprivate var isEmptyOfComments: Bool { allSatisfy(\.isWhitespace) }
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
