import ExemplarCore
import Foundation

extension Encodable {
  /// JSON for programs. A terminal that shows it does not obey it, since invisible characters are escaped.
  var jsonText: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let text = String(decoding: try encoder.encode(self), as: UTF8.self)
      return text.unicodeScalars.map {
        $0 == "\n" || !ExampleID.isControl($0) ? String($0) : $0.inJSON
      }
      .joined() + "\n"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var inJSON: String {
    String(self).utf16.map { "\\u" + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
  }
}
