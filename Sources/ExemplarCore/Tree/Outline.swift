/// An example with a row source: it expands into one example per row.
package struct Outline: Sendable {
  /// Opens the source at its beginning.
  ///
  /// It can be opened many times and gives equal rows in equal order each time. Rows are made one
  /// by one, while the outline runs.
  package var open: Open

  package typealias Open = @Sendable () async throws -> RowCursor<ExampleInvocation>

  /// Opens the source for examples that only read their rows, as their bodies would, and then end;
  /// `nil` if there is nothing to read, as for rows in code.
  package var check: Open?

  /// Whether rows may carry traits that decide what is selected: a focus or tags. Only then are the
  /// rows read before planning.
  package var hasMarks: @Sendable () async -> Bool

  /// Whether rows may be located in a file, of which the path or the end of it is known.
  package var mayHold: @Sendable (_ file: String) -> Bool = { _ in true }

  /// The locations of rows in source code that are known without opening the source.
  var places: [Place] = []

  package init(
    hasMarks: @escaping @Sendable () async -> Bool = { false },
    check: Open? = nil,
    open: @escaping Open
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

  /// An outline over rows in memory, which are made for each walk.
  package init(_ rows: @autoclosure @escaping @Sendable () -> [ExampleInvocation]) {
    let first = rows()
    let hasMarks = first.contains { !$0.traits.isEmpty }
    self.init(hasMarks: { hasMarks }) { RowCursor(rows()) }
    let places = first.compactMap(\.place)
    self.places = places
    mayHold = { file in places.contains { $0.path.isPath(endingIn: file) } }
  }

  /// An outline over rows that are all located at one place in source code.
  package init(in place: Place, open: @escaping Open) {
    self.init(open: open)
    mayHold = { place.path.isPath(endingIn: $0) }
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
