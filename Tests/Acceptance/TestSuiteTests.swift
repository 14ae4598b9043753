import Exemplar
import ExemplarCore
import Foundation
import Testing

/// Suites of rows in folders, and the files that a type finds by its name. (Semantics, section 6.)
@Suite struct TestSuiteTests {
  /// The example of ECUnitTests: two suites with two rows each, and one that is included.
  private func shop() throws -> DataFolder {
    let folder = try DataFolder()
    let data = #"{"copies": 3, "price": 8.5, "sold": true, "genre": "novel", "shelf": "A"}"#
    func row(_ path: String, _ input: String, _ output: String, _ data: String) throws {
      try folder.write(input, to: path + "/input.txt")
      try folder.write(output, to: path + "/output.txt")
      try folder.write(data, to: path + "/testdata.json")
    }
    try folder.write(
      #"{"includes": ["Included.testsuite"], "settings": {"a setting": "a value"}}"#,
      to: "Shop.testsuite/testdata.json")
    try folder.write(
      #"{"settings": {"category setting": "category value"}}"#,
      to: "Shop.testsuite/category1.testsuite/testdata.json")
    try row(
      "Shop.testsuite/category1.testsuite/test1", "one\n", "1\n",
      data.dropLast() + #", "settings": {"test setting": "item key value"}}"#)
    try row("Shop.testsuite/category1.testsuite/test2", "two\n", "2\n", data)
    try row("Shop.testsuite/category2.testsuite/test3", "three\n", "3\n", data)
    try row("Shop.testsuite/category2.testsuite/test4", "four\nlines\n", "4\n", data)
    try row("Included.testsuite/included1", "five\n", "5\n", data)
    try row("Included.testsuite/included2", "six\n", "6\n", data)
    return folder
  }

  private func trace(
    _ source: RowSource, in folder: DataFolder,
    _ body: @escaping @Sendable (Row, Log) throws -> Void
  ) async -> Trace {
    let log = Log()
    return await log.trace(
      describe("A shop") {
        it("opens") {}
        outline("sells", from: source, filePath: folder.path + "/Shop.swift") { (row: Row) in
          try body(row, log)
        }
      })
  }

  @Test("EC-03: a folder of suites, one of them included, is a group of groups")
  func groups() async throws {
    let folder = try shop()
    let trace = await trace(.testSuite("Shop"), in: folder) { row, _ in _ = row.keys }
    #expect(
      trace.description == """
        > A shop
          opens: passed
        > sells
        > category1
          test1: passed
          test2: passed
        < category1
        > category2
          test3: passed
          test4: passed
        < category2
        > Included
          included1: passed
          included2: passed
        < Included
        < sells
        < A shop
        7 executed
        """)
  }

