import Exemplar
import Foundation
import TestSupport
import Testing

/// `exemplar add rows`: the declaration that it writes for a file.
struct AddRowsTests {
  /// A package with a test target.
  private final class Package {
    let folder: TemporaryFolder

    init(resources: String = "") throws {
      folder = try TemporaryFolder()
      try folder.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Shop", dependencies: [.package(name: "exemplar", path: "/exemplar")],
          targets: [
            .testTarget(name: "OldTests"),
            .testTarget(
              name: "ShopSpecs", dependencies: [.product(name: "Exemplar", package: "exemplar")]\(resources)),
          ])
        """, to: "Package.swift")
      // A target that does not depend on Exemplar does not import it, whatever its files contain.
      try folder.write("// import Exemplar\n", to: "Tests/OldTests/OldTests.swift")
      try folder.write("import Testing\n", to: "Tests/ShopSpecs/ShopSpec.swift")
    }

    func add(_ arguments: String...) async throws -> Tool.Result {
      try await Tool.exemplar(
        ["add", "rows"] + arguments + ["--package-path", folder.path], in: folder.url)
    }

    func text(_ path: String) throws -> String {
      try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
    }
  }

  /// Files, and for each its source and its parameters.
  fileprivate static let files: [(file: String, text: String, source: String, parameters: String)] =
    [
      // A number with a leading zero is a text; empty cells make a column optional; metadata is not a parameter.
      (
        "prices.csv",
        """
        name,title,net,isbn,in stock,published,copies,tags
        a novel,Emma,9,0061120081,true,1815-12-23,,old
        an atlas,The World,49.5,1061120082,false,1999-01-01,7,"big,new"
        """,
        #".csv("prices").withMetadata"#,
        "title: String, net: Double, isbn: String, `in stock`: Bool, published: Date, copies: Int?"
      ),
      ("names.tsv", "name\nEmma\nDune\n", #".tsv("names")"#, "name: String"),
      // A name that a row does not have is data, and another column may name the rows.
      (
        "books.jsonl",
        """
        {"id": "a", "name": "Emma", "pages": [1, 2]}
        {"id": "b", "pages": [3], "extra": {"x": 1}, "mixed": 1}
        {"id": "c", "pages": [], "mixed": "one"}
        """,
        #".jsonLines("books", named: "id")"#,
        "id: String, name: String?, pages: [Int], extra: RowFields?, mixed: RowValue?"
      ),
      // Metadata does not name the rows.
      (
        "late.json",
        #"[{"quarantined": "B until 9999-12-31", "n": 1}, {"n": 2, "quarantined": "C until 9999-12-31"}]"#,
        #".json("late").withMetadata"#, "n: Int"
      ),
      // Groups of rows, whose values are parameters too.
      (
        "vectors.json",
        """
        {"version": 2, "groups": [
          {"size": 96, "tests": [{"id": 1, "comment": "", "valid": true}, {"id": 2, "comment": "", "valid": false}]},
          {"size": 128, "tests": [{"id": 3, "comment": "", "valid": true}]}]}
        """,
        #".json("vectors", each: "groups.tests")"#,
        "id: Int, comment: String, valid: Bool, size: Int, version: Int"
      ),
      (
        "shelves.json", #"{"a": [{"x": 1}], "b": [{"x": 2.5}]}"#, #".json("shelves", each: "*")"#,
        "x: Double"
      ),
      (
        "steps.json", #"{"a.b": [{"x": "u"}, {"x": "u"}], "c": null}"#,
        #".json("steps", each: "a\\.b")"#, "x: String, c: String?"
      ),
      ("keyed.json", #"{"Emma": {"pages": 474}, "Dune": {}}"#, #".json("keyed")"#, "pages: Int?"),
      ("plain.json", #"[1, 2, 3.5]"#, #".json("plain")"#, "value: Double"),
      (
        "same.json", #"[{"name": "a", "x": 1}, {"name": "a", "x": 2}]"#,
        #".json("same", repeats: .numbered)"#, "x: Int"
      ),
      // The rest of a row that parameters cannot take is in the row.
      (
        "odd.json", #"[{"a`b": 1, "inout": 2, "class": 3, "+": 4}]"#, #".json("odd")"#,
        "`inout`: Int, class: Int, wholeRow: Row"
      ),
      (
        "list.plist",
        """
        <plist version="1.0"><dict><key>Emma</key><dict><key>pages</key><integer>474</integer>
        <key>data</key><data>AAEC</data></dict></dict></plist>
        """,
        #".plist("list")"#, "pages: Int, data: Data"
      ),
      ("UPPER.CSV", "a\n1\n", #".csv("UPPER.CSV")"#, "a: Int"),
      // The types come from all rows, also from those without their last cells.
      (
        "later.csv", "id,title,price\n1,a,2\n2,b,\n,c,4.5\n", #".csv("later", named: "title")"#,
        "id: Int?, title: String, price: Double?"
      ),
      (
        "short.tsv", "id\ttitle\tprice\n1\ta\t2\n2\tb\n3\n", #".tsv("short", missing: .empty)"#,
        "id: Int, title: String?, price: Int?"
      ),
      (
        "urls.json", #"["a comment", {"input": "x", "href": "y"}, {"input": "z", "href": "w"}]"#,
        #".json("urls", named: "input", skipping: .strings)"#, "input: String, href: String"
      ),
    ]

  @Test func theColumnsAreTheParameters() async throws {
    let package = try Package()
    for (file, text, source, parameters) in Self.files {
      try package.folder.write(text, to: "Tests/ShopSpecs/\(file)")
      let result = try await package.add("Tests/ShopSpecs/\(file)", "--dry-run")
      #expect(result.output.contains("  @Example(from: \(source))\n"), "\(result)")
      let printed = result.output.replacing("(\n    ", with: "(").replacing(",\n    ", with: ", ")
        .replacing("\n  )", with: ")")
      #expect(printed.contains("  func reads(\(parameters)) {\n"), "\(result)")
      let usesFoundation = parameters.contains(#/: (Date|Data)\b/#)
      expect(result.output.contains("import Foundation\n"), equals: usesFoundation, "\(result)")
    }
    #expect(
      !FileManager.default.fileExists(
        atPath: package.folder.path + "/Tests/ShopSpecs/PricesSpec.swift"))
  }

  @Test func thePageShowsWhatItPrints() async throws {
    let package = try Package()
    try package.folder.write(
      "name,title,net,gross\na novel,Emma,9,9.63\nan atlas,The World,49.5,\n", to: "prices.csv")
    let result = try await package.add("prices.csv", "--dry-run")
    let shown = try DocumentedBlock.all(in: "Tool").compactMap { block -> String? in
      if case .session("exemplar add rows prices.csv --dry-run", let output) = block.content {
        output + "\n"
      } else {
        nil
      }
    }
    expect(shown, equals: [result.output])
  }

  #if YAML
    @Test func yaml() async throws {
      let package = try Package()
      try package.folder.write("cases:\n  - {title: Emma, net: 9}\n", to: "books.yml")
      try await package.add("books.yml", "--dry-run").expect(
        prints: #".yaml("books", each: "cases", named: "title")"#, "(title: String, net: Int)")
    }
  #endif

  @Test(arguments: [
    (
      "two.json", #"{"a": [{"x": 1}], "b": [{"y": 2}], "c": 3}"#,
      "The file has several lists of rows: a, b. Choose one with --each."
    ),
    ("arrays.json", "[[1, 2]]", "To read arrays as rows, name their columns"),
    (
      "mixed.json", #"[1, {"a": 1}, {"a": 2}]"#,
      "2 of the rows cannot be read, so that a spec over them would fail. The first one: Expected a plain value"
    ),
    ("broken.json", "[{", "Malformed JSON"),
    ("empty.csv", "a,b\n", "There are no rows in empty.csv."),
    ("notes.txt", "x", "notes.txt is not of a format that holds rows."),
    ("missing.csv", nil, "There is no file"),
  ])
  func whatCannotBeReadIsRefused(file: String, text: String?, message: String) async throws {
    let package = try Package()
    if let text { try package.folder.write(text, to: file) }
    let result = try await package.add(file)
    expect(result.status, equals: 2)
    #expect(result.errors.hasPrefix("error: ") && result.errors.contains(message), "\(result)")
    expect(result.output, equals: "")
  }

  @Test func aPathIsTakenAsItIsGiven() async throws {
    let package = try Package()
    try package.folder.write(#"{"a": [{"x": 1}], "b": [{"y": 2}]}"#, to: "two.json")
    try await package.add("two.json", "--each", "b", "--dry-run").expect(
      prints: #".json("two", each: "b")"#, "reads(y: Int, a: [RowFields])")
    try await package.add("two.csv", "--each", "b").expect(
      2, errors: "--each leads to rows in JSON, YAML and property lists only.")
  }

  @Test func aFileFromElsewhereIsCopiedOnce() async throws {
    let package = try Package(resources: #", resources: [.process("Rows")]"#)
    try package.folder.write("[]", to: "Tests/ShopSpecs/Rows/others.json")
    try package.folder.write("a,b\n1,2\n3,4,5\n", to: "data/sales.csv")
    let result = try await package.add("data/sales.csv")
    expect(
      result.output,
      equals: """
        new file Tests/ShopSpecs/Rows/sales.csv
        new file Tests/ShopSpecs/SalesSpec.swift
        1 of the rows cannot be read; see exemplar check data/sales.csv. The first one: The row has 3 cells, \
        but there are 2 columns: “5” is in none. A cell that holds the separator must be in quotation marks.
        Run it with: swift run exemplar test SalesSpec

