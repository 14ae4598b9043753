import SwiftParser
import SwiftSyntax

/// A manifest whose dependencies at relative paths are found from another folder.
public struct ManifestPaths {
  public let text: String

  /// - Parameter folder: The folder of the manifest.
  public init(_ manifest: String, in folder: String) {
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: manifest))
    var bytes = Array(manifest.utf8)
    for (range, path) in visitor.found.reversed() where !path.hasPrefix("/") {
      bytes.replaceSubrange(range, with: "\"\(folder)/\(path)\"".utf8)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private final class Visitor: SyntaxVisitor {
    var found: [(range: Range<Int>, path: String)] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let member = node.calledExpression.as(MemberAccessExprSyntax.self)
      guard member?.declName.baseName.text == "package" else { return .visitChildren }
      for argument in node.arguments where argument.label?.text == "path" {
        let literal = argument.expression.as(StringLiteralExprSyntax.self)
        if let literal, let path = literal.representedLiteralValue {
          found.append((literal.offsets, path))
        }
      }
      return .visitChildren
    }
  }
}
