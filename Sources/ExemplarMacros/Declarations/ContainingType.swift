#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The type in which a macro is used, according to its lexical context.
  struct ContainingType {
    /// The name of the type as seen from the macro.
    let name: String
    /// Its own name, without those of the types around it.
    let ownName: String
    /// The names of the types around it, the innermost first.
    let enclosing: [String]
    let isClass: Bool
    let isExtension: Bool
    /// Whether it may be a subclass. This is unknown in an extension.
    private let mayInherit: Bool

    /// The type named `name`, a declaration of which is `group`.
    init(_ name: String, in enclosing: [String], _ group: any DeclGroupSyntax) {
      self.name = name
      self.enclosing = enclosing
      ownName = group.ownName.withoutBackticks
      isClass = group.is(ClassDeclSyntax.self)
      isExtension = group.is(ExtensionDeclSyntax.self)
      mayInherit =
        isExtension || (isClass && group.inheritanceClause != nil)
    }

    /// The innermost type of the context; `nil` at file level. Adds what makes it unusable to
    /// `problems`.
    init?(_ context: some MacroExpansionContext, _ problems: inout [Problem]) {
      var names: [String] = []
      var innermost: (any DeclGroupSyntax)?
      for scope in context.lexicalContext {
        if let group = scope.asProtocol((any DeclGroupSyntax).self) {
          names.insert(group.typeName, at: 0)
          innermost = innermost ?? group
          // The context has no location that could be highlighted, and the type may be declared far
          // above.
          problems += ContainingType.problems(of: group).map(\.inContext)
        } else if scope.is(FunctionDeclSyntax.self) || scope.is(ClosureExprSyntax.self)
          || scope.is(AccessorDeclSyntax.self) || scope.is(InitializerDeclSyntax.self)
        {
          problems.append(
            Problem("a declaration inside a function cannot be found; move it out of the function"))
        }
      }
      guard let innermost else { return nil }
      let enclosing = (1..<names.count).reversed().map { names[..<$0].joined(separator: ".") }
      self.init(names.joined(separator: "."), in: enclosing, innermost)
    }

    /// Returns the reasons why a type cannot be a spec.
    static func problems(of group: any DeclGroupSyntax) -> [Problem] {
      var problems: [Problem] = []
      if let generic = group.asProtocol((any WithGenericParametersSyntax).self),
        let clause = generic.genericParameterClause
      {
        problems.append(.genericType(clause))
      }
      if let clause = group.as(ExtensionDeclSyntax.self)?.genericWhereClause {
        problems.append(.genericType(clause))
      }
      if let type = group.as(ProtocolDeclSyntax.self) {
        problems.append(
          Problem(
            "a protocol cannot hold examples; use an open class or shared examples", at: type.name))
      }
      if let type = group.inheritanceClause?.inheritedTypes.first(where: \.isNoncopyable) {
        problems.append(
          Problem(
            "a noncopyable type cannot hold examples, because hooks and example share its instance",
            at: type.type))
      }
      if group.is(ClassDeclSyntax.self), let clause = group.inheritanceClause,
        let superclass = clause.inheritedTypes.first, superclass.isTestCase
      {
        problems.append(
          Problem(
            "a class with @Spec or @Example is not a test case of XCTest; remove the superclass "
              + "'\(superclass.type.trimmedDescription)'", at: superclass.type,
            [clause.removingFirst]))
      }
      problems += Availability(group.attributes).problems(group.attributes)
      return problems
    }

    /// The expression that refers to the type in a record. If `makes` is true, it includes how
    /// instances are created for inherited members.
    func reference(makingInstances makes: Bool) -> String {
      let around = enclosing.map { "\($0).self" }.joined(separator: ", ")
      let list = enclosing.isEmpty ? "" : ", in: [\(around)]"
      let make = makes && mayInherit ? ", make: \(maker)" : ""
      return "Exemplar.__TypeReference(\(name).self, \(ownName.literal)\(list)\(make))"
    }

    var maker: String {
      "{ try await (\(name)(), Exemplar.__mayThrow, Exemplar.__maySuspend).0 }"
    }
  }

  extension DeclGroupSyntax {
    /// The name as written in the declaration, with dots in an extension of a nested type.
    fileprivate var typeName: String {
      self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ownName
    }

    fileprivate var ownName: String {
      if let named = asProtocol((any NamedDeclSyntax).self) { return named.name.text }
      let type = self.as(ExtensionDeclSyntax.self)?.extendedType
      return type?.as(MemberTypeSyntax.self)?.name.text
        ?? type?.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    }
  }

  extension InheritanceClauseSyntax {
    /// Removes the first type; leaves an empty text in its place if there is no other type.
    fileprivate var removingFirst: FixIt {
      let message = "remove the superclass"
      if inheritedTypes.count == 1 {
        return .replace(
          message, self,
          with: TokenSyntax.identifier("").with(\.trailingTrivia, trailingTrivia))
      }
      let rest = InheritedTypeListSyntax(inheritedTypes.dropFirst())
      return .replace(message, self, with: with(\.inheritedTypes, rest))
    }
  }

  extension InheritedTypeSyntax {
    /// Whether only XCTest makes instances of the type. It may be written with its module.
    fileprivate var isTestCase: Bool {
      let name = type.as(MemberTypeSyntax.self)?.name ?? type.as(IdentifierTypeSyntax.self)?.name
      return ["XCTestCase", "SpecTestCase", "SpecTestCaseBase"].contains(name?.text)
    }

    fileprivate var isNoncopyable: Bool {
      type.is(SuppressedTypeSyntax.self) && type.trimmedDescription.hasSuffix("Copyable")
    }
  }
#endif
