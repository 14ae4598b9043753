/// What was asked for.
///
/// Every given part must agree: one of the selectors, one of the filters, and the tags.
public struct Selection: Sendable {
  /// Paths, globs, `File.swift:line`, `data.json:line`, or parts of names; any of them.
  public var selectors: [String]
  /// Regular expressions on ids; any of them.
  public var filters: [IDFilter]
  /// Conditions on tags; all of them.
  public var tags: [TagCondition]

  public init(
    selectors: [String] = [], filters: [IDFilter] = [], tags: [TagCondition] = []
  ) {
    self.selectors = selectors
    self.filters = filters
    self.tags = tags
  }

  public var isEmpty: Bool { selectors.isEmpty && filters.isEmpty && tags.isEmpty }

  /// How the selection was written, for messages.
  var spelled: [String] {
    selectors + filters.map(\.text) + tags.map(\.description)
  }
}

/// A regular expression on the ids of examples.
public struct IDFilter: Sendable {
  /// The expression as it was written.
  public var text: String
  private let matches: @Sendable (String) -> Bool

  /// Throws if `text` is not a regular expression.
  public init(_ text: String) throws {
    self.text = text
    // A Regex is not Sendable, although matching does not change it.
    nonisolated(unsafe) let regex = try Regex(text)
    matches = { id in (try? regex.firstMatch(in: id)) != nil }
  }

  func matches(_ id: String) -> Bool { matches(id) }
}

/// A condition on the tags of an example: any of some tags, or none of them.
public struct TagCondition: Sendable, Hashable, CustomStringConvertible {
  public var anyOf: Set<String>
  public var noneOf: Set<String>

  /// Reads `a`, `!a`, or `a,b` (any of several); white space around tags is ignored.
  public init(_ text: String) {
    anyOf = []
    noneOf = []
    for part in text.split(separator: ",") {
      let tag = part.trimmingSpaces()
      if tag.first == "!" {
        noneOf.insert(String(tag.dropFirst().trimmingSpaces()))
      } else if !tag.isEmpty {
        anyOf.insert(String(tag))
      }
    }
  }

  func holds(for tags: Set<String>) -> Bool {
    noneOf.isDisjoint(with: tags) && (anyOf.isEmpty || !anyOf.isDisjoint(with: tags))
  }

  public var description: String {
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
