import SwiftSyntax
import SwiftSyntaxBuilder

/// Replaces assertions of XCTest by `#expect` and `#require`, where both mean the same.
///
/// All other assertions stay: they count in specs too.
final class AssertionRewriter: SyntaxRewriter {
  private let context: RewriteContext
  /// Whether an expectation of the function itself has a `try` that its assertion did not need in front.
  private(set) var needsThrows = false
  private var depth = 0

  init(_ context: RewriteContext) { self.context = context }

  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax {
    depth += 1
    defer { depth -= 1 }
    return super.visit(node)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    guard let name = node.name, name.hasPrefix("XCT") else {
      if let name = node.name, name == "addTeardownBlock" {
        return ExprSyntax(
          (super.visit(node).as(FunctionCallExprSyntax.self) ?? node).with(
            \.calledExpression,
            ExprSyntax(text: "cleanup", like: node.calledExpression)))
      }
      return super.visit(node)
    }
    guard let visited = super.visit(node).as(FunctionCallExprSyntax.self) else {
      return ExprSyntax(node)
    }
    guard var text = replacement(of: visited, name) else { return ExprSyntax(visited) }
    if name == "XCTAssertNotNil", depth == 0, isUnwrappedLater(node) {
      // An expectation that fails goes on, and the process would crash there.
      text = (text.text.replacing("#expect(", with: "#require(", maxReplacements: 1), true)
    }
    if text.isThrowing, depth > 0, node.parent?.is(TryExprSyntax.self) != true {
      // The type of the closure may not let it throw.
      context.mark(
        node,
        "\(name) in a closure stays, since its argument throws. Assertions of XCTest count in specs."
      )
      return ExprSyntax(visited)
    }
    if text.isThrowing, node.parent?.is(TryExprSyntax.self) != true { needsThrows = true }
    let isMarked = node.parent?.is(TryExprSyntax.self) == true
    return ExprSyntax(text: (text.isThrowing && !isMarked ? "try " : "") + text.text, like: node)
  }

  /// Whether code after the assertion unwraps its argument by force.
  private func isUnwrappedLater(_ node: FunctionCallExprSyntax) -> Bool {
    guard let value = node.arguments.first?.expression.trimmedDescription,
      let item = node.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return list.drop { $0.id != item.id }.dropFirst().contains { statement in
      statement.tokens(viewMode: .sourceAccurate).contains { token in
        token.parent?.as(ForceUnwrapExprSyntax.self)?.expression.trimmedDescription == value
      }
    }
  }

  private func replacement(of node: FunctionCallExprSyntax, _ name: String) -> (
    text: String, isThrowing: Bool
  )? {
    var arguments = node.all
    if arguments.contains(where: { ["file", "line"].contains($0.label?.text) }) { return nil }
    let trailing = node.trailingClosure
    if trailing != nil || !node.additionalTrailingClosures.isEmpty { return nil }
    if name == "XCTFail" {
      return ("Issue.record(\(arguments.first.flatMap(comment) ?? ""))", false)
    }
    if name == "XCTSkip" {
      return ("Skip(\(arguments.first?.expression.trimmedDescription ?? "\"skipped\""))", false)
    }
    let binary = [
      "XCTAssertEqual": "==", "XCTAssertNotEqual": "!=", "XCTAssertGreaterThan": ">",
      "XCTAssertGreaterThanOrEqual": ">=", "XCTAssertLessThan": "<",
      "XCTAssertLessThanOrEqual": "<=",
      "XCTAssertIdentical": "===", "XCTAssertNotIdentical": "!==",
    ]
    let count = binary[name] == nil ? 1 : 2
    guard arguments.count >= count else { return nil }
    let operands = arguments.prefix(count).map(\.expression.unmarked)
    if operands.contains(where: { $0.effects.contains("await") }) { return nil }
    let isThrowing = operands.contains { $0.effects.contains("try") }
    let values = operands.map(\.expression)
    arguments.removeFirst(count)
    if arguments.first?.label?.text == "accuracy" {
      guard name == "XCTAssertEqual" else { return nil }
      let accuracy = arguments.removeFirst().expression.operand
      guard let comments = comments(arguments) else { return nil }
      return (
        "#expect(abs(\(values[0].operand) - \(values[1].operand)) <= \(accuracy)\(comments))",
        isThrowing
      )
    }
    guard let comments = comments(arguments) else { return nil }
    let never = ["XCTAssert": "false", "XCTAssertTrue": "false", "XCTAssertFalse": "true"]
    if let value = never[name], values[0].trimmedDescription == value {
      return ("Issue.record(\(comments.dropFirst(2)))", false)
    }
    if let symbol = binary[name] {
      var values = values
      // The type of an implicit member comes from the left operand.
      if values[0].isImplicitMember, ["==", "!="].contains(symbol) { values.swapAt(0, 1) }
      return ("#expect(\(values[0].operand) \(symbol) \(values[1].operand)\(comments))", isThrowing)
    }
    switch name {
    case "XCTAssert", "XCTAssertTrue":
      return ("#expect(\(values[0].trimmedDescription)\(comments))", isThrowing)
    case "XCTAssertFalse":
      let operand =
        values[0].is(SequenceExprSyntax.self)
        ? "(\(values[0].trimmedDescription))" : values[0].operand
      return ("#expect(!\(operand)\(comments))", isThrowing)
    case "XCTAssertNil": return ("#expect(\(values[0].operand) == nil\(comments))", isThrowing)
    case "XCTAssertNotNil": return ("#expect(\(values[0].operand) != nil\(comments))", isThrowing)
    case "XCTUnwrap": return ("#require(\(values[0].trimmedDescription)\(comments))", true)
    case "XCTAssertThrowsError", "XCTAssertNoThrow":
      let type = name == "XCTAssertNoThrow" ? "Never" : "(any Error)"
      let body = (isThrowing ? "try " : "") + values[0].trimmedDescription
      return ("#expect(throws: \(type).self\(comments)) { \(body) }", false)
    default: return nil
    }
  }

  /// The message of an assertion as the comment of an expectation; `nil` if there is something else.
  private func comments(_ arguments: [LabeledExprSyntax]) -> String? {
    switch arguments.count {
    case 0: ""
    case 1: arguments[0].label == nil ? comment(arguments[0]).map { ", \($0)" } : nil
    default: nil
    }
  }

  private func comment(_ argument: LabeledExprSyntax) -> String? {
    let expression = argument.expression
    return expression.is(StringLiteralExprSyntax.self)
      ? expression.trimmedDescription : "Comment(rawValue: \(expression.trimmedDescription))"
  }
}
