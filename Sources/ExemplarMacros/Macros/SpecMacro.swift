#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Spec`, on a constant, a computed property or a type.
  enum SpecMacro: RecordMacro {
    static func records(
      of declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
      in container: ContainingType?, _ context: some MacroExpansionContext,
      _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      let attributes =
        declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
      if attributes.isRepeated(node, among: ["Spec"], in: context) {
        problems.append(.repeated(node))
      }
      var conventions: [DeclSyntax] = []
      var warnings: [Problem] = []
      var text: String?
      if let variable = declaration.as(VariableDeclSyntax.self) {
        text = value(variable, node, in: container, context, &problems)
        warnings = declaration.untypedBodies
        problems += variable.problemsOfQuarantines
      } else if let group = declaration.asProtocol((any DeclGroupSyntax).self) {
        if let named = declaration.asProtocol((any NamedDeclSyntax).self) {
          text = type(group, named.name, node, in: container, context, &conventions, &problems)
        }
        warnings = group.warningsOfFirstRows
      }
      if text == nil, problems.isEmpty { problems.append(.notASpec(declaration.kind, node)) }
      problems = warnings + problems
      return text.map {
        [Record.make($0, for: node, isStatic: container != nil, attributes, in: context)]
          + conventions
      } ?? []
    }

    private static func value(
      _ variable: VariableDeclSyntax, _ attribute: AttributeSyntax, in container: ContainingType?,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> String? {
      if variable.bindingSpecifier.text != "let", !variable.isGetter {
        var constant = variable.bindingSpecifier
        constant.tokenKind = .keyword(.let)
        problems.append(
          Problem(
            "a spec must be a constant: use 'let'", at: variable.bindingSpecifier,
            [.replace("use 'let'", variable.bindingSpecifier, with: constant)]))
      }
      if container != nil, !variable.isStatic {
        problems.append(
          Problem(
            "a spec in a type must be static, so that it can be found without an instance",
            at: variable.bindingSpecifier,
            [.replace("make it static", variable, with: variable.addingStatic(\.bindingSpecifier))])
        )
      }
      if !MacroArguments(attribute).label.isEmpty {
        problems.append(
          Problem(
            "the name and the traits of a value belong to the value: 'describe(\"name\", .tags(…))'",
            at: attribute.arguments))
      }
      problems += Availability(variable.attributes).problems(variable.attributes)
      problems += variable.attributes.compactMap(\.globalActor).map { actor in
        Problem(
          "a spec that is a value belongs to no actor: write '\(actor.trimmedDescription)' at the "
            + "closures that need it, as in '{ \(actor.trimmedDescription) in … }'", at: actor)
      }
      let around = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
      if let actor = around?.attributes.compactMap(\.globalActor).first, variable.isStatic,
        !variable.modifiers.has("nonisolated")
      {
        problems.append(
          Problem(
            "a spec that is a value belongs to no actor, but all in this type do by "
              + "'\(actor.trimmedDescription)': make it 'nonisolated static let'",
            at: variable.bindingSpecifier))
      }
      guard let name = variable.onlyName else {
        problems.append(
          Problem("a spec must be one constant with a name of its own", at: variable.bindings))
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
        problems.append(
          Problem(
            "'\(name.text)' needs an initializer without arguments, because each example gets an instance "
              + "of its own; give '\(property.text)' a value or add 'init()'", at: name))
      }
      if group.is(EnumDeclSyntax.self), !group.hasInitializer {
        problems += group.instanceExamples.map {
          Problem(
            "an enumeration has no instance that this could be called on; make it static",
            at: $0.name, [$0.makingStatic])
        }
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

  extension Problem {
    fileprivate static func notASpec(_ kind: SyntaxKind, _ attribute: AttributeSyntax) -> Problem {
      Problem(
        "@Spec belongs on a global or static 'let', or on a structure, class, actor or enumeration"
          + (kind == .functionDecl ? "; a function takes @Example" : "")
          + (kind == .extensionDecl ? "; examples in an extension need no @Spec of their own" : ""),
        kind == .functionDecl ? [attribute.renaming("Example")] : [])
    }
  }

  extension DeclGroupSyntax {
    /// The warnings about rows of the examples in the type.
    fileprivate var warningsOfFirstRows: [Problem] {
      allMembers(FunctionDeclSyntax.self).flatMap { function in
        function.attributes.named(["Example"]).flatMap { attribute in
          MacroArguments(attribute).rows.map {
            WrittenRows($0).warningsOfFirstRow(attribute, of: function)
          } ?? []
        }
      }
    }
  }

  extension DeclGroupSyntax {
    /// A stored property that an initializer without arguments would leave without a value, unless
    /// the author wrote one.
    fileprivate var propertyWithoutValue: TokenSyntax? {
      if hasInitializer { return nil }
      for variable in members(VariableDeclSyntax.self) {
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
      members(InitializerDeclSyntax.self).contains { initializer in
        initializer.optionalMark == nil
          && !initializer.signature.parameterClause.parameters.contains(where: \.needsValue)
      }
    }

    /// The examples and hooks among the members that need an instance.
    fileprivate var instanceExamples: [FunctionDeclSyntax] {
      members(FunctionDeclSyntax.self).filter {
        !$0.isStatic && ($0.convention != nil || !$0.attributes.named(memberNames).isEmpty)
      }
    }

    /// Whether a property of an instance behaves like shared examples.
    fileprivate var hasSubjects: Bool {
      members(VariableDeclSyntax.self).contains {
        !$0.isStatic && !$0.attributes.named(["BehavesLike"]).isEmpty
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
