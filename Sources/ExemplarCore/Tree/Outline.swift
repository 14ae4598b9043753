/// An example with a row source: it expands into one example per row.
package struct Outline: Sendable {
  /// Opens the source at its beginning.
  ///
  /// It can be opened many times and gives equal rows in equal order each time. Rows are made one
  /// by one, while the outline runs.
  package var open: @Sendable () async throws -> RowCursor

  /// Opens the source for examples that only read their rows, as their bodies would, and then end;
  /// `nil` if there is nothing to read, as for rows in code.
  package var check: (@Sendable () async throws -> RowCursor)?

  /// Whether rows may carry traits that decide what is selected: a focus or tags. Only then are the
  /// rows read before planning.
  package var hasMarks: @Sendable () async -> Bool

  /// Whether rows may be located in a file, of which the path or the end of it is known.
  package var mayHold: @Sendable (_ file: String) -> Bool = { _ in true }

  /// The locations of rows in source code that are known without opening the source.
  var places: [Place] = []

  package init(
    hasMarks: @escaping @Sendable () async -> Bool = { false },
    check: (@Sendable () async throws -> RowCursor)? = nil,
    open: @escaping @Sendable () async throws -> RowCursor
  ) {
    self.open = open
    self.check = check
    self.hasMarks = hasMarks
  }

  /// The name of the example under which it is reported that rows cannot be read.
  package static let rowsName = "rows"

  /// The name of the example under which columns that no row has are reported.
  package static let columnsName = "columns"

  /// The name of the example under which equal names of rows are reported.
  package static let rowNamesName = "row names"

  /// The name of the example under which rows of which nothing was read are reported, in a strict run.
  package static let unreadName = "unread rows"

  /// All names of findings: they run if they are asked for, as in a rerun of failures.
  package static let findingNames: Set<String> = [
    rowsName, columnsName, skipsName, rowNamesName, unreadName,
  ]

  /// The name of the skipped example that stands for elements of a source that are not rows.
  package static let skipsName = "skipped elements"

  /// An outline over examples that are in memory.
  package init(_ examples: [RowExample]) {
    let hasMarks = examples.contains { !$0.traits.isEmpty }
    self.init(hasMarks: { hasMarks }) { RowCursor(examples) }
    let places = examples.compactMap(\.place)
    self.places = places
    mayHold = { file in places.contains { $0.path.isPath(endingIn: file) } }
  }

  /// An outline over rows that are all located at one place in source code.
  package init(in place: Place, open: @escaping @Sendable () async throws -> RowCursor) {
    self.init(open: open)
    mayHold = { place.path.isPath(endingIn: $0) }
  }
}

/// Walks once over the rows of an outline.
package struct RowCursor {
  /// Returns the next row; `nil` after the last one.
  ///
  /// It throws ``RowIsPending`` for a row that has to be awaited, and ``UsageError`` when the
  /// source cannot be read any further. A row that is wrong by itself is given as an example whose body
  /// throws the mistake, so that the rest still runs.
  package private(set) var nextNow: () throws -> RowExample?
  /// Warnings about the source, although its rows can be read.
  package var warnings: [UsageError]
  /// Gives keys that may be meant for optional columns which rows did not have so far, by these columns.
  package var slips: @Sendable () -> [String: String] = { [:] }
  /// Gives warnings about the rows so far.
  package var notes: @Sendable () -> [UsageError] = { [] }
  /// Describes the elements that the source has skipped so far, as in `2 of 9 elements`.
  package var skips: () -> [String] = { [] }

  package init(
    warnings: [UsageError] = [], next: @escaping () async throws -> RowExample?
  ) {
    self.init(warnings: warnings, nextNow: RowIsPending.reading(next))
  }

  /// A cursor that waits only where `next` throws ``RowIsPending``.
  package init(
    warnings: [UsageError] = [], nextNow next: @escaping () throws -> RowExample?
  ) {
    self.warnings = warnings
    nextNow = next
  }

  /// The next row; `nil` after the last one.
  nonisolated(nonsending) package func next() async throws -> RowExample? {
    try await RowIsPending.awaiting(nextNow)
  }

  package init(_ examples: [RowExample]) {
    var rest = examples[...]
    self.init(nextNow: { rest.popFirst() })
  }

  /// The cursor with each request for a row counted as a call of `step`.
  func watched(by step: AuthorStep) -> RowCursor {
    var cursor = self
    cursor.nextNow = { [nextNow] in
      do {
        return try step.call(nextNow)
      } catch let pending as RowIsPending {
        throw RowIsPending { await step.call { await pending.wait() } }
      }
    }
    return cursor
  }
}

