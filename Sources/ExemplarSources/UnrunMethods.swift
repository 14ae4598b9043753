// Methods that are examples or hooks by their names, by the conventions of older frameworks, when
// they are declared in a type with `@Spec`. The macro does not see them in an extension of it.

extension SwiftOutline {
  /// The types with `@Spec`.
  var specTypes: [String] {
    scopes.compactMap { scope in
      guard let type = scope.type, !type.isExtension, type.attributes.contains("Spec") else {
        return nil
      }
      return type.path
    }
  }

  /// The methods in extensions of these types whose names would mean something in the types.
  func unrunMethods(of specs: Set<String>) -> [UnrunSpec] {
    tokens.indices.compactMap { index in
      guard tokens[index].isWord(["func"]), !isNested[index],
        let type = scopes[scopeOfToken[index]].type, type.isExtension, type.attributes.isEmpty,
        let spec = specs.first(where: { $0 == type.path || type.path.hasSuffix("." + $0) }),
        let name = token(index + 1), name.kind == .word,
        // An attribute determines the meaning of the method.
        attributes(before: index).allSatisfy({ ["MainActor", "available"].contains($0) }),
        let role = ConventionalRole(signature(at: index + 1))
      else { return nil }
      return UnrunSpec(
        path: path, line: name.line, column: name.column,
        message:
          "\u{201C}\(name.text)\u{201D} is in an extension of \(spec), where its name does not "
          + "make it \(role.noun). Write \(role.attribute) before it, or move it into the type.",
        isMethod: true)
    }
  }

  /// The signature of a function, from its name on.
  private func signature(at name: Int) -> Signature {
    var index = name + 1
    // Generic parameters.
    while let token = token(index), !token.isMark("("), !token.isMark("{") { index += 1 }
    var labels: [String] = []
    var end = index
    if token(index)?.isMark("(") == true, let close = partners[index] {
      var isFirst = true
      var position = index + 1
      while position < close {
        if isFirst, token(position)?.kind == .word { labels.append(tokens[position].text) }
        isFirst = token(position)?.isMark(",") == true
        let opens = ["(", "[", "{"].contains { token(position)?.isMark($0) == true }
        position = (opens ? partners[position] ?? position : position) + 1
      }
      end = close + 1
    }
    while let token = token(end), token.isWord(["async", "throws"]) { end += 1 }
    return Signature(
      name: tokens[name].text, labels: labels, hasResult: token(end)?.isMark("->") == true)
  }
}

/// The parts of a function that determine its meaning by convention.
private struct Signature {
  var name: String
  var labels: [String]
  var hasResult: Bool

  var text: String { name + "(" + labels.map { $0 + ":" }.joined() + ")" }
}

/// The meaning of a method by its name.
private enum ConventionalRole {
  case example
  case hook(String)

  init?(_ signature: Signature) {
    if let hook = Self.hooks[signature.text] {
      self = .hook(hook)
      return
    }
    // A method with a result is not one in a type either, and may be a helper.
    if signature.hasResult { return nil }
    let isMarked = signature.name.hasPrefix("focus_") || signature.name.hasPrefix("Focus_")
    let name = isMarked ? signature.name.dropFirst("focus_".count) : signature.name[...]
    for (prefix, takesValues) in [
      ("outlineTest", true), ("parameterisedTest", true), ("parameterizedTest", true),
      ("test", false),
    ] where name.hasPrefix(prefix) {
      let next = name.dropFirst(prefix.count).first
      guard next?.isLowercase != true, takesValues || signature.labels.isEmpty else { return nil }
      self = .example
      return
    }
    return nil
  }

  private static let hooks = [
    "setUpTest()": "@BeforeAll", "tearDownTest()": "@AfterAll",
    "setUpTestCase(named:)": "@BeforeEach", "tearDownTestCase(named:)": "@AfterEach",
    "setUp()": "@BeforeEach", "tearDown()": "@AfterEach", "setUpWithError()": "@BeforeEach",
    "tearDownWithError()": "@AfterEach",
  ]

  var noun: String {
    switch self {
    case .example: "an example"
    case .hook: "a hook"
    }
  }

  var attribute: String {
    switch self {
    case .example: "@Example"
    case .hook(let attribute): attribute
    }
  }
}
