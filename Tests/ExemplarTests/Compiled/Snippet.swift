import Foundation

/// A piece of code in the documentation.
struct Snippet: CustomStringConvertible {
  /// Where it begins, from the root of the repository.
  var file: String
  var line: Int
  var code: String

  var description: String { "\(file):\(line)" }

  /// The code around the snippet.
  enum Surroundings {
    /// A file of its own, since the snippet has declarations at the top level.
    case file
    /// A group: it has examples, hooks or the like.
    case group
    /// The body of an example.
    case body
    /// A row source is wanted.
    case source
    /// The manifest of a package.
    case manifest
  }

  var surroundings: Surroundings {
    if code.hasPrefix(".") { return .source }
    if code.hasPrefix("dependencies:") { return .manifest }
    if code.contains(#/(?m)^(@|import |(public )?(struct|final class|extension|func) )/#) {
      return .file
    }
    if code.contains(#/(?m)^let \w+ = (SharedExamples|sharedExamples)\b/#) { return .file }
    return code.contains(#/(?m)^(it|outline|context|beforeEach|itBehavesLike|sharedExamples)\b/#)
      ? .group : .body
  }

  /// The snippet with an expression in place of what was left out, which is written as `…`.
  var whole: String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var text = ""
      var isString = false
      for character in line {
        if character == "\"" { isString.toggle() }
        text += character == "…" && !isString ? "elided()" : String(character)
      }
      return text
    }.joined(separator: "\n")
  }

  /// All snippets of Swift in the documentation of the repository at `root`.
  static func all(in root: URL) throws -> [Snippet] {
    var files = ["README.md", "ARCHITECTURE.md"]
    let sources = FileManager.default.enumerator(
      atPath: root.appendingPathComponent("Sources").path)
    for case let path as String in sources ?? .init() {
      if path.hasSuffix(".swift") || path.hasSuffix(".md") { files.append("Sources/\(path)") }
    }
    return try files.sorted().flatMap { file in
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      return all(in: text, of: file)
    }
  }

  static func all(in text: String, of file: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var current: (line: Int, code: [String])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var line = line[...]
      if file.hasSuffix(".swift") {
        guard let comment = line.wholeMatch(of: #/\s*\/\/\/ ?(.*)/#) else {
          current = nil
          continue
        }
        line = comment.1
      }
      let fence = line.trimmingCharacters(in: .whitespaces)
      if fence == "```swift" {
        current = (index + 2, [])
      } else if fence.hasPrefix("```") {
        if let (line, code) = current {
          snippets.append(
            Snippet(file: file, line: line, code: code.joined(separator: "\n")))
        }
        current = nil
      } else {
        current?.code.append(String(line))
      }
    }
    return snippets
  }
}
