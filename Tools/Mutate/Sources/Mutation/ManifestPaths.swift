import SwiftParser
import SwiftSyntax

/// A manifest whose dependencies at local paths are found from another folder.
public struct ManifestPaths {
  public let text: String

  /// - Parameter file: The path of the manifest.
  public init(_ manifest: String, of file: String) {
    let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    let visitor = Visitor(file, folder)
    visitor.walk(Parser.parse(source: manifest))
    var bytes = Array(manifest.utf8)
    for (range, path) in visitor.found.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(range, with: "\"\(path)\"".utf8)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private final class Visitor: SyntaxVisitor {
    var found: [(range: Range<Int>, path: String)] = []
    private let file: String
    private let folder: String

    init(_ file: String, _ folder: String) {
      (self.file, self.folder) = (file, folder)
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let member = node.calledExpression.as(MemberAccessExprSyntax.self)
      guard member?.declName.baseName.text == "package" else { return .visitChildren }
      for argument in node.arguments where argument.label?.text == "path" {
        let literal = argument.expression.as(StringLiteralExprSyntax.self)
        if let literal, let path = literal.representedLiteralValue, !path.hasPrefix("/") {
          found.append((literal.offsets, "\(folder)/\(path)"))
        }
      }
      return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
      if node.trimmedDescription != "Context.packageDirectory" { return .visitChildren }
      found.append((node.offsets, folder))
      return .skipChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
      if ["file", "filePath"].contains(node.macroName.text) { found.append((node.offsets, file)) }
      return .visitChildren
    }
  }
}
