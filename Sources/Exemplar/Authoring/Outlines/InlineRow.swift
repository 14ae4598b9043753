import ExemplarCore

/// A row in code, which knows its line and may have traits of its own.
public struct InlineRow<Values> {
  let name: String?
  let values: Values
  let traits: [any ExampleTrait]
  let place: Place
}

/// The values of a row that is a call in code, and its location.
struct WrittenRow: Sendable {
  let values: any Sendable
  let place: Place
}

// One function for each number of columns, and no parameter pack: the compiler checks the columns of
// a row one by one only if the types of each are parameters of their own. With a pack, one wrong
// value among expressions is searched for in all of them at once, without an end.

/// A row of one column.
///
/// ```swift
/// outline("has a title") { (title: String) in
///   #expect(!title.isEmpty)
/// } rows: {
///   row("a novel", "Emma")
///   row("an atlas", "The World", traits: .skipped("not sold yet"))
/// }
/// ```
///
/// The name is unique in its outline. The traits are those of this row alone: a focus, tags, a reason to skip it, and
/// others.
public func row<A>(
  _ name: String, _ a: A, traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<A> {
  InlineRow(name, a, traits, filePath, line, column)
}

/// A row of two columns.
public func row<A, B>(
  _ name: String, _ a: A, _ b: B, traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B)> {
  InlineRow(name, (a, b), traits, filePath, line, column)
}

/// A row of three columns.
public func row<A, B, C>(
  _ name: String, _ a: A, _ b: B, _ c: C, traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C)> {
  InlineRow(name, (a, b, c), traits, filePath, line, column)
}

/// A row of four columns.
public func row<A, B, C, D>(
  _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, traits: any ExampleTrait...,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C, D)> {
  InlineRow(name, (a, b, c, d), traits, filePath, line, column)
}

/// A row of five columns.
public func row<A, B, C, D, E>(
  _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, traits: any ExampleTrait...,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C, D, E)> {
  InlineRow(name, (a, b, c, d, e), traits, filePath, line, column)
}

/// A row of six columns.
public func row<A, B, C, D, E, F>(
  _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, traits: any ExampleTrait...,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C, D, E, F)> {
  InlineRow(name, (a, b, c, d, e, f), traits, filePath, line, column)
}

/// A row of seven columns.
public func row<A, B, C, D, E, F, G>(
  _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
  traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C, D, E, F, G)> {
  InlineRow(name, (a, b, c, d, e, f, g), traits, filePath, line, column)
}

/// A row of eight columns.
public func row<A, B, C, D, E, F, G, H>(
  _ name: String, _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
  traits: any ExampleTrait..., filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) -> InlineRow<(A, B, C, D, E, F, G, H)> {
  InlineRow(name, (a, b, c, d, e, f, g, h), traits, filePath, line, column)
}

/// A row without a name that a macro copies from where it was written.
public func __row<Values>(
  _ values: Values, filePath: String = #filePath, line: Int, column: Int = 0
) -> InlineRow<Values> {
  InlineRow(nil, values, [], filePath, line, column)
}

extension InlineRow: Sendable where Values: Sendable {}

extension InlineRow {
  fileprivate init(
    _ name: String?, _ values: Values, _ traits: [any ExampleTrait], _ filePath: String,
    _ line: Int, _ column: Int
  ) {
    self.init(
      name: name, values: values, traits: traits,
      place: Place(path: filePath, line: line, column: column))
  }
}
