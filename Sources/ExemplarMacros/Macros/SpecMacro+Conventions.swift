#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension SpecMacro {
    /// The records of the methods that are examples, outlines, rows or hooks by their names alone.
    static func conventionRecords(
      of group: any DeclGroupSyntax, _ type: ContainingType, isStatic: Bool,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      var records: [DeclSyntax] = []
      problems += group.conditional(FunctionDeclSyntax.self).filter { $0.convention != nil }
        .map { .conventionInCondition($0) }
      problems += group.foreignSpellings
      for (function, convention) in group.conventions {
        let mistakes = function.problems(of: convention)
        problems += mistakes
        if !mistakes.isEmpty { continue }
        let text = declare(function, convention, type, group, context)
        records.append(
          Record.make(
            text, for: function.name, isStatic: isStatic, Availability(function.attributes),
            in: context))
      }
      return records
    }

    private static func declare(
      _ function: FunctionDeclSyntax, _ convention: Convention, _ type: ContainingType,
      _ group: any DeclGroupSyntax, _ context: some MacroExpansionContext
    ) -> String {
      let reference = type.reference(makingInstances: !function.isStatic)
      let common =
        "of: \(reference)\(function.method(in: type)), "
        + "at: \(Record.location(of: function.name, in: context))"
      let label = ([convention.name.literal] + convention.traits).joined(separator: ", ")
      switch convention.meaning {
      case .example:
        return "Exemplar.__Declaration.__example(Exemplar.__Label(\(label)), \(common)) "
          + function.closure("{ ", in: type, "")
      case .outline:
        // The record is declared outside the type, where its nested types have longer names.
        let outline = NestedTypes(in: group, of: type.name).qualified(function)
        return "Exemplar.__Declaration.__outline(Exemplar.__Label(\(label)), \(common), "
          + "forOutlineTest: \(convention.name.literal)) "
          + outline.closure("{ __row in", in: type, outline.signature.parameterClause.parameters)
      case .rows(let isPerOutline):
        // If a subclass can override the method, the class whose examples are running is asked.
        let holder =
          function.modifiers.has("class")
          ? "(__type as? \(type.name).Type ?? \(type.name).self)" : type.name
        let argument = isPerOutline ? "forOutlineTest: __name" : ""
        return "Exemplar.__Declaration.__rows(of: \(type.reference(makingInstances: false)), "
          + "perOutline: \(isPerOutline), at: \(Record.location(of: function.name, in: context))) "
          + "{ __type, __name in\n"
          + "try await (\(holder).\(function.name.text)(\(argument)), Exemplar.__mayThrow, "
          + "Exemplar.__maySuspend).0\n}"
      case .hook(let moment, let takesName):
        return "Exemplar.__Declaration.__hook(.\(moment), \(common)) "
          + function.closure(
            takesName ? "{ __info in" : "{ _ in", in: type, takesName ? "named: __info.name" : "")
      }
    }
  }

  extension DeclGroupSyntax {
    private var functions: [FunctionDeclSyntax] {
      memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    }

    /// The declarations of a kind inside `#if`, at any depth.
    func conditional<Kind: DeclSyntaxProtocol>(_ kind: Kind.Type) -> [Kind] {
      func declarations(_ members: MemberBlockItemListSyntax) -> [Kind] {
        members.flatMap { member -> [Kind] in
          guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
            return member.decl.as(kind).map { [$0] } ?? []
          }
          return condition.clauses.flatMap { clause -> [Kind] in
            guard case .decls(let members) = clause.elements else { return [] }
            return declarations(members)
          }
        }
      }
      let conditions = memberBlock.members.filter { $0.decl.is(IfConfigDeclSyntax.self) }
      return declarations(conditions)
    }

    /// The methods whose names mean something.
    var conventions: [(FunctionDeclSyntax, Convention)] {
      functions.compactMap { function in function.convention.map { (function, $0) } }
    }

    /// The names of all methods that have a meaning or look as if they had one. Only other names
    /// can be declared in an extension unseen.
    var seenNames: [String] {
      var names: [String] = []
      for function in functions + conditional(FunctionDeclSyntax.self)
      where Convention(function) != nil || ForeignSpelling(function) != nil {
        let name = function.name.text.withoutBackticks
        if !names.contains(name) { names.append(name) }
      }
      return names
    }

    /// Names that resemble a convention without being one.
    fileprivate var foreignSpellings: [Problem] {
      (functions + conditional(FunctionDeclSyntax.self)).compactMap { function in
        ForeignSpelling(function).map { .foreignSpelling(function.name, $0.advice) }
      }
        + properties.compactMap { property in
          ForeignSpelling(property).map { .foreignSpelling(property.name, $0.advice) }
        }
    }

    private var properties: [Property] {
      (memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        + conditional(VariableDeclSyntax.self)).flatMap { variable in
          variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self) }.map {
            Property(
              name: $0.identifier,
              isStatic: variable.modifiers.has("static") || variable.modifiers.has("class"))
          }
        }
    }

    /// The traits that the conventions give the type: its marks, its suffix, and one instance for
    /// all examples where the type has a set-up of its own on the instance.
    func conventionTraits(_ written: String) -> [String] {
      let sharesInstance = functions.contains { function in
        !function.isStatic && function.convention != nil
          && ["setUpTest()", "tearDownTest()"].contains(function.conventionName)
      }
      return FocusMark(written).traits + Convention.platformTraits(of: written)
        + (sharesInstance ? [".sharedInstance"] : [])
    }
  }
#endif
