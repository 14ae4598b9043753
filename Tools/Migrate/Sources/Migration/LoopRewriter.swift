import SwiftSyntax
import SwiftSyntaxBuilder

/// Turns a test that is one loop over a table of literals into an outline with a row for each element.
struct LoopRewriter {
  private let context: RewriteContext

  init(_ context: RewriteContext) { self.context = context }

  /// The test as an outline; `nil` if it is no such loop. A loop over a table that is not certain is marked.
  func outline(for function: FunctionDeclSyntax, _ original: FunctionDeclSyntax)
    -> FunctionDeclSyntax?
  {
    guard let body = function.body, let loop = loop(in: body.statements),
      original.body?.tokens(viewMode: .sourceAccurate).contains(where: {
        $0.text.hasPrefix("XCTAssert")
      })
        == true, loop.elements.count > 1
    else { return nil }
    guard let rows = Table(loop), !loop.leavesEarly else {
      if let node = original.body?.statements.last {
        context.mark(
          node,
          "This loop over \(loop.elements.count) values can be an outline, whose rows have names and fail one by "
            + "one: @Example(rows: { row(\"a name\", …) }) func \(function.name.text)(…).")
      }
      return nil
    }
    let level = function.indentation
    let step = body.statements.first?.indentation.dropFirst(level.count) ?? "  "
    let list = rows.lines.map { "\(level)\(step)\($0)\n" }.joined()
    var node = function.adding(attribute: "@Example(rows: {\n\(list)\(level)})")
    if let index = node.attributes.firstIndex(where: {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "Example"
    }), let attribute = node.attributes[index].as(AttributeSyntax.self) {
      node.attributes = node.attributes.with(
        \.[index],
        .attribute(attribute.with(\.trailingTrivia, .newline + Trivia(stringLiteral: level))))
    }
    let model = DeclSyntax(stringLiteral: "func f(\(rows.parameters.joined(separator: ", "))) {}")
    if let clause = model.as(FunctionDeclSyntax.self)?.signature.parameterClause {
      node.signature.parameterClause.parameters = clause.parameters
    }
    // The statements move out by the level of the loop.
    let inner = loop.statement.body.statements.first?.indentation ?? ""
    let outer = level + step
    let extra = inner.hasPrefix(outer) ? inner.dropFirst(outer.count) : ""
    let statements = loop.statement.body.statements
    // A loop on one line becomes a body on several.
    let text =
      statements.first?.leadingTrivia.contains(where: \.isNewline) == true
      ? statements.description : "\n\(outer)\(statements.trimmedDescription)"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map {
        $0.hasPrefix(outer + extra) ? outer + $0.dropFirst((outer + extra).count) : String($0)
      }
    node.body?.statements = CodeBlockItemListSyntax(
      stringLiteral: lines.joined(separator: "\n"))
    return node
  }

  /// A loop over a list of elements.
  fileprivate struct Loop {
    var statement: ForStmtSyntax
    var elements: [ExprSyntax]
    /// The types of the columns, if they are written.
    var types: [String]?
    var names: [String]

    /// Whether a statement ends the loop, or the test, before its last row.
    var leavesEarly: Bool {
      statement.body.tokens(viewMode: .sourceAccurate).contains {
        [.keyword(.return), .keyword(.break), .keyword(.continue)].contains($0.tokenKind)
      }
    }
  }

  private func loop(in statements: CodeBlockItemListSyntax) -> Loop? {
    guard let last = statements.last?.item, statements.count <= 2,
      let statement = last.as(ForStmtSyntax.self), statement.whereClause == nil,
      statement.tryKeyword == nil, statement.awaitKeyword == nil
    else { return nil }
    let names: [String?]
    if let name = statement.pattern.as(IdentifierPatternSyntax.self) {
      names = [name.identifier.text]
    } else if let tuple = statement.pattern.as(TuplePatternSyntax.self) {
      names = tuple.elements.map { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    } else {
      return nil
    }
    var (list, types) = (statement.sequence, [String]?.none)
    if statements.count == 2 {
      guard let binding = statements.first?.item.as(VariableDeclSyntax.self)?.bindings.first,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        statement.sequence.trimmedDescription == name, let value = binding.initializer?.value,
        !statement.body.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == name })
      else { return nil }
      list = value
      if let annotation = binding.typeAnnotation?.type {
        guard let element = annotation.as(ArrayTypeSyntax.self)?.element else { return nil }
        types =
          element.as(TupleTypeSyntax.self)?.elements.map(\.type.trimmedDescription)
          ?? [element.trimmedDescription]
      }
    }
    guard let array = list.as(ArrayExprSyntax.self) else { return nil }
    return Loop(
      statement: statement, elements: array.elements.map(\.expression), types: types,
      names: names.compactMap(\.self).count == names.count ? names.compactMap(\.self) : [])
  }
}

