import Foundation
import Testing

extension PackageTests {
  /// A type whose outlines name no source reads the first of the files that are named as it is, as
  /// these files are when the run begins, and not as they were when it was built.
  @Test func defaultRowsAreThoseOfTheFirstFormatThereIs() async throws {
    let fixture = try Fixture.temporary(files: [
      "Prices.swift": """
      import Exemplar
      import Testing

      @Spec struct Prices {
        @Example(from: .default) func arePositive(name: String, value: Int) {
          print("~ \\(name)")
          #expect(value > 0)
        }
        @Example func areListed() { print("~ ordinary") }
      }
      """
    ])
    defer { fixture.remove() }
    let folder = fixture.path + "/Tests/CornerSpecs"
    func write(_ text: String, to name: String) throws {
      let url = URL(fileURLWithPath: folder + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    try write(
      "<plist><dict><key>plist</key><integer>1</integer></dict></plist>", to: "Prices.plist")
    try write("1", to: "Prices.testsuite/folder/value.txt")
    try write("{\"json\": 1}", to: "Prices.json")
    try write("yaml: 1", to: "Prices.yaml")
    try write("name,value\ncsv,1\n", to: "Prices.csv")
    let built = try await fixture.build()
    #expect(built.status == 0)

    let order = ["EXEMPLAR_ORDER": "defined"]
    func run() async throws -> Tool.Result {
      try await fixture.swiftTesting(environment: order)
    }
    let endings = ["plist", "testsuite", "json", "yaml", "csv"]
    for (index, ending) in endings.enumerated() where ending != "yaml" {
      let result = try await run()
      #expect(result.status == 0)
      #expect(result.marks == ["ordinary", ending == "testsuite" ? "folder" : ending])
      let others = endings[(index + 1)...].map { "\(folder)/Prices.\($0)" }
      let lines = result.everything.split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      for other in others { #expect(lines.contains(other), "the warning names \(other)") }
      #expect(
        result.everything.contains("The rows are those of Prices.\(ending). These are not read")
          == !others.isEmpty)
      try FileManager.default.removeItem(atPath: "\(folder)/Prices.\(ending)")
      // Without its trait, YAML is found and cannot be read: it is not passed over in silence.
      if ending == "json" {
        let yaml = try await run()
        #expect(yaml.status != 0)
        #expect(yaml.marks == ["ordinary"])
        #expect(
          yaml.everything.contains("YAML cannot be read, since the package trait YAML is off."))
        try FileManager.default.removeItem(atPath: "\(folder)/Prices.yaml")
        let csv = try await run()
        #expect(csv.marks == ["ordinary", "csv"])
        try write("name,value\nfirst,1\nsecond,-1\n", to: "Prices.csv")
        let edited = try await run()
        #expect(edited.status != 0)
        #expect(edited.marks == ["ordinary", "first", "second"])
        #expect(edited.everything.contains("Prices.csv:3:1"))
        try write("name,value\ncsv,1\n", to: "Prices.csv")
      }
    }
    try write("{}", to: "Price.json")
    let nothing = try await run()
    #expect(nothing.status != 0)
    #expect(nothing.marks == ["ordinary"])
    let message = nothing.everything.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      message.contains {
        $0.hasSuffix(
          "There is no row file named after Prices: Prices.plist, or with one of .testsuite, "
            + ".json, .yaml, .yml, .csv, .tsv, .jsonl, .ndjson. Did you mean Price.json? Looked in:"
        )
      })
    #expect(message.contains(folder))
  }
}
