import ExemplarCore
import Foundation

extension PlistScanner {
  /// Reads the value that begins with `tag`.
  mutating func element(_ tag: Tag) throws -> PlistNode {
    if tag.kind == .closing { throw unexpectedTag(tag, "a value") }
    switch tag.name {
    case "dict": return try dictionary(tag)
    case "array": return try array(tag)
    default: return PlistNode(content: try scalar(tag), line: tag.line, column: tag.column)
    }
  }

  private mutating func scalar(_ tag: Tag) throws -> PlistNode.Content {
    guard Self.scalars.contains(tag.name) else { throw unknown(tag) }
    let text = try text(of: tag)
    do {
      return .plain(try Self.scalar(text, as: tag.name))
    } catch let problem as PlistScalarProblem {
      return .wrong(AuthoringMistake(problem.message, at: place(of: tag)))
    }
  }

  private mutating func array(_ tag: Tag) throws -> PlistNode {
    var nodes: [PlistNode] = []
    let isComplete = try contents(of: tag) { scanner in
      let next = try scanner.tag("a value or </array>")
      if next.kind == .closing {
        try scanner.check(next, closes: tag)
        return false
      }
      nodes.append(try scanner.element(next))
      return true
    }
    return PlistNode(
      content: .array(nodes), line: tag.line, column: tag.column, isComplete: isComplete)
  }

  private mutating func dictionary(_ tag: Tag) throws -> PlistNode {
    var entries: [PlistEntry] = []
    // The tag after a key without a value, which has been read already.
    var waiting: Tag?
    let isComplete = try contents(of: tag) { scanner in
      let next = try waiting ?? scanner.tag("<key> or </dict>")
      waiting = nil
      if next.kind == .closing {
        try scanner.check(next, closes: tag)
        return false
      }
      guard next.name == "key" else {
        if !Self.elements.contains(next.name) { throw scanner.unknown(next) }
        throw scanner.unexpectedTag(next, "<key> before the value, or </dict>")
      }
      let key = try scanner.text(of: next)
      let value = try scanner.tag("the value of the key \u{201C}\(key.shortened(to: 60))\u{201D}")
      let node: PlistNode
      if value.name == "key" || value.kind == .closing {
        waiting = value
        node = PlistNode(content: .wrong(scanner.hasNoValue(key, next)))
      } else {
        node = try scanner.element(value)
      }
      entries.append(PlistEntry(key: key, line: next.line, column: next.column, node: node))
      return true
    }
    return PlistNode(
      content: .dictionary(entries), line: tag.line, column: tag.column, isComplete: isComplete)
  }

  private func hasNoValue(_ key: String, _ tag: Tag) -> AuthoringMistake {
    AuthoringMistake(
      "The key \u{201C}\(key.shortened(to: 60))\u{201D} has no value.", at: place(of: tag))
  }

  /// Reads what is in a dictionary or an array, one at a time, until `next` says that it is over.
  ///
  /// - Returns: Whether all was read; if not, ``failure`` tells why.
  private mutating func contents(
    of tag: Tag, _ next: (inout PlistScanner) throws -> Bool
  ) throws -> Bool {
    guard tag.kind == .opening else { return true }
    depth += 1
    defer { depth -= 1 }
    do {
      if depth > JSONScanner.maximumDepth {
        throw AuthoringMistake(
          "The property list is nested more than \(JSONScanner.maximumDepth) levels deep.",
          at: place(of: tag))
      }
      while try next(&self) {
        // What is wrong further inside has ended the reading already.
        if failure != nil { return false }
      }
      return true
    } catch let mistake as AuthoringMistake {
      failure = isAtEnd ? truncated(mistake, tag) : mistake
      return false
    }
  }

  /// Says what is open where the file ends too early.
  private func truncated(_ mistake: AuthoringMistake, _ tag: Tag) -> AuthoringMistake {
    guard mistake.place == place, index == bytes.count else { return mistake }
    return AuthoringMistake(
      mistake.message + " \(tag.text) on line \(tag.line) is not closed.", at: mistake.place)
  }

  // MARK: Tags that are not as they should be

  /// Throws unless `last` ends what `first` began.
  func check(_ last: Tag, closes first: Tag) throws {
    guard last.kind == .closing, last.name == first.name else {
      throw AuthoringMistake(
        "Malformed property list: expected </\(first.name)> for the \(first.text) on line "
          + "\(first.line), found \(last.text.shortened(to: 60)).",
        at: place(of: last))
    }
  }

  private func unexpectedTag(_ tag: Tag, _ expected: String) -> AuthoringMistake {
    AuthoringMistake(
      "Malformed property list: expected \(expected), found \(tag.text.shortened(to: 60)).",
      at: place(of: tag))
  }

  private func unknown(_ tag: Tag) -> AuthoringMistake {
    if tag.name == "key" || tag.name == "plist" { return unexpectedTag(tag, "a value") }
    let near = Suggestions.near(
      tag.name, in: Self.elements, limit: 2, spellings: { [$0] + (Self.otherNames[$0] ?? []) })
    let hint =
      near.isEmpty
      ? "Values are \(Self.values.map { "<\($0)>" }.joined(separator: ", "))."
      : "Did you mean \(near.map { "<\($0)>" }.joined(separator: " or "))?"
    return AuthoringMistake(
      "Property lists have no element <\(tag.name.shortened(to: 40))>. \(hint)", at: place(of: tag))
  }

  private static let scalars: Set = ["string", "integer", "real", "true", "false", "date", "data"]
  private static let values = [
    "string", "integer", "real", "true", "false", "date", "data", "array", "dict",
  ]
  private static let elements = values + ["key"]

  /// What other formats call the elements.
  private static let otherNames = [
    "string": ["str", "text"], "integer": ["int", "number"], "real": ["float", "double", "number"],
    "true": ["bool", "boolean", "yes"], "false": ["bool", "boolean", "no"],
    "date": ["datetime", "time"], "data": ["base64"], "array": ["list"],
    "dict": ["dictionary", "object", "map"],
  ]
}
