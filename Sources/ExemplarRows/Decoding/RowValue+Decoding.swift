// Rows decode into values as they are: `RowValue`, `RowFields` and `[String: RowValue]`.

extension RowValue: Decodable {
  /// The value as its source has it, with its place; of another decoder, whatever that holds.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? RowDecoder {
      self = decoder.wholeValue
    } else if let container = try? decoder.container(keyedBy: RowKey.self) {
      self.init(.object(try RowFields(of: container)))
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [RowValue] = []
      while !container.isAtEnd { values.append(try container.decode(RowValue.self)) }
      self.init(.array(values))
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self.init(.null)
      } else if let truth = try? container.decode(Bool.self) {
        self.init(.bool(truth))
      } else if let number = try? container.decode(Int.self) {
        self.init(.number("\(number)"))
      } else if let number = try? container.decode(Double.self) {
        self.init(.number("\(number)"))
      } else {
        self.init(.string(try container.decode(String.self)))
      }
    }
  }
}

extension RowFields: Decodable {
  /// The values under their keys.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? RowDecoder {
      guard let fields = decoder.wholeValue.object else {
        throw decoder.mismatch("an object", RowFields.self)
      }
      self = fields
    } else {
      try self.init(of: decoder.container(keyedBy: RowKey.self))
    }
  }

  fileprivate init(of container: KeyedDecodingContainer<RowKey>) throws {
    self.init()
    for key in container.allKeys {
      _ = add(try container.decode(RowValue.self, forKey: key), for: key.stringValue)
    }
  }
}

extension RowDecoder {
  /// The value; of a whole row, its plain value, or all of its values.
  fileprivate var wholeValue: RowValue {
    guard let whole, whole.row.own["value"] == nil || whole.row.own.keys.count > 1 else {
      return plainValue.value
    }
    let (row, keys) = (whole.row, whole.readKeys())
    return RowValue(
      .object(RowFields(keys.map { ($0, row.value(under: $0) ?? .null) })),
      line: Int32(clamping: row.place.line), column: Int32(clamping: row.place.column))
  }
}
