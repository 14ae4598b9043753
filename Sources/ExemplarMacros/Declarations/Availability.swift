#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The contents of the `@available` attributes of a declaration.
  struct Availability {
    /// The oldest versions of platforms, as `#available` wants them: `macOS 15`.
    private(set) var versions: [String] = []
    private(set) var isDeprecated = false
    /// The attribute that forbids every use.
    private(set) var unavailable: AttributeSyntax?

    init(_ attributes: AttributeListSyntax) {
      for attribute in attributes.named(["available"]) {
        guard case .availability(let list) = attribute.arguments else { continue }
        var platform: String?
        for argument in list.map(\.argument) {
          switch argument {
          case .availabilityVersionRestriction(let restriction):
            add(restriction.platform.text, restriction.version?.trimmedDescription)
          case .availabilityLabeledArgument(let labeled):
            if labeled.label.text == "introduced", let platform {
              add(platform, labeled.value.trimmedDescription)
            }
            if labeled.label.text == "deprecated" { isDeprecated = true }
          case .token(let token):
            switch token.text {
            case "deprecated": isDeprecated = true
            case "unavailable": unavailable = attribute
            default: platform = token.text
            }
          }
        }
      }
    }

    /// The statements that skip an example on a system that is too old for it.
    ///
    /// The record exists on every system, so the call itself has to be guarded.
    var guards: [String] {
      versions.isEmpty
        ? []
        : [
          """
          guard #available(\(versions.joined(separator: ", ")), *) else {
            throw Exemplar.Skip("needs \(versions.joined(separator: ", "))")
          }
          """
        ]
    }

    /// The reasons why the declaration with these attributes cannot be found.
    func problems(_ attributes: AttributeListSyntax) -> [Problem] {
      if let unavailable { return [.unavailable(unavailable)] }
      guard !versions.isEmpty, let attribute = attributes.named(["available"]).first else {
        return []
      }
      return [
        Problem(
          "a spec must be available everywhere, so that it can be found; limit its examples instead",
          at: attribute)
      ]
    }

    private mutating func add(_ platform: String, _ version: String?) {
      // The version of the language is known when compiling; it cannot be asked for.
      guard let version, platform != "swift", platform != "*" else { return }
      versions.append("\(platform) \(version)")
    }
  }

  extension FunctionDeclSyntax {
    /// The reasons why a macro cannot call the function.
    var problemsOfCall: [Problem] {
      var problems: [Problem] = []
      if let clause = genericParameterClause {
        problems.append(
          Problem(
            "a generic function cannot be an example or a hook, because its types are unknown",
            at: clause))
      }
      if let attribute = Availability(attributes).unavailable {
        problems.append(.unavailable(attribute))
      }
      return problems
    }

    /// The reasons why the function cannot be an example or a hook.
    var problems: [Problem] {
      guard hasResult else { return problemsOfCall }
      var signature = signature
      signature.returnClause = nil
      signature.trailingTrivia = .space
      let problem = Problem(
        "an example or a hook must not have a result; write its expectations in its body",
        at: self.signature.returnClause,
        [.replace("remove the result", self.signature, with: signature)])
      return [problem] + problemsOfCall
    }
  }
#endif
