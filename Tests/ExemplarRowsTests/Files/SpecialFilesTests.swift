import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import ExemplarRows

/// What is said of files that no repository can keep: without permission, of a size, no files at all.
@Suite(.serialized, .apart) struct SpecialFilesTests {
  /// A format, and what it wants: a file, or a folder.
  struct Format: Sendable, CustomTestStringConvertible {
    var ending: String
    var wanted = "file"
    var source: @Sendable (String) -> RowSource
    var testDescription: String { ending }
  }

  static let formats: [Format] = {
    var formats = [
      Format(ending: "json") { .json(.named($0)) },
      Format(ending: "jsonl") { .jsonLines(.named($0)) },
      Format(ending: "csv") { .csv(.named($0)) }, Format(ending: "tsv") { .tsv(.named($0)) },
      Format(ending: "plist") { .plist(.named($0)) },
      Format(ending: "testsuite", wanted: "folder") { .testSuite(.named($0)) },
    ]
    #if YAML
      formats.append(Format(ending: "yaml") { .yaml(.named($0)) })
    #endif
    return formats
  }()

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ format: Format) -> String { folder.path + "/books.\(format.ending)" }

  /// The rows of the source, which does not suspend.
  private func lines(of format: Format) -> [String] {
    func text(_ error: any Error) -> String {
      let place = (error as? UsageError)?.place
      return "\(place.map { "\($0)" } ?? "-") \(error)".replacing(folder.path + "/", with: "")
    }
    var lines: [String] = []
    do {
      let rows = try format.source("books").opening(folder.site)()
      while let row = try rows.nextNow() {
        switch row {
        case .success(let row): lines.append(row.name ?? "-")
        case .failure(let invalid): lines.append(text(invalid.mistake))
        }
      }
    } catch {
      lines.append(text(error))
    }
    return lines
  }

  @Test(arguments: formats)
  func missing(format: Format) throws {
    let others = ["jsonl": " or books.ndjson", "yaml": " or books.yml"][format.ending] ?? ""
    expect(
      lines(of: format),
      equals: [
        "Books.swift:7:3 There is no file books.\(format.ending)\(others). Looked in:\n  \(folder.path)\n"
          + "A resource has to be listed in Package.swift to be found in the module's resources."
      ])
  }

  @Test(arguments: formats)
  func withoutPermission(format: Format) throws {
    let mode = [FileAttributeKey.posixPermissions: 0]
    if format.wanted == "folder" {
      try folder.write("8", to: "books.testsuite/Emma/price.txt")
    } else {
      try folder.write("[]", to: "books.\(format.ending)")
    }
    try FileManager.default.setAttributes(mode, ofItemAtPath: path(format))
    let found = withoutPrivileges { self.lines(of: format) }
    let lines = try #require(found, "This machine lays no rights down.")
    let subject = (format.wanted == "folder" ? "The folder " : "") + "books.\(format.ending)"
    expect(
      lines,
      equals: [
        "books.\(format.ending) \(subject) cannot be read: there is no permission to do so."
      ])
  }

  @Test(arguments: formats)
  func ofTheOtherKind(format: Format) throws {
    if format.wanted == "folder" {
      try folder.write("8", to: "books.testsuite")
    } else {
      try folder.write("8", to: "books.\(format.ending)/Emma/price.txt")
    }
    let found = format.wanted == "folder" ? "file" : "folder"
    let name = "books.\(format.ending)"
    expect(
      lines(of: format), equals: ["\(name) \(name) is a \(found); a \(format.wanted) is needed."])
  }

  @Test(arguments: formats)
  func pipes(format: Format) throws {
    expect(mkfifo(path(format), 0o600), equals: 0)
    let name = "books.\(format.ending)"
    expect(
      lines(of: format),
      equals: ["\(name) \(name) is a pipe or a device; a \(format.wanted) is needed."])
  }

  @Test(arguments: formats)
  func linksToNothingAndToThemselves(format: Format) throws {
    let name = "books.\(format.ending)"
    for target in ["nowhere", name] {
      try FileManager.default.createSymbolicLink(
        atPath: path(format), withDestinationPath: target)
      expect(
        lines(of: format),
        equals: ["\(name) \(name) is a link to \(target), where there is no file."])
      try FileManager.default.removeItem(atPath: path(format))
    }
  }

  /// Of the formats that are read whole, and of a file in a folder; `StreamingTests` has the others.
  @Test(arguments: formats.filter { ["json", "plist", "yaml", "testsuite"].contains($0.ending) })
  func largeRows(format: Format) async throws {
    let (size, shown) = try await onItsOwnThread { try Self.readLargeRow(format) }
    expect(size, equals: Self.large)
    // Of a large file, the name is shown.
    expect(shown, equals: format.ending == "testsuite" ? "value: value.txt".count : 200)
  }

  /// 50 MB if slow tests run, and 2 MB otherwise.
  private static let large = (runsSlowTests ? 50 : 2) << 20

  /// The length of the value of the only row, and of its text for people.
  private static func readLargeRow(_ format: Format) throws -> (size: Int, shown: Int) {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: large)
    switch format.ending {
    case "plist":
      try folder.write(
        "<plist><dict><key>Emma</key><string>\(long)</string></dict></plist>", to: "books.plist")
    case "yaml": try folder.write("Emma: \(long)\n", to: "books.yaml")
    case "testsuite": try folder.write(long, to: "books.testsuite/Emma/value.txt")
    default: try folder.write("{\"Emma\": \"\(long)\"}", to: "books.json")
    }
    let rows = try format.source("books").opening(folder.site)()
    guard case .success(let row)? = try rows.nextNow(), case nil = try rows.nextNow() else {
      throw UsageError("There is not just one row.")
    }
    return (try row.decode("value", as: String.self).utf8.count, row.valuesText.count)
  }
}
