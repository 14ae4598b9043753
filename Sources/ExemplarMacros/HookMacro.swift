#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BeforeAll`, `@BeforeEach`, `@AfterEach` and `@AfterAll`, on methods of a spec.
  struct HookMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let type = ContainingType(context, &problems)
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        context.diagnose(Problem.hookOutsideType.diagnostic(at: node))
        return []
      }
      if type == nil { problems.append(.hookOutsideType) }
      let moment = momentName(of: node)
      problems += function.problems(asHook: moment)
      guard problems.isEmpty, let type else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      let (preparation, callee) = function.callee(in: type)
      let parameter = function.signature.parameterClause.parameters.first
      let label = parameter.map { $0.firstName.text == "_" ? "" : "\($0.firstName.text): " } ?? ""
      let call = "\(callee)(\(parameter == nil ? "" : "\(label)info"))"
      let lines = preparation + [FunctionDeclSyntax.statement(call)]
      let location = Record.location(of: function.name, in: context)
      let text =
        "Exemplar.__Declaration.__hook(.\(moment), of: \(type.reference), at: \(location)) "
        + "{ \(parameter == nil ? "_" : "info") in\n\(lines.joined(separator: "\n"))\n}"
      return [Record.make(text, isStatic: true, in: context)]
    }

    /// `BeforeAll` as the case of the moment, `beforeAll`.
    private static func momentName(of attribute: AttributeSyntax) -> String {
      let name = attribute.attributeName.trimmedDescription.split(separator: ".").last ?? ""
      return name.prefix(1).lowercased() + name.dropFirst()
    }
  }

  extension FunctionDeclSyntax {
    fileprivate func problems(asHook moment: String) -> [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause { problems.append(.genericFunction(Syntax(clause))) }
      if let result = signature.returnClause?.type.trimmedDescription,
        !["Void", "()", "Swift.Void"].contains(result)
      {
        problems.append(.hasResult(self))
      }
      let isAroundAll = moment.hasSuffix("All")
      if isAroundAll, !isStatic { problems.append(.hookNotStatic(self)) }
      if !isAroundAll, isStatic { problems.append(.hookIsStatic(self)) }
      let parameters = signature.parameterClause.parameters
      if parameters.count > 1 || parameters.contains(where: { $0.defaultValue != nil }) {
        problems.append(.hookParameters(Syntax(signature.parameterClause)))
      }
      return problems
    }
  }
#endif
