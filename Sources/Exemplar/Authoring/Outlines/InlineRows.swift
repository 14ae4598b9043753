import ExemplarCombinations
import ExemplarCore
import ExemplarRows

/// Rows that stand in code.
enum InlineRows {
  /// An outline over named rows. The places are those of the rows, as far as they are known; the
  /// last one stands for all that follow.
  static func outline<Values: Sendable>(
    _ rows: KeyValuePairs<String, Values>, at places: [Place],
    _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> Outline {
    Outline(
      rows.enumerated().map { index, row in
        example(row.key, row.value, at: place(index, of: places), body)
      })
  }

  /// An outline over rows that know their places and have traits.
  static func outline<Values: Sendable>(
    _ rows: [InlineRow<Values>], _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> Outline {
    Outline(
      rows.map { row in
        var example = example(row.name, row.values, at: row.place, body)
        example.traits = row.traits
        return example
      })
  }

  /// An outline over the values that a sequence gives when its rows are asked for.
  ///
  /// Sets and dictionaries have another order in every process: their rows are put into the order
  /// of their texts.
  static func outline<Values: Sequence & SendableMetatype>(
    _ make: @escaping @Sendable () async throws -> Values,
    named name: RowName<Values.Element>?, at places: [Place],
    _ body: @escaping @Sendable (Values.Element) async throws -> Void
  ) -> Outline where Values.Element: Sendable, Values.Iterator: SendableMetatype {
    Outline {
      let values = try await make()
      if values is any UnorderedCollection {
        var sorted = values.map { (text: text(of: $0), value: $0) }
          .sorted { $0.text < $1.text }.map(\.value).makeIterator()
        return cursor(named: name, at: places, body) { sorted.next() }
      }
      let uneven = (values as? any SideBySide)?.lengths
        .flatMap { AuthoringMistake(zipOf: $0, at: places.first) }
      var iterator = values.makeIterator()
      return cursor(named: name ?? caseName(in: values), at: places, body) {
        if let value = iterator.next() { return value }
        if let uneven { throw uneven }
        return nil
      }
    }
  }

  /// An outline over two collections side by side, whose rows are called by their values.
  static func outline<First: Collection & Sendable, Second: Collection & Sendable>(
    _ rows: Zip2Sequence<First, Second>, at place: Place,
    _ body: @escaping @Sendable ((First.Element, Second.Element)) async throws -> Void
  ) -> Outline
  where
    First.Element: Sendable, Second.Element: Sendable, First.Iterator: SendableMetatype,
    Second.Iterator: SendableMetatype
  {
    if let combinations = Combinations(rows, at: place) {
      return combinations.outline(at: place, body)
    }
    return outline({ rows }, named: nil, at: [place], body)
  }

  /// An outline over the values that an asynchronous sequence gives when its rows are asked for.
  static func outline<Values: AsyncSequence & SendableMetatype>(
    over make: @escaping @Sendable () async throws -> Values,
    named name: RowName<Values.Element>?, at places: [Place],
    _ body: @escaping @Sendable (Values.Element) async throws -> Void
  ) -> Outline where Values.Element: Sendable, Values.AsyncIterator: SendableMetatype {
    Outline {
      var values = try await make().makeAsyncIterator()
      return cursor(named: name, at: places, body) { try await values.next() }
    }
  }

  /// How rows are called after their values.
  typealias RowName<Value> = @Sendable (Value) -> String

  private static func cursor<Value: Sendable>(
    named name: RowName<Value>?, at places: [Place],
    _ body: @escaping @Sendable (Value) async throws -> Void,
    over next: @escaping () async throws -> Value?
  ) -> RowCursor {
    var index = 0
    return RowCursor {
      guard let value = try await next() else { return nil }
      defer { index += 1 }
      return example(name?(value), value, at: place(index, of: places), body)
    }
  }

  /// The names of cases, if the values are cases of an enumeration and each stands there once.
  private static func caseName<Values: Sequence>(in values: Values) -> RowName<Values.Element>? {
    guard Values.Element.self is any CaseIterable.Type, let cases = values as? [Values.Element],
      Set(cases.map { "\($0)" }).count == cases.count
    else { return nil }
    return { "\($0)" }
  }

  private static func example<Values: Sendable>(
    _ name: String?, _ values: Values, at place: Place?,
    _ body: @escaping @Sendable (Values) async throws -> Void
  ) -> RowExample {
    RowExample(name: name, at: place, values: { text(of: values) }) { try await body(values) }
  }

  private static func place(_ index: Int, of places: [Place]) -> Place? {
    places.indices.contains(index) ? places[index] : places.last
  }

  private static func text(of value: some Any) -> String {
    let text = String(reflecting: value)
    return text.count <= 200 ? text : text.prefix(199) + "…"
  }
}
