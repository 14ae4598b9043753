#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Spec`, on a constant or a type.
  struct SpecMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let container = ContainingType(context, &problems)
      let text: String? =
        if let variable = declaration.as(VariableDeclSyntax.self) {
          value(variable, in: container, context, &problems)
        } else if let group = declaration.asProtocol((any DeclGroupSyntax).self),
          let named = declaration.asProtocol((any NamedDeclSyntax).self)
        {
          type(group, named.name, node, in: container, context, &problems)
        } else {
          nil
        }
      if text == nil, problems.isEmpty { problems.append(.notASpec) }
      guard let text, problems.isEmpty else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      return [Record.make(text, isStatic: container != nil, in: context)]
    }

    private static func value(
      _ variable: VariableDeclSyntax, in container: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> String? {
      if variable.bindingSpecifier.text != "let" { problems.append(.notConstant(variable)) }
      let isStatic = variable.modifiers.contains { ["static", "class"].contains($0.name.text) }
      if container != nil, !isStatic { problems.append(.notStatic(variable)) }
      guard variable.bindings.count == 1,
        let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else {
        problems.append(.notOneName(Syntax(variable.bindings)))
        return nil
      }
      let prefix = container.map { $0.name + "." } ?? ""
      let location = Record.location(of: name, in: context)
      return "Exemplar.__Declaration.__value(\(prefix)\(name.text), at: \(location))"
    }

    private static func type(
      _ group: any DeclGroupSyntax, _ name: TokenSyntax, _ attribute: AttributeSyntax,
      in container: ContainingType?, _ context: some MacroExpansionContext,
      _ problems: inout [Problem]
    ) -> String? {
      problems += ContainingType.problems(of: group)
      if let property = group.propertyWithoutValue, group.hasInstanceExamples {
        problems.append(.needsInitializer(type: name, property: property))
      }
      let arguments = MacroArguments(attribute)
      let fullName = container.map { "\($0.name).\(name.text)" } ?? name.text
      let enclosing = container.map { [$0.name] + $0.enclosing } ?? []
      let reference = ContainingType.reference(fullName, in: enclosing)
      var maker = ""
      if let type = group.as(ClassDeclSyntax.self), type.inheritanceClause != nil {
        maker =
          ", maker: Exemplar.__InstanceMaker(\(reference)) { "
          + "try await (\(fullName)(), Exemplar.__mayThrow, Exemplar.__maySuspend).0 }"
      }
      let title = arguments.name.map { ", name: \($0.trimmedDescription)" } ?? ""
      let location = Record.location(of: name, in: context)
      return "Exemplar.__Declaration.__type(\(reference)\(title)\(arguments.traitList), "
        + "at: \(location)\(maker))"
    }
  }

  extension DeclGroupSyntax {
    /// A stored property that an initializer without arguments would leave without a value, unless
    /// the author wrote one.
    fileprivate var propertyWithoutValue: TokenSyntax? {
      let members = memberBlock.members.map(\.decl)
      let hasInitializer = members.contains { member in
        member.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
          .allSatisfy { $0.defaultValue != nil || $0.ellipsis != nil } ?? false
      }
      if hasInitializer { return nil }
      for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) }) {
        let isStored = !variable.modifiers.contains {
          ["static", "class", "lazy"].contains($0.name.text)
        }
        guard isStored, variable.attributes.isEmpty else { continue }
        for binding in variable.bindings where binding.initializer == nil {
          let isOptional =
            variable.bindingSpecifier.text == "var"
            && (binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
              || binding.typeAnnotation?.type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true)
          if isOptional || binding.accessorBlock?.isComputed == true { continue }
          return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
        }
      }
      return nil
    }

    /// Whether a member is an example that needs an instance.
    fileprivate var hasInstanceExamples: Bool {
      memberBlock.members.contains { member in
        guard let function = member.decl.as(FunctionDeclSyntax.self), !function.isStatic else {
          return false
        }
        return function.attributes.contains {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Example") == true
        }
      }
    }
  }

  extension AccessorBlockSyntax {
    /// Whether the property has no storage; observers do not make one computed.
    fileprivate var isComputed: Bool {
      switch accessors {
      case .getter: true
      case .accessors(let list):
        !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }
#endif
