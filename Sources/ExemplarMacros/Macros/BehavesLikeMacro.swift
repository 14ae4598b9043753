#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BehavesLike`, on a property of a spec, or on a method without parameters.
  enum BehavesLikeMacro: RecordMacro {
    static func records(
      of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax, in type: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      if type == nil, problems.isEmpty {
        problems.append(
          Problem(
            "@BehavesLike belongs on a member of a type with examples; elsewhere use 'itBehavesLike'"
          ))
      }
      let subject:
        (
          member: any WithModifiersSyntax & WithAttributesSyntax, name: TokenSyntax, value: String,
          method: String
        )
      if let function = declaration.as(FunctionDeclSyntax.self) {
        problems += function.problemsAsSubject
        subject = (function, function.name, "\(function.name.text)()", function.method(in: type))
      } else if let variable = declaration.as(VariableDeclSyntax.self) {
        guard let name = variable.onlyName else {
          problems.append(
            Problem(
              "shared examples have one parameter: use one property, or a tuple",
              at: variable.bindings))
          return []
        }
        let isVirtual = type?.isClass == true && !variable.modifiers.has("private")
        let method = isVirtual ? variable.method("var \(name.text)") : ""
        subject = (variable, name, name.text, method)
      } else {
        if problems.isEmpty { problems.append(.notASubject(declaration.kind)) }
        return []
      }
      let arguments = MacroArguments(node).label
      guard problems.isEmpty, let type, let shared = arguments.first else { return [] }
      let label = ([subject.name.text.withoutBackticks.literal] + arguments.dropFirst())
        .joined(separator: ", ")
      let text =
        "Exemplar.__Declaration.__inclusion(\(shared), Exemplar.__Label(\(label)), "
        + "of: \(type.reference(makingInstances: !subject.member.isStatic))\(subject.method), "
        + "at: \(Record.location(of: node, in: context))) "
        + subject.member.evaluation(of: subject.value, in: type, as: "return").closure("{")
      return [
        Record.make(text, for: node, isStatic: true, subject.member.attributes, in: context)
      ]
    }
  }

  extension Problem {
    fileprivate static func notASubject(_ kind: SyntaxKind) -> Problem {
      Problem(
        "@BehavesLike belongs on a property, or on a method that gives the parameter of the shared "
          + "examples"
          + (kind.takesSpec
            ? "; give the value of a type in a property: 'var subject: Self { self }'" : ""))
    }
  }

  extension FunctionDeclSyntax {
    fileprivate var problemsAsSubject: [Problem] {
      var problems = problemsOfCall
      if parameters.contains(where: \.needsValue) {
        problems.append(
          Problem(
            "'\(name.text)' has parameters, but nothing gives them here; remove them", at: name)
        )
      }
      if !attributes.named(hookNames.union(["Example"])).isEmpty {
        problems.append(
          Problem("a method is either an example, a hook, or a subject of shared examples"))
      }
      return problems
    }
  }
#endif
