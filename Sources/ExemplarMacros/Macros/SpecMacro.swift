#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Spec`, on a constant, a computed property or a type.
  struct SpecMacro: PeerMacro {
    /// A record is text, which is written as it shall be.
    static var formatMode: FormatMode { .disabled }

    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      var problems: [Problem] = []
      let container = ContainingType(context, &problems)
      let attributes =
        declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
      if attributes.isRepeated(node, among: ["Spec"], in: context) {
        problems.append(.repeated(node))
      }
      var conventions: [DeclSyntax] = []
      let text: String? =
        if let variable = declaration.as(VariableDeclSyntax.self) {
          value(variable, node, in: container, context, &problems)
        } else if let group = declaration.asProtocol((any DeclGroupSyntax).self),
          let named = declaration.asProtocol((any NamedDeclSyntax).self)
        {
          type(group, named.name, node, in: container, context, &conventions, &problems)
        } else {
          nil
        }
      warnings(for: declaration).forEach { context.diagnose($0) }
      if text == nil, problems.isEmpty { problems.append(.notASpec(declaration.kind, node)) }
      guard let text, problems.isEmpty else {
        problems.forEach { context.diagnose($0.diagnostic(at: node)) }
        return []
      }
      return [
        Record.make(
          text, for: node, isStatic: container != nil, Availability(attributes), in: context)
      ] + conventions
    }

    /// The warnings about rows in the spec.
    private static func warnings(for declaration: some DeclSyntaxProtocol) -> [Diagnostic] {
      if declaration.is(VariableDeclSyntax.self) {
        return CostlyOutlines.warnings(in: declaration)
      }
      guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { return [] }
      let functions =
        group.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        + group.conditional(FunctionDeclSyntax.self)
      return functions.flatMap { function in
        function.attributes.named(["Example"]).flatMap { attribute -> [Diagnostic] in
          guard let rows = MacroArguments(attribute).rows.map({ WrittenRows($0) }) else {
            return []
          }
          return FirstRow(rows, attribute, of: function)?.warnings ?? []
        }
      }
    }

    private static func value(
      _ variable: VariableDeclSyntax, _ attribute: AttributeSyntax, in container: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> String? {
      if variable.bindingSpecifier.text != "let", !variable.isGetter {
        problems.append(.notConstant(variable))
      }
      let isStatic = variable.modifiers.has("static") || variable.modifiers.has("class")
      if container != nil, !isStatic { problems.append(.notStatic(variable)) }
      if !MacroArguments(attribute).label.isEmpty { problems.append(.valueWithLabel(attribute)) }
      problems += Availability(variable.attributes).problems(variable.attributes)
      problems += variable.attributes.compactMap { $0.globalActor.map { .valueOfActor($0) } }
      let around = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
      if let actor = around?.attributes.compactMap(\.globalActor).first, isStatic,
        !variable.modifiers.has("nonisolated")
      {
        problems.append(.valueInActor(actor, variable))
      }
      guard variable.bindings.count == 1,
        let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else {
        problems.append(.notOneName(Syntax(variable.bindings)))
        return nil
      }
      let prefix = container.map { $0.name + "." } ?? ""
      let location = Record.location(of: name, in: context)
      let types = container.map { [$0.name] + $0.enclosing } ?? []
      let list = types.map { "\($0).self" }.joined(separator: ", ")
      return "Exemplar.__Declaration.__value(\(prefix)\(name.text), "
        + (types.isEmpty ? "" : "in: [\(list)], ") + "at: \(location))"
    }

    private static func type(
      _ group: any DeclGroupSyntax, _ name: TokenSyntax, _ attribute: AttributeSyntax,
      in container: ContainingType?, _ context: some MacroExpansionContext,
      _ conventions: inout [DeclSyntax], _ problems: inout [Problem]
    ) -> String? {
      problems += ContainingType.problems(of: group)
      if let property = group.propertyWithoutValue,
        !group.instanceExamples.isEmpty || group.hasSubjects
      {
        problems.append(.needsInitializer(type: name, property: property))
      }
      if group.is(EnumDeclSyntax.self), !group.hasInitializer {
        problems += group.instanceExamples.map { .needsInstance($0) }
      }
      let type = ContainingType(
        container.map { "\($0.name).\(name.text)" } ?? name.text,
        in: container.map { [$0.name] + $0.enclosing } ?? [], group)
      conventions = conventionRecords(
        of: group, type, isStatic: container != nil, context, &problems)
      let arguments = MacroArguments(attribute)
      problems += arguments.problems(beside: name)
      let label = arguments.label(
        orElse: FocusMark(name.text.withoutBackticks).name,
        adding: group.conventionTraits(name.text.withoutBackticks))
      let location = Record.location(of: name, in: context)
      let seen = group.seenNames.map(\.literal)
      return "Exemplar.__Declaration.__type("
        + "\(label), \(type.reference(makingInstances: true)), at: \(location)"
        + (seen.isEmpty ? "" : ", sees: [\(seen.joined(separator: ", "))]") + ")"
    }
  }

  extension DeclGroupSyntax {
    /// A stored property that an initializer without arguments would leave without a value, unless
    /// the author wrote one.
    fileprivate var propertyWithoutValue: TokenSyntax? {
      let members = memberBlock.members.map(\.decl)
      if hasInitializer { return nil }
      for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) }) {
        let isStored = !variable.modifiers.contains {
          ["static", "class", "lazy"].contains($0.name.text)
        }
        let isWrapped = variable.attributes.count > variable.attributes.named(memberNames).count
        guard isStored, !isWrapped else { continue }
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

    /// Whether the author wrote an initializer that can be called without arguments.
    fileprivate var hasInitializer: Bool {
      memberBlock.members.contains { member in
        guard let initializer = member.decl.as(InitializerDeclSyntax.self),
          initializer.optionalMark == nil
        else { return false }
        return initializer.signature.parameterClause.parameters
          .allSatisfy { $0.defaultValue != nil || $0.ellipsis != nil }
      }
    }

    /// The examples and hooks among the members that need an instance.
    fileprivate var instanceExamples: [FunctionDeclSyntax] {
      memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }.filter {
        !$0.isStatic
          && ($0.convention != nil
            || !$0.attributes.named(memberNames).isEmpty)
      }
    }

    /// Whether a property of an instance behaves like shared examples.
    fileprivate var hasSubjects: Bool {
      memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.contains {
        !$0.modifiers.has("static") && !$0.modifiers.has("class")
          && !$0.attributes.named(["BehavesLike"]).isEmpty
      }
    }
  }

  extension VariableDeclSyntax {
    /// Whether it is a property whose braces contain the code that computes it.
    fileprivate var isGetter: Bool {
      if case .getter = bindings.first?.accessorBlock?.accessors { true } else { false }
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
