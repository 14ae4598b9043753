/// The braces of a Swift file, and what is declared in them.
struct SwiftOutline {
  /// A pair of braces and its owner.
  struct Scope {
    var parent: Int?
    /// Whether it is the body of a type or of an extension; otherwise it is code.
    var isType = false
    /// The names that `let` and `var` declare right in it.
    var names: Set<String> = []
  }

  let file: SourceFile
  var path: String { file.path }
  let tokens: [SwiftToken]
  /// The whole file first.
  private(set) var scopes = [Scope()]
  /// The scope of each token.
  private(set) var scopeOfToken: [Int] = []
  /// For each opening parenthesis, bracket or brace the one that closes it, and the other way round.
  private(set) var partners: [Int: Int] = [:]
  /// The positions of the names that matter.
  private(set) var uses: [String: [Int]] = [:]
  /// The tokens inside parentheses or brackets of their scope.
  private(set) var isNested: [Bool] = []

  private static let typeWords: Set<String> = [
    "struct", "class", "enum", "actor", "extension", "protocol",
  ]

  init(_ file: SourceFile) {
    self.file = file
    tokens = SwiftLexer.tokens(of: file.text)
    var open: [Int] = []
    var depths = [0]
    var current = 0
    var isTypePending = false
    for (index, token) in tokens.enumerated() {
      scopeOfToken.append(current)
      isNested.append(depths[depths.count - 1] > 0)
      guard token.kind == .mark else {
        if depths[depths.count - 1] == 0, declaresType(at: index) { isTypePending = true }
        continue
      }
      switch token.text {
      case "(", "[":
        open.append(index)
        depths[depths.count - 1] += 1
      case "{":
        open.append(index)
        scopes.append(Scope(parent: current, isType: isTypePending))
        isTypePending = false
        current = scopes.count - 1
        depths.append(0)
      case ")", "]":
        close(index, &open)
        depths[depths.count - 1] = max(0, depths[depths.count - 1] - 1)
      case "}":
        close(index, &open)
        if let parent = scopes[current].parent {
          current = parent
          depths.removeLast()
        }
      default: break
      }
    }
    for index in tokens.indices {
      if let name = declaredName(at: index) { scopes[scopeOfToken[index]].names.insert(name) }
    }
  }

  /// Records the positions of some names.
  mutating func keepUses(of names: Set<String>) {
    for (index, token) in tokens.enumerated()
    where token.kind == .word && names.contains(token.text) {
      uses[token.text, default: []].append(index)
    }
  }

  private mutating func close(_ index: Int, _ open: inout [Int]) {
    guard let start = open.popLast() else { return }
    partners[start] = index
    partners[index] = start
  }

  func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func declaresType(at index: Int) -> Bool {
    guard tokens[index].isWord(Self.typeWords), let next = token(index + 1), next.kind == .word,
      !["func", "var", "let", "subscript", "init"].contains(next.text)
    else { return false }
    return token(index - 1)?.isMark(".") != true && token(index - 1)?.isMark(":") != true
  }

  /// The name that a `let` or `var` at an index declares.
  func declaredName(at index: Int) -> String? {
    guard tokens[index].isWord(["let", "var"]), let name = token(index + 1), name.kind == .word
    else {
      return nil
    }
    return name.text
  }

  // MARK: Attributes

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final",
    "nonisolated", "override", "lazy", "weak", "unowned", "mutating", "isolated", "indirect",
    "distributed", "required", "convenience", "dynamic", "unsafe", "borrowing", "consuming",
  ]

  /// The attributes of the declaration whose keyword is at an index, without the modules before
  /// them.
  func attributes(before index: Int) -> [String] {
    var attributes: [String] = []
    var last = index - 1
    while let token = token(last) {
      if let (name, start) = attribute(endingAt: last) {
        attributes.append(name)
        last = start - 1
      } else if token.isWord(Self.modifiers) {
        last -= 1
      } else if token.isMark(")"), let start = partners[last],
        self.token(start - 1)?.isWord(Self.modifiers) == true
      {
        last = start - 2
      } else {
        break
      }
    }
    return attributes
  }

  /// The attribute that ends at an index, if one does.
  private func attribute(endingAt end: Int) -> (name: String, start: Int)? {
    var last = end
    if token(last)?.isMark(")") == true, let start = partners[last] { last = start - 1 }
    guard let name = token(last), name.kind == .word else { return nil }
    var start = last - 1
    while token(start)?.isMark(".") == true, token(start - 1)?.kind == .word { start -= 2 }
    return token(start)?.isMark("@") == true ? (name.text, start) : nil
  }
}
