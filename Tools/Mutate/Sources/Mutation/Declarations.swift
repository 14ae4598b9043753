import SwiftOperators
import SwiftParser
import SwiftSyntax

/// What the files of a package declare that decides about code in all of them.
public struct Declarations: Sendable {
  /// The operators, with those of the standard library: their precedence decides what belongs together.
  private(set) var operators = OperatorTable.standardOperators
  /// The names of result builders.
  private(set) var builders: Set<String> = []

  public init(of texts: [String] = []) {
    for text in texts
    where ["operator", "precedencegroup", "@resultBuilder"].contains(where: text.contains) {
      let tree = Parser.parse(source: text)
      operators.addSourceFile(tree) { _ in }
      let visitor = Visitor(viewMode: .sourceAccurate)
      visitor.walk(tree)
      builders.formUnion(visitor.builders)
    }
  }

  private final class Visitor: SyntaxAnyVisitor {
    var builders: Set<String> = []

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if let type = node.asProtocol((any NamedDeclSyntax).self),
        node.asProtocol((any WithAttributesSyntax).self)?.attributes.contains(where: {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "resultBuilder"
        }) == true
      {
        builders.insert(type.name.text)
      }
      return .visitChildren
    }
  }
}
