#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BeforeAll`, `@BeforeEach`, `@AfterEach`, `@AfterAll`, `@AroundEach` and `@AroundAll`, on methods of a spec.
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
      // `BeforeAll` as the case of the moment, `beforeAll`.
      let moment = node.lastName.prefix(1).lowercased() + node.lastName.dropFirst()
      let text =
        "Exemplar.__Declaration.__hook(.\(moment), \(function.identity(in: type, context))) "
        + function.closure(
          "{ \(function.parameters.contains(where: \.isExampleInfo) ? "__info" : "_")"
            + "\(node.isAround ? ", __example" : "") in", in: type,
          function.parameters.map {
            "\($0.argumentLabel)\($0.isExampleInfo ? "__info" : "__example")"
          }
          .joined(separator: ", "))
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
      if attribute.isAround {
        let others = parameters.filter { !$0.isExampleInfo }
        if parameters.count > 2 || others.count != 1 || others.first?.defaultValue != nil {
          problems.append(
            Problem(
              "a hook around examples takes the function that runs them, as in "
                + "'_ example: @Sendable () async throws -> Void', and may take one ExampleInfo",
              at: signature.parameterClause))
        }
        if modifiers.has("mutating") {
          problems.append(
            Problem(
              "a hook around examples must not be mutating, because they use the instance while it runs",
              at: name))
        }
      } else if parameters.count > 1 || !parameters.allSatisfy(\.isExampleInfo) {
        problems.append(
          Problem(
            "a hook takes no parameter, or one ExampleInfo without a default value",
            at: signature.parameterClause))
      }
      return problems
    }
  }

  extension AttributeSyntax {
    fileprivate var isAround: Bool { lastName.hasPrefix("Around") }
  }

  extension FunctionParameterSyntax {
    fileprivate var isExampleInfo: Bool {
      defaultValue == nil && ellipsis == nil
        && ["ExampleInfo", "Exemplar.ExampleInfo"].contains(valueType)
    }
  }
#endif
