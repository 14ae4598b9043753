import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// The expression without the `try` and `await` in front of it, which an expectation has in front of its macro.
  var unmarked: (expression: ExprSyntax, effects: Set<String>) {
    if let node = self.as(TryExprSyntax.self), node.questionOrExclamationMark == nil {
      let (inner, effects) = node.expression.unmarked
      return (inner, effects.union(["try"]))
    }
    if let node = self.as(AwaitExprSyntax.self) {
      let (inner, effects) = node.expression.unmarked
      return (inner, effects.union(["await"]))
    }
    return (self, [])
  }

  /// The text of the expression as an operand of `==` and the like: in parentheses if an operator in it binds less.
  var operand: String {
    let text = trimmedDescription
    guard let sequence = self.as(SequenceExprSyntax.self) else {
      return isSimple ? text : "(\(text))"
    }
    let operators = sequence.elements.enumerated().compactMap {
      $0.offset % 2 == 1 ? $0.element : nil
    }
    let binding: Set = [
      "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&", "|", "^", "...", "..<", "??",
    ]
    return operators.allSatisfy { binding.contains($0.trimmedDescription) } ? text : "(\(text))"
  }

  private var isSimple: Bool {
    !(self.is(TernaryExprSyntax.self) || self.is(ClosureExprSyntax.self)
      || self.is(TryExprSyntax.self)
      || self.is(AwaitExprSyntax.self) || self.is(AsExprSyntax.self)
      || self.is(InOutExprSyntax.self))
  }

  /// Whether it begins with a dot, so that its type comes from the other operand.
  var isImplicitMember: Bool {
    var expression = self
    while true {
      if let call = expression.as(FunctionCallExprSyntax.self) {
        expression = call.calledExpression
      } else if let access = expression.as(MemberAccessExprSyntax.self) {
        guard let base = access.base else { return true }
        expression = base
      } else {
        return false
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// The name of a function that is called without a base.
  var name: String? { calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text }

  /// The arguments in parentheses.
  var all: [LabeledExprSyntax] { Array(arguments) }
}

extension Syntax {
  /// Whether the code may throw where it is, outside of closures and `do` with a general `catch`.
  var isInClosure: Bool {
    var node = parent
    while let current = node {
      if current.is(ClosureExprSyntax.self) { return true }
      if current.is(FunctionDeclSyntax.self) { return false }
      node = current.parent
    }
    return false
  }
}

extension ExprSyntax {
  init(text: String, like node: some SyntaxProtocol) {
    self = ExprSyntax(stringLiteral: text)
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }
}
