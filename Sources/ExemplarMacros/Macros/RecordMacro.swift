#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A macro that leaves records of the declaration that it is attached to.
  protocol RecordMacro: PeerMacro {
    /// The records, and the problems; records are left out if one of these is an error.
    ///
    /// - Parameter type: The type around the declaration.
    static func records(
      of declaration: some DeclSyntaxProtocol, _ attribute: AttributeSyntax,
      in type: ContainingType?, _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax]
  }

  extension RecordMacro {
    /// Rows are copied to the columns where they were written, which must stay.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let type = ContainingType(context, &problems)
      let records = records(of: declaration, node, in: type, context, &problems)
      problems.forEach { context.diagnose($0.diagnostic(at: node, in: context)) }
      return problems.areWarnings ? records : []
    }
  }

  extension [Problem] {
    var areWarnings: Bool { allSatisfy { $0.message.severity == .warning } }
  }
#endif
