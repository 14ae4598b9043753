import ExemplarCore
import ExemplarRows
import Foundation

// Reads bytes that libFuzzer makes up as rows, in the format that EXEMPLAR_FUZZ names.
//
// Whatever the bytes are, reading them ends in rows and mistakes, every place lies in the text, and
// nothing crashes or hangs.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Data(bytes: start, count: count)
  let format = format
  let url = url
  do { try format.write(bytes, to: url) } catch {
    fatalError("The input cannot be written: \(error)")
  }
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    await read(format.source(url), of: bytes)
    done.signal()
  }
  done.wait()
  return 0
}

private let format: FuzzedFormat = {
  let name = ProcessInfo.processInfo.environment["EXEMPLAR_FUZZ"] ?? ""
  guard let format = FuzzedFormat(rawValue: name) else {
    let names = FuzzedFormat.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("EXEMPLAR_FUZZ must be one of \(names), found “\(name)”.")
  }
  return format
}()

private let url = FileManager.default.temporaryDirectory
  .appendingPathComponent("fuzzed-\(getpid()).\(format.rawValue)")

/// The formats whose parsers are ours, and YAML, whose parser is not but whose places and groups are.
enum FuzzedFormat: String, CaseIterable {
  case csv, json, jsonl, plist, yaml
  /// The same with groups of rows, or without names of columns.
  case csvColumns = "csv-columns"
  case jsonEach = "json-each"
  case jsonStar = "json-star"
  case jsonlEach = "jsonl-each"
  case plistEach = "plist-each"
  case yamlEach = "yaml-each"
  case lines
  case linesMatching = "lines-matching"
  case linesWidths = "lines-widths"
  case matches
  /// Files with partners; the bytes name them.
  case filesWith = "files-with"

  func source(_ url: URL) -> RowSource {
    switch self {
    case .csv: .csv(.url(url))
    case .json: .json(.url(url))
    case .jsonl: .jsonLines(.url(url))
    case .plist: .plist(.url(url))
    case .csvColumns: .csv(.url(url), columns: "title", "pages", separator: ";", comments: "#")
    case .jsonEach: .json(.url(url), each: "a.b", named: ["name", "c"], repeats: .numbered)
    case .jsonStar: .json(.url(url), each: "*.a", columns: "b", "c")
    case .jsonlEach: .jsonLines(.url(url), each: "a")
    case .plistEach: .plist(.url(url), each: "a")
    case .yaml: .yaml(.url(url))
    case .yamlEach: .yaml(.url(url), each: "*.a", named: "name", repeats: .numbered)
    case .lines: .lines(.named(url.path), comments: "#", named: "value", repeats: .numbered)
    case .linesMatching: .lines(.named(url.path), matching: /(?<shelf>[A-Z]\d+) +(?<title>.+)/)
    case .linesWidths: .lines(.named(url.path), widths: ["a": 2, "b": 3])
    case .matches:
      .matches(
        .named(url.path), of: /(?m)^> *(?<name>[^ \n]+)(?: (?<input>.*))?\n(?<output>[^>]*)$/)
    case .filesWith: .files(url.path + "/**/*.md", with: "*.html")
    }
  }

  /// Writes what is to be read: the bytes as they are, or for files with partners a folder in which each line
  /// is the path of a file, and its first byte tells the ending.
  func write(_ bytes: Data, to url: URL) throws {
    guard self == .filesWith else { return try bytes.write(to: url) }
    let files = FileManager.default
    try? files.removeItem(at: url)
    try files.createDirectory(at: url, withIntermediateDirectories: true)
    for line in bytes.split(separator: 0x0A).prefix(16) {
      guard let first = line.first, let path = Self.path(line.dropFirst()) else { continue }
      let file = url.appendingPathComponent(path + (first & 1 == 0 ? ".md" : ".html"))
      try? files.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      // Paths of existing folders, and names that are too long, are left out.
      if first & 2 == 0 {
        try? Data(line).write(to: file)
      } else {
        try? files.createDirectory(at: file, withIntermediateDirectories: true)
      }
    }
  }

  /// A path below a folder, if the bytes are one.
  private static func path(_ bytes: Data) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0"),
      !text.split(separator: "/").contains("..")
    else { return nil }
    return text
  }
}

/// The location of the outline that would read the rows.
private let code = Place(path: "/Fuzz.swift", line: 1)

private func read(_ source: RowSource, of bytes: Data) async {
  let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
  func check(_ place: Place?) {
    guard let place, place.line != 0, place.path != code.path else { return }
    precondition((1...lines).contains(place.line), "line \(place.line) of \(lines)")
    precondition((1...bytes.count + 1).contains(place.column), "column \(place.column)")
  }
  // Nearly every value is refused as the second type.
  await read(source, as: RowFields.self, check)
  await read(source, as: [String: Int].self, check)
}

private func read<Value: Decodable & Sendable>(
  _ source: RowSource, as type: Value.Type, _ check: (Place?) -> Void
) async {
  do {
    let rows = try await Rows<Value>(
      waitingFor: source, fileID: "Fuzzing/Fuzz.swift", filePath: code.path, line: code.line)
    for row in rows.named { check(row.place) }
  } catch let errors as RowErrors {
    for error in errors.errors { check(error.place) }
  } catch {
    fatalError("An error that is no mistake of an author: \(error)")
  }
}
