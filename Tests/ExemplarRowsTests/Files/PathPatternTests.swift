import Testing

@testable import ExemplarRows

/// Patterns with many parts.
struct PathPatternTests {
  /// The cost of a folder is the number of remainders of a pattern in it.
  @Test(arguments: [
    (String(repeating: "**/", count: 60) + "*.json", 2),
    (String(repeating: "**/a/", count: 30) + "*.json", 61),
  ])
  func hasFewRemaindersInADeepFolder(text: String, most: Int) throws {
    let pattern = try #require(PathPattern.all(in: text).first)
    var rests: [PathPattern.Rest] = [pattern.whole]
    for _ in 0..<100 {
      rests = Array(Set(rests).flatMap { $0.inFolder("a") })
      #expect(rests.count <= 2 * most)
      #expect(Set(rests).count <= most)
    }
    let folders = [String](repeating: "a", count: 100)
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
