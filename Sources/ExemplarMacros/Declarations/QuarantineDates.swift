#if Macros
  import SwiftSyntax

  extension SyntaxProtocol {
    /// The errors in the dates of `.quarantined(_:until:)` that are written in it.
    var problemsOfQuarantines: [Problem] {
      let dates = QuarantineDates(viewMode: .sourceAccurate)
      dates.walk(self)
      return dates.problems
    }
  }

  private final class QuarantineDates: SyntaxVisitor {
    var problems: [Problem] = []

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      guard name == "quarantined",
        let date = call.arguments.first(where: { $0.label?.text == "until" })?.expression,
        let text = date.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
        !Self.isDate(text)
      else { return .visitChildren }
      problems.append(
        Problem(
          "'\(text)' is not a date that exists; write year, month and day, as in '2027-03-01'",
          at: date))
      return .visitChildren
    }

    /// The same as `Quarantine` reads, which the compiler's process does not contain.
    private static func isDate(_ text: String) -> Bool {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.utf8.count) == [4, 2, 2],
        text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }),
        let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
        1...12 ~= month
      else { return false }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      return 1...days[month - 1] ~= day
    }
  }
#endif
