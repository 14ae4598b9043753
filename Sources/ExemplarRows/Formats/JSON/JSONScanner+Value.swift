import ExemplarCore
import Foundation

extension JSONScanner {
  /// The value of a whole JSON text.
  ///
  /// Throws ``AuthoringMistake`` for the first thing that is wrong with it.
  static func value(of data: Data, path: String) throws -> RowValue {
    var scanner = try JSONScanner([UInt8](data), path: path)
    if scanner.peek() == nil {
      throw AuthoringMistake(
        "The file is empty; expected keys and values.", at: Place(path: path, line: 1, column: 1))
    }
    let value = try scanner.value()
    if let duplicate = scanner.popDuplicate() { throw duplicate }
    if scanner.peek() != nil { throw scanner.unexpected("the end of the file") }
    return value
  }
}
