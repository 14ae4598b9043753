import ExemplarCore

extension RowFormat {
  /// Whether a JSON text has a key that decides what runs. The same word in a value is data.
  static func mayHoldJSONMarks(_ reader: ByteReader) throws -> Bool {
    let keys = RowMetadata.keysForPlanning.map { "\"\($0)\"" }
    // A letter that is written as its number may be one of a key.
    return try reader.mentions(anyOf: keys + ["\\u00"]) { rest in
      guard let next = rest.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
        // The rest may be in what is not read yet.
        return true
      }
      return next == UInt8(ascii: ":") || [UInt8(ascii: "6"), UInt8(ascii: "7")].contains(next)
    }
  }
}