        """, "\(result)")
    try expect(package.text("Tests/ShopSpecs/Rows/sales.csv"), equals: "a,b\n1,2\n3,4,5\n")
    #expect(try package.text("Tests/ShopSpecs/SalesSpec.swift").contains(#".csv("sales")"#))
    let again = try await package.add("data/sales.csv")
    expect(again.status, equals: 2)
    expect(
      again.errors,
      equals: "error: Tests/ShopSpecs/Rows/sales.csv already exists. Remove or rename it.\n")
  }

  @Test func aTargetWithoutExemplarIsRefused() async throws {
    let package = try Package()
    try package.folder.write("a\n1\n", to: "Tests/OldTests/sales.csv")
    try await package.add("Tests/OldTests/sales.csv", "--target", "OldTests").expect(
      2,
      errors:
        "The target OldTests does not depend on Exemplar, so that the spec would not build. Add the "
        + "dependency: swift package add-target-dependency Exemplar OldTests --package exemplar")
    try await package.add("Tests/OldTests/sales.csv", "--dry-run").expect(
      prints:
        "new file Tests/ShopSpecs/sales.csv\nnew file Tests/ShopSpecs/SalesSpec.swift\n\nimport")
    try await package.add("Tests/OldTests/sales.csv", "--target", "Shops").expect(
      2, errors: "Choose the test target with --target: ShopSpecs.")
    try package.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Shop", targets: [.testTarget(name: "OldTests")])
      """, to: "Package.swift")
    try await package.add("Tests/OldTests/sales.csv").expect(
      2, errors: "No test target of the package depends on Exemplar. Add one with exemplar init.")
  }

  @Test func wrongUsageIsExplained() async throws {
    let package = try Package()
    #expect(try await package.add("").errors.contains("The name of the file is empty."))
    try package.folder.write("a\n1\n", to: "sales.csv")
    try package.folder.write("", to: "Tests/ShopSpecs/Rows")
    try await package.add("sales.csv").expect(2, errors: "/Rows/sales.csv could not be written: ")
    #expect(
      !FileManager.default.fileExists(
        atPath: package.folder.path + "/Tests/ShopSpecs/SalesSpec.swift"))
    try package.folder.write("nonsense", to: "Package.swift")
    let unlisted = try await package.add("sales.csv")
    #expect(
      unlisted.errors.hasPrefix(
        "error: The test targets of \(package.folder.path) could not be listed: "),
      "\(unlisted.errors)")
  }

  @Test func aFileInAnUnlistedFolderIsReadByItsPath() async throws {
    let package = try Package()
    try package.folder.write("a\n1\n", to: "Tests/ShopSpecs/more/sales.csv")
    try await package.add("Tests/ShopSpecs/more/sales.csv").expect(
      prints: #"In Package.swift, write: resources: [.copy("more")]"#)
    #expect(try package.text("Tests/ShopSpecs/SalesSpec.swift").contains(#".csv("more/sales")"#))
  }
}