/// One row of an outline, bound to the body it is for.
package struct RowExample: Sendable {
  /// The name of the row. A row without a name, or with an empty name, is named by its position, `#3`.
  package var name: String? { didSet { name = name?.nonEmpty } }
  /// The location of the row, if its format provides one.
  package var place: Place?
  /// Returns the values as people read them. Called only when the row is reported.
  package var values: @Sendable () -> String?
  /// Returns the values by column, if the row has columns. Called only when an issue of the row is reported.
  package var columns: (@Sendable () -> [RowColumn])?
  /// The traits of the row itself.
  package var traits: [any ExampleTrait]
  /// The data suites around the row, the outermost first.
  package var suites: [RowSuite]
  /// Returns, when the example has finished, whether it read no value of the row; `nil` if that is unknown, or
  /// there is nothing to read.
  package var isUnread: (@Sendable () -> Bool)?
  /// Returns whether the row has a value under a key; `nil` if it has no keys.
  package var hasColumn: (@Sendable (String) -> Bool)?
  /// Whether another row may have the same name.
  package var mayRepeat = false
  /// The row as its source produced it, for code that requests it from the scope.
  package var payload: (any Sendable)?
  /// The body of the outline with the row's values.
  package var body: @Sendable () async throws -> Void

  package init(
    name: String?, at place: Place? = nil, traits: [any ExampleTrait] = [],
    suites: [RowSuite] = [],
    values: @escaping @Sendable () -> String? = { nil }, payload: (any Sendable)? = nil,
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name?.nonEmpty
    self.place = place
    self.values = values
    self.traits = traits
    self.suites = suites
    self.payload = payload
    self.body = body
  }
}

/// A group of rows inside an outline: a suite of a data file, or a folder of rows.
package struct RowSuite: Sendable, Hashable {
  /// The name, unique in the suite around it.
  package var name: String
  /// Where the suite is defined.
  package var place: Place

  /// Makes a suite; without a name, it is named `unnamed`.
  package init(_ name: String, at place: Place) {
    self.name = name.nonEmpty ?? "unnamed"
    self.place = place
  }
}

/// The row an example was made from, as events and reports name it.
public struct RowReference: Sendable, Hashable {
  /// The name of the row, or its position.
  public var name: String
  /// The location of the row, if its format provides one.
  public var place: Place?
  /// The values as people read them, on one line and shortened.
  public var values: String?
  /// The values by column, in an issue of a row that has columns.
  public var columns: [RowColumn]?

  /// Creates a reference to a row.
  package init(
    name: String, place: Place? = nil, values: String? = nil, columns: [RowColumn]? = nil
  ) {
    self.name = name
    self.place = place
    self.values = values
    self.columns = columns
  }
}

/// A value of a row as people read it, with its column.
public struct RowColumn: Sendable, Hashable {
  /// The name of the column.
  public var name: String
  /// The value on one line. Quotation marks enclose texts, and keys in objects that contain any of `{}[],:"`.
  public var value: String
  /// The value that the example read, if it looks different.
  public var read: String?

  /// Creates a column; `read` is the decoded value, if it looks different.
  package init(_ name: String, _ value: String, read: String? = nil) {
    self.name = name
    self.value = value
    self.read = read
  }
}

extension String {
  /// The text; `nil` if it is empty.
  package var nonEmpty: String? { isEmpty ? nil : self }
}
