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

  /// An outline over values without names.
  ///
  /// Sets and dictionaries have another order in every process: their rows are put into the order
  /// of their texts.
  static func outline<Values: Collection & Sendable>(
    _ rows: Values, at places: [Place],
    _ body: @escaping @Sendable (Values.Element) async throws -> Void
  ) -> Outline where Values.Element: Sendable {
    let isUnordered = Values.self is any UnorderedCollection.Type
    return Outline {
      var values = Array(rows)
      if isUnordered {
        values = values.map { (text: text(of: $0), value: $0) }
          .sorted { $0.text < $1.text }.map(\.value)
      }
      return RowCursor(
        values.enumerated().map { index, value in
          example(nil, value, at: place(index, of: places), body)
        })
    }
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
