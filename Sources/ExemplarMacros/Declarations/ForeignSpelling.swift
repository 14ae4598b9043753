#if Macros
  import SwiftSyntax

  /// A property of a type or of an instance.
  struct Property {
    let name: TokenSyntax
    let isStatic: Bool
  }

  /// A name that means something in an older framework, or nearly does, but means nothing here: what
  /// compiles and does nothing is a trap.
  struct ForeignSpelling: Equatable {
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
      if let attribute = ForeignSpelling.attributes[name] {
        self.init("write '\(attribute)' in front of it")
      } else if function.isStatic,
        let advice = ForeignSpelling.members[name] ?? ForeignSpelling.tags[name]
      {
        self.init(advice)
      } else if name.hasPrefix("testCase"), full.lowercased().contains("supportscurrent") {
        self.init("write '@Example(.enabled(if: …))' on the method that it speaks of")
      } else if name.hasPrefix("tagsForTestCase") {
        self.init("write '@Example(.tags(…))' on the method that it speaks of")
      } else if name.hasPrefix("examplesForOutlineTest") {
        self.init("write 'static func examples(forOutlineTest name: String)'")
      } else if name == "parameterisedTestData", full != name + "()" {
        self.init("write 'static func \(name)()', without parameters")
      } else if FocusMark(name).name.hasPrefix("parameterizedTest") {
        self.init("write '\(name.replacing("parameterized", with: "parameterised"))'")
      } else if name.hasPrefix("parameterisedTestDataFromFolder") {
        self.init("write 'static func parameterisedTestData()' that returns '.testSuite(…)'")
      } else if let hook = ForeignSpelling.hook(near: name), hook + "()" != full,
        !["setUpTestCase(named:)", "tearDownTestCase(named:)"].contains(full)
      {
        self.init("write '\(ForeignSpelling.form(of: hook, function))'")
      } else {
        return nil
      }
    }

    /// The advice for a property.
    init?(_ property: Property) {
      let name = property.name.text
      if ["parameterisedTestData", "parameterizedTestData"].contains(name) {
        self.init("write 'static func parameterisedTestData()'")
      } else if property.isStatic, let advice = ForeignSpelling.members[name] {
        self.init(advice)
      } else {
        return nil
      }
    }

    private static let attributes = [
      "beforeAll": "@BeforeAll", "beforeEach": "@BeforeEach", "afterEach": "@AfterEach",
      "afterAll": "@AfterAll",
    ]

    /// The advice for static members.
    private static let members = [
      "runGroup": trait("runGroup(…)"), "isAbstract": trait("abstract"),
      "isFocused": trait("focused"), "supportsCurrentPlatform": trait("enabled(if: …)"),
      "supportsCurrentEnvironment": trait("enabled(if: …)"),
      "defaultTestSuite": outlines, "testInvocations": outlines,
    ]

    private static let tags = ["tags": trait("tags(…)")]

    private static func trait(_ trait: String) -> String { "write '@Spec(.\(trait))' on the type" }

    private static let outlines =
      "write 'outlineTest…' for the body of these tests, and return a row for each of them from "
      + "'static func examples(forOutlineTest name: String)'"

    /// The hook whose name is the same but for case, or for a selector, which is that of a case.
    private static func hook(near name: String) -> String? {
      let name = name.lowercased().replacing("testwithselector", with: "testcase")
        .replacing("withselector", with: "")
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
