import Exemplar
import Foundation
import Testing

// The specs that `Benchmarks/suites` runs: each compares the value of an engine with the one that a public suite expects.

/// The values of the engines: those that the suites expect, but for the changed ones.
enum Engine {
  static let values: [String: String] = {
    let path = ProcessInfo.processInfo.environment["SUITES_VALUES"] ?? ""
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return (try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]
  }()

  static func value(_ key: String) throws -> String {
    guard let value = values[key] else { throw CocoaError(.fileNoSuchFile) }
    return value
  }
}

@Spec let commonMark = describe("CommonMark") {
  outline("renders", from: .json("CommonMark/spec")) { (row: Row) in
    let number: Int = try row.decode("example")
    try expectColumn("html", equals: Engine.value("CommonMark/\(number)"))
  }
}

@Spec let mustache = describe("Mustache") {
  let rows = RowSource.yaml(
    "Mustache/specs/*.yml", each: "tests", repeats: .numbered, unknownTags: .ignored)
  outline("renders", from: rows) { (row: Row) in
    // Two rows of the suite have the same name.
    let name: String = try row.decode("name")
    let template: String = try row.decode("template")
    let file = URL(fileURLWithPath: row.place.path).lastPathComponent
    try expectColumn("expected", equals: Engine.value("Mustache/\(file)/\(name)/\(template)"))
  }
}

@Spec let formatter = describe("Formatter") {
  outline("formats", from: .files("Formatter/testdata/*.input", with: "*.output")) { (row: Row) in
    try expectColumn("output", equals: Engine.value("Formatter/\(row.name ?? "")"))
  }
}
