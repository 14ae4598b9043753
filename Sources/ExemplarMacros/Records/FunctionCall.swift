#if Macros
  import SwiftSyntax

  extension [String] {
    /// A closure with this head and these statements, in place of a record's.
    func closure(_ head: String) -> String {
      let lines = joined(separator: "\n").split(
        separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined()
      return "\(head)\n\(indented)    }"
    }
  }

  extension FunctionDeclSyntax {
    /// The statements that call the function, whether or not it throws or suspends; `use` is what is
    /// done with its result.
    func call(
      in type: ContainingType?, _ arguments: String = "", as use: String = "_ ="
    ) -> [String] {
      let (preparation, callee) = callee(in: type)
      return Availability(attributes).guards + preparation + [
        "\(use) try await (\(callee)(\(arguments)), Exemplar.__mayThrow, Exemplar.__maySuspend).0"
      ]
    }

    /// Statements that get the instance the function is called on, and the expression to call it by.
    private func callee(
      in type: ContainingType?
    ) -> (preparation: [String], expression: String) {
      guard let type else { return ([], name.text) }
      if modifiers.has("class") {
        return ([], "Exemplar.__class(\(type.name).self).\(name.text)")
      }
      if isStatic { return ([], "\(type.name).\(name.text)") }
      let instance =
        "__instance = try await Exemplar.__instance(of: \(type.name).self) \(type.maker)"
      guard modifiers.has("mutating") else {
        return (["let \(instance)"], "__instance.\(name.text)")
      }
      // A function of a global actor hands the instance back, which only an unsafe variable can
      // take: the call is awaited, and nothing else knows the variable.
      let isUnsafe = attributes.contains { $0.globalActor != nil }
      return (
        [
          "\(isUnsafe ? "nonisolated(unsafe) " : "")var \(instance)",
          "defer { Exemplar.__keep(__instance) }",
        ],
        "__instance.\(name.text)"
      )
    }

    /// A closure with this head that calls the function.
    func closure(
      _ head: String, reading: [String] = [], in type: ContainingType?, _ arguments: String
    ) -> String {
      (reading + call(in: type, arguments)).closure(head)
    }

    /// A closure with this head that calls the function with the columns of a row.
    func closure(
      _ head: String, in type: ContainingType?, _ parameters: FunctionParameterListSyntax
    ) -> String {
      closure(head, reading: parameters.columns.reading, in: type, parameters.columns.arguments)
    }

    /// The argument that identifies the method: in a class, where a subclass can override it, and
    /// in an extension, where the name alone has a meaning for readers but not for a macro.
    func method(in type: ContainingType?) -> String {
      guard let type else { return "" }
      let isTold =
        (type.isClass && !modifiers.has("private"))
        || (type.isExtension && Convention(self) != nil)
      guard isTold else { return "" }
      let parameters = signature.parameterClause.parameters.map {
        "\($0.firstName.text): \($0.type.trimmedDescription)"
      }
      let text = "\(name.text)(\(parameters.joined(separator: ", ")))".literal
      return ", Exemplar.__Method(\(text), isOverride: \(modifiers.has("override")))"
    }
  }
#endif
