#if Macros
  import SwiftSyntax

  extension FunctionDeclSyntax {
    /// The reasons why the function cannot be an example or a hook.
    var problems: [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause { problems.append(.genericFunction(Syntax(clause))) }
      if hasResult { problems.append(.hasResult(self)) }
      if let attribute = Availability(attributes).unavailable {
        problems.append(.unavailable(Syntax(attribute)))
      }
      return problems
    }
  }
#endif
