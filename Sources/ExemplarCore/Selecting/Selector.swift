/// A path, a glob, a file with or without a line, or a part of a name that asks for examples.
struct Selector: Sendable {
  /// The selector as it was written.
  let text: String
  /// The file in `File.swift`, `File.swift:42` and `data.json:14`.
  let file: String?
  /// The line of the file; `nil` stands for the whole file.
  let line: Int?
  private let glob: Glob?
  private let lowercased: String
  /// Whether it may separate the module with a dot, as `swift test` does.
  private let isDotted: Bool

  init(_ text: String) {
    self.text = text
    (file, line) = Self.fileAndLine(text)
    glob = Glob(ifIn: text)
    lowercased = text.lowercased()
    isDotted = text.contains(".")
  }

  private static func fileAndLine(_ text: String) -> (file: String?, line: Int?) {
    var file = text[...]
    var line: Int?
    if let colon = text.lastIndex(of: ":"), let number = Int(text[text.index(after: colon)...]) {
      (file, line) = (text[..<colon], number)
    }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return (nil, nil) }
    let ending = file[file.index(after: dot)...]
    let isEnding =
      !ending.isEmpty && ending.count <= 9 && ending.allSatisfy { $0.isLetter || $0.isNumber }
    return isEnding ? (String(file), line) : (nil, nil)
  }

  /// Whether the selector names a source file, or a line of one.
  var isSource: Bool { file?.hasSuffix(".swift") == true }

  /// Whether it names the file at `path`, which it may shorten to its last names.
  func names(fileAt path: String) -> Bool {
    file.map(path.isPath) ?? false
  }

  /// Whether it is a glob that matches an id, or a part of the id, in upper or lower case.
  func matches(_ id: IDSpellings) -> Bool {
    if let glob {
      return glob.matches(id.text) || glob.matches(id.textInModule)
        || isDotted && glob.matches(id.dotted)
    }
    return id.lowercased.contains { $0.contains(lowercased) }
      || isDotted && id.dotted.lowercased().contains(lowercased)
  }
}

/// The texts for an id that a selector is compared with.
final class IDSpellings {
  let text: String
  let textInModule: String
  let dotted: String
  /// The names as they are, without escapes.
  let plain: String
  let plainInModule: String
  /// The texts without differences of case.
  lazy var lowercased: [String] = {
    // Readers may leave out a suffix such as _iPad.
    let names = plain.split(separator: "/", omittingEmptySubsequences: false).map { name in
      Platform.known.first { name.hasSuffix("_" + $0.name) }
        .map { name.dropLast($0.name.utf8.count + 1) } ?? name
    }
    return Set([text, plain, plain.contains("_") ? names.joined(separator: "/") : plain])
      .map { $0.lowercased() }
  }()

  init(_ id: ExampleID) {
    let names = id.components
    (text, textInModule, dotted) = (id.text, id.textInModule, id.dotted)
    plain = names.joined(separator: "/")
    plainInModule = names.dropFirst().joined(separator: "/")
  }
}
