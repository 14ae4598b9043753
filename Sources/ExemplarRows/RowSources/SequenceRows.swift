import ExemplarCore

extension RowSource {
  /// The rows of a sequence that is created when its outline runs, and again each time the rows are
  /// read. It may be infinite: see ``prefix(_:)``.
  ///
  /// ```swift
  /// .sequence {
  ///   (1...12).lazy.map { month in Row("month \(month)", ["month": RowValue(month)]) }
  /// }
  /// ```
  ///
  /// An error that the closure throws is one failing example.
  public static func sequence<Rows: Sequence<Row> & SendableMetatype>(
    _ name: String = "sequence", _ make: @escaping @Sendable () throws -> Rows
  ) -> RowSource {
    RowSource(name) { _ in
      RowIterator(try make().lazy.map { RowResult.success($0) })
    }
  }

  /// The rows of a sequence that is made asynchronously.
  public static func sequence<Rows: Sequence<Row> & SendableMetatype>(
    _ name: String = "sequence", _ make: @escaping @Sendable () async throws -> Rows
  ) -> RowSource {
    RowSource(name) { _ in
      RowIterator(try await make().lazy.map { RowResult.success($0) })
    }
  }

  /// The rows of an asynchronous sequence. An error that it throws is one failing example, after
  /// those of the rows before.
  @_disfavoredOverload
  public static func sequence<Rows: AsyncSequence & SendableMetatype>(
    _ name: String = "sequence", _ make: @escaping @Sendable () async throws -> Rows
  ) -> RowSource where Rows.Element == Row, Rows.AsyncIterator: SendableMetatype {
    RowSource(name) { _ in
      var rows = try await make().makeAsyncIterator()
      return RowIterator { try await rows.next().map { .success($0) } }
    }
  }
}

extension Row {
  /// A row created in code. Values that are not a dictionary become its `value`.
  ///
  /// - Parameter name: The name; `nil` if the row is named by its position.
  public init(
    _ name: String?, _ values: RowValue, filePath: String = #filePath, line: Int = #line
  ) {
    self.init(
      name: name, fields: values.fieldsOfRow, place: Place(path: filePath, line: line))
  }
}
