/// The examples that were requested.
///
/// All given parts must agree: one of the selectors, one of the filters, none of the skips, and the tags.
public struct Selection: Sendable {
  /// Paths, globs, `File.swift:line`, `data.json:line`, or parts of names; any of them.
  public var selectors: [String]
  /// Regular expressions on ids; any of them.
  package var filters: [IDFilter]
  /// Regular expressions on ids; none of them.
  package var skips: [IDFilter]
  /// Conditions on tags; all of them.
  public var tags: [TagCondition]

  /// Creates a selection; an empty one selects everything.
  package init(
    selectors: [String] = [], filters: [IDFilter] = [], skips: [IDFilter] = [],
    tags: [TagCondition] = []
  ) {
    self.selectors = selectors
    self.filters = filters
    self.skips = skips
    self.tags = tags
  }

  /// Whether everything is selected.
  package var isEmpty: Bool {
    selectors.isEmpty && filters.isEmpty && skips.isEmpty && tags.isEmpty
  }

  /// Whether it asks for some examples, and does not merely leave some out.
  package var asksForAPart: Bool {
    !selectors.isEmpty || !filters.isEmpty || tags.contains { !$0.anyOf.isEmpty }
  }

  /// How the selection was written, for messages.
  package var spelled: [String] {
    selectors + filters.map(\.text) + skips.map { "not " + $0.text } + tags.map(\.text)
  }
}

/// A regular expression on the ids of examples, in the syntax of Swift's `Regex`.
///
/// `Regex` tries one alternative after another, so an expression such as `(a+)+$` can take time that is
/// exponential in the length of an id.
package struct IDFilter: Sendable {
  /// The expression as it was written.
  package var text: String
  // An expression that was read from text has no parts that are not `Sendable`.
  private nonisolated(unsafe) let regex: Regex<AnyRegexOutput>

  /// Throws ``UsageError`` if `text` is empty, or no regular expression.
  package init(_ text: String) throws {
    if text.isEmpty { throw UsageError("An empty expression matches everything.") }
    if text.nestingOfSets > 100 { throw UsageError("Its sets are nested too deeply.") }
    self.text = text
    do {
      regex = try Regex(text)
    } catch {
      let problem = "\(error)"
      throw UsageError(problem.prefix(1).uppercased() + problem.dropFirst() + ".")
    }
  }

  /// Whether it matches an id, or what `swift test` matches in its place, such as `Shop.TillTests/testOpens`.
  ///
  /// - Parameter name: The name of a plain test in its library.
  package func matches(_ id: ExampleID, orName name: String? = nil) -> Bool {
    // In the form for which the expression was not written, the text that must not follow is not there.
    if text.contains("(?!") { return matches(isDotted ? name ?? id.dotted : id.text) }
    if matches(id.text) { return true }
    return isDotted || name != nil ? matches(name ?? id.dotted) : false
  }

  func matches(_ id: String) -> Bool { id.contains(regex) }

  /// Whether it requires a dot, as after the module. Any other dot stands for a slash too.
  private var isDotted: Bool { text.contains("\\.") || text.contains("[.") }
}

extension String {
  /// How many `[` are open at once at most. `Regex` overflows the stack where there are thousands.
  fileprivate var nestingOfSets: Int {
    var (depth, deepest) = (0, 0)
    var isEscaped = false
    for byte in utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      default: break
      }
    }
    return deepest
  }
}

/// A condition on the tags of an example: any of some tags, or none of them.
public struct TagCondition: Sendable, Hashable {
  package var anyOf: Set<String>
  package var noneOf: Set<String>

  /// The form of a condition, for messages.
  package static let expectation = "a tag (a), one of several (a,b), or one that must not be (!a)"

  /// Reads `a`, `!a`, or `a,b` (any of several); white space around tags is ignored.
  ///
  /// Throws ``UsageError`` if a tag is empty: without it, the condition would mean something
  /// else.
  public init(_ text: String) throws(UsageError) {
    anyOf = []
    noneOf = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let condition = part.trimmingSpaces()
      let isNegated = condition.first == "!"
      let tag = isNegated ? condition.dropFirst().trimmingSpaces() : condition
      if tag.isEmpty {
        throw UsageError(
          "A condition must be \(Self.expectation); found \u{201C}\(text)\u{201D}.")
      }
      if isNegated { noneOf.insert(String(tag)) } else { anyOf.insert(String(tag)) }
    }
  }

  package func holds(for tags: Set<String>) -> Bool {
    noneOf.isDisjoint(with: tags) && (anyOf.isEmpty || !anyOf.isDisjoint(with: tags))
  }

  /// The condition as it is written.
  package var text: String {
    (anyOf.sorted() + noneOf.sorted().map { "!" + $0 }).joined(separator: ",")
  }
}

extension StringProtocol {
  func trimmingSpaces() -> SubSequence {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start
    return self[start..<end]
  }
}
