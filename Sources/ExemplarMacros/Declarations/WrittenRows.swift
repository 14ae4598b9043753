#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The rows of an attribute, as far as they are visible in the source.
  ///
  /// Written rows are copied one by one, each as a statement at its own line, where the compiler
  /// checks it with the types of the function. Errors that are visible without types are reported
  /// here, because that gives the better message.
  struct WrittenRows {
    private enum Form {
      /// A closure of rows, and those of its statements that are calls of `row`.
      case builder(ClosureExprSyntax, calls: [FunctionCallExprSyntax])
      /// An array, whose rows are its elements.
      case literal([ExprSyntax])
      /// An expression that gives values when it is run.
      case expression
    }

    private let form: Form
    private let argument: LabeledExprSyntax

    init(_ argument: LabeledExprSyntax) {
      self.argument = argument
      var rows = argument.expression
      if let cast = rows.as(AsExprSyntax.self) { rows = cast.expression }
      // Where operators are not folded yet.
      if let sequence = rows.as(SequenceExprSyntax.self)?.elements, let first = sequence.first,
        sequence.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
      {
        rows = first
      }
      if let closure = rows.as(ClosureExprSyntax.self), argument.label?.text == "rows" {
        let finder = RowFinder(viewMode: .sourceAccurate)
        finder.walk(closure.statements)
        form = .builder(closure, calls: finder.calls)
      } else if let array = rows.as(ArrayExprSyntax.self) {
        form = .literal(array.elements.map(\.expression))
      } else {
        form = .expression
      }
    }

    /// Rows as the body of a function.
    struct Copy {
      /// Whether the text is for the builder of rows; else its statements call `__add` with each.
      var isBuilder: Bool
      var text: String

      /// The function that returns the rows, whose values have the type `type`.
      func function(named name: String, of type: String) -> String {
        let list = "[Exemplar.InlineRow<\(type)>]"
        return isBuilder
          ? """
          @Exemplar.RowsBuilder<\(type)> func \(name)() -> \(list) {
          \(text)
          #sourceLocation()
              }

          """
          : """
          func \(name)() -> \(list) {
                var __rows: \(list) = []
                func __add(_ __row: Exemplar.InlineRow<\(type)>) { __rows.append(__row) }
          \(text)
          #sourceLocation()
                return __rows
              }

          """
      }
    }

    /// How many statements a builder has. To the compiler each of them costs the more, the more are in it.
    private static let chunkSize = 20

    /// The rows at the places where they were written; `nil` if they cannot be seen.
    ///
    /// Each row is a statement, since those of a function are checked by themselves and cost the same each.
    /// Where there are statements other than rows, it takes a builder.
    func copies(in context: some MacroExpansionContext) -> [Copy]? {
      switch form {
      case .builder(let closure, let calls):
        guard let source = SourceLines(closure.statements, in: context) else { return nil }
        let statements = Array(closure.statements)
        if statements.areRowsOnLines, let first = statements.first, let last = statements.last {
          let separated = calls.flatMap {
            $0.placed(in: source)
              + [SourceLines.Edit(after: $0, $0.id == calls.last?.id ? ")" : "); __add(")]
          }
          return [
            Copy(
              isBuilder: false,
              text: source.copy(from: first, through: last, separated, after: "__add("))
          ]
        }
        let edits = calls.flatMap { $0.placed(in: source) }
        // A name that is declared among the rows is known to all that follow.
        let declares = statements.contains { $0.item.is(DeclSyntax.self) }
        return statements.chunked(declares ? statements.count : Self.chunkSize).map {
          Copy(
            isBuilder: true,
            text: source.copy(from: $0[$0.startIndex], through: $0[$0.endIndex - 1], edits))
        }
      case .literal(let elements):
        guard let list = elements.first?.parent?.parent, let source = SourceLines(list, in: context)
        else { return nil }
        let rows = elements.map { element in
          source.copy(
            "\(element.trimmedDescription), \(source.arguments(of: element))))", of: element,
            after: "__add(Exemplar.__row(")
        }
        return [Copy(isBuilder: false, text: rows.joined(separator: "\n"))]
      case .expression: return nil
      }
    }

    /// The parameters that rows give values for: as many as the first row has values; where that
    /// cannot be seen, those without default values.
    func parameters(of function: FunctionDeclSyntax) -> ArraySlice<FunctionParameterSyntax> {
      let all = Array(function.parameters)
      let required = all.lastIndex { $0.defaultValue == nil }.map { $0 + 1 } ?? 1
      let written: Int? =
        switch form {
        case .builder(_, let calls): calls.first?.valueCount
        case .literal(let elements): elements.first?.tupleElements?.count
        case .expression: nil
        }
      let range = required...max(required, all.count)
      return all.prefix(written.map(range.contains) == true ? written ?? required : required)
    }

    /// Explains, for each value of the first row that has no type by itself, how to give it one, unless the
    /// attribute has the types written. The compiler checks the rows before the function, takes their
    /// types from the first one, and rejects such a value without a solution.
    func warningsOfFirstRow(
      _ attribute: AttributeSyntax, of function: FunctionDeclSyntax
    ) -> [Problem] {
      let name = attribute.attributeName
      let generics =
        name.as(IdentifierTypeSyntax.self)?.genericArgumentClause
        ?? name.as(MemberTypeSyntax.self)?.genericArgumentClause
      guard generics == nil, case .builder(_, let calls) = form, let call = calls.first else {
        return []
      }
      let values = call.arguments.dropFirst().prefix { $0.label == nil }.map(\.expression)
      return zip(values, parameters(of: function)).compactMap { value, parameter in
        guard let text = value.text(withType: parameter.valueType) else { return nil }
        let message = "the first row determines the types of the others: write '\(text)'"
        return Problem(
          message, at: value, severity: .warning, [.write(text, inPlaceOf: value, message)])
      }
    }

    /// Rows that visibly do not fit the parameters.
    func problems(for function: FunctionDeclSyntax) -> [Problem] {
      let parameters = parameters(of: function)
      func problem(_ node: some SyntaxProtocol, _ found: Int) -> Problem {
        let values = found == 1 ? "1 value" : "\(found) values"
        return Problem(
          "this row has \(values), but '\(function.name.text)' takes \(parameters.count)", at: node)
      }
      // One parameter can take a tuple as a whole, unless its type is known to be none.
      let takesTuple = parameters.count == 1 && !parameters.allSatisfy(\.isScalar)
      switch form {
      case .builder(let closure, let calls):
        if closure.statements.isEmpty { return [.noRows(closure)] }
        return calls.compactMap { call in
          let found = call.valueCount
          return found == parameters.count || (takesTuple && found > 1) ? nil : problem(call, found)
        }
      case .literal(let elements):
        if elements.isEmpty { return [.noRows(argument.expression)] }
        return elements.compactMap { value in
          if let found = value.visibleCount, found != parameters.count, !(takesTuple && found > 1) {
            return problem(value, found)
          }
          return parameters.count > 1 ? value.labelProblem(for: parameters) : nil
        }
      case .expression: return []
      }
    }
  }

  extension Problem {
    fileprivate static func noRows(_ rows: some SyntaxProtocol) -> Problem {
      Problem("without rows nothing runs; write at least one", at: rows)
    }
  }

  extension Array {
    fileprivate func chunked(_ size: Int) -> [ArraySlice<Element>] {
      stride(from: 0, to: count, by: Swift.max(size, 1)).map {
        self[$0..<Swift.min($0 + size, count)]
      }
    }
  }

  extension [CodeBlockItemSyntax] {
    /// Whether all of them are calls of `row`, each on lines of its own.
    fileprivate var areRowsOnLines: Bool {
      allSatisfy { statement in
        guard let call = statement.item.as(FunctionCallExprSyntax.self) else { return false }
        return ExprSyntax(call).callOfRow != nil && statement.semicolon == nil
      }
    }
  }

  /// Finds the statements that call `row`, including those in `for` and `if`.
  private final class RowFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ item: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
      guard let call = item.item.as(FunctionCallExprSyntax.self) else { return .visitChildren }
      if ExprSyntax(call).callOfRow != nil { calls.append(call) }
      return .skipChildren
    }
  }

  extension FunctionCallExprSyntax {
    /// The edits that give a row its source location: in a macro expansion, `#line` is that of the
    /// function.
    fileprivate func placed(in source: SourceLines) -> [SourceLines.Edit] {
      guard let parenthesis = rightParen, additionalTrailingClosures.isEmpty else { return [] }
      let separator = arguments.last.map { $0.trailingComma == nil } == true ? ", " : ""
      let place = source.arguments(of: self)
      guard let closure = trailingClosure else {
        return [.init(at: parenthesis, separator + place)]
      }
      // The last value goes to the others, as what follows it has a label.
      let value = closure.trimmedDescription
      let traits = arguments.first { $0.label != nil }
      return [
        traits.map { .init(at: $0, "\(value), ") } ?? .init(at: parenthesis, separator + value),
        .init(at: parenthesis, (traits == nil ? ", " : separator) + place),
        .init(removingFrom: parenthesis, through: closure),
      ]
    }

    /// How many values the row has, beside its name and its traits.
    fileprivate var valueCount: Int {
      let plain = arguments.prefix { $0.label == nil }.count
      let closures = (trailingClosure == nil ? 0 : 1) + additionalTrailingClosures.count
      return max(plain - 1, 0) + closures
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

    /// The value with an added type, for a case of an enumeration, `nil` and `[]`.
    fileprivate func text(withType type: String) -> String? {
      let text = trimmedDescription
      if firstToken(viewMode: .sourceAccurate)?.tokenKind == .period {
        return (type.hasSuffix("?") ? String(type.dropLast()) : type) + text
      }
      let isEmpty =
        self.as(ArrayExprSyntax.self)?.elements.isEmpty == true
        || self.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) == true
      return `is`(NilLiteralExprSyntax.self) || isEmpty ? "\(text) as \(type)" : nil
    }

    /// The call if this is a row with a name.
    fileprivate var callOfRow: FunctionCallExprSyntax? {
      self.as(FunctionCallExprSyntax.self).flatMap {
        ["row", "Exemplar.row"].contains($0.calledExpression.trimmedDescription) ? $0 : nil
      }
    }

    /// The number of values if it is certain; `nil` if the source does not show it.
    fileprivate var visibleCount: Int? { tupleElements?.count ?? (isLiteral ? 1 : nil) }

    /// The first label that is not that of its parameter. Labels in another order would be dropped
    /// by the compiler without a word.
    fileprivate func labelProblem(for parameters: ArraySlice<FunctionParameterSyntax>) -> Problem? {
      for (element, parameter) in zip(tupleElements ?? [], parameters) {
        guard let label = element.label, !parameter.isNamed(label.text) else { continue }
        return Problem(
          "values must be in the order of the parameters: expected '\(parameter.firstName.text)', "
            + "found '\(label.text)'", at: label)
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
