#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// Accepted spellings that have a better replacement.
  enum OldSpelling: String, DiagnosticMessage, FixItMessage {
    case values = "values that are no rows follow 'over:'"
    case longDictionary =
      "rows in a closure compile sooner, and a wrong one is named: 'rows: { row(…) … }'"
    case rowsInArray = "write the rows in a closure, each on a line: 'rows: { row(…) … }'"

    var message: String { rawValue }
    var severity: DiagnosticSeverity { .warning }
    var diagnosticID: MessageID { MessageID(domain: "Exemplar", id: "\(self)") }
    var fixItID: MessageID { diagnosticID }

    /// The warning at the label of the argument, with its fix-it.
    func diagnostic(at label: TokenSyntax) -> Diagnostic {
      let over = label.with(\.tokenKind, .identifier("over"))
      return Diagnostic(
        node: label, message: self,
        fixIts: [
          FixIt(
            message: self, changes: [.replace(oldNode: Syntax(label), newNode: Syntax(over))])
        ])
    }
  }
#endif
