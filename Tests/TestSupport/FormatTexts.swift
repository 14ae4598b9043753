import Foundation

/// A JSON text, which is YAML too, and the same data in other formats.
package struct FormatTexts {
  package let json: String
  /// The elements of an array, one on each line.
  package let lines: String
  /// An XML property list.
  package let plist: String

  package init(_ json: String) throws {
    self.json = json
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    lines = try (value as? [Any] ?? []).map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
    }.joined()
    let list = try PropertyListSerialization.data(
      fromPropertyList: value, format: .xml, options: 0)
    plist = String(decoding: list, as: UTF8.self)
  }
}
