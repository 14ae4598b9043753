import Exemplar
import ExemplarCore
import Foundation
import Testing

@testable import ExemplarRows

#if YAML
  /// The types of plain scalars, the locations, and cases that no file of the corpus can show.
  struct YAMLTests {
    @Test func letsTheCodeThatReadsDecideWhatAPlainScalarIs() async throws {
      let row = try await onlyYAMLRow(
        """
        - {version: 1.10, count: 12, code: 007, country: no, sold: yes, hex: 0x1F, octal: 0o17,
           half: .5, none: ~, empty: , day: 2024-02-29, big: 1e3, most: .inf, plus: +3}
        """)
      try expect(row.decode("version", as: String.self), equals: "1.10")
      try expect(row.decode("version", as: Double.self), equals: 1.1)
      try expect(row.decode("count", as: Int.self), equals: 12)
      try expect(row.decode("count", as: String.self), equals: "12")
      try expect(row.decode("code", as: String.self), equals: "007")
      try expect(row.decode("code", as: Int.self), equals: 7)
      try expect(row.decode("country", as: String.self), equals: "no")
      #expect(try row.decode("sold", as: Bool.self))
      try expect(row.decode("hex", as: Int.self), equals: 31)
      try expect(row.decode("hex", as: String.self), equals: "0x1F")
      try expect(row.decode("octal", as: Int.self), equals: 15)
      try expect(row.decode("half", as: Double.self), equals: 0.5)
      #expect(try row.decode("none", as: Int?.self) == nil)
      #expect(try row.decode("empty", as: String?.self) == nil)
      try expect(row.decode("day", as: Date.self), equals: Date(iso8601: "2024-02-29"))
      try expect(row.decode("big", as: Int.self), equals: 1000)
      try expect(row.decode("most", as: Double.self), equals: .infinity)
      try expect(row.decode("plus", as: Int.self), equals: 3)
    }

    @Test func takesTextInQuotationMarksForText() async throws {
      let row = try await onlyYAMLRow("- {price: '8', \"name\": 12}")
      expect(row.name, equals: "12")
      expect(
        mistake { try row.decode("price", as: Int.self) },
        equals: "1:11 In “price” of row “12”, expected a whole number, found the text “8”.")
    }

    @Test func knowsThePlaceOfEveryValue() async throws {
      let row = try await onlyYAMLRow("- é: {a: [x,\n    y: z]}\n")
      let list = try #require(row["é"]?["a"]?.array)
      expect(row["é"].map { "\($0.line):\($0.column)" }, equals: "1:7")
      expect(list.map { "\($0.line):\($0.column)" }, equals: ["1:12", "2:5"])
      expect(list[1]["y"].map { "\($0.line):\($0.column)" }, equals: "2:8")
    }

    @Test func ignoresUnknownTagsOnRequest() async throws {
      let text = """
        - {name: !title Emma, code: !code 'a: 1', price: !!int 8, list: !list [1, !x {y: !z 2}]}
        - !book {name: Dune, data: !<tag:example.com,2000:data> 7, none: !none , both: !a &b c, again: *b}
        - {name: Lanark, price: !!int eight}
        """
      let lines = await transcript(
        of: .yaml(.text(text, path: "books.yaml"), unknownTags: .ignored))
      expect(
        lines,
        equals: [
          #"1:3 Emma {name: "Emma", code: "a: 1", price: 8, list: ["1", {y: "2"}]}"#,
          #"2:3 Dune {name: "Dune", data: "7", none: null, both: "c", again: "c"}"#,
          "3:25 mistake: Expected a number after !!int, found the text “eight”.",
        ])
      let refused = await transcript(of: .yaml(.text(text, path: "books.yaml")))
      expect(
        refused.first,
        equals:
          "1:10 mistake: The tag !title means nothing here. Leave it out: a value becomes what the code that "
          + "reads the row asks for. If the file is not yours, pass unknownTags: .ignored to .yaml."
      )
      let nested = RowSource.yaml(
        .text("rows: [{n: !code 1}]", path: "b.yaml"), each: "rows", unknownTags: .ignored)
      await expect(transcript(of: nested), equals: [#"1:8 - {n: "1"}"#])
    }

    @Test func readsATextAsOneValue() throws {
      let value = try RowValue.yaml(Data("a: [1, {b: two}]".utf8), path: "a.yaml")
      expect(value.description, equals: #"{a: ["1", {b: "two"}]}"#)
      for text in ["", "a: 1\na: 2", "[", "*a"] {
        #expect(throws: UsageError.self) {
          try RowValue.yaml(Data(text.utf8), path: "a.yaml")
        }
      }
    }

    @Test func addsToFolders() async throws {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        settings: {currency: EUR, country: no}
        includes: [Others]
        ECTestItems:
          Effi: {price: 1.10}
          Maus: 2
        ECTestSuites:
          Novels: {Emma: {price: 8, settings: {country: gb}}}
        """, to: "Books.testsuite/testdata.yaml")
      try folder.write(
        "price: 9\nsettings:\n  currency: USD\n", to: "Books.testsuite/Dune/testdata.yml")
      try folder.write("price: 3", to: "Others.testsuite/Lanark/testdata.YAML")
      let lines = await transcript(of: .testSuite("Books"), for: folder.site, showingPaths: true)
      expect(
        lines.joined(separator: "\n").replacing(folder.path + "/", with: ""),
        equals: """
          Books.testsuite/Dune Dune {price: "9", settings: {currency: "USD", country: "no"}}
          Books.testsuite/testdata.yaml:4:9 Effi {price: "1.10", settings: {currency: "EUR", country: "no"}}
          Books.testsuite/testdata.yaml:5:9 Maus {value: "2", settings: {currency: "EUR", country: "no"}}
          Others.testsuite/Lanark Others/Lanark {price: "3", settings: {currency: "EUR", country: "no"}}
          Books.testsuite/testdata.yaml:7:18 Novels/Emma {price: "8", settings: {country: "gb", currency: "EUR"}}
          """)
    }

    @Test func failsInFoldersAtItsPlace() async throws {
      let folder = try TemporaryFolder()
      try folder.write("price: 8\nprice: 9\n", to: "Books.testsuite/Dune/testdata.yaml")
      try folder.write("a: [1\n", to: "Books.testsuite/Effi/testdata.yml")
      try folder.write("", to: "Books.testsuite/Emma/testdata.yaml")
      try folder.write("- 1", to: "Books.testsuite/Lanark/testdata.yaml")
      for ending in ["json", "yaml"] {
        try folder.write("{}", to: "Books.testsuite/Maus/testdata.\(ending)")
      }
      try folder.write("price: 8", to: "Books.testsuite/Ulysses/testdata.yaml")
      let lines = await transcript(of: .testSuite("Books"), for: folder.site, showingPaths: true)
      expect(
        lines.joined(separator: "\n").replacing(folder.path + "/Books.testsuite/", with: ""),
        equals: """
          Dune/testdata.yaml:2:1 Dune mistake: The key “price” appears twice in one mapping. The first one is on line 1.
          Effi/testdata.yml:2:1 Effi mistake: Malformed YAML: did not find expected ',' or ']' while parsing a flow sequence that begins at 1:4.
          Emma/testdata.yaml:1:1 Emma mistake: The file is empty; expected keys and values.
          Lanark/testdata.yaml:1:1 Lanark mistake: Expected keys and values in testdata.yaml, found an array.
          Maus/testdata.json Maus mistake: There are testdata.json and testdata.yaml; put everything into one of them.
          Ulysses Ulysses {price: "8"}
          """)
    }

    /// Cut off after each byte, and with each byte replaced by what means something in YAML.
    @Test func readsOrRefusesWhateverAFileIsTurnedInto() async {
      let text = "- &a {é: [1, 'x', \"\\t\"], <<: *a}\n- ? b\n  : |\n    c\n  !!str d: >-\n    e\n"
      let bytes = Array(text.utf8)
      for cut in bytes.indices { _ = await yamlTranscript(Array(bytes[..<cut])) }
      for index in bytes.indices {
        for byte in "\0\t\n -:[]{},&*!|>'\"%@#?\u{7F}".utf8 {
          var changed = bytes
          changed[index] = byte
          _ = await yamlTranscript(changed)
        }
      }
    }

    private func yamlTranscript(_ bytes: [UInt8]) async -> [String] {
      await transcript(
        of: RowSource("books.yaml") { _ in
          try RowFormat.yamlRows(of: Data(bytes), path: "books.yaml", RowShape())
        })
    }

    private func onlyYAMLRow(_ text: String) async throws -> Row {
      try await RowSource.yaml(.text(text, path: "books.yaml")).onlyRow()
    }
  }
#else
  struct YAMLTests {
    @Test func saysHowToTurnTheTraitOn() async throws {
      let lines = await transcript(of: .yaml(.text("a: 1", path: "books.yaml")))
      expect(
        lines,
        equals: [
          "0:0 error: YAML cannot be read, since the package trait YAML is off. Turn it on where "
            + "Package.swift names the dependency: .package(url: …, from: …, "
            + "traits: [.defaults, \"YAML\"])."
        ])
      let folder = try TemporaryFolder()
      try folder.write("price: 8", to: "Books.testsuite/Dune/testdata.yaml")
      try folder.write("8", to: "Books.testsuite/Emma/price.txt")
      let rows = await transcript(of: .testSuite("Books"), for: folder.site)
      #expect(rows.count == 2 && rows[1] == "0:0 Emma {price: \"8\"}")
      #expect(rows[0].hasPrefix("0:0 Dune mistake: YAML cannot be read, since the package trait "))
    }
  }
#endif
