#if Macros
  import SwiftSyntax

  /// The meaning of a method's name by the conventions of older frameworks, so that their suites
  /// can be ported line by line. Everything is translated here. No other code depends on these
  /// names, except the search for methods in extensions, which no macro sees.
  struct Convention {
    enum Meaning: Equatable {
      case example
      case outline
      /// The source of the rows of outlines. If `perOutline` is true, it receives the name of the
      /// outline.
      case rows(perOutline: Bool)
      /// A hook. If `takesName` is true, it receives the name of the example.
      case hook(moment: String, takesName: Bool)
    }

    let meaning: Meaning
    /// The name without its focus mark.
    let name: String
    /// The traits that the name stands for.
    let traits: [String]

    /// The meaning of a method, if its name has one.
    init?(_ function: FunctionDeclSyntax) {
      let written = function.name.text.withoutBackticks
      let full = function.conventionName
      let takesName = full.hasSuffix("TestCase(named:)")
      if takesName || full.hasSuffix("()"), let moment = Convention.moments[function.name.text] {
        // XCTest calls a static set-up once for all examples.
        let isAroundAll = function.isStatic && !takesName
        let hook = Meaning.hook(
          moment: isAroundAll ? moment.replacing("Each", with: "All") : moment,
          takesName: takesName)
        self.init(meaning: hook, name: written, traits: [])
        return
      }
      if let perOutline = Convention.rows[full] {
        self.init(meaning: .rows(perOutline: perOutline), name: written, traits: [])
        return
      }
      let mark = FocusMark(written)
      guard let meaning = Convention.meaning(of: function, named: mark.name) else { return nil }
      self.init(
        meaning: meaning, name: mark.name,
        traits: mark.traits + Convention.platformTraits(of: mark.name))
    }

    private init(meaning: Meaning, name: String, traits: [String]) {
      self.meaning = meaning
      self.name = name
      self.traits = traits
    }

    /// `testX` is an example; `outlineTestX` and `parameterisedTestX` are outlines.
    private static func meaning(of function: FunctionDeclSyntax, named name: String) -> Meaning? {
      for (prefix, meaning) in [
        ("outlineTest", Meaning.outline), ("parameterisedTest", .outline), ("test", .example),
      ] where name.hasPrefix(prefix) {
        // `testing` and `tester` are ordinary words; but what could be an example was one in the
        // frameworks that had these names.
        let next = name.dropFirst(prefix.count).first
        return next?.isLowercase == true && !function.couldBeExample ? nil : meaning
      }
      return nil
    }

    /// The names of hooks, which take no parameter, or the name of the example where they are those of a case.
    static let moments = [
      "setUpTest": "beforeAll", "tearDownTest": "afterAll", "setUpTestCase": "beforeEach",
      "tearDownTestCase": "afterEach", "setUp": "beforeEach", "tearDown": "afterEach",
      "setUpWithError": "beforeEach", "tearDownWithError": "afterEach",
    ]

    /// The sources of rows, and whether they receive the name of the outline.
    private static let rows = [
      "parameterisedTestData()": false, "parameterizedTestData()": false,
      "examples(forOutlineTest:)": true,
    ]

    /// The trait that a suffix such as `_iPad` stands for: there is one for each platform with a name.
    static func platformTraits(of name: String) -> [String] {
      platforms.filter { name.hasSuffix("_" + $0) }.map { ".platforms(.\($0))" }
    }

    private static let platforms = [
      "linux", "macOS", "windows", "iOS", "iPhone", "iPad", "macCatalyst", "tvOS", "watchOS",
      "visionOS", "android", "wasi",
    ]

    /// The name with the mark or the suffix that `written` misses by case, such as `_ipad`.
    static func marks(near written: String) -> String {
      var name = written
      if name.lowercased().hasPrefix("focus_"), FocusMark(name).traits.isEmpty {
        name = "focus_" + name.dropFirst("focus_".count)
      }
      let platform = platforms.first { name.lowercased().hasSuffix("_" + $0.lowercased()) }
      return platform.map { name.dropLast($0.count) + $0 } ?? name
    }

    /// The name with a meaning that `written` misses by case or spelling; the same name if there is none.
    ///
    /// `exemplar check` knows the same names, from `UnrunMethods.swift`.
    static func name(near written: String) -> String {
      let marked = marks(near: written)
      let name = FocusMark(marked).name
      for (near, prefix) in [
        ("outlinetest", "outlineTest"), ("parameterisedtest", "parameterisedTest"),
        ("parameterizedtest", "parameterisedTest"), ("parametrisedtest", "parameterisedTest"),
        ("parametrizedtest", "parameterisedTest"), ("test", "test"),
      ] where name.lowercased().hasPrefix(near) && !name.hasPrefix(prefix) {
        let end = name.dropFirst(near.count)
        return marked.dropLast(name.count) + prefix
          + (prefix == "test" ? end : end.prefix(1).uppercased() + end.dropFirst())
      }
      return marked
    }
  }

  /// The mark `focus_` or `Focus_` in front of a name.
  struct FocusMark {
    let name: String
    let traits: [String]

    init(_ written: String) {
      let isMarked = written.hasPrefix("focus_") || written.hasPrefix("Focus_")
      name = isMarked ? String(written.dropFirst("focus_".count)) : written
      traits = isMarked ? [".focused"] : []
    }
  }

  extension FunctionDeclSyntax {
    /// The meaning of the name, unless an attribute of ours determines it.
    var convention: Convention? {
      attributes.named(memberNames).isEmpty && foreignSpelling == nil ? Convention(self) : nil
    }

    /// Whether nothing but the name keeps the function from being an example.
    var couldBeExample: Bool {
      !hasResult && parameters.isEmpty && genericParameterClause == nil
        && !modifiers.has("private") && !modifiers.has("fileprivate")
    }

    /// The reasons why the method cannot have the meaning of its name.
    func problems(of convention: Convention) -> [Problem] {
      var problems: [Problem] = []
      if case .rows = convention.meaning {
        if !isStatic {
          problems.append(
            Problem(
              "'\(name.text)' gives the rows of the outlines, for which there is no instance; make it static",
              at: name))
        }
        if !hasResult {
          problems.append(
            Problem(
              "'\(name.text)' gives the rows of the outlines; return a RowSource, a dictionary or an array",
              at: name))
        }
        problems += problemsOfCall
      } else {
        problems = self.problems
      }
      if modifiers.has("private") {
        problems.append(
          Problem(
            "'\(name.text)' is private, so @Spec cannot call it; remove 'private', or declare its "
              + "meaning with an attribute", at: name))
      }
      if convention.meaning == .example, !parameters.isEmpty {
        let title = name.text.prefix(1).uppercased() + name.text.dropFirst()
        problems.append(
          Problem(
            "'\(name.text)' has parameters but no rows; call it 'outline\(title)' to take them from a file, "
              + "or use @Example with 'rows:'", at: name))
      }
      if convention.meaning == .outline { problems += parameters.compactMap(\.problem) }
      return problems
    }
  }
#endif
