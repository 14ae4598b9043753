import Exemplar
import ExemplarCore
import ExemplarRows
import Foundation
import TestSupport
import Testing

/// Files of every format, good and bad, each with its rows.
///
/// `Corpus/FORMAT/good` holds files of which every row can be read, `Corpus/FORMAT/bad` files with
/// a mistake. What is expected of `NAME.ext`, a file or a folder, stands beside it in
/// `NAME.expected.txt`, and is written anew where `EXEMPLAR_UPDATE_GOLDEN` is 1.
struct CorpusTests {
  /// The source that reads a file of each format; the key is the name of the folder in the corpus.
  static let formats: [String: @Sendable (URL) -> RowSource] = [
    "csv": { $0.pathExtension == "tsv" ? .tsv(.url($0)) : .csv(.url($0)) },
    "csv-columns": { .csv(.url($0), columns: "title", "pages", separator: ";", comments: "#") },
    "files-with": { .files("\($0.path)/**/*.md", with: "*.html") },
    "json": { .json(.url($0)) },
    "json-columns": { .json(.url($0), columns: "title", "pages") },
    "json-each": { .json(.url($0), each: "books") },
    "json-star": { .json(.url($0), each: "*.books") },
    "jsonl": { .jsonLines(.url($0)) },
    "jsonl-each": { .jsonLines(.url($0), each: "books") },
    "lines": { .lines(.named($0.path), comments: "#") },
    "lines-matching": {
      .lines(.named($0.path), matching: /(?<shelf>[A-Z]\d+) +(?<title>.+)/, comments: "#")
    },
    "lines-widths": { .lines(.named($0.path), widths: ["shelf": 4, "title": 10, "pages": 3]) },
    "matches": { .matches(.named($0.path), of: /(?m)^>>> (?<input>.*)\n(?<output>.*)$/) },
    "plist": { .plist(.url($0)) },
    "plist-each": { .plist(.url($0), each: "books") },
    "testsuite": { .testSuite(.url($0)) },
    "yaml": { .yaml(.url($0)) },
    "yaml-each": { .yaml(.url($0), each: "books") },
  ]

  /// The formats of traits that are off.
  #if YAML
    static let formatsThatAreOff: Set<String> = []
  #else
    static let formatsThatAreOff: Set = ["yaml", "yaml-each"]
  #endif

  @Test(arguments: CorpusFile.all)
  func givesWhatIsExpected(of file: CorpusFile) async throws {
    let source = try #require(
      Self.formats[file.format], "CorpusTests.formats has no source for \(file.format)")
    let lines = await transcript(
      of: source(file.url), for: file.site,
      showingPaths: ["files-with", "testsuite"].contains(file.format))
    let text = lines.map { $0.replacing(file.folder.path, with: "CORPUS") + "\n" }.joined()
    if updatesGolden {
      try Data(text.utf8).write(to: file.expectation)
    }
    let expected = try? String(contentsOf: file.expectation, encoding: .utf8)
    expect(text, equals: expected, "of \(file)")
    let hasMistake = lines.contains { $0.contains("mistake: ") || $0.contains("error: ") }
    expect(hasMistake, equals: !file.isGood)
  }

  @Test func hasAFileForEveryExpectation() {
    // The URLs of folders differ by a slash.
    let expected = Set(CorpusFile.all.map(\.expectation.path))
    expect(CorpusFile.expectations.map(\.path).filter { !expected.contains($0) }, equals: [])
  }

  @Test func hasFilesOfEveryKind() {
    for isGood in [true, false] {
      let files = CorpusFile.all.filter { $0.isGood == isGood }
      expect(
        Set(files.map(\.format)), equals: Set(Self.formats.keys).subtracting(Self.formatsThatAreOff)
      )
    }
  }

  @Test func hasAFileOfEveryExtension() {
    let off = Self.formatsThatAreOff.isEmpty ? [] : ["yaml", "yml"]
    let known = Set(CorpusFile.all.map(\.url.pathExtension) + off)
    expect(RowSource.fileExtensions.filter { !known.contains($0) }, equals: [])
  }

  @Test func hasAnExpectationForEachFile() {
    // Two files of one name without extension would share one.
    expect(Set(CorpusFile.all.map(\.expectation.path)).count, equals: CorpusFile.all.count)
  }
}

/// A file of the corpus, or a folder that is read as one source.
struct CorpusFile: Sendable, CustomTestStringConvertible {
  let url: URL

  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus")

  /// The folder of the file.
  var folder: URL { url.deletingLastPathComponent() }
  var isGood: Bool { folder.lastPathComponent == "good" }
  var format: String { folder.deletingLastPathComponent().lastPathComponent }
  /// The file with the expected result.
  var expectation: URL {
    let name = url.deletingPathExtension().lastPathComponent
    return folder.appendingPathComponent("\(name).expected.txt")
  }
  var site: DeclarationSite {
    DeclarationSite(
      module: "Bookshop",
      place: Place(path: folder.appendingPathComponent("Books.swift").path, line: 7, column: 3))
  }
  var testDescription: String { "\(format)/\(folder.lastPathComponent)/\(url.lastPathComponent)" }

  static let all = entries.filter { !isExpectation($0) }.map { CorpusFile(url: $0) }
  static let expectations = entries.filter(isExpectation)

  private static func isExpectation(_ url: URL) -> Bool {
    url.lastPathComponent.hasSuffix(".expected.txt")
  }

  /// What stands in the `good` and `bad` folders of all formats.
  private static let entries: [URL] = contents(of: corpus)
    .filter { !CorpusTests.formatsThatAreOff.contains($0.lastPathComponent) }
    .flatMap { format in
      ["good", "bad"].flatMap { contents(of: format.appendingPathComponent($0)) }
    }

  private static func contents(of folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appendingPathComponent($0) }
  }
}
