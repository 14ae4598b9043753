import ExemplarCore

extension Row {
  /// Decodes the value under `key`.
  ///
  /// Throws ``UsageError`` with the file, the line, the row, the key, the expectation and the
  /// value.
  public func decode<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws
    -> Value
  {
    guard let value = self[key] else {
      if let absent = (type as? any AbsentDecodable.Type)?.absent as? Value { return absent }
      throw missing(key)
    }
    reads?.record(type, of: key, from: value)
    return try decoding {
      try RowDecoder(value, under: RowKey(key)).decode(type)
    }
  }

  /// Explains how values that are no data get into rows.
  @available(
    *, unavailable,
    message: """
      the values of rows are data, so that the type must be Decodable. An object is in Row("a", object: …), and \
      Row.current.object(as:) reads it
      """
  )
  @_disfavoredOverload
  public func decode<Value>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
    fatalError()
  }

  /// Decodes the value under `key`; `fallback` if it is missing.
  public func decode<Value: Decodable>(
    _ key: String, as type: Value.Type = Value.self, default fallback: @autoclosure () -> Value
  ) throws -> Value {
    self[key] == nil ? fallback() : try decode(key, as: type)
  }

  /// The whole row as one value: by its keys, or by its plain `value`.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    let (value, whole) = try decodeNoting(type)
    if let mistake = RowMetadata.misspelled(in: self, read: whole.keys) { throw mistake }
    return value
  }

  /// The whole row as one value, and what was read for it.
  func decodeNoting<Value: Decodable>(
    _ type: Value.Type
  ) throws -> (value: Value, whole: WholeRow) {
    let whole = WholeRow(self)
    let value = try decoding { try RowDecoder(whole).decode(type) }
    if let mistake = unreadKey(missing: whole.missing, read: whole.keys) { throw mistake }
    return (value, whole)
  }

  func missing(_ key: String) -> UsageError {
    let (known, hint) = alternatives(to: key)
    var mistake = UsageError(
      "\(title.capitalizedFirst) has no \(key.quoted(besides: allKeys)); it has \(known).\(hint)",
      at: place)
    mistake.missing = MissingColumn(key, alternatives: "The first one has \(known).\(hint)")
    return mistake
  }

  /// The keys of a row without `key`, and a hint. The row may be a group of rows that was not
  /// selected with `each:`.
  private func alternatives(to key: String) -> (known: String, hint: String) {
    let (known, hint) = allFields.alternatives(to: key)
    // Rows in code have no path.
    guard hint.isEmpty, !place.path.hasSuffix(".swift"), var path = own.list(with: key, depth: 3)
    else { return (known, hint) }
    if own.table === FieldKeys.value {
      guard let ownName else { return (known, hint) }
      path[0] = ownName
    }
    // Such keys are written in another way.
    if path.contains(where: { $0.contains { ".*\\".contains($0) } }) { return (known, hint) }
    let text = path.joined(separator: ".")
    return (
      known,
      " It is in \(text.quoted), whose elements are the rows if each: ends in \"\(text)\"."
    )
  }

  /// The values of the row and of the groups around it.
  private var allFields: RowFields {
    if ownOuterFields.isEmpty { return own }
    var fields = own
    for key in allKeys {
      if let value = value(under: key) { _ = fields.add(value, for: key) }
    }
    return fields
  }

  /// Turns an error of `body` into a mistake at the place of the value it is about.
  private func decoding<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DecodingError {
      throw mistake(for: error)
    }
  }

  private func mistake(for error: DecodingError) -> UsageError {
    var (path, text): ([any CodingKey], String) =
      switch error {
      case .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .dataCorrupted(let context):
        (context.codingPath, context.debugDescription)
      @unknown default: ([], String(describing: error))
      }
    let (value, keys) = follow(path)
    var hint = ""
    var missing: MissingColumn?
    if case .keyNotFound(let key, _) = error {
      let inner = path.isEmpty ? nil : value?.object
      let (known, near) =
        inner?.alternatives(to: key.stringValue) ?? alternatives(to: key.stringValue)
      let wanted = key.stringValue.quoted(besides: inner?.keys ?? allKeys)
      text = "there is no \(wanted); it has \(known)"
      hint = near
      if !path.isEmpty,
        value?.object?.keys.contains(where: {
          !$0.isSpelled(as: key.stringValue) && $0.withoutSnakes == key.stringValue
        }) == true
      {
        hint +=
          " To rename the keys of nested objects, use .keys(.snakeCase, deep: true) on the source."
      }
      if path.isEmpty {
        missing = MissingColumn(
          key.stringValue, alternatives: "The first one has \(known).\(near)")
      }
    }
    if text.hasSuffix(".") { text.removeLast() }
    let keyPath = keys.joined(separator: ".").replacing(".[", with: "[")
    let subject = keyPath.isEmpty ? title : "\u{201C}\(keyPath)\u{201D} of \(title)"
    var mistake = UsageError(
      "In \(subject), \(text).\(hint)",
      at: value.map { place(of: $0, under: path.first?.stringValue) } ?? place)
    mistake.missing = missing
    return mistake
  }

  /// The value that a coding path leads to, or the last one on the way to it; and the keys on the
  /// path as the file has them.
  private func follow(_ path: [any CodingKey]) -> (value: RowValue?, keys: [String]) {
    var value: RowValue?
    var isLost = false
    let keys = path.enumerated().map { depth, key in
      let fields = depth == 0 ? own : value?.object
      // A row of a plain value has its name in addition.
      let inner: RowValue? =
        if isLost {
          .none
        } else if depth == 0 {
          self.value(under: key.stringValue)
        } else if let fields {
          fields[key.stringValue]
        } else {
          key.intValue.flatMap { $0 < 0 ? .none : value?.array?.dropFirst($0).first }
        }
      isLost = inner == nil
      value = inner ?? value
      return key.intValue.map { "[\($0)]" }
        ?? (isLost ? key.stringValue : fields?.writtenKey(key.stringValue) ?? key.stringValue)
    }
    return (value, keys)
  }
}

extension RowFields {
  /// The existing keys if `key` is missing, and those that may have been meant, as spelled in the
  /// file.
  fileprivate func alternatives(to key: String) -> (known: String, hint: String) {
    let alike = keys.filter { $0.looks(like: key) }
    let near = alike.isEmpty ? Suggestions.near(key, in: keys, limit: 1) : alike
    // A key that is written as the missing one is meant is read under another name.
    func shown(_ other: String) -> String {
      let written = writtenKey(other)
      return (written.isSpelled(as: key) ? other : written).quoted(besides: [key])
    }
    let known = keys.isEmpty ? "no keys" : keys.map(shown).joined(separator: ", ")
    return (known, Suggestions.question(near.map(shown)))
  }

  /// The path to the first list of objects of which one has a value under `key`.
  fileprivate func list(with key: String, depth: Int) -> [String]? {
    for (name, value) in zip(keys, values) {
      guard case .array(let elements) = value.content else { continue }
      let objects = elements.compactMap { element -> RowFields? in
        if case .object(let fields) = element.content { fields } else { nil }
      }
      if objects.contains(where: { $0[key] != nil }) { return [writtenKey(name)] }
      guard depth > 1 else { continue }
      for fields in objects.prefix(3) {
        if let rest = fields.list(with: key, depth: depth - 1) { return [writtenKey(name)] + rest }
      }
    }
    return nil
  }
}

/// A type that has a value for a key that is not there.
private protocol AbsentDecodable {
  static var absent: Any { get }
}

extension Optional: AbsentDecodable {
  fileprivate static var absent: Any { Self.none as Any }
}
