#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // Names that mean something in an older framework, or nearly do, but mean nothing here: what compiles
  // and does nothing is a trap. The advice is the replacement.

  extension FunctionDeclSyntax {
    /// The advice for a method that no attribute of ours explains.
    var foreignSpelling: String? {
      guard attributes.named(memberNames).isEmpty, !modifiers.has("private"),
        !modifiers.has("fileprivate")
      else { return nil }
      let name = name.text
      let full = conventionName
      if let attribute = ForeignSpelling.attributes[name] {
        return "write '\(attribute)' in front of it"
      }
      if isStatic, let advice = ForeignSpelling.members[name] ?? ForeignSpelling.tags[name] {
        return advice
      }
      if name.hasPrefix("testCase"), full.lowercased().contains("supportscurrent") {
        return "write '@Example(.enabled(if: …))' on the method that it speaks of"
      }
      if name.hasPrefix("tagsForTestCase") {
        return "write '@Example(.tags(…))' on the method that it speaks of"
      }
      if name.hasPrefix("examplesForOutlineTest") {
        return "write 'static func examples(forOutlineTest name: String)'"
      }
      if ForeignSpelling.data.contains(name), full != name + "()" {
        return "write 'static func \(name)()', without parameters"
      }
      if name.hasPrefix("parameterisedTestDataFromFolder") {
        return "write 'static func parameterisedTestData()' that returns '.testSuite(…)'"
      }
      guard let hook = ForeignSpelling.hook(near: name), hook + "()" != full,
        !["setUpTestCase(named:)", "tearDownTestCase(named:)"].contains(full)
      else { return nil }
      // With the name of the example where the function wants something.
      let takesName = hook.hasSuffix("TestCase") && !parameters.isEmpty
      return "write 'func \(hook)(\(takesName ? "named name: String" : ""))'"
    }
  }

  extension FunctionDeclSyntax {
    /// The problem of a name that misses a meaning by case or spelling: an error, unless the name can be one of a
    /// method that is no example.
    var nearMiss: Problem? {
      let written = name.text.withoutBackticks
      let near =
        hasResult && ForeignSpelling.isData(written)
        ? ForeignSpelling.data[0] : Convention.name(near: written)
      guard near != written, foreignSpelling == nil, attributes.named(memberNames).isEmpty,
        !modifiers.has("private"), !modifiers.has("fileprivate")
      else { return nil }
      switch convention?.meaning {
      case .rows, .hook: return nil
      case .example, .outline: return .misspelledMark(name, near)
      case nil:
        let isExample = FocusMark(near).name.hasPrefix("test")
        return isExample && !couldBeExample
          ? nil : .meaningless(name, "write '\(near)'", near, isExample ? .warning : .error)
      }
    }
  }

  extension Problem {
    /// The problem of a name that means nothing; `near` is the name to write if that is all.
    static func meaningless(
      _ name: TokenSyntax, _ advice: String, _ near: String? = nil,
      _ severity: DiagnosticSeverity = .error,
      because reason: String = "means nothing in a type with @Spec, so nothing would call it"
    ) -> Problem {
      Problem(
        "'\(name.text)' \(reason); \(advice)", at: name, severity: severity,
        near.map { [.write($0, inPlaceOf: name, "write '\($0)'")] } ?? [])
    }

    /// The warning about a mark or a suffix that differs from a real one by case.
    static func misspelledMark(_ name: TokenSyntax, _ near: String) -> Problem {
      meaningless(
        name, "write '\(near)'", near, .warning,
        because: "has a mark or a suffix without effect, because its case differs")
    }
  }

  extension VariableDeclSyntax {
    /// The advice for each name that the declaration gives to a property.
    var foreignSpellings: [(name: TokenSyntax, advice: String)] {
      bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }.compactMap {
        let advice =
          ForeignSpelling.isData($0.text)
          ? "write 'static func parameterisedTestData()'"
          : isStatic ? ForeignSpelling.members[$0.text] : nil
        guard let advice else { return nil }
        return ($0, advice)
      }
    }
  }

  private enum ForeignSpelling {
    static let attributes = [
      "beforeAll": "@BeforeAll", "beforeEach": "@BeforeEach", "afterEach": "@AfterEach",
      "afterAll": "@AfterAll", "aroundEach": "@AroundEach", "aroundAll": "@AroundAll",
    ]

    static let members = [
      "runGroup": trait("runGroup(…)"), "isAbstract": trait("abstract"),
      "isFocused": trait("focused"), "supportsCurrentPlatform": trait("enabled(if: …)"),
      "supportsCurrentEnvironment": trait("enabled(if: …)"),
      "defaultTestSuite": outlines, "testInvocations": outlines,
    ]

    static let data = ["parameterisedTestData", "parameterizedTestData"]

    /// Whether a name is one of these, or misses them by case or spelling.
    static func isData(_ name: String) -> Bool {
      name.lowercased().replacing("parametri", with: "parameteri").replacing("ized", with: "ised")
        == data[0].lowercased()
    }

    static let tags = ["tags": trait("tags(…)")]

    private static func trait(_ trait: String) -> String { "write '@Spec(.\(trait))' on the type" }

    private static let outlines =
      "write 'outlineTest…' for the body of these tests, and return a row for each of them from "
      + "'static func examples(forOutlineTest name: String)'"

    /// The hook whose name is the same but for case, or for a selector, which is that of a case.
    static func hook(near name: String) -> String? {
      let name = name.lowercased().replacing("testwithselector", with: "testcase")
        .replacing("withselector", with: "")
      return Convention.moments.keys.first { $0.lowercased() == name }
    }
  }
#endif
