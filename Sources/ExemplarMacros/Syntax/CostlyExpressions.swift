#if Macros
  import SwiftSyntax

  extension SyntaxProtocol {
    /// Whether there is what costs the compiler the more, the more it checks as one: operators and closures.
    var isCostly: Bool {
      let finder = CostFinder(viewMode: .sourceAccurate)
      finder.walk(self)
      return finder.found
    }
  }

  private final class CostFinder: SyntaxVisitor {
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
#endif
