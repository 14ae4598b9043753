#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@BehavesLike`, on a property of a spec, or on a method without parameters.
  struct BehavesLikeMacro: PeerMacro {
    /// A record is text, which is written as it shall be.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let type = ContainingType(context, &problems)
      if type == nil, problems.isEmpty { problems.append(.subjectOutsideType) }
      guard let subject = Subject(declaration, &problems), problems.isEmpty, let type else {
        if problems.isEmpty { problems.append(.notASubject(declaration.kind)) }
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      let arguments = MacroArguments(node).label
      guard let shared = arguments.first else { return [] }
      let label = ([subject.name.text.withoutBackticks.literal] + arguments.dropFirst())
        .joined(separator: ", ")
      let text =
        "Exemplar.__Declaration.__inclusion(\(shared), Exemplar.__Label(\(label)), "
        + "of: \(type.reference(makingInstances: !subject.isStatic))\(subject.method(type)), "
        + "at: \(Record.location(of: node, in: context))) "
        + subject.value(type).closure("{")
      return [
        Record.make(
          text, for: node, isStatic: true, Availability(subject.attributes), in: context)
      ]
    }
  }

  /// The member whose value behaves like shared examples.
  private struct Subject {
    let name: TokenSyntax
    let isStatic: Bool
    let attributes: AttributeListSyntax
    /// The statements that give the value.
    let value: (ContainingType) -> [String]
    /// The argument that identifies the member of a class.
    let method: (ContainingType) -> String

    /// `nil` if the declaration has no value that could be taken; adds what keeps it from being used to
    /// `problems`.
    init?(_ declaration: some DeclSyntaxProtocol, _ problems: inout [Problem]) {
      if let function = declaration.as(FunctionDeclSyntax.self) {
        problems += function.problemsAsSubject
        name = function.name
        isStatic = function.isStatic
        attributes = function.attributes
        value = { function.call(in: $0, as: "return") }
        method = { function.method(in: $0) }
      } else if let variable = declaration.as(VariableDeclSyntax.self) {
        guard variable.bindings.count == 1,
          let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
        else {
          problems.append(.notOneSubject(Syntax(variable.bindings)))
          return nil
        }
        self.name = name
        isStatic = variable.modifiers.has("static") || variable.modifiers.has("class")
        attributes = variable.attributes
        value = { variable.read(name, in: $0) }
        method = { type in
          guard type.isClass, !variable.modifiers.has("private") else { return "" }
          let isOverride = variable.modifiers.has("override")
          return ", Exemplar.__Method(\("var \(name.text)".literal), isOverride: \(isOverride))"
        }
      } else {
        return nil
      }
    }
  }

  extension VariableDeclSyntax {
    /// The statements that read the property, whether or not that throws or suspends.
    fileprivate func read(_ name: TokenSyntax, in type: ContainingType) -> [String] {
      let (preparation, owner) = type.owner(of: modifiers)
      return Availability(attributes).guards + preparation + [
        "return try await (\(owner).\(name.text), Exemplar.__mayThrow, Exemplar.__maySuspend).0"
      ]
    }
  }

  extension ContainingType {
    /// Statements that get what a member is asked of, and the expression for it.
    fileprivate func owner(
      of modifiers: DeclModifierListSyntax
    ) -> (preparation: [String], expression: String) {
      if modifiers.has("class") { return ([], "Exemplar.__class(\(name).self)") }
      if modifiers.has("static") { return ([], name) }
      return (
        ["let __instance = try await Exemplar.__instance(of: \(name).self) \(maker)"],
        "__instance"
      )
    }
  }

  extension FunctionDeclSyntax {
    /// The reasons why the result of the method cannot be used.
    fileprivate var problemsAsSubject: [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause { problems.append(.genericFunction(Syntax(clause))) }
      if signature.parameterClause.parameters.contains(where: {
        $0.defaultValue == nil && $0.ellipsis == nil
      }) {
        problems.append(.subjectHasParameters(self))
      }
      if !attributes.named(hookNames.union(["Example"])).isEmpty {
        problems.append(.subjectAndExample)
      }
      if let attribute = Availability(attributes).unavailable {
        problems.append(.unavailable(Syntax(attribute)))
      }
      return problems
    }
  }
#endif
