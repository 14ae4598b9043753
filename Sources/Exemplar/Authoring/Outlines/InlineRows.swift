import ExemplarCombinations
import ExemplarCore
import ExemplarRows

enum InlineRows {
  /// An outline over rows that know their places and have traits.
  static func outline<Values: Sendable>(
    _ rows: [InlineRow<Values>], _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> Outline {
    Outline(
      rows.map { row in
        // Only rows that are calls have names.
        let written = row.name.map { _ in WrittenRow(values: row.values, place: row.place) }
        return example(
          row.name, row.values, at: row.place, traits: row.traits, written: written, body)
      })
  }

  /// The rows with names: their own, else those that `name` returns, else the names of cases.
  static func named<Values: Sendable>(
    _ name: RowName<Values>?, _ rows: [InlineRow<Values>]
  ) -> [InlineRow<Values>] {
    guard let name = name ?? caseName(in: rows.filter { $0.name == nil }.map(\.values)) else {
      return rows
    }
    return rows.map {
      InlineRow(
        name: $0.name ?? name($0.values), values: $0.values, traits: $0.traits, place: $0.place)
    }
  }

  /// An outline over the values that a sequence gives when its rows are asked for.
  ///
  /// Sets and dictionaries have another order in every process: their rows are put into the order
  /// of their texts.
  static func outline<Values: Sequence & SendableMetatype>(
    _ make: @escaping @Sendable () async throws -> Values,
    named name: RowName<Values.Element>?, at place: Place,
    _ body: @escaping @Sendable (Values.Element) async throws -> Void
  ) -> Outline where Values.Element: Sendable, Values.Iterator: SendableMetatype {
    Outline(in: place) {
      let values = try await make()
      if values is any UnorderedCollection {
        let sorted = values.map { (text: text(of: $0), value: $0) }
          .sorted { $0.text < $1.text }.map(\.value)
        return walk(over: sorted, named: name, at: place, body)
      }
      let uneven = (values as? any ZippedSequence)?.lengths
        .flatMap { UsageError(zipOf: $0, at: place) }
      return walk(over: values, named: name ?? caseName(in: values), at: place, body, end: uneven)
    }
  }

  /// An outline over the values that an asynchronous sequence gives when its rows are asked for.
  static func outline<Values: AsyncSequence & SendableMetatype>(
    over make: @escaping @Sendable () async throws -> Values,
    named name: RowName<Values.Element>?, at place: Place,
    _ body: @escaping @Sendable (Values.Element) async throws -> Void
  ) -> Outline where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype {
    Outline(in: place) {
      var values = try await make().makeAsyncIterator()
      return RowCursor {
        try await values.next().map { example(name?($0), $0, at: place, body) }
      }
    }
  }

  /// How rows are named after their values.
  typealias RowName<Value> = @Sendable (Value) -> String

  /// A cursor over values that need not be waited for, which throws `mistake` after the last.
  private static func walk<Values: Sequence>(
    over values: Values, named name: RowName<Values.Element>?, at place: Place,
    _ body: @escaping @Sendable (Values.Element) async throws -> Void,
    end mistake: UsageError? = nil
  ) -> RowCursor<ExampleInvocation> where Values.Element: Sendable {
    var iterator = values.makeIterator()
    return RowCursor {
      if let value = iterator.next() { return example(name?(value), value, at: place, body) }
      if let mistake { throw mistake }
      return nil
    }
  }

  /// The names of cases, if the values are cases of an enumeration and each appears once.
  private static func caseName<Values: Sequence>(in values: Values) -> RowName<Values.Element>? {
    guard Values.Element.self is any CaseIterable.Type, let cases = values as? [Values.Element],
      Set(cases.map { "\($0)" }).count == cases.count
    else { return nil }
    return { "\($0)" }
  }

  private static func example<Values: Sendable>(
    _ name: String?, _ values: Values, at place: Place?, traits: [any ExampleTrait] = [],
    written: WrittenRow? = nil, _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> ExampleInvocation {
    ExampleInvocation(
      row: name, at: place, traits: traits, values: { text(of: readable(values)) },
      payload: written
    ) {
      try await body(values)
    }
  }

  private static func text(of value: some Any) -> String {
    let text = String(reflecting: value)
    return text.count <= 200 ? text : text.prefix(199) + "…"
  }

  /// The values as an author writes them: `(0, 3, nil)` for `(0, Optional(3), nil)`.
  private static func readable(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { readable($0.value) } ?? Verbatim("nil")
    case .collection: return (value as? [Any])?.prefix(200).map(readable) ?? value
    case .tuple:
      let parts = mirror.children.map { label, value in
        // Positions are no labels.
        (label?.first == "." ? "" : label.map { "\($0): " } ?? "")
          + String(reflecting: readable(value))
      }
      return Verbatim("(\(parts.joined(separator: ", ")))")
    default: return value
    }
  }

  private struct Verbatim: CustomDebugStringConvertible {
    let debugDescription: String
    init(_ text: String) { debugDescription = text }
  }
}
