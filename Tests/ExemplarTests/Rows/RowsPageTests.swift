import Foundation
import Testing

/// The page shows code that is compiled and run here.
@Test func thePageOnRowsShowsCodeThatRuns() throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  func lines(of path: String) throws -> [String] {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
  let code = try lines(of: "RowsPage.swift").joined(separator: "\n")
  func snippets(of lines: some Sequence<String>) -> [[String]] {
    var snippets: [[String]] = []
    var isInside = false
    for line in lines {
      if line == "```swift" {
        isInside = true
        snippets.append([])
      } else if line == "```" {
        isInside = false
      } else if isInside {
        snippets[snippets.count - 1].append(line)
      }
    }
    return snippets
  }
  let page = snippets(of: try lines(of: "../../../Sources/Exemplar/Exemplar.docc/Rows.md"))
  let readMe = snippets(
    of: try lines(of: "../../../README.md").drop { $0 != "## Rows from files" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") })
  #expect(page.count == 8 && readMe.count == 2)
  for snippet in page + readMe {
    #expect(code.contains(snippet.joined(separator: "\n")))
  }
}
