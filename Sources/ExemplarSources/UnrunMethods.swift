extension UnrunSpec {
  /// Methods of types with `@Spec` whose names miss one with a meaning by case or spelling, and methods in extensions,
  /// where `@Spec` does not see them. The macro and the runtime find the same, once the package is built.
  static func unrunMethods(in files: [SwiftCode]) -> [UnrunSpec] {
    let specs = Set(
      files.flatMap { code in
        code.types.values.filter { code.attributes(before: $0 - 1).contains("Spec") }
          .map { code[$0] }
      })
    return files.flatMap { code in
      code.tokens.indices.compactMap { index in
        guard code[index - 1] == "func", var type = code.types[code.tokens[index].scope],
          !code.isPrivate(index - 1),
          !code.attributes(before: index - 1).contains(where: ours.contains)
        else { return nil }
        let isExtension = code[type - 1] == "extension"
        while code[type + 1] == "." { type += 2 }
        guard specs.contains(code[type]) else { return nil }
        return problem(ofMethodAt: index, in: code, isExtension ? code[type] : nil)
          .map { UnrunSpec(at: index, in: code, "\u{201C}\(code[index])\u{201D} \($0)") }
      }
    }
  }

  /// - Parameter extended: The type that the method is in an extension of.
  private static func problem(
    ofMethodAt index: Int, in code: SwiftCode, _ extended: Substring?
  ) -> String? {
    guard code[index].lowercased().contains("test"),
      let name = code[index].wholeMatch(of: convention)
    else { return nil }
    let (mark, prefix, rest, suffix) = (name.1 ?? "", name.2, name.3, name.4 ?? "")
    let isExample = prefix.lowercased() == "test"
    // A method with parameters or a result may begin so too, such as testing(_:).
    let isPlain =
      code[index + 1] == "(" && code[index + 2] == ")"
      && !code.tokens[index...].prefix { $0.text != "{" }.contains { $0.text == ">" }
    let mayBeOther = isExample && !isPlain
    // The source of the rows of outlines, which no attribute can declare.
    let isData = !isPlain && prefix.lowercased().hasPrefix("p") && rest.lowercased() == "data"
    let isExact =
      isData
      ? ["parameterisedTestData", "parameterizedTestData"].contains(code[index])
      : ["", "focus_", "Focus_"].contains(mark) && (suffix.isEmpty || platforms.contains(suffix))
        && ["test", "outlineTest", "parameterisedTest"].contains(prefix)
    let orAttribute = isData ? "." : ", or write @Example in front of it."
    if !isExact, !mayBeOther {
      let right =
        isExample ? "test…" : prefix.first == "o" ? "outlineTest…" : "parameterisedTest…"
      return
        "is nearly a name with a meaning, but its case or its spelling differs from "
        + (isData ? "parameterisedTestData" : "\(right), focus_ or a suffix such as _iPad")
        + ". Correct it" + orAttribute
    }
    guard let extended, isExact, !mayBeOther || rest.first?.isLowercase != true else { return nil }
    return
      "is in an extension of \(extended), where @Spec does not see it, so it never runs. Move it into "
      + "\(extended)" + orAttribute
  }

  private static let ours: Set<Substring> = [
    "Example", "BehavesLike", "AroundAll", "BeforeAll", "AroundEach", "BeforeEach", "AfterEach",
    "AfterAll",
  ]
  private static var convention: Regex<(Substring, Substring?, Substring, Substring, Substring?)> {
    #/(focus_)?(outlinetest|parametri[sz]edtest|parameteri[sz]edtest|test)(.*?)(_(?:linux|macos|windows|ios|iphone|ipad|maccatalyst|tvos|watchos|visionos|android|wasi))?/#
      .ignoresCase()
  }
  private static let platforms: Set<Substring> = [
    "_linux", "_macOS", "_windows", "_iOS", "_iPhone", "_iPad", "_macCatalyst", "_tvOS", "_watchOS",
    "_visionOS", "_android", "_wasi",
  ]
}
