import ExemplarCore
import ExemplarRows
import Foundation
import Testing

/// Records an issue unless a value equals the content of a file beside the source of the running example.
///
/// ```swift
/// it("lists the books") { expectGolden(["Dune", "Emma"], named: "books.json") }
/// ```
///
/// The file is in the folder `Goldens`, and is named by the example. Without it, the example fails as pending and shows the
/// value; `exemplar review` writes the file after a person has accepted the value, as it does with a value that has changed.
/// Nothing else writes it. Text and data are compared as they are, and other values as JSON with sorted keys, a line for each
/// part.
///
/// An example with several values names them; the extension of a name is that of its file. A ``Scrubber`` replaces parts of
/// the value before it is compared.
public func expectGolden(
  _ actual: some Encodable, named name: String = "", scrubbing scrubbers: Scrubber...,
  comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  let comparison = ReviewedComparison(
    function: "expectGolden()", subject: .golden, scrubbers: scrubbers, comment: comment(),
    fileID: fileID, place: Place(path: filePath, line: line, column: column))
  try? comparison.compare(actual) { scope, content in
    let file = GoldenFile(
      of: scope.info.id, named: name, in: scope.info.context.place?.path ?? filePath,
      orWith: content.fileExtension)
    var expected = try ExpectedValue(fileAt: file.path, hasMark: false)
    expected.confirmed = ConfirmedPlace(Place(path: file.path))
    return expected
  }
}

/// The file with the expected value of an example without a row of its own.
struct GoldenFile {
  let path: String

  /// - Parameters:
  ///   - source: The Swift file with the example.
  ///   - fileExtension: The extension if the name has none.
  init(of id: ExampleID, named name: String, in source: String, orWith fileExtension: String) {
    let source = URL(fileURLWithPath: source)
    let (stem, ending) = Self.parts(of: name)
    let names = id.components.dropFirst() + (stem.isEmpty ? [] : [stem])
    let slugs = names.map(Self.slug)
    var slug = slugs.map(\.text).joined(separator: ".")
    // Names that look alike, or differ only by case, stay apart.
    if !slugs.allSatisfy(\.isExact) || slug.utf8.count > Self.limit {
      let hash = String(names.reduce(PathHash()) { $0.appending($1) }.key(seed: 0), radix: 36)
      slug = "\(slug.prefix(Self.limit))_\(hash.suffix(8))"
    }
    path =
      source.deletingLastPathComponent()
      .appendingPathComponent("Goldens/\(source.deletingPathExtension().lastPathComponent)")
      .appendingPathComponent("\(slug).\(ending.isEmpty ? fileExtension : ending)").path
  }

  private static let limit = 150

  /// A name and its extension.
  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    let ending = name[name.index(after: dot)...]
    let isPlain = !ending.isEmpty && ending.utf8.count <= 10 && slug(String(ending)).isExact
    return isPlain && !ending.contains(" ") ? (String(name[..<dot]), String(ending)) : (name, "")
  }

  /// A name in small letters, digits and hyphens, and whether no other name has the same ones.
  private static func slug(_ name: String) -> (text: String, isExact: Bool) {
    var text = ""
    var isExact = true
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        text.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
        isExact = false
      default:
        if byte != 0x20 || text.isEmpty || text.hasSuffix("-") { isExact = false }
        if !text.isEmpty, !text.hasSuffix("-") { text += "-" }
      }
    }
    if text.hasSuffix("-") {
      text.removeLast()
      isExact = false
    }
    return (text, isExact && !text.isEmpty)
  }
}
