#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension SpecMacro {
    /// The records of the methods that are examples, outlines or hooks by their names alone.
    static func conventionRecords(
      of group: any DeclGroupSyntax, _ type: ContainingType, isStatic: Bool,
      _ context: some MacroExpansionContext, _ problems: inout [Problem]
    ) -> [DeclSyntax] {
      var records: [DeclSyntax] = []
      problems += group.conditionalConventions.map { .conventionInCondition($0) }
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
      func closure(_ head: String, reading: [String] = [], _ arguments: String) -> String {
        let lines = reading + function.call(in: type, arguments)
        return "{ \(head)\n\(lines.joined(separator: "\n"))\n}"
      }
      let label = ([convention.name.literal] + convention.traits).joined(separator: ", ")
      let parameters = function.signature.parameterClause.parameters
      switch convention.meaning {
      case .example:
        return "Exemplar.__Declaration.__example(Exemplar.__Label(\(label)), \(common)) "
          + closure("", "")
      case .outline:
        let source = group.rowSource(for: convention.name, type)
        return "Exemplar.__Declaration.__outline(Exemplar.__Label(\(label)), \(common), "
          + "from: \(source)) "
          + closure("__row in", reading: parameters.columns.reading, parameters.columns.arguments)
      case .hook(let moment, let takesName):
        let head = takesName ? "__info in" : "_ in"
        return "Exemplar.__Declaration.__hook(.\(moment), \(common)) "
          + closure(head, takesName ? "named: __info.name" : "")
      }
    }
  }

  extension DeclGroupSyntax {
    private var functions: [FunctionDeclSyntax] {
      memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
    }

    /// The methods whose names mean something but which stand in an `#if`.
    fileprivate var conditionalConventions: [FunctionDeclSyntax] {
      memberBlock.members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }
        .flatMap { $0.clauses }.flatMap { clause -> [FunctionDeclSyntax] in
          guard case .decls(let members) = clause.elements else { return [] }
          return members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        }
        .filter { $0.convention != nil }
    }

    /// The methods whose names mean something.
    var conventions: [(FunctionDeclSyntax, Convention)] {
      functions.compactMap { function in function.convention.map { (function, $0) } }
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

    /// Where the rows of an outline come from: from what the type says, else from the file that is
    /// named as the type.
    fileprivate func rowSource(for method: String, _ type: ContainingType) -> String {
      for function in functions where function.isStatic {
        switch function.conventionName {
        case "parameterisedTestData()", "parameterizedTestData()":
          return "\(type.name).\(function.name.text)()"
        case "examples(forOutlineTest:)":
          return "\(type.name).examples(forOutlineTest: \(method.literal))"
        default: break
        }
      }
      return "Exemplar.RowSource.named(after: \(FocusMark(type.ownName).name.literal))"
    }
  }
#endif
