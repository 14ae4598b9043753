#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// An error or a warning about a declaration, with its location and fix-its.
  enum Problem {
    // The kind of declaration that the attribute is attached to.
    case notAFunction(SyntaxKind, AttributeSyntax)
    case notASpec(SyntaxKind, AttributeSyntax)
    case repeated(AttributeSyntax)
    case exampleAndHook
    case local
    /// A problem of the surrounding type, reported at the attribute.
    indirect case inContext(Problem)
    // Types.
    case genericType(Syntax)
    case inProtocol(Syntax)
    case noncopyable(Syntax)
    case testCase(InheritanceClauseSyntax)
    case needsInitializer(type: TokenSyntax, property: TokenSyntax)
    case needsInstance(FunctionDeclSyntax)
    // Availability.
    case limitedVersions(Syntax)
    case unavailable(Syntax)
    // Functions.
    case genericFunction(Syntax)
    case hasResult(FunctionDeclSyntax)
    // Rows.
    case parametersWithoutRows(FunctionDeclSyntax, AttributeSyntax)
    case rowsWithoutParameters(Syntax)
    case unusableParameter(FunctionParameterSyntax, String)
    case noRows(Syntax)
    case rowCount(Syntax, found: Int, wanted: Int, name: String)
    case rowLabel(TokenSyntax, wanted: TokenSyntax)
    // Values.
    case notConstant(VariableDeclSyntax)
    case notStatic(VariableDeclSyntax)
    case notOneName(Syntax)
    case valueWithLabel(AttributeSyntax)
    case valueOfActor(AttributeSyntax)
    case valueInActor(AttributeSyntax, VariableDeclSyntax)
    // Hooks.
    case hookOutsideType
    case hookNotStatic(FunctionDeclSyntax)
    case hookIsStatic(FunctionDeclSyntax)
    case hookParameters(Syntax)
    // Subjects of shared examples.
    case notASubject(SyntaxKind)
    case subjectOutsideType
    case subjectAndExample
    case subjectHasParameters(FunctionDeclSyntax)
    case notOneSubject(Syntax)
    // Conventions.
    case conventionIsPrivate(FunctionDeclSyntax)
    case conventionHasParameters(FunctionDeclSyntax)
    case conventionInCondition(FunctionDeclSyntax)
    case foreignSpelling(TokenSyntax, String)
    case rowsNotStatic(TokenSyntax)
    case rowsWithoutResult(TokenSyntax)
    case platformsTwice(TokenSyntax)

    var message: String {
      switch self {
      case .notAFunction(let kind, _):
        "@Example belongs on a function"
          + (kind.takesSpec ? "; this takes @Spec" : "")
          + (kind == .initializerDecl ? "; call the initializer in one" : "")
      case .notASpec(let kind, _):
        "@Spec belongs on a global or static 'let', or on a structure, class, actor or enumeration"
          + (kind == .functionDecl ? "; a function takes @Example" : "")
          + (kind == .extensionDecl ? "; examples in an extension need no @Spec of their own" : "")
      case .repeated(let attribute): "@\(attribute.lastName) is repeated"
      case .exampleAndHook: "a function is either an example or a hook"
      case .local: "a declaration inside a function cannot be found; move it out of the function"
      case .inContext(let problem): problem.message
      case .conventionIsPrivate(let function):
        "'\(function.name.text)' is private, so @Spec cannot call it; remove 'private', or declare its "
          + "meaning with an attribute"
      case .conventionInCondition(let function):
        "'\(function.name.text)' is inside '#if', where @Spec cannot know whether it is built; "
          + "declare its meaning with an attribute"
      case .conventionHasParameters(let function):
        "'\(function.name.text)' has parameters but no rows; call it 'outline\(function.name.text.titled)' "
          + "to take them from a file, or use @Example with 'rows:'"
      case .foreignSpelling(let name, let advice):
        "'\(name.text)' means nothing in a type with @Spec, so nothing would call it; "
          + "\(advice)"
      case .rowsNotStatic(let name):
        "'\(name.text)' gives the rows of the outlines, for which there is no instance; make it static"
      case .rowsWithoutResult(let name):
        "'\(name.text)' gives the rows of the outlines; return a RowSource, a dictionary or an array"
      case .platformsTwice(let name):
        "the name '\(name.text)' and '.platforms(…)' both restrict where this runs; keep one of them"
      case .genericType:
        "a generic type cannot hold examples; use a generic function that returns shared examples"
      case .inProtocol: "a protocol cannot hold examples; use an open class or shared examples"
      case .noncopyable:
        "a noncopyable type cannot hold examples, because hooks and example share its instance"
      case .testCase(let clause):
        "a class with @Spec or @Example is not a test case of XCTest; remove the superclass "
          + "'\(clause.inheritedTypes.first?.type.trimmedDescription ?? "")'"
      case .needsInitializer(let type, let property):
        "'\(type.text)' needs an initializer without arguments, because each example gets an instance "
          + "of its own; give '\(property.text)' a value or add 'init()'"
      case .needsInstance:
        "an enumeration has no instance that this could be called on; make it static"
      case .limitedVersions:
        "a spec must be available everywhere, so that it can be found; limit its examples instead"
      case .unavailable:
        "what is unavailable cannot be called; use '.skipped(\"why\")' or '.platforms(…)'"
      case .genericFunction:
        "a generic function cannot be an example or a hook, because its types are unknown"
      case .hasResult:
        "an example or a hook must not have a result; write its expectations in its body"
      case .parametersWithoutRows:
        "an example with parameters needs rows: add 'rows:' or 'from:' to @Example; "
          + "'from: .default' reads the file that is named as the type"
      case .rowsWithoutParameters: "an example with rows needs parameters that take their values"
      case .unusableParameter(_, let why): "rows cannot be passed to this parameter: \(why)"
      case .noRows: "without rows nothing runs; write at least one"
      case .rowCount(_, let found, let wanted, let name):
        "this row has \(values(found)), but '\(name)' takes \(wanted)"
      case .rowLabel(let found, let wanted):
        "values must be in the order of the parameters: expected '\(wanted.text)', "
          + "found '\(found.text)'"
      case .notConstant: "a spec must be a constant: use 'let'"
      case .notStatic:
        "a spec in a type must be static, so that it can be found without an instance"
      case .notOneName: "a spec must be one constant with a name of its own"
      case .valueWithLabel:
        "the name and the traits of a value belong to the value: 'describe(\"name\", .tags(…))'"
      case .valueOfActor(let attribute):
        "a spec that is a value belongs to no actor: write '\(attribute.trimmedDescription)' at the "
          + "closures that need it, as in '{ \(attribute.trimmedDescription) in … }'"
      case .valueInActor(let attribute, _):
        "a spec that is a value belongs to no actor, but all in this type do by "
          + "'\(attribute.trimmedDescription)': make it 'nonisolated static let'"
      case .hookOutsideType: "a hook belongs on a function in a type with examples"
      case .hookNotStatic:
        "a hook around all examples must be static, because each example has its own instance"
      case .hookIsStatic: "a hook around each example must not be static"
      case .notASubject(let kind):
        "@BehavesLike belongs on a property, or on a method that gives the parameter of the shared "
          + "examples"
          + (kind.takesSpec
            ? "; give the value of a type in a property: 'var subject: Self { self }'" : "")
      case .subjectOutsideType:
        "@BehavesLike belongs on a member of a type with examples; elsewhere use 'itBehavesLike'"
      case .subjectAndExample:
        "a method is either an example, a hook, or a subject of shared examples"
      case .subjectHasParameters(let function):
        "'\(function.name.text)' has parameters, but nothing gives them here; remove them"
      case .notOneSubject: "shared examples have one parameter: use one property, or a tuple"
      case .hookParameters: "a hook takes no parameter, or one ExampleInfo without a default value"
      }
    }

    private func values(_ count: Int) -> String { count == 1 ? "1 value" : "\(count) values" }
  }

  extension SyntaxKind {
    /// Whether `@Spec` can be attached to such a declaration.
    var takesSpec: Bool {
      [.variableDecl, .structDecl, .classDecl, .actorDecl, .enumDecl].contains(self)
    }
  }

  extension String {
    /// With a capital letter in front.
    fileprivate var titled: String { prefix(1).uppercased() + dropFirst() }
  }
#endif
