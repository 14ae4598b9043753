#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BeforeAll`, `@BeforeEach`, `@AfterEach` and `@AfterAll`, on methods of a spec.
  struct HookMacro: PeerMacro {
    /// A record is text, which is written as it shall be.
    static var formatMode: FormatMode { .disabled }

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
      if type == nil, problems.isEmpty { problems.append(.hookOutsideType) }
      problems += function.problems(asHook: node)
      if function.attributes.isRepeated(node, among: [node.lastName], in: context) {
        problems.append(.repeated(node))
      }
      guard problems.isEmpty, let type else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      let parameter = function.signature.parameterClause.parameters.first
      let label = parameter.map { $0.firstName.text == "_" ? "" : "\($0.firstName.text): " } ?? ""
      let text =
        "Exemplar.__Declaration.__hook(.\(momentName(of: node)), "
        + "of: \(type.reference(makingInstances: !function.isStatic))"
        + "\(function.method(in: type)), at: \(Record.location(of: function.name, in: context))) "
        + function.closure(
          "{ \(parameter == nil ? "_" : "__info") in", in: type,
          parameter == nil ? "" : "\(label)__info")
      return [
        Record.make(
          text, for: function.name, isStatic: true, Availability(function.attributes),
          in: context)
      ]
    }

    /// `BeforeAll` as the case of the moment, `beforeAll`.
    private static func momentName(of attribute: AttributeSyntax) -> String {
      attribute.lastName.prefix(1).lowercased() + attribute.lastName.dropFirst()
    }
  }

  extension FunctionDeclSyntax {
    fileprivate func problems(asHook attribute: AttributeSyntax) -> [Problem] {
      var problems = self.problems
      let isAroundAll = attribute.lastName.hasSuffix("All")
      if isAroundAll, !isStatic { problems.append(.hookNotStatic(self)) }
      if !isAroundAll, isStatic { problems.append(.hookIsStatic(self)) }
      let parameters = signature.parameterClause.parameters
      if parameters.count > 1 || !parameters.allSatisfy(\.isExampleInfo) {
        problems.append(.hookParameters(Syntax(signature.parameterClause)))
      }
      return problems
    }
  }

  extension FunctionParameterSyntax {
    fileprivate var isExampleInfo: Bool {
      defaultValue == nil && ellipsis == nil
        && ["ExampleInfo", "Exemplar.ExampleInfo"].contains(valueType)
    }
  }
#endif