  @Test("EC-04: settings are inherited downwards")
  func settings() async throws {
    let folder = try shop()
    let trace = await trace(.testSuite("Shop"), in: folder) { row, log in
      let settings = try row.decode("settings", as: [String: String].self)
      log("\(row.name ?? ""): \(settings.sorted { $0 < $1 }.map { "\($0)=\($1)" })")
    }
    #expect(
      trace.description == """
        > A shop
          opens: passed
        > sells
        > category1
          test1: ["a setting=a value", "category setting=category value", "test setting=item key value"]
          test1: passed
          test2: ["a setting=a value", "category setting=category value"]
          test2: passed
        < category1
        > category2
          test3: ["a setting=a value"]
          test3: passed
          test4: ["a setting=a value"]
          test4: passed
        < category2
        > Included
          included1: ["a setting=a value"]
          included1: passed
          included2: ["a setting=a value"]
          included2: passed
        < Included
        < sells
        < A shop
        7 executed
        """)
  }

  @Test(
    "EC-05, EC-06: every row has the text of its files, its keys, its settings and its folder",
    arguments: [false, true])
  func values(isTrimmed: Bool) async throws {
    let folder = try shop()
    let path = folder.path
    let source = RowSource.testSuite("Shop")
    let trace = await trace(isTrimmed ? source.trimmingFinalNewline : source, in: folder) {
      row, log in
      let input = try row.decode("input", as: String.self)
      let output = try row.decode("output", as: Int.self)
      let url = try row.decode("ECTestSuiteDataURL", as: URL.self)
      #expect(url == row.url)
      #expect(row.keys.count == 8)
      log("\(input.debugDescription) \(output) \(url.path.replacing(path, with: ""))")
    }
    let end = isTrimmed ? "" : "\\n"
    #expect(
      trace.lines.filter { $0.contains("\"") } == [
        "  \"one\(end)\" 1 /Shop.testsuite/category1.testsuite/test1",
        "  \"two\(end)\" 2 /Shop.testsuite/category1.testsuite/test2",
        "  \"three\(end)\" 3 /Shop.testsuite/category2.testsuite/test3",
        "  \"four\\nlines\(end)\" 4 /Shop.testsuite/category2.testsuite/test4",
        "  \"five\(end)\" 5 /Included.testsuite/included1",
        "  \"six\(end)\" 6 /Included.testsuite/included2",
      ])
    #expect(trace.lines.last == "7 executed")
  }

  @Test("EC-07: a plist is read and a folder is not, of which a warning tells")
  func first() async throws {
    let folder = try shop()
    try folder.write(
      "<plist><dict><key>Emma</key><integer>8</integer></dict></plist>", to: "Shop.plist")
    let trace = await trace(.named(after: "Shop"), in: folder) { row, _ in _ = row.keys }
    #expect(
      trace.description == """
        > A shop
          opens: passed
        > sells
          ! sells: Remove them, or name the source of the outline. (planning, warning)
          Emma: passed
        < sells
        < A shop
        2 executed, 1 warned
        """)
    #expect(trace.summary.isSuccess)
  }

  @Test("EC-08: without any file the outline fails, and examples run")
  func nothing() async throws {
    let folder = try DataFolder()
    try folder.write("{}", to: "Shops.json")
    let trace = await trace(.default, in: folder) { row, _ in _ = row.keys }
    #expect(
      trace.description == """
        > A shop
          opens: passed
        > sells
          ! rows: A resource has to be listed in Package.swift to be found in the module's resources. (planning, unexpected)
          rows: failed unexpectedly
        < sells
        < A shop
        2 executed, 1 failed, 1 unexpected
        """)
    let message = trace.events.compactMap { event in
      if case .issueRecorded(let record) = event { record.issue.message } else { nil }
    }.first
    #expect(
      message == """
        There is no row file named after Shop: Shop.plist, or with one of .testsuite, \
        .json, .yaml, .yml, .csv, .tsv, .jsonl, .ndjson. Did you mean Shops.json? Looked in:
          \(folder.path)
        A resource has to be listed in Package.swift to be found in the module's resources.
        """)
  }

  @Test("EC-09: of settings with one key, the inner one wins")
  func inner() async throws {
    let folder = try DataFolder()
    for (path, value) in [
      ("Shop.testsuite/", "outer"), ("Shop.testsuite/Novels.testsuite/", "inner"),
      ("Shop.testsuite/Novels.testsuite/Emma/", "row"),
    ] {
      try folder.write("{\"settings\": {\"from\": \"\(value)\"}}", to: path + "testdata.json")
    }
    for path in ["Dune", "Novels.testsuite/Effi"] {
      try folder.write("1", to: "Shop.testsuite/\(path)/copies.txt")
    }
    let trace = await trace(.testSuite("Shop"), in: folder) { row, log in
      log(row["settings"]?["from"]?.text ?? "none")
    }
    #expect(
      trace.description == """
        > A shop
          opens: passed
        > sells
          outer
          Dune: passed
        > Novels
          inner
          Effi: passed
          row
          Emma: passed
        < Novels
        < sells
        < A shop
        4 executed
        """)
  }
}

/// A folder with data that lasts as long as the test that owns it.
private final class DataFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("suites-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
