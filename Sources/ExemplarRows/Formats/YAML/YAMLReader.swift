#if YAML
  import ExemplarCore
  import Foundation

  /// Composes the events of one YAML document into values.
  ///
  /// Errors of single values are recorded, and the rest is read nevertheless.
  final class YAMLReader {
    private let events: YAMLEvents
    private let shape: RowShape
    private(set) var next: YAMLEvents.Event
    /// The values of anchors so far; `nil` for unfinished ones.
    private var anchors: [Spelling: Composed?] = [:]
    /// The first thing that is wrong with the row, since this was last taken away.
    private var mistake: UsageError?
    /// How many values the aliases of the row stand for.
    private var expanded = 0
    private var depth = 0

    /// Aliases of a row that stand for more values than this are refused: a few lines of aliases to
    /// aliases can stand for billions.
    static let maximumExpansion = 100_000

    /// A value, and what it costs to walk over it.
    fileprivate struct Composed {
      var value: RowValue
      /// How many values it is, with those in it.
      var count = 1
      /// How many levels are below it.
      var height = 0
    }

    enum Key {
      case text(String)
      /// `<<`: adds the keys of another mapping.
      case merge
      /// An invalid key, which has been recorded.
      case wrong

      var text: String? {
        if case .text(let text) = self { text } else { nil }
      }
    }

    /// Opens the document of a text. Throws ``UsageError`` if it is missing.
    ///
    /// - Parameter expected: The expected contents of the text, for messages.
    init(_ data: Data, path: String, _ shape: RowShape, expected: String) throws {
      events = try YAMLEvents(data, path: path)
      self.shape = shape
      next = try events.next()
      if next.kind == .streamEnd {
        throw UsageError(
          "The file is empty; expected \(expected).",
          at: Place(path: path, line: 1, column: 1))
      }
      try advance()
    }

    func advance() throws { next = try events.next() }

    /// Begins the next document. Returns whether there is one.
    func nextDocument() throws -> Bool {
      try advance()
      if next.kind == .streamEnd { return false }
      anchors = [:]
      try advance()
      return true
    }

    /// Throws ``UsageError`` if anything follows this document.
    func expectEnd() throws {
      try advance()
      guard next.kind != .streamEnd else { return }
      throw UsageError(
        "A second document begins here. Write --- on a line before it; then each document is a row.",
        at: next.place)
    }

    /// Whether a text has several documents, which lines with three hyphens separate.
    static func hasSeveralDocuments(_ text: Data) -> Bool {
      var hasBegun = false
      var rest = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
      while !rest.isEmpty {
        let line = rest.prefix { $0 != 0x0A }
        let isMark =
          line.starts(with: "---".utf8)
          && line.dropFirst(3).first.map { " \t\r".utf8.contains($0) } != false
        if isMark, hasBegun { return true }
        let first = line.first { !" \t\r".utf8.contains($0) }
        let isContent =
          first.map { !"#%".utf8.contains($0) } == true && !line.starts(with: "...".utf8)
        hasBegun = hasBegun || isMark || isContent
        rest = rest[line.endIndex...].dropFirst()
      }
      return false
    }

    /// Returns the recorded error of the row that ends here, and forgets it.
    func popMistake() -> UsageError? {
      defer {
        mistake = nil
        expanded = 0
      }
      return mistake
    }

    private func record(_ message: String, at place: Place) {
      mistake = mistake ?? UsageError(message, at: place)
    }

    func value() throws -> RowValue { try composed().value }

    func key() throws -> Key {
      if next.kind == .scalar("<<", isPlain: true), next.tag == nil {
        try advance()
        return .merge
      }
      if case .scalar(let text, _) = next.kind, next.anchor == nil {
        try advance()
        return .text(text)
      }
      let place = next.place
      let value = try value()
      if let text = value.text { return .text(text) }
      record("A key must be text, found \(value.kind).", at: place)
      return .wrong
    }
  }

  // MARK: - Values

  extension YAMLReader {
    private func composed() throws -> Composed {
      let event = next
      if let anchor = event.anchor { anchors[anchor] = .some(nil) }
      try advance()
      let composed: Composed
      switch event.kind {
      case .alias(let name): return alias(name, at: event.place)
      case .scalar(let text, let isPlain):
        do {
          let content = try YAMLScalar.content(
            of: text, isPlain: isPlain, tag: event.tag, shape.unknownTags)
          composed = Composed(value: RowValue(content, at: event.place))
        } catch {
          record(error.message, at: event.place)
          composed = Composed(value: RowValue(.null, at: event.place))
        }
      case .sequence: composed = try nested(event) { try sequence(event) }
      case .mapping: composed = try nested(event) { try mapping(event) }
      default:
        throw UsageError("Malformed YAML: expected a value.", at: event.place)
      }
      if let anchor = event.anchor { anchors[anchor] = composed }
      return composed
    }

    private func nested(_ event: YAMLEvents.Event, _ body: () throws -> Composed) throws -> Composed
    {
      depth += 1
      defer { depth -= 1 }
      if depth > RowValue.maximumDepth { throw UsageError.yamlIsTooDeep(at: event.place) }
      if shape.unknownTags == .refused,
        let problem = YAMLScalar.problem(ofTag: event.tag, onList: event.kind == .sequence)
      {
        record(problem, at: event.place)
      }
      return try body()
    }

    private func sequence(_ event: YAMLEvents.Event) throws -> Composed {
      var values: [RowValue] = []
      var result = Composed(value: RowValue(.null, at: event.place))
      while next.kind != .end {
        let inner = try composed()
        values.append(inner.value)
        result.add(inner)
      }
      try advance()
      result.value.content = .array(values)
      return result
    }

    private func mapping(_ event: YAMLEvents.Event) throws -> Composed {
      var fields = RowFields()
      var merged: [RowFields] = []
      var result = Composed(value: RowValue(.null, at: event.place))
      while next.kind != .end {
        let place = next.place
        let key = try key()
        let inner = try composed()
        result.add(inner)
        switch key {
        case .text(let text):
          if !fields.add(inner.value, for: text, shape.duplicateKeys) {
            let line = fields[text].map { Int($0.line) }
            mistake = mistake ?? .duplicate(key: text, in: "one mapping", line: line, at: place)
          }
        case .merge: merged += mappings(toMerge: inner.value, at: place)
        case .wrong: break
        }
      }
      try advance()
      // Keys that were written here win over those that are brought in, and earlier ones over later.
      for other in merged {
        for key in other.keys {
          if let value = other[key] { _ = fields.add(value, for: key) }
        }
      }
      result.value.content = .object(fields)
      return result
    }

    /// The mappings that `<<` brings in: one, or a list of them.
    private func mappings(toMerge value: RowValue, at place: Place) -> [RowFields] {
      let values = value.array ?? [value]
      let mappings = values.compactMap(\.object)
      if mappings.count != values.count {
        record(
          "\u{201C}<<\u{201D} takes a mapping or a list of mappings, found \(value.kind).",
          at: place)
      }
      return mappings
    }

    /// The value of an alias. It is shared and not copied, but walking over it has a cost.
    private func alias(_ name: String, at place: Place) -> Composed {
      let nothing = Composed(value: RowValue(.null, at: place))
      guard let anchor = anchors[name] else {
        let near = Suggestions.near(name, in: anchors.keys.map(\.text).sorted(), limit: 1)
        record(
          "There is no anchor &\(name) before this alias."
            + Suggestions.question(near.map { "*\($0)" }), at: place)
        return nothing
      }
      guard let target = anchor else {
        record("The alias *\(name) is inside what it stands for.", at: place)
        return nothing
      }
      expanded += target.count
      if expanded > Self.maximumExpansion {
        record(
          "The aliases of the row stand for more than \(Self.maximumExpansion) values.", at: place)
        return nothing
      }
      if depth + target.height > RowValue.maximumDepth {
        record(UsageError.yamlIsTooDeep(at: place).message, at: place)
        return nothing
      }
      return target
    }
  }

  extension YAMLReader.Composed {
    fileprivate mutating func add(_ inner: Self) {
      count += inner.count
      height = max(height, inner.height + 1)
    }
  }

#endif
