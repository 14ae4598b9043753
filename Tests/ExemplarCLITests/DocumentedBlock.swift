import Foundation

/// A block of code in an article.
struct DocumentedBlock: CustomStringConvertible {
  enum Content {
    /// A whole file: the line before the block is its path in backticks, with a colon.
    case file(path: String, text: String)
    /// A command after `$ `, and what it prints.
    case session(command: String, output: String)
    case other(String)
  }

  var page: String
  var line: Int
  var content: Content

  var description: String { "\(page).md:\(line)" }

  /// The articles, without `.md`.
  static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: catalog.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
  }

  static func text(of page: String) throws -> String {
    try String(contentsOf: catalog.appendingPathComponent("\(page).md"), encoding: .utf8)
  }

  static func all(in page: String) throws -> [DocumentedBlock] {
    var blocks: [DocumentedBlock] = []
    var path: String?
    var block: (line: Int, text: [Substring])?
    let lines = try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let (line, text) = block {
          blocks.append(DocumentedBlock(page: page, line: line, content: content(text, path)))
          (block, path) = (nil, nil)
        } else {
          block = (index + 2, [])
        }
      } else if block != nil {
        block?.text.append(line)
      } else if let match = line.wholeMatch(of: #/`([^` ]+)`:/#) {
        path = String(match.1)
      } else if !line.isEmpty {
        path = nil
      }
    }
    return blocks
  }

  private static func content(_ lines: [Substring], _ path: String?) -> Content {
    let text = lines.joined(separator: "\n")
    if let path { return .file(path: path, text: text + "\n") }
    guard let first = lines.first, first.hasPrefix("$ ") else { return .other(text) }
    return .session(
      command: String(first.dropFirst(2)), output: lines.dropFirst().joined(separator: "\n"))
  }

  /// Writes a file of a page. A path to a clone of Exemplar becomes the path of this one.
  static func write(_ text: String, to file: URL) throws {
    let text = text.replacing("\"../exemplar\"", with: "\"\(Tool.repository.path)\"")
    try file.deletingLastPathComponent().write(text, to: file.lastPathComponent)
  }

  private static let catalog = Tool.repository
    .appendingPathComponent("Sources/Exemplar/Exemplar.docc")
}

extension String {
  /// The words of a command line, without quotation marks.
  var shellWords: [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in self {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }
}
