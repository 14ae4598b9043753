import Exemplar
import Foundation
import TestSupport
import Testing

/// Suites of rows in folders, and the files that a type finds by its name. (Semantics, section 6.)
@Suite struct TestSuiteTests {
  /// The example of ECUnitTests: two suites with two rows each, and one that is included.
  private func shop() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
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
    _ source: RowSource, in folder: TemporaryFolder,
    _ body: @escaping @Sendable (Row) throws -> Void
  ) async -> Trace {
    return await traced("A shop") {
      it("opens") {}
      outline("sells", from: source, filePath: folder.path + "/Shop.swift") { (row: Row) in
        try body(row)
      }
    }
  }

  @Test("EC-03: a folder of suites, one of them included, is a group of groups")
  func groups() async throws {
    let folder = try shop()
    let trace = await trace(.testSuite("Shop"), in: folder) { row in _ = row.keys }
    expect(
      trace.description,
      equals: """
        A shop
          opens: passed
          sells
            category1 › test1 | test2: passed
            category2 › test3 | test4: passed
            Included › included1 | included2: passed
        7 executed
        """)
  }

  @Test func `EC-04: settings are inherited downwards`() async throws {
    let folder = try shop()
    let trace = await trace(.testSuite("Shop"), in: folder) { row in
      let settings = try row.decode("settings", as: [String: String].self)
      log("\(row.name ?? ""): \(settings.sorted { $0 < $1 }.map { "\($0)=\($1)" })")
    }
    expect(
      trace.description,
      equals: """
        A shop
          opens: passed
          sells
            category1
              test1: ["a setting=a value", "category setting=category value", "test setting=item \
        key value"] → test1: passed
              test2: ["a setting=a value", "category setting=category value"] → test2: passed
            category2
              test3: ["a setting=a value"] → test3: passed
              test4: ["a setting=a value"] → test4: passed
            Included
              included1: ["a setting=a value"] → included1: passed
              included2: ["a setting=a value"] → included2: passed
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
      row in
      let input = try row.decode("input", as: String.self)
      let output = try row.decode("output", as: Int.self)
      let url = try row.decode("ECTestSuiteDataURL", as: URL.self)
      expect(url, equals: row.url)
      expect(row.keys.count, equals: 8)
      log("\(input.debugDescription) \(output) \(url.path.replacing(path, with: ""))")
    }
    let end = isTrimmed ? "" : "\\n"
    expect(
      trace.lines.filter { $0.contains("\"") },
      equals: [
        "  \"one\(end)\" 1 /Shop.testsuite/category1.testsuite/test1",
        "  \"two\(end)\" 2 /Shop.testsuite/category1.testsuite/test2",
        "  \"three\(end)\" 3 /Shop.testsuite/category2.testsuite/test3",
        "  \"four\\nlines\(end)\" 4 /Shop.testsuite/category2.testsuite/test4",
        "  \"five\(end)\" 5 /Included.testsuite/included1",
        "  \"six\(end)\" 6 /Included.testsuite/included2",
      ])
    expect(trace.lines.last, equals: "7 executed")
  }

  @Test func `EC-07: a plist is read and a folder is not, of which a warning tells`() async throws {
    let folder = try shop()
    try folder.write(
      "<plist><dict><key>Emma</key><integer>8</integer></dict></plist>", to: "Shop.plist")
    let trace = await trace(.named(after: "Shop"), in: folder) { row in _ = row.keys }
    expect(
      trace.description,
      equals: """
        A shop
          opens: passed
          sells
            ! sells: Remove them, or name the source of the outline. (planning, warning)
            Emma: passed
        2 executed, 1 warned
        """)
  }

  @Test func `EC-08: without any file the outline fails, and examples run`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "Shops.json")
    let trace = await trace(.default, in: folder) { row in _ = row.keys }
    expect(
      trace.description,
      equals: """
        A shop
          opens: passed
          sells › ! A resource has to be listed in Package.swift to be found in the module's \
        resources. (planning, unexpected) → rows: failed unexpectedly
        2 executed, 1 failed, 1 unexpected ✘
        """)
    expect(
      trace.messages.first,
      equals: """
        There is no row file named after Shop: Shop.plist, or with one of .testsuite, \
        .json, .yaml, .yml, .csv, .tsv, .jsonl, .ndjson. Did you mean Shops.json? Looked in:
          \(folder.path)
        A resource has to be listed in Package.swift to be found in the module's resources.
        """)
  }

  @Test func `EC-09: of settings with one key, the inner one wins`() async throws {
    let folder = try TemporaryFolder()
    for (path, value) in [
      ("Shop.testsuite/", "outer"), ("Shop.testsuite/Novels.testsuite/", "inner"),
      ("Shop.testsuite/Novels.testsuite/Emma/", "row"),
    ] {
      try folder.write("{\"settings\": {\"from\": \"\(value)\"}}", to: path + "testdata.json")
    }
    for path in ["Dune", "Novels.testsuite/Effi"] {
      try folder.write("1", to: "Shop.testsuite/\(path)/copies.txt")
    }
    let trace = await trace(.testSuite("Shop"), in: folder) { row in
      log(row["settings"]?["from"]?.text ?? "none")
    }
    expect(
      trace.description,
      equals: """
        A shop
          opens: passed
          sells
            outer → Dune: passed
            Novels
              inner → Effi: passed
              row → Emma: passed
        4 executed
        """)
  }
}
