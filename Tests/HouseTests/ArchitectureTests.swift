import Foundation
import Testing

/// What `ARCHITECTURE.md` says of files is true.
struct ArchitectureTests {
  @Test func theFilesThatItNamesExist() throws {
    let repository = PublicAPI.repository
    let text = try String(
      contentsOf: repository.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    // Folders end with a slash; whatever else has one is the path of a file.
    let paths = text.matches(of: #/`((?:Sources|Tests|Examples|Benchmarks|\.ci)/[^` ]*)`/#)
      .map { String($0.output.1) }
    #expect(paths.count >= 8)
    for path in paths {
      #expect(
        FileManager.default.fileExists(atPath: repository.appendingPathComponent(path).path),
        "ARCHITECTURE.md names \(path), which does not exist")
    }
  }
}
