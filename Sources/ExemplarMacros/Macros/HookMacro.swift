#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BeforeAll`, `@BeforeEach`, `@AfterEach` and `@AfterAll`, on methods of a spec.
  enum HookMacro: RecordMacro {
    static func records(
      of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, in type: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      guard let function = declaration.as(FunctionDeclSyntax.self) else {
        problems = [.hookOutsideType]
        return []
      }
      if type == nil, problems.isEmpty { problems.append(.hookOutsideType) }
      problems += function.problems(asHook: node)
      if function.attributes.isRepeated(node, among: [node.lastName], in: context) {
        problems.append(.repeated(node))
      }
      guard problems.isEmpty, let type else { return [] }
      let parameter = function.parameters.first
      // `BeforeAll` as the case of the moment, `beforeAll`.
      let moment = node.lastName.prefix(1).lowercased() + node.lastName.dropFirst()
      let text =
        "Exemplar.__Declaration.__hook(.\(moment), \(function.identity(in: type, context))) "
        + function.closure(
          "{ \(parameter == nil ? "_" : "__info") in", in: type,
          parameter.map { "\($0.argumentLabel)__info" } ?? "")
      return [
        Record.make(text, for: function.name, isStatic: true, function.attributes, in: context)
      ]
    }
  }

  extension FunctionDeclSyntax {
    fileprivate func problems(asHook attribute: AttributeSyntax) -> [Problem] {
      var problems = self.problems
      let isAroundAll = attribute.lastName.hasSuffix("All")
      if isAroundAll, !isStatic {
        problems.append(
          Problem(
            "a hook around all examples must be static, because each example has its own instance",
            at: name, [makingStatic]))
      }
      if !isAroundAll, isStatic {
        problems.append(Problem("a hook around each example must not be static", at: name))
      }
      if parameters.count > 1 || !parameters.allSatisfy(\.isExampleInfo) {
        problems.append(
          Problem(
            "a hook takes no parameter, or one ExampleInfo without a default value",
            at: signature.parameterClause))
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