/// The rows of a loop over literals.
private struct Table {
  var parameters: [String] = []
  var lines: [String] = []

  init?(_ loop: LoopRewriter.Loop) {
    let count = loop.names.count
    var rows: [[ExprSyntax]] = []
    for element in loop.elements {
      let tuple = element.as(TupleExprSyntax.self)?.elements.map(\.expression)
      let row = count == 1 ? [element] : tuple ?? []
      guard count > 0, row.count == count, row.allSatisfy({ $0.literalType != nil }) else {
        return nil
      }
      rows.append(row)
    }
    var texts = rows.map { $0.map(\.trimmedDescription) }
    for column in 0..<count {
      let found = Set(rows.compactMap { $0[column].literalType }).subtracting(["nil"])
      let isOptional = rows.contains { $0[column].literalType == "nil" }
      let literal =
        found == ["Int", "Double"] ? "Double" : found.count == 1 ? found.first ?? "" : ""
      guard
        let written = loop.types.map({ $0.dropFirst(column).first })
          ?? (literal + (isOptional ? "?" : "")),
        !literal.isEmpty
      else { return nil }
      parameters.append("\(loop.names[column]): \(written)")
      for row in rows.indices where literal == "Double" && rows[row][column].literalType == "Int" {
        texts[row][column] += ".0"
      }
      // The first row determines the types of the others.
      if written != literal { texts[0][column] += " as \(written)" }
    }
    for (row, name) in zip(texts, Self.names(of: rows)) {
      lines.append("row(\(name), \(row.joined(separator: ", ")))")
    }
  }

  /// A name for each row, as a literal: the first column of texts that differ, or all values.
  private static func names(of rows: [[ExprSyntax]]) -> [String] {
    let columns = rows[0].indices.lazy.map { column in rows.map { $0[column].text ?? "" } }
    let own = columns.first { texts in
      Set(texts).count == texts.count && texts.allSatisfy { (1...60).contains($0.count) }
    }
    let names =
      own
      ?? rows.map { row in row.map { $0.text ?? $0.trimmedDescription }.joined(separator: ", ") }
    var counts: [String: Int] = [:]
    return names.map { name in
      let shown = name.isEmpty ? "empty" : name
      counts[shown, default: 0] += 1
      let count = counts[shown, default: 1]
      let unique = count == 1 ? shown : "\(shown) (\(count))"
      return "\"" + unique.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }
}

extension ExprSyntax {
  /// The type of a literal; `nil` for other expressions.
  fileprivate var literalType: String? {
    switch kind {
    case .integerLiteralExpr: "Int"
    case .floatLiteralExpr: "Double"
    case .booleanLiteralExpr: "Bool"
    case .nilLiteralExpr: "nil"
    case .stringLiteralExpr:
      self.as(StringLiteralExprSyntax.self)?.representedLiteralValue == nil
        || description.contains("\n\"\"\"") ? nil : "String"
    case .prefixOperatorExpr:
      self.as(PrefixOperatorExprSyntax.self).flatMap {
        $0.operator.text == "-" && $0.expression.literalType != "nil"
          ? $0.expression.literalType : nil
      }
    default: nil
    }
  }

  /// The text of a literal that can be a part of a name.
  fileprivate var text: String? {
    let text = self.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return text?.contains(where: { $0.isNewline || $0 < " " }) == true ? nil : text
  }
}

extension SyntaxProtocol {
  /// The spaces before it on its line.
  fileprivate var indentation: String {
    var indentation = ""
    for piece in leadingTrivia.pieces {
      switch piece {
      case .spaces(let count): indentation += String(repeating: " ", count: count)
      case .tabs(let count): indentation += String(repeating: "\t", count: count)
      case .newlines, .carriageReturnLineFeeds: indentation = ""
      default: break
      }
    }
    return indentation
  }
}
