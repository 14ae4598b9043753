extension JSONScanner {
  /// Moves on past one value, of which only brackets and quotation marks are looked at: what is wrong
  /// inside is told when it is read.
  ///
  /// Throws ``AuthoringMistake`` if the value has no end.
  mutating func skipValue() throws {
    guard let first = peek() else { throw unexpected("a value") }
    guard [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(first) else {
      _ = try value()
      return
    }
    var position = position
    let isClosed = bytes.withUnsafeBufferPointer { bytes in
      var depth = 0
      var index = position.index
      defer { position.index = index }
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""):
          while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            // A line cannot end in a text, but places are to be right where one does.
            if bytes[index] == 0x0A { position.endLine(before: index + 1) }
            index += bytes[index] == 0x5C ? 2 : 1
          }
          guard index < bytes.count else { return false }
          index += 1
          if depth == 0 { return true }
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return true }
        case 0x0A: position.endLine(before: index)
        default: break
        }
      }
      return false
    }
    position.index = min(position.index, bytes.count)
    self.position = position
    if !isClosed { throw unexpected("the end of the value") }
  }
}

extension JSONScanner.Position {
  fileprivate mutating func endLine(before index: Int) {
    line += 1
    lineStart = index
  }
}
