/// An example before it runs: one of the plan, or a row, which its source makes and its outline names.
///
/// It is a class, since each step of a run passes it on. It changes only until it runs, in one task at a time, so that no
/// access looks for others.
package final class ExampleInvocation: @unchecked Sendable {
  /// The id, and the facts. A row has them once its outline has selected it.
  @exclusivity(unchecked) package internal(set) var info: ExampleInfo
  /// Those of the example, with those of the run in place of missing ones.
  @exclusivity(unchecked) var settings: ExampleSettings
  /// Runs the body, that of an outline with the values of the row.
  package let body: @Sendable () async throws -> Void

  /// The name that its source gives a row. A row without one is named by its position, `#3`.
  package let name: String?
  /// The location of a row, if its format provides one.
  package let place: Place?
  /// The data suites around a row, the outermost first.
  package let suites: [RowSuite]
  /// The traits of a row itself.
  @exclusivity(unchecked) package internal(set) var traits: [any ExampleTrait]
  /// The row as its source produced it, for code that requests it from the scope.
  let payload: (any Sendable)?
  /// Returns the values of a row as people read them. Called only when the row is reported.
  package let values: @Sendable () -> String?
  /// Returns the values by column, if a row has columns. Called only when an issue of the row is reported.
  @exclusivity(unchecked) package var columns: (@Sendable () -> [RowColumn])?
  /// Returns, when the example has finished, whether it read no value of a row; `nil` if that is unknown, or
  /// there is nothing to read.
  @exclusivity(unchecked) package var isUnread: (@Sendable () -> Bool)?
  /// Returns whether a row has a value under a key; `nil` if it has no keys.
  @exclusivity(unchecked) package var hasColumn: (@Sendable (String) -> Bool)?
  /// Returns the files of which any change concerns a row. Called only when the row is listed.
  @exclusivity(unchecked) package var otherFiles: (@Sendable () -> [String])?
  /// Whether another row may have the same name.
  @exclusivity(unchecked) package var mayRepeat = false

  /// A row that is still to be named.
  package init(
    row name: String?, at place: Place? = nil, traits: [any ExampleTrait] = [],
    suites: [RowSuite] = [], values: @escaping @Sendable () -> String? = { nil },
    payload: (any Sendable)? = nil, body: @escaping @Sendable () async throws -> Void
  ) {
    info = Self.unnamed
    settings = ExampleSettings()
    (self.name, self.place, self.suites, self.traits) = (name?.nonEmpty, place, suites, traits)
    (self.payload, self.values, self.body) = (payload, values, body)
  }

  private static let unnamed = ExampleInfo(ExampleID([]), ExampleContext())
  private static let noValues: @Sendable () -> String? = { nil }

  /// An example of the plan, or the hooks of a group.
  init(
    _ info: ExampleInfo, _ settings: ExampleSettings = ExampleSettings(),
    body: @escaping @Sendable () async throws -> Void = {}
  ) {
    (self.info, self.settings, self.body) = (info, settings, body)
    (name, place, suites, traits, payload, values) = (nil, nil, [], [], nil, Self.noValues)
  }

  var timeLimit: Duration? { settings.timeLimit }
  var retries: Int { max(0, settings.retries ?? 0) }

  /// The row with its values, for an example of an outline.
  var row: RowReference? {
    guard var row = info.row else { return nil }
    (row.values, row.columns) = (values(), columns?())
    return row
  }

  /// Whether a row passed although the example read no value of it.
  var hasUnreadRow: Bool {
    settings.mayLeaveRowsUnread != true && hasColumn != nil && isUnread?() == true
  }
}
