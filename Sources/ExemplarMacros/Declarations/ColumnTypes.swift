#if Macros
  import SwiftSyntax

  extension [ExprSyntax] {
    /// The type of a column with these values, as far as literals show it.
    var columnType: String {
      let kinds = Set(map(\.literalType))
      let known = kinds.subtracting(["nil"])
      let type =
        known == ["Int", "Double"] ? "Double" : known.count == 1 ? known.first ?? nil : nil
      return (type ?? "<#Type#>") + (kinds.contains("nil") ? "?" : "")
    }
  }

  extension ExprSyntax {
    /// The type that a literal has by itself, and `nil` as text for that of none.
    fileprivate var literalType: String? {
      switch kind {
      case .integerLiteralExpr: "Int"
      case .floatLiteralExpr: "Double"
      case .stringLiteralExpr: "String"
      case .booleanLiteralExpr: "Bool"
      case .nilLiteralExpr: "nil"
      case .prefixOperatorExpr:
        self.as(PrefixOperatorExprSyntax.self).flatMap {
          $0.operator.text == "-" ? $0.expression.literalType : nil
        }
      default: nil
      }
    }
  }
#endif
