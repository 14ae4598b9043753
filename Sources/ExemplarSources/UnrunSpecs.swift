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
  /// `@Spec`, and whose names appear nowhere else. Ambiguous cases are left out.
  ///
  /// Complexity: linear in the length of the files.
  package static func all(in files: [SourceFile]) -> [UnrunSpec] {
    let ours = files.filter { $0.text.contains("import Exemplar") || $0.text.contains("@Spec") }
    let outlines = ours.map { SwiftOutline($0) }
    let values = outlines.map(SpecValue.all)
    var found: [UnrunSpec] = []
    if values.contains(where: { !$0.isEmpty }) {
      let names = Set(values.joined().map(\.name))
      // Files without any of the names are not taken apart.
      let others = files.filter { file in
        !ours.contains { $0.path == file.path } && names.contains { file.text.contains($0) }
      }
      var all = outlines + others.map { SwiftOutline($0) }
      for index in all.indices { all[index].keepUses(of: names) }
      for (outline, values) in zip(outlines, values) {
        for value in values where !all.contains(where: { value.isUsed(in: $0, itself: outline) }) {
          found.append(value.finding(in: outline))
        }
      }
    }
    let order = Dictionary(files.map(\.path).enumerated().map { ($1, $0) }) { first, _ in first }
    return found.sorted {
      (order[$0.path] ?? 0, $0.line, $0.column) < (order[$1.path] ?? 0, $1.line, $1.column)
    }
  }
}

/// A constant or variable that is made by `describe` or its like.
private struct SpecValue {
  var name: String
  /// The token of its name.
  var index: Int
  var scope: Int
  /// The tokens of its initializer.
  var own: Range<Int>
  /// The function that makes it.
  var maker: String

  private static let makers: Set<String> = [
    "describe", "fdescribe", "xdescribe", "context", "fcontext", "xcontext",
  ]

  static func all(in outline: SwiftOutline) -> [SpecValue] {
    guard outline.importsExemplar else { return [] }
    return outline.tokens.indices.compactMap { SpecValue(at: $0, in: outline) }
  }

  /// The value that a `let` or `var` at an index declares.
  private init?(at index: Int, in outline: SwiftOutline) {
    scope = outline.scopeOfToken[index]
    let isMember = outline.scopes[scope].isType
    guard let name = outline.declaredName(at: index), !outline.isNested[index],
      scope == 0 || isMember, outline.token(index - 1)?.isWord(Self.patterns) != true,
      outline.token(index - 1)?.isMark(",") != true
    else { return nil }
    // A macro or a wrapper that is not known here may run it.
    let known: Set<String> = ["MainActor", "Sendable", "available"]
    guard outline.attributes(before: index).allSatisfy(known.contains) else { return nil }
    guard let start = Self.beginOfValue(after: index + 1, in: outline) else { return nil }
    var maker = start
    if outline.token(maker)?.text == "Exemplar", outline.token(maker + 1)?.isMark(".") == true {
      maker += 2
    }
    guard let word = outline.token(maker), word.isWord(Self.makers),
      outline.token(maker + 1)?.isMark("(") == true || outline.token(maker + 1)?.isMark("{") == true
    else { return nil }
    self.name = name
    self.index = index + 1
    self.maker = word.text
    own = start..<Self.endOfCall(maker + 1, in: outline)
  }

  private static let patterns: Set<String> = [
    "if", "guard", "while", "case", "for", "catch", "switch",
  ]

  /// The token after `=`, past the type if one is written.
  private static func beginOfValue(after name: Int, in outline: SwiftOutline) -> Int? {
    var index = name + 1
    while let token = outline.token(index) {
      if token.isMark("=") { return index + 1 }
      if token.isMark("(") || token.isMark("[") {
        index = (outline.partners[index] ?? index) + 1
        continue
      }
      if token.isMark("{") || token.isMark("}") || token.isWord(["let", "var", "func"]) {
        return nil
      }
      index += 1
    }
    return nil
  }

  /// The token after a call whose arguments, or whose closure, begin at an index.
  private static func endOfCall(_ begin: Int, in outline: SwiftOutline) -> Int {
    var index = begin
    while let token = outline.token(index) {
      if token.isMark("(") || token.isMark("{"), let end = outline.partners[index] {
        index = end + 1
      } else if token.kind == .word, outline.token(index + 1)?.isMark(":") == true,
        outline.token(index + 2)?.isMark("{") == true
      {
        index += 2
      } else {
        break
      }
    }
    return index
  }

  /// Whether the name appears in a file as something that may be this value.
  func isUsed(in file: SwiftOutline, itself: SwiftOutline) -> Bool {
    let isItself = file.path == itself.path
    return (file.uses[name] ?? []).contains { index in
      if isItself, index == self.index || own.contains(index) { return false }
      let (before, after) = (file.token(index - 1), file.token(index + 1))
      if before?.isWord(["let", "var", "func", "case", "import", "struct", "class", "enum"]) == true
      {
        return false
      }
      // The label of an argument, or a parameter.
      if after?.isMark(":") == true, before?.isMark("(") == true || before?.isMark(",") == true {
        return false
      }
      if before?.isMark(".") == true {
        // Of a value at the top of a file, only a module can be the owner.
        let owner = file.token(index - 2)?.text.first
        return itself.scopes[scope].isType || owner?.isUppercase == true
      }
      return !isShadowed(at: file.scopeOfToken[index], in: file, isItself)
    }
  }

  /// Whether a scope, or one around it, has a constant or a variable of the same name.
  private func isShadowed(at scope: Int, in file: SwiftOutline, _ isItself: Bool) -> Bool {
    var current = scope
    while current != 0, !(isItself && current == self.scope) {
      if file.scopes[current].names.contains(name) { return true }
      current = file.scopes[current].parent ?? 0
    }
    return false
  }

  func finding(in outline: SwiftOutline) -> UnrunSpec {
    let before = Array(outline.file.text.utf8.prefix(outline.tokens[index].offset))
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return UnrunSpec(
      path: outline.path, line: before.count { $0 == 0x0A } + 1,
      column: before.count - lineStart + 1,
      message:
        "\u{201C}\(name)\u{201D} is made by \(maker) and has no @Spec, and nothing uses it, so its "
        + "examples never run. Write @Spec before it, or remove it.")
  }
}

extension SwiftOutline {
  /// Whether `describe` can be ours here.
  fileprivate var importsExemplar: Bool {
    tokens.indices.contains { index in
      tokens[index].isWord(["import"])
        && token(index + 1)?.isWord(["Exemplar", "ExemplarXCTest"]) == true
    }
  }
}
