/// Reads the syntax of a regular expression. What it does not understand is an error, since it would
/// match something else than was meant.
struct PatternParser {
  private var rest: ArraySlice<Character>
  private var ignoresCase = false
  private var dotTakesNewlines = false
  private var depth = 0

  /// Deeper nesting is refused, because reading is recursive.
  private static let maximumDepth = 200
  /// The highest number that a repetition may name.
  static let highestCount = 1000

  static func parse(_ text: String) throws(AuthoringMistake) -> PatternNode {
    var parser = PatternParser(rest: Array(text)[...])
    let node = try parser.choice()
    if parser.rest.first == ")" { throw AuthoringMistake("A ) closes nothing; write \\).") }
    return node
  }

  private init(rest: ArraySlice<Character>) { self.rest = rest }

  private mutating func consume(_ text: String) -> Bool {
    guard rest.starts(with: text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func choice() throws(AuthoringMistake) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw AuthoringMistake("It is nested too deeply.") }
    var branches = [try sequence()]
    while consume("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(AuthoringMistake) -> PatternNode {
    var nodes: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      if consume("(?") {
        if let node = try specialGroup() { nodes.append(try repeated(node)) }
      } else {
        nodes.append(try repeated(try atom()))
      }
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: Groups

  /// What stands after `(?`; `nil` for flags, which hold to the end of the group around them.
  private mutating func specialGroup() throws(AuthoringMistake) -> PatternNode? {
    for (mark, isAhead, isNegated) in [
      ("=", true, false), ("!", true, true), ("<=", false, false), ("<!", false, true),
    ] where consume(mark) {
      return .look(try group(), isAhead: isAhead, isNegated: isNegated)
    }
    if consume(":") { return try group() }
    if consume("<") || consume("P<") {
      guard let end = rest.firstIndex(of: ">") else {
        throw AuthoringMistake("The name of a group is not closed with >.")
      }
      rest = rest[(end + 1)...]
      return try group()
    }
    let outer = (ignoresCase, dotTakesNewlines)
    var isOn = true
    while let flag = rest.popFirst() {
      switch flag {
      case "i": ignoresCase = isOn
      case "s": dotTakesNewlines = isOn
      case "-" where isOn: isOn = false
      case ")": return nil
      case ":":
        let node = try group()
        (ignoresCase, dotTakesNewlines) = outer
        return node
      default: throw AuthoringMistake("(?\(flag) is not understood here.")
      }
    }
    throw AuthoringMistake("A ( is not closed; write \\( for the character.")
  }

  /// The rest of a group, with the parenthesis that closes it. Flags in it end with it.
  private mutating func group() throws(AuthoringMistake) -> PatternNode {
    let outer = (ignoresCase, dotTakesNewlines)
    let node = try choice()
    guard consume(")") else {
      throw AuthoringMistake("A ( is not closed; write \\( for the character.")
    }
    (ignoresCase, dotTakesNewlines) = outer
    return node
  }

  // MARK: Repetitions

  private mutating func repeated(_ node: PatternNode) throws(AuthoringMistake) -> PatternNode {
    let bounds: (Int, Int?)
    if consume("*") {
      bounds = (0, nil)
    } else if consume("+") {
      bounds = (1, nil)
    } else if consume("?") {
      bounds = (0, 1)
    } else if let written = try writtenBounds() {
      bounds = written
    } else {
      return node
    }
    if case .assertion = node { throw AuthoringMistake("What has no length cannot be repeated.") }
    if consume("+") { throw AuthoringMistake("A + after a repetition is not supported.") }
    _ = consume("?")
    if let next = rest.first, "*+?".contains(next) {
      throw AuthoringMistake("A repetition cannot be repeated; put it into parentheses.")
    }
    return .repetition(node, least: bounds.0, most: bounds.1)
  }

  /// `{2}`, `{2,}`, `{,3}` or `{2,3}`; another brace stands for itself.
  private mutating func writtenBounds() throws(AuthoringMistake) -> (Int, Int?)? {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let parts = String(rest[(rest.startIndex + 1)..<end])
      .split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.map { Int($0) }
    let isWritten =
      parts.count <= 2 && numbers.contains { $0 != nil }
      && zip(parts, numbers).allSatisfy { $0.0.isEmpty || $0.1 != nil }
    guard isWritten else { return nil }
    rest = rest[(end + 1)...]
    let least = numbers[0] ?? 0
    let most = numbers.count == 1 ? least : numbers[1]
    guard least >= 0, most ?? least >= least, max(least, most ?? 0) <= Self.highestCount else {
      throw AuthoringMistake(
        "A repetition is from 0 to \(Self.highestCount) times, the smaller number first.")
    }
    return (least, most)
  }

  // MARK: Characters

  private mutating func atom() throws(AuthoringMistake) -> PatternNode {
    guard let character = rest.popFirst() else { return .sequence([]) }
    switch character {
    case "(": return try group()
    case "[": return .character(try bracketed())
    case ".": return .character(PatternSet(items: [dotTakesNewlines ? .anyWithNewline : .any]))
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "*", "+", "?": throw AuthoringMistake("There is nothing before \(character) to repeat.")
    case "\\":
      switch rest.first {
      case "A": rest.removeFirst(); return .assertion(.start)
      case "z", "Z": rest.removeFirst(); return .assertion(.end)
      case "b": rest.removeFirst(); return .assertion(.wordBoundary)
      case "B": rest.removeFirst(); return .assertion(.noWordBoundary)
      default: return .character(set([try escaped()]))
      }
    default: return .character(set([.character(character)]))
    }
  }

  private func set(_ items: [PatternSet.Item], isNegated: Bool = false) -> PatternSet {
    PatternSet(items: items, isNegated: isNegated, ignoresCase: ignoresCase)
  }

  /// What stands after a backslash.
  private mutating func escaped() throws(AuthoringMistake) -> PatternSet.Item {
    guard let letter = rest.popFirst() else {
      throw AuthoringMistake("Nothing follows the last \\; write \\\\ for the character.")
    }
    if let kind = PatternSet.Item(escape: letter) { return kind }
    switch letter {
    case "t": return .character("\t")
    case "n": return .character("\n")
    case "r": return .character("\r")
    case "x", "u": return .character(try code(letter == "x" ? 2 : 4))
    case "p", "P":
      guard consume("{"), let end = rest.firstIndex(of: "}"),
        let item = PatternSet.Item(category: String(rest[..<end]))
      else {
        throw AuthoringMistake("\\\(letter) takes a category in braces, such as \\p{L} or \\p{Lu}.")
      }
      rest = rest[(end + 1)...]
      return letter == "p" ? item : .set(PatternSet(items: [item], isNegated: true))
    case "1"..."9", "k":
      throw AuthoringMistake("The match of a group cannot be referred to with \\\(letter).")
    default:
      guard !letter.isLetter, !letter.isNumber else {
        throw AuthoringMistake("\\\(letter) is not understood.")
      }
      return .character(letter)
    }
  }

  /// A character by its number: so many digits, or any number of them in braces.
  private mutating func code(_ count: Int) throws(AuthoringMistake) -> Character {
    var digits = String(rest.prefix(count))
    if consume("{") {
      digits = String(rest.prefix { $0 != "}" })
      rest = rest.dropFirst(digits.count + 1)
    } else {
      rest = rest.dropFirst(count)
    }
    guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else {
      throw AuthoringMistake("\(digits) is not the number of a character.")
    }
    return Character(scalar)
  }

  /// The rest of a set in brackets.
  private mutating func bracketed() throws(AuthoringMistake) -> PatternSet {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw AuthoringMistake("It is nested too deeply.") }
    let isNegated = consume("^")
    var items: [PatternSet.Item] = []
    while let character = rest.popFirst() {
      switch character {
      case "]" where !items.isEmpty: return set(items, isNegated: isNegated)
      case "[" where rest.first == ":":
        throw AuthoringMistake("[: is not understood; write \\d, \\w, \\s or \\p{…}.")
      case "[": items.append(.set(try bracketed()))
      case "&" where rest.first == "&", "-" where rest.first == "-", "~" where rest.first == "~":
        throw AuthoringMistake("\(character)\(character) in brackets is not supported.")
      default:
        let item = character == "\\" ? try escaped() : .character(character)
        items.append(try range(from: item))
      }
    }
    throw AuthoringMistake("A [ is not closed; write \\[ for the character.")
  }

  /// The range that begins with a character, if one does.
  private mutating func range(
    from item: PatternSet.Item
  ) throws(AuthoringMistake) -> PatternSet.Item {
    guard rest.first == "-", let next = rest.dropFirst().first, next != "]" else { return item }
    rest.removeFirst()
    let last: PatternSet.Item = consume("\\") ? try escaped() : .character(rest.removeFirst())
    guard case .character(let low) = item, case .character(let high) = last,
      low.unicodeScalars.count == 1, high.unicodeScalars.count == 1,
      let from = low.unicodeScalars.first, let to = high.unicodeScalars.first, from <= to
    else { throw AuthoringMistake("A range in brackets goes from one character to a later one.") }
    return .range(from...to)
  }
}
