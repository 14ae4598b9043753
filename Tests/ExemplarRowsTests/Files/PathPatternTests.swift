import Testing

@testable import ExemplarRows

/// Patterns with many parts.
struct PathPatternTests {
  /// The cost of a folder is the number of open parts of a pattern in it.
  @Test(arguments: [
    (String(repeating: "**/", count: 60) + "*.json", 2),
    (String(repeating: "**/a/", count: 30) + "*.json", 61),
  ])
  func hasFewOpenPartsInADeepFolder(text: String, most: Int) throws {
    let pattern = try #require(PathPattern.all(in: text).first)
    let folders = [String](repeating: "a", count: 100)
    for count in 0...100 {
      #expect(pattern.openParts(below: folders.prefix(count)).count <= most)
    }
    #expect(pattern.matches(folders + ["b.json"]))
    #expect(!pattern.matches(folders + ["b.txt"]))
  }

  @Test func foldersTwiceAreFoldersOnce() throws {
    for text in ["b/**/**", "**/b/**/**", "**/**/b/**"] {
      let pattern = try #require(PathPattern.all(in: text).first)
      let path = pattern.folder.isEmpty ? ["b"] : []
      #expect(pattern.matches(path + ["c"]))
      #expect(pattern.matches(path + ["c", "d", "e.txt"]))
    }
  }
}
