#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder

  extension FixIt {
    /// Writes `text` in the place of an expression, with the space and the comments around that.
    static func write(
      _ text: String, inPlaceOf old: some ExprSyntaxProtocol, _ message: some FixItMessage
    ) -> FixIt {
      var new = ExprSyntax("\(raw: text)")
      new.leadingTrivia = old.leadingTrivia
      new.trailingTrivia = old.trailingTrivia
      return FixIt(
        message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
  }
#endif
