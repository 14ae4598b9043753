/// Thrown in place of a row that has to be awaited.
///
/// Rows are read by functions that do not suspend, which takes a fraction of the time. Such a function
/// throws this if its row is not there yet. After ``wait``, calling it again returns the row.
package struct RowIsPending: Error, @unchecked Sendable {
  package let wait: () async -> Void

  /// Returns a function that does not suspend, over one that does.
  package static func reading<Row>(_ next: @escaping () async throws -> Row) -> () throws -> Row {
    var ready: Result<Row, any Error>?
    return {
      guard let row = ready else {
        throw RowIsPending {
          do { ready = .success(try await next()) } catch { ready = .failure(error) }
        }
      }
      ready = nil
      return try row.get()
    }
  }

  /// Calls a function until it does not throw this error.
  package nonisolated(nonsending) static func awaiting<Row>(
    _ next: () throws -> Row
  ) async throws -> Row {
    while true {
      do { return try next() } catch let pending as RowIsPending { await pending.wait() }
    }
  }
}
