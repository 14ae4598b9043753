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
  var snippets: [[String]] = []
  var isInside = false
  for line in try lines(of: "../../../Sources/Exemplar/Exemplar.docc/Rows.md") {
    if line == "```swift" {
      isInside = true
      snippets.append([])
    } else if line == "```" {
      isInside = false
    } else if isInside {
      snippets[snippets.count - 1].append(line)
    }
  }
  #expect(snippets.count == 5)
  for snippet in snippets {
    #expect(code.contains(snippet.joined(separator: "\n")))
  }
}
