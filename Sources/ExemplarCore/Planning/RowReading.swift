/// Shows whether several processes have read the same rows.
package struct RowReading: Sendable, Hashable, Codable {
  /// How many there were.
  package var count: Int
  /// A hash of their names, in their order.
  package var names: PathHash

  package init(count: Int = 0, names: PathHash = PathHash()) {
    self.count = count
    self.names = names
  }

  /// Records that another row was read.
  mutating func record(_ name: String) {
    count += 1
    names = names.appending(name)
  }
}

/// The rows of an outline that ran in a process that has exited: the first rows of those that its part has claimed.
package struct FinishedRows: Sendable, Hashable, Codable {
  package var count: Int
  /// The last of them, which shows whether they are the first rows in another process too.
  package var last: ExampleID?

  package init(_ count: Int = 0, last: ExampleID? = nil) {
    self.count = count
    self.last = last
  }
}
