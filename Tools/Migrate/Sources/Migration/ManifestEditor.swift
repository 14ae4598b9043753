import SwiftParser
import SwiftSyntax

/// Adds a dependency to the text of a manifest, in the form that its lists have.
public struct ManifestEditor {
  private let tree: SourceFileSyntax
  private let text: String

  public init(_ text: String) {
    self.text = text
    tree = Parser.parse(source: text)
  }

  /// The text with a package in a folder, whose product test targets use; `nil` if the manifest has no literals for
  /// them.
  public func adding(
    package path: String, product: String, of package: String, to targets: Set<String>
  ) -> String? {
    let calls = Calls(viewMode: .sourceAccurate)
    calls.walk(tree)
    guard let manifest = calls.all.first(where: { $0.name == "Package" }),
      let edit = edit(
        of: manifest, adding: ".package(path: \"\(path)\")",
        after: ["products", "providers", "pkgConfig", "platforms", "defaultLocalization", "name"])
    else { return nil }
    var edits = [edit]
    for target in targets.sorted() {
      guard
        let call = calls.all.first(where: {
          $0.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            == "testTarget"
            && $0.argument("name")?.expression.as(StringLiteralExprSyntax.self)?
              .representedLiteralValue == target
        }),
        let edit = self.edit(
          of: call, adding: ".product(name: \"\(product)\", package: \"\(package)\")",
          after: ["name"])
      else { return nil }
      edits.append(edit)
    }
    var bytes = Array(text.utf8)
    for (range, new) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: new.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds an element to the argument `dependencies` of a call, or that argument behind one of `others`.
  private func edit(
    of call: FunctionCallExprSyntax, adding element: String, after others: [String]
  ) -> (Range<Int>, String)? {
    guard let argument = call.argument("dependencies") else {
      guard let before = others.lazy.compactMap(call.argument).first else { return nil }
      let end = before.expression.endPositionBeforeTrailingTrivia.utf8Offset
      let hasLine = before.leadingTrivia.contains { if case .newlines = $0 { true } else { false } }
      let space = hasLine ? "\n" + indentation(of: before) : " "
      return (end..<end, ",\(space)dependencies: [\(element)]")
    }
    guard let array = argument.expression.as(ArrayExprSyntax.self) else { return nil }
    let close = array.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
    guard let last = array.elements.last else {
      // What is between the brackets is nothing, or comments, which stay.
      let isPlain = array.rightSquare.leadingTrivia.description.allSatisfy(\.isWhitespace)
      if isPlain {
        return (array.leftSquare.endPosition.utf8Offset..<close, element)
      }
      let level = indentation(of: argument)
      let start = array.leftSquare.endPositionBeforeTrailingTrivia.utf8Offset
      return (start..<start, "\n\(level)\(step)\(element),")
    }
    let end = last.endPositionBeforeTrailingTrivia.utf8Offset
    let comma = last.trailingComma == nil ? "," : ""
    let isOnLines = last.leadingTrivia.contains { if case .newlines = $0 { true } else { false } }
    return isOnLines
      ? (end..<end, "\(comma)\n\(indentation(of: last))\(element),")
      : (end..<end, "\(comma) \(element)")
  }

  /// The spaces before the line on which a node begins.
  private func indentation(of node: some SyntaxProtocol) -> String {
    let before = text.utf8.prefix(node.positionAfterSkippingLeadingTrivia.utf8Offset)
    let line = Substring(before).split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    return String(line.prefix { $0 == " " || $0 == "\t" })
  }

  /// The spaces of one level.
  private var step: String {
    let line = text.split(separator: "\n").first { $0.first == " " || $0.first == "\t" }
    return line.map { String($0.prefix { $0 == " " || $0 == "\t" }) } ?? "  "
  }
}

private final class Calls: SyntaxVisitor {
  var all: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    all.append(node)
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  fileprivate func argument(_ label: String) -> LabeledExprSyntax? {
    arguments.first { $0.label?.text == label }
  }
}
