import ExemplarCore

extension Row {
  /// The row of the example that is running, for a body without parameters.
  ///
  /// Throws ``UsageError`` where no example of an outline over a row source is running.
  public static var current: Row {
    get throws {
      guard let watched = ExampleScope.current?.payload as? WatchedRow else {
        throw UsageError(
          "There is no current row: Row.current is for the body and the hooks of an outline.")
      }
      return watched.row
    }
  }
}
