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
      let conditional = group.conditional(FunctionDeclSyntax.self)
      for name in conditional.filter({ $0.convention != nil }).map(\.name) {
        problems.append(
          Problem(
            "'\(name.text)' is inside '#if', where @Spec cannot know whether it is built; "
              + "declare its meaning with an attribute", at: name))
      }
      problems += group.foreignSpellings
      for function in group.members(FunctionDeclSyntax.self) {
        guard let convention = function.convention else { continue }
        let mistakes = function.problems(of: convention)
        problems += mistakes
        if !mistakes.isEmpty { continue }
        let text = declare(function, convention, type, group, context)
        records.append(
          Record.make(
            text, for: function.name, isStatic: isStatic, function.attributes, in: context))
      }
      return records
    }

    private static func declare(
      _ function: FunctionDeclSyntax, _ convention: Convention, _ type: ContainingType,
      _ group: any DeclGroupSyntax, _ context: some MacroExpansionContext
    ) -> String {
      let common = function.identity(in: type, context)
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
          + outline.closureOfRow(in: type)
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
    /// The names of all methods that have a meaning or look as if they had one. Only other names
    /// can be declared in an extension unseen.
    var seenNames: [String] {
      var names: [String] = []
      for function in allMembers(FunctionDeclSyntax.self)
      where Convention(function) != nil || function.foreignSpelling != nil {
        let name = function.name.text.withoutBackticks
        if !names.contains(name) { names.append(name) }
      }
      return names
    }

    /// Names that resemble a convention without being one.
    fileprivate var foreignSpellings: [Problem] {
      let functions = allMembers(FunctionDeclSyntax.self)
      let spellings =
        functions.compactMap { function in function.foreignSpelling.map { (function.name, $0) } }
        + allMembers(VariableDeclSyntax.self).flatMap(\.foreignSpellings)
      return spellings.map { .meaningless($0, $1) } + functions.compactMap(\.nearMiss)
    }

    /// The traits that the conventions give the type: its marks, its suffix, and one instance for
    /// all examples where the type has a set-up of its own on the instance.
    func conventionTraits(_ written: String) -> [String] {
      let sharesInstance = members(FunctionDeclSyntax.self).contains { function in
        !function.isStatic && function.convention != nil
          && ["setUpTest()", "tearDownTest()"].contains(function.conventionName)
      }
      return FocusMark(written).traits + Convention.platformTraits(of: written)
        + (sharesInstance ? [".sharedInstance"] : [])
    }
  }
#endif
