#if Macros
  import SwiftSyntax

  extension String {
    /// A raw identifier without its backticks.
    var withoutBackticks: String {
      hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }

    /// The text as a string literal.
    var literal: String { StringLiteralExprSyntax(content: self).description }
  }
#endif