// They share the build folder with the other tests of packages, and so follow one another.
extension PackageTests {
  /// Everything that `init`, `new spec` and `add rows` write is built and runs.
  struct ScaffoldingTests {
    @Test func newSpecsPass() async throws {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Shop", targets: [.target(name: "Shop")])
        """, to: "Package.swift")
      try folder.write("public struct Shop {}\n", to: "Sources/Shop/Shop.swift")
      func tool(_ arguments: String...) async throws {
        try await Tool.exemplar(arguments + ["--package-path", folder.path], in: folder.url).expect(
          0)
      }
      try await tool("init")
      try await tool("new", "spec", #"A "shopping" cart"#)
      for (file, text, _, _) in AddRowsTests.files {
        try folder.write(text, to: file)
        try await tool("add", "rows", file)
      }
      // The type in the first spec of init has another name than the one for its rows.
      try await tool("add", "rows", "Tests/ShopSpecs/Rows/numbers.json")
      let fixture = Fixture(path: folder.path, name: "Shop")
      let result = try await fixture.test()
      expect(result.status, equals: 0, "\(result.everything)")
      // Two specs of init, with a row each of numbers.json, the pending one, and the rows of the files.
      expect(
        result.counts, equals: "41 examples: 39 passed, 1 skipped, 1 pending ", "\(result.output)")
      let other = try await fixture.swiftTest()
      #expect(other.status == 0 && other.counts == result.counts, "\(other.everything)")
    }
  }
}
