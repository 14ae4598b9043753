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
      RowCursor<RowResult>(try make().lazy.map { RowResult.success($0) })
    }
  }

  /// The rows of a sequence that is made asynchronously.
  public static func sequence<Rows: Sequence<Row> & SendableMetatype>(
    _ name: String = "sequence", _ make: @escaping @Sendable () async throws -> Rows
  ) -> RowSource {
    RowSource(name) { _ in
      RowCursor<RowResult>(try await make().lazy.map { RowResult.success($0) })
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
      return RowCursor<RowResult> { try await rows.next().map { .success($0) } }
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

  /// A row created in code whose value is no data, such as an object or a closure.
  ///
  /// ```swift
  /// let tills = [Row("a counter", object: NSCountedSet()), Row("an adder", object: { (sum: Int) in sum + 1 })]
  /// ```
  ///
  /// The expression is evaluated each time that the object is read, so that each example has an object of its own,
  /// and its type need not be `Sendable`. Write a constant for one that all examples share.
  public init<Object>(
    _ name: String?, object: @autoclosure @escaping @Sendable () throws -> Object,
    filePath: String = #filePath, line: Int = #line
  ) {
    self.init(name: name, fields: RowFields(), place: Place(path: filePath, line: line))
    content.object = object
  }

  /// Makes the object of a row that was created with one.
  ///
  /// Throws ``UsageError`` if the row has no object, or one of another type.
  public func object<Object>(as type: Object.Type = Object.self) throws -> Object {
    reads?.recordAll()
    guard let made = try content.object?() else {
      throw UsageError(
        "\(title.capitalizedFirst) has no object. Create it with Row(\"a name\", object: …), or read its values "
          + "with decode.", at: place)
    }
    guard let object = made as? Object else {
      throw UsageError(
        "The object of \(title) is of type \(Swift.type(of: made)), not \(type).", at: place)
    }
    return object
  }
}
