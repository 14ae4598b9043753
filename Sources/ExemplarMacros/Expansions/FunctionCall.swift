#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension [String] {
    /// A closure with this head and these statements, in place of a record's.
    func closure(_ head: String) -> String {
      let lines = joined(separator: "\n").split(
        separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map { $0.isEmpty ? "\n" : "      \($0)\n" }.joined()
      return "\(head)\n\(indented)    }"
    }
  }

  extension WithModifiersSyntax where Self: WithAttributesSyntax {
    /// The statements that evaluate a member, whether or not it throws or suspends; `use` is what is done with
    /// its value.
    func evaluation(of member: String, in type: ContainingType?, as use: String) -> [String] {
      let (preparation, owner) = owner(in: type)
      return Availability(attributes).guards + preparation + [
        "\(use) try await (\(owner)\(member), Exemplar.__mayThrow, Exemplar.__maySuspend).0"
      ]
    }

    /// Statements that get the instance that the member belongs to, and the expression before its name.
    private func owner(in type: ContainingType?) -> (preparation: [String], expression: String) {
      guard let type else { return ([], "") }
      if modifiers.has("class") { return ([], "Exemplar.__class(\(type.name).self).") }
      if isStatic { return ([], "\(type.name).") }
      let instance =
        "__instance = try await Exemplar.__instance(of: \(type.name).self) \(type.maker)"
      guard modifiers.has("mutating") else { return (["let \(instance)"], "__instance.") }
      // A function of a global actor hands the instance back, which only an unsafe variable can
      // take: the call is awaited, and nothing else knows the variable.
      let isUnsafe = attributes.contains { $0.globalActor != nil }
      return (
        [
          "\(isUnsafe ? "nonisolated(unsafe) " : "")var \(instance)",
          "defer { Exemplar.__keep(__instance) }",
        ], "__instance."
      )
    }

    /// The argument that identifies a member with this signature.
    func method(_ signature: String) -> String {
      ", Exemplar.__Method(\(signature.literal), isOverride: \(modifiers.has("override")))"
    }
  }

  extension FunctionDeclSyntax {
    /// A closure with this head that calls the function.
    func closure(
      _ head: String, reading: [String] = [], in type: ContainingType?, _ arguments: String
    ) -> String {
      (reading + evaluation(of: "\(name.text)(\(arguments))", in: type, as: "_ =")).closure(head)
    }

    /// A closure that calls the function with the columns of a row.
    func closureOfRow(in type: ContainingType?) -> String {
      let (reading, arguments) = parameters.columns
      return closure("{ __row in", reading: reading, in: type, arguments)
    }

    /// The arguments that state where the function is: its type, its method and its place.
    func identity(in type: ContainingType?, _ context: some MacroExpansionContext) -> String {
      let reference = type?.reference(makingInstances: !isStatic) ?? "nil"
      return "of: \(reference)\(method(in: type)), at: \(Record.location(of: name, in: context))"
    }

    /// The argument that identifies the method: in a class, where a subclass can override it, and
    /// in an extension, where the name alone has a meaning for readers but not for a macro.
    func method(in type: ContainingType?) -> String {
      guard let type else { return "" }
      guard
        type.isClass && !modifiers.has("private") || type.isExtension && Convention(self) != nil
      else { return "" }
      let types = parameters.map { "\($0.firstName.text): \($0.type.trimmedDescription)" }
      return method("\(name.text)(\(types.joined(separator: ", ")))")
    }
  }
#endif
