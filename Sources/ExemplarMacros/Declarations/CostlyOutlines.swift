#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The outlines in a spec that would be better in another form.
  enum CostlyOutlines {
    /// The warnings. A search of the text shows fastest that most specs have no such outline.
    static func warnings(in declaration: some SyntaxProtocol) -> [Diagnostic] {
      guard declaration.description.utf8.containsRows else { return [] }
      let finder = CallFinder(viewMode: .sourceAccurate)
      finder.walk(declaration)
      return finder.calls.compactMap { UntypedBody($0)?.warning }
    }
  }

  private final class CallFinder: SyntaxVisitor {
    var calls: [FunctionCallExprSyntax] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      calls.append(node)
      // There may be many rows, and no outlines among them.
      return node.rowsBehindBody == nil ? .visitChildren : .skipChildren
    }
  }

  extension String.UTF8View {
    /// Whether the text contains `rows:` and a brace.
    fileprivate var containsRows: Bool {
      let label = Array("rows:".utf8)
      var matched = 0
      for byte in self {
        if matched < label.count {
          matched = byte == label[matched] ? matched + 1 : byte == label[0] ? 1 : 0
        } else if byte == UInt8(ascii: "{") {
          return true
        } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n") {
          matched = byte == label[0] ? 1 : 0
        }
      }
      return false
    }
  }
#endif
