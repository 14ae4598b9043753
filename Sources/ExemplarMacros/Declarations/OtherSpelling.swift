#if Macros
  import SwiftSyntax

  /// A name that means something in an older framework, or nearly does, but means nothing here: what
  /// compiles and does nothing is a trap.
  struct OtherSpelling: Equatable {
    /// The replacement.
    let advice: String

    private init(_ advice: String) { self.advice = advice }

    /// The advice for a method that no attribute of ours explains.
    init?(_ function: FunctionDeclSyntax) {
      guard function.attributes.named(memberNames).isEmpty, !function.modifiers.has("private"),
        !function.modifiers.has("fileprivate")
      else { return nil }
      let name = function.name.text
      let full = function.conventionName
      if let attribute = OtherSpelling.attributes[name] {
        self.init("write '\(attribute)' in front of it")
      } else if function.isStatic,
        let trait = OtherSpelling.traits[name] ?? OtherSpelling.tags[name]
      {
        self.init("write '\(trait)' on the type")
      } else if name.hasPrefix("testCase"), full.lowercased().contains("supportscurrent") {
        self.init("write '@Example(.enabled(if: …))' on the method that it speaks of")
      } else if name.hasPrefix("tagsForTestCase") {
        self.init("write '@Example(.tags(…))' on the method that it speaks of")
      } else if name.hasPrefix("examplesForOutlineTest") {
        self.init("write 'static func examples(forOutlineTest name: String)'")
      } else if name == "parameterisedTestData" || name == "parameterizedTestData",
        full != name + "()"
      {
        self.init("write 'static func \(name)()', without parameters")
      } else if name.hasPrefix("parameterisedTestDataFromFolder") {
        self.init("write 'static func parameterisedTestData()' that returns '.testSuite(…)'")
      } else if let hook = OtherSpelling.hook(near: name), hook + "()" != full,
        !["setUpTestCase(named:)", "tearDownTestCase(named:)"].contains(full)
      {
        self.init("write '\(OtherSpelling.form(of: hook, function))'")
      } else {
        return nil
      }
    }

    /// The advice for a static property.
    init?(property name: String) {
      guard let trait = OtherSpelling.traits[name] else { return nil }
      self.init("write '\(trait)' on the type")
    }

    private static let attributes = [
      "beforeAll": "@BeforeAll", "beforeEach": "@BeforeEach", "afterEach": "@AfterEach",
      "afterAll": "@AfterAll",
    ]

    private static let traits = [
      "runGroup": "@Spec(.runGroup(…))", "isAbstract": "@Spec(.abstract)",
      "isFocused": "@Spec(.focused)", "supportsCurrentPlatform": "@Spec(.platforms(…))",
      "supportsCurrentEnvironment": "@Spec(.enabled(if: …))",
    ]

    private static let tags = ["tags": "@Spec(.tags(…))"]

    /// The hook whose name is the same but for case, or for a selector.
    private static func hook(near name: String) -> String? {
      let name = name.lowercased().replacing("withselector", with: "")
      return [
        "setUp", "tearDown", "setUpTest", "tearDownTest", "setUpTestCase", "tearDownTestCase",
        "setUpWithError", "tearDownWithError",
      ].first { $0.lowercased() == name }
    }

    /// How the hook is written, with the name of the example where the function wants something.
    private static func form(of hook: String, _ function: FunctionDeclSyntax) -> String {
      let takesName =
        hook.hasSuffix("TestCase") && !function.signature.parameterClause.parameters.isEmpty
      return "func \(hook)(\(takesName ? "named name: String" : ""))"
    }
  }
#endif
