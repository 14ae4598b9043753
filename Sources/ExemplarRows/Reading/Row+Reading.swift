/// The row has been read, and that was all that was asked for.
struct RowWasRead: Error {}

extension Row {
  /// Stands where all of the row has been read and the body begins. When rows are only checked, the
  /// example ends here.
  public func __read() throws {
    if notes.isOnlyRead { throw RowWasRead() }
  }
}
