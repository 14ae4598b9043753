/// A Swift file of a test target.
package struct SourceFile: Sendable {
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// Something in a file that looks like a part of a spec and that nothing runs.
package struct UnrunSpec: Sendable, Hashable {
  package var path: String
  package var line: Int
  package var column: Int
  /// A description of the code, and the solution.
  package var message: String
}

extension UnrunSpec {
  /// Returns the specs that nothing runs in the files of all test targets, in the order of the
  /// files.
  ///
  /// Finds constants and variables that `describe` or a similar function creates, that have no
  /// `@Spec`, and whose names appear nowhere else; and methods of specs, see `unrunMethods`. Ambiguous
  /// cases are left out.
  ///
  /// Complexity: linear in the length of the files.
  package static func all(in files: [SourceFile]) -> [UnrunSpec] {
    let ours = files.map { file in
      file.text.contains("import Exemplar") || file.text.contains("@Spec") ? SwiftCode(file) : nil
    }
    let methods = unrunMethods(in: ours.compactMap(\.self))
    let values = ours.map { code in code.map(SpecValue.all) ?? [] }
    let names = Set(values.joined().map(\.name))
    if names.isEmpty { return methods }
    let all = zip(files, ours).compactMap { file, code -> (SwiftCode, [Substring: [Int]])? in
      // Files without any of the names are not taken apart.
      guard code != nil || names.contains(where: { file.text.contains($0) }) else { return nil }
      let code = code ?? SwiftCode(file)
      let uses = code.tokens.indices.filter { names.contains(code[$0]) }
      return (code, Dictionary(grouping: uses) { code[$0] })
    }
    let lost = zip(ours, values).flatMap { code, values in
      values.filter { value in
        !all.contains { file, uses in
          value.isUsed(at: uses[value.name] ?? [], in: file, itself: code)
        }
      }.compactMap { value in code.map { value.finding(in: $0) } }
    }
    let order = Dictionary(files.enumerated().map { ($1.path, $0) }) { first, _ in first }
    return (lost + methods).sorted {
      (order[$0.path] ?? 0, $0.line, $0.column) < (order[$1.path] ?? 0, $1.line, $1.column)
    }
  }

  init(at index: Int, in code: SwiftCode, _ message: String) {
    let before = Array(code.file.text.utf8.prefix(code.tokens[index].offset))
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    self.init(
      path: code.file.path, line: before.count { $0 == 0x0A } + 1,
      column: before.count - lineStart + 1, message: message)
  }
}

/// A constant or variable that is made by `describe` or its like.
private struct SpecValue {
  var name: Substring
  /// The token of its name.
  var index: Int
  /// The opening brace around it.
  var scope: Int?
  /// The tokens of its initializer.
  var own: Range<Int>
  var maker: Substring

  private static let makers: Set<Substring> = [
    "describe", "fdescribe", "xdescribe", "context", "fcontext", "xcontext",
  ]

  static func all(in code: SwiftCode) -> [SpecValue] {
    let importsExemplar = code.tokens.indices.contains { index in
      code[index] == "import" && ["Exemplar", "ExemplarXCTest"].contains(code[index + 1])
    }
    return importsExemplar ? code.tokens.indices.compactMap { SpecValue(at: $0, in: code) } : []
  }

  /// The value whose name is at an index.
  private init?(at index: Int, in code: SwiftCode) {
    let token = code.tokens[index]
    guard token.isWord, code.isDeclared(at: index),
      token.scope == nil || code.types[token.scope] != nil,
      !Self.patterns.contains(code[index - 2])
    else { return nil }
    // A macro or a wrapper that is not known here may run it.
    let known: Set<Substring> = ["MainActor", "Sendable", "available"]
    guard code.attributes(before: index - 1).allSatisfy(known.contains),
      let start = Self.beginOfValue(after: index, in: code)
    else { return nil }
    let isQualified = code[start] == "Exemplar" && code[start + 1] == "."
    let maker = isQualified ? start + 2 : start
    guard Self.makers.contains(code[maker]), ["(", "{"].contains(code[maker + 1]) else {
      return nil
    }
    (name, self.index, scope, self.maker) = (token.text, index, token.scope, code[maker])
    own = start..<Self.endOfCall(maker + 1, in: code)
  }

  /// The words and marks before a `let` that declares no value of its scope.
  private static let patterns: Set<Substring> = [
    "if", "guard", "while", "case", "for", "catch", "switch", ",", "(", "[",
  ]

  /// The token after `=`, past the type if one is written.
  private static func beginOfValue(after name: Int, in code: SwiftCode) -> Int? {
    var index = name + 1
    while index < code.tokens.count, !["{", "}", "let", "var", "func"].contains(code[index]) {
      if code[index] == "=" { return index + 1 }
      let isGroup = code[index] == "(" || code[index] == "["
      index = (isGroup ? code.partners[index] ?? index : index) + 1
    }
    return nil
  }

  /// The token after a call whose arguments, or whose closure, begin at an index.
  private static func endOfCall(_ begin: Int, in code: SwiftCode) -> Int {
    var index = begin
    while index < code.tokens.count {
      if ["(", "{"].contains(code[index]), let end = code.partners[index] {
        index = end + 1
      } else if code.tokens[index].isWord, code[index + 1] == ":", code[index + 2] == "{" {
        index += 2
      } else {
        break
      }
    }
    return index
  }

  /// Whether the name may be this value at one of the indices in a file, which are all that it has there.
  func isUsed(at uses: [Int], in file: SwiftCode, itself: SwiftCode?) -> Bool {
    let isItself = file.file.path == itself?.file.path
    let declarations = Set(uses.filter(file.isDeclared).map { file.tokens[$0].scope })
    return uses.contains { isUse($0, in: file, isItself: isItself, declarations) }
  }

  private func isUse(
    _ index: Int, in file: SwiftCode, isItself: Bool, _ declarations: Set<Int?>
  ) -> Bool {
    if isItself, index == self.index || own.contains(index) { return false }
    let (before, after) = (file[index - 1], file[index + 1])
    if ["let", "var", "func", "case", "import", "struct", "class", "enum"].contains(before) {
      return false
    }
    // The label of an argument, or a parameter.
    if after == ":", before == "(" || before == "," { return false }
    if before == "." {
      // Of a value at the top of a file, only a module can be the owner.
      return scope != nil || file[index - 2].first?.isUppercase == true
    }
    // A constant or variable of that name in a scope around it hides the value.
    var around = file.tokens[index].scope
    while let scope = around, !(isItself && scope == self.scope) {
      if declarations.contains(scope) { return false }
      around = file.tokens[scope].scope
    }
    return true
  }

  func finding(in code: SwiftCode) -> UnrunSpec {
    UnrunSpec(
      at: index, in: code,
      "\u{201C}\(name)\u{201D} is made by \(maker) and has no @Spec, and nothing uses it, so its "
        + "examples never run. Write @Spec before it, or remove it.")
  }
}
