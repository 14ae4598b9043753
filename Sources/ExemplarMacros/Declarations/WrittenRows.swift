#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The rows of `rows:` as far as they can be seen in the source.
  ///
  /// Rows that are written out are checked here, because a message at the row is worth more than the
  /// compiler's about the types of a whole expression.
  struct WrittenRows {
    /// The rows, if they are written out; without keys and without names.
    private var values: [ExprSyntax] = []
    private var elements: [Syntax] = []
    private let source: ExprSyntax

    init(_ rows: ExprSyntax) {
      source = rows
      var rows = rows
      if let cast = rows.as(AsExprSyntax.self) { rows = cast.expression }
      // Where operators are not folded yet.
      if let sequence = rows.as(SequenceExprSyntax.self)?.elements, let first = sequence.first,
        sequence.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
      {
        rows = first
      }
      if let dictionary = rows.as(DictionaryExprSyntax.self),
        case .elements(let list) = dictionary.content
      {
        elements = list.map { Syntax($0) }
        values = list.map(\.value)
      } else if let array = rows.as(ArrayExprSyntax.self) {
        elements = array.elements.map { Syntax($0) }
        values = array.elements.map(\.expression)
      }
    }

    /// The rows for the record. Plain literals get their type, so that the compiler can say which
    /// value is wrong instead of that no overload fits. Calls may be rows with traits of their own.
    func typed(for parameters: ArraySlice<FunctionParameterSyntax>) -> String {
      let text = source.trimmedDescription
      if source.is(DictionaryExprSyntax.self) {
        return "\(text) as Swift.KeyValuePairs<Swift.String, \(parameters.rowType)>"
      }
      let mayHaveTraits = values.contains { $0.is(FunctionCallExprSyntax.self) }
      return source.is(ArrayExprSyntax.self) && !mayHaveTraits
        ? "\(text) as [\(parameters.rowType)]" : text
    }

    /// The line of each row.
    func lines(in context: some MacroExpansionContext) -> [String] {
      elements.compactMap { context.location(of: $0)?.line.trimmedDescription }
    }

    /// The parameters that rows give values for: as many as the first row has values; where that
    /// cannot be seen, those without default values.
    func parameters(of function: FunctionDeclSyntax) -> ArraySlice<FunctionParameterSyntax> {
      let all = Array(function.signature.parameterClause.parameters)
      let required = all.lastIndex { $0.defaultValue == nil }.map { $0 + 1 } ?? 1
      let written = values.first?.tupleElements?.count ?? required
      return all.prefix(
        (required...max(required, all.count)).contains(written) ? written : required)
    }

    /// Rows that visibly do not fit the parameters.
    func problems(for function: FunctionDeclSyntax) -> [Problem] {
      let isLiteral = source.is(DictionaryExprSyntax.self) || source.is(ArrayExprSyntax.self)
      if isLiteral, values.isEmpty { return [.noRows(Syntax(source))] }
      let parameters = parameters(of: function)
      return values.compactMap { value in
        if let found = value.visibleCount(for: parameters), found != parameters.count {
          return .rowCount(
            Syntax(value), found: found, wanted: parameters.count, name: function.name.text)
        }
        return parameters.count > 1 ? value.labelProblem(for: parameters) : nil
      }
    }
  }

  extension ExprSyntax {
    /// The elements of a tuple; `nil` for anything else, and for one value in parentheses.
    fileprivate var tupleElements: LabeledExprListSyntax? {
      guard let elements = self.as(TupleExprSyntax.self)?.elements, elements.count > 1 else {
        return nil
      }
      return elements
    }

    /// How many values this is for certain; `nil` if that cannot be told from the source.
    fileprivate func visibleCount(for parameters: ArraySlice<FunctionParameterSyntax>) -> Int? {
      if let elements = tupleElements {
        // One parameter can take a tuple as a whole, unless its type is known to be none.
        let isOne = parameters.count == 1 && !parameters.allSatisfy(\.isScalar)
        return isOne ? nil : elements.count
      }
      return isLiteral ? 1 : nil
    }

    /// The first label that is not that of its parameter. Labels in another order would be dropped
    /// by the compiler without a word.
    fileprivate func labelProblem(for parameters: ArraySlice<FunctionParameterSyntax>) -> Problem? {
      for (element, parameter) in zip(tupleElements ?? [], parameters) {
        guard let label = element.label, !parameter.isNamed(label.text) else { continue }
        return .rowLabel(label, wanted: parameter.firstName)
      }
      return nil
    }

    private var isLiteral: Bool {
      [
        .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr, .booleanLiteralExpr,
        .nilLiteralExpr, .arrayExpr, .dictionaryExpr, .closureExpr,
      ].contains(kind)
    }
  }

  extension FunctionParameterSyntax {
    private static let scalars: Set = [
      "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
      "Float", "Double", "Bool", "String", "Character",
    ]

    /// Whether the type is known to be no tuple.
    fileprivate var isScalar: Bool { Self.scalars.contains(valueType) }

    fileprivate func isNamed(_ name: String) -> Bool {
      [firstName.text, secondName?.text].contains(name)
    }
  }
#endif
