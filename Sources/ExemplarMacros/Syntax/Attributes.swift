#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  let hookNames: Set = [
    "AroundAll", "BeforeAll", "AroundEach", "BeforeEach", "AfterEach", "AfterAll",
  ]

  /// The names of the attributes that make something of a member of a spec.
  let memberNames = hookNames.union(["Example", "BehavesLike"])

  extension AttributeListSyntax {
    /// The attributes that are macros of this library, or look like them and have one of `names`.
    func named(_ names: Set<String>) -> [AttributeSyntax] {
      compactMap { $0.as(AttributeSyntax.self) }.filter { names.contains($0.lastName) }
    }

    /// Whether an attribute with one of `names` precedes `attribute`. Only the later one is an
    /// error.
    func isRepeated(
      _ attribute: AttributeSyntax, among names: Set<String>, in context: some MacroExpansionContext
    ) -> Bool {
      func place(_ node: AttributeSyntax) -> String? {
        context.location(of: node).map { "\($0.line):\($0.column)" }
      }
      let same = named(names)
      return same.count > 1 && same.first.flatMap(place) != place(attribute)
    }
  }

  extension AttributeSyntax {
    /// The name without the module.
    var lastName: String {
      attributeName.trimmedDescription.split(separator: ".").last.map(String.init) ?? ""
    }
  }

  extension SyntaxKind {
    /// Whether `@Spec` can be attached to such a declaration.
    var takesSpec: Bool {
      [.variableDecl, .structDecl, .classDecl, .actorDecl, .enumDecl].contains(self)
    }
  }

  extension AttributeListSyntax.Element {
    /// The attribute if it looks like a global actor; a macro cannot look names up.
    var globalActor: AttributeSyntax? {
      self.as(AttributeSyntax.self).flatMap { $0.lastName.hasSuffix("Actor") ? $0 : nil }
    }
  }

  extension String {
    var withoutBackticks: String {
      hasPrefix("`") && hasSuffix("`") && count > 1 ? String(dropFirst().dropLast()) : self
    }

    var literal: String { StringLiteralExprSyntax(content: self).description }
  }
#endif
