/// The row has been read, and that was all that was asked for.
struct RowWasRead: Error {}

extension Row {
  /// Marks the end of reading the row and the beginning of the body. When rows are only checked,
  /// the example ends here.
  public func __read() throws {
    if notes.isOnlyRead { throw RowWasRead() }
  }
}
