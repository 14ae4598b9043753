import ExemplarCore
import Foundation

extension RowValue {
  /// The value of a whole JSON text, in which everything knows its line.
  ///
  /// Throws ``UsageError`` for the first thing that is wrong with it.
  ///
  /// - Parameter path: The name of the text in messages.
  package static func json(_ text: Data, path: String) throws -> RowValue {
    try JSONScanner.value(of: text, path: path)
  }

  /// The word for the kind of the value, for messages of others.
  package var wordForKind: String { kind }
}
