import Exemplar
import Foundation
import Testing

// The examples that `Benchmarks/reviewed` runs: each compares a value with the one that a cell, a key, a file or a literal
// expects. `work.py` has the same values for the peers.

/// The values, and what else happens, as the file HOSTILE_WORK describes them.
struct Work: Decodable {
  /// The values of each name, one for each attempt.
  var values: [String: [String]]
  /// The names whose examples crash after they have compared their value.
  var crashes: [String]
  /// A file that changes while the examples run, a text in it, and its replacement.
  var edit: [String]

  static let environment = ProcessInfo.processInfo.environment
  static let current: Work? = {
    let data = FileManager.default.contents(atPath: environment["HOSTILE_WORK"] ?? "")
    return data.flatMap { try? JSONDecoder().decode(Work.self, from: $0) }
  }()
  static var names: [String] { current?.values.keys.sorted() ?? [] }

  /// The value of a name in this attempt, which may be one of another process.
  static func value(_ name: String) throws -> String {
    guard let work = current, let values = work.values[name] else {
      throw CocoaError(.fileNoSuchFile)
    }
    if work.edit.count == 3, isFirst("edit") {
      let file = URL(fileURLWithPath: work.edit[0])
      let text = try String(contentsOf: file, encoding: .utf8)
      try text.replacingOccurrences(of: work.edit[1], with: work.edit[2])
        .write(to: file, atomically: false, encoding: .utf8)
    }
    var attempt = 0
    while attempt < values.count - 1, !isFirst("\(name)-\(attempt)") { attempt += 1 }
    return values[attempt]
  }

  /// What happens after the comparison.
  static func finish(_ name: String) {
    if current?.crashes.contains(name) == true { fatalError("planted") }
  }

  /// Whether nothing has asked for this mark before, in any process.
  private static func isFirst(_ mark: String) -> Bool {
    let path = (environment["HOSTILE_STATE"] ?? ".") + "/" + mark
    let file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }
}

@Spec let cells = describe("Cells") {
  outline("keep", from: .csv("rows")) { (row: Row) in
    defer { Work.finish(row.name ?? "") }
    try expectColumn("expected", equals: Work.value(row.name ?? ""))
  }
}

@Spec let keys = describe("Keys") {
  outline("keep", from: .json("rows")) { (row: Row) in
    try expectColumn("expected", equals: Work.value(row.name ?? ""))
  }
}

@Spec let files = describe("Files") {
  outline("keep", over: Work.names) { (name: String) in
    expectGolden(try Work.value(name), named: "file.txt")
  }
}

@Spec let literals = describe("Literals") {
  outline("keep", over: Work.names) { (name: String) in
    expectInline(try Work.value(name))
  }
}

@Spec let macros = describe("Macros") {
  it("keeps") {
    #expect(throws: Never.self) { expectInline(try Work.value("a")) }
  }
}

@Spec("Macro rows") struct MacroRowsSpec {
  @Example("keep", rows: { row("a", 1, "?") })
  func keeps(number: Int, expected: String) throws {
    try expectColumn(equals: Work.value("a"))
  }
}
