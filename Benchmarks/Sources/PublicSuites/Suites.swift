import Exemplar
import Foundation

extension Suite {
  static func all(in folder: String) -> [Suite] {
    [jsonSchema(folder), wycheproof(folder), wholeWycheproof(folder), jsonTestSuite(folder)]
      + [tomlTest(folder), commonMark(folder), countryCodes(folder)]
  }

  private static func jsonSchema(_ folder: String) -> Suite {
    let path = folder + "/JSON-Schema-Test-Suite/tests/draft2020-12"
    return Suite(
      name: "JSON Schema",
      loop: {
        try files(in: path, ending: ".json").reduce(0) { count, url in
          let groups = try JSONDecoder().decode([SchemaGroup].self, from: Data(contentsOf: url))
          return try groups.reduce(count) { count, group in
            for test in group.tests { try check(group.schema.isThere && test.data.isThere) }
            return count + group.tests.count
          }
        }
      },
      untyped: {
        try files(in: path, ending: ".json").reduce(0) { count, url in
          let groups = try json(url) as? [[String: Any]] ?? []
          return try groups.reduce(count) { count, group in
            for test in group["tests"] as? [[String: Any]] ?? [] {
              try check(group["schema"] != nil && test["data"] != nil && test["valid"] is Bool)
            }
            return count + (group["tests"] as? [Any] ?? []).count
          }
        }
      },
      node: outline(
        "holds",
        from: .json("\(path)/*.json", each: "tests", named: "description", repeats: .numbered)
      ) { (row: Row) in
        try check(row["schema"] != nil && row["data"] != nil && row["valid"]?.truth != nil)
      })
  }

  private static func wycheproof(_ folder: String) -> Suite {
    let path = folder + "/wycheproof/testvectors_v1/hmac_sha256_test.json"
    return Suite(
      name: "Wycheproof, HMAC-SHA256",
      loop: {
        let file = try JSONDecoder().decode(
          Wycheproof.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        return try file.testGroups.reduce(0) { count, group in
          for test in group.tests { try check(group.keySize > 0 && !test.result.isEmpty) }
          return count + group.tests.count
        }
      },
      untyped: {
        let file = try json(URL(fileURLWithPath: path)) as? [String: Any] ?? [:]
        return try (file["testGroups"] as? [[String: Any]] ?? []).reduce(0) { count, group in
          let tests = group["tests"] as? [[String: Any]] ?? []
          for test in tests { try check(group["keySize"] is Int && test["result"] is String) }
          return count + tests.count
        }
      },
      node: outline("holds", from: .json(.named(path), each: "testGroups.tests", named: "tcId")) {
        (row: Row) in try check(row["keySize"]?.number != nil && row["result"]?.text != nil)
      })
  }

  /// All files of the suite, which have little in common but their groups, numbers and results.
  private static func wholeWycheproof(_ folder: String) -> Suite {
    let path = folder + "/wycheproof/testvectors_v1"
    return Suite(
      name: "Wycheproof, all files",
      loop: {
        try files(in: path, ending: ".json").reduce(0) { count, url in
          let file = try JSONDecoder().decode(AnyWycheproof.self, from: Data(contentsOf: url))
          return try file.testGroups.reduce(count) { count, group in
            for test in group.tests { try check(test.tcId > 0 && !test.result.isEmpty) }
            return count + group.tests.count
          }
        }
      },
      untyped: {
        try files(in: path, ending: ".json").reduce(0) { count, url in
          let file = try json(url) as? [String: Any] ?? [:]
          return try (file["testGroups"] as? [[String: Any]] ?? []).reduce(count) { count, group in
            let tests = group["tests"] as? [[String: Any]] ?? []
            for test in tests { try check(test["tcId"] is Int && test["result"] is String) }
            return count + tests.count
          }
        }
      },
      node: outline("holds", from: .json("\(path)/*.json", each: "testGroups.tests", named: "tcId"))
      {
        (row: Row) in try check(row["tcId"]?.number != nil && row["result"]?.text != nil)
      })
  }

  private static func jsonTestSuite(_ folder: String) -> Suite {
    let path = folder + "/JSONTestSuite/test_parsing"
    return Suite(
      name: "JSONTestSuite",
      loop: {
        let urls = try files(in: path, ending: ".json")
        for url in urls {
          try check(!Data(contentsOf: url).isEmpty || url.path.contains("no_data"))
        }
        return urls.count
      },
      node: outline("holds", from: .files("\(path)/*.json")) { (row: Row) in
        try check(row["data"]?.data?.isEmpty == false || row.name?.contains("no_data") == true)
      })
  }

  private static func tomlTest(_ folder: String) -> Suite {
    let path = folder + "/toml-test/tests/valid"
    return Suite(
      name: "toml-test, valid",
      loop: {
        let all = FileManager.default.enumerator(
          at: URL(fileURLWithPath: path), includingPropertiesForKeys: nil)
        var count = 0
        for case let url as URL in all ?? .init() where url.pathExtension == "toml" {
          let partner = url.deletingPathExtension().appendingPathExtension("json")
          _ = try (Data(contentsOf: url), Data(contentsOf: partner))
          count += 1
        }
        return count
      },
      node: outline("holds", from: .files("\(path)/**/*.toml", with: "*.json")) { (row: Row) in
        try check(row["toml"]?.data != nil && row["json"]?.data != nil)
      })
  }

  private static func commonMark(_ folder: String) -> Suite {
    let path = folder + "/commonmark-spec/spec.txt"
    return Suite(
      name: "CommonMark",
      loop: {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let pattern = /(?m)^`{32} example\n(?<markdown>(?s:.*?))^\.\n(?<html>(?s:.*?))^`{32}$/
        return text.matches(of: pattern).count { !$0.output.markdown.isEmpty }
      },
      node: outline(
        "holds",
        from: .matches(
          .named(path), of: /(?m)^`{32} example\n(?<markdown>(?s:.*?))^\.\n(?<html>(?s:.*?))^`{32}$/
        )
      ) { (row: Row) in try check(row["markdown"]?.text?.isEmpty == false && row["html"] != nil) })
  }

  private static func countryCodes(_ folder: String) -> Suite {
    let path = folder + "/country-codes/data/country-codes.csv"
    return Suite(
      name: "Country codes",
      loop: {
        // Foundation cannot read CSV; this reader keeps quotation marks.
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let header = lines[0].split(separator: ",", omittingEmptySubsequences: false)
        for line in lines.dropFirst() {
          let cells = line.split(separator: ",", omittingEmptySubsequences: false)
          let row = Dictionary(zip(header, cells)) { first, _ in first }
          try check(row["ISO3166-1-Alpha-2"] != nil)
        }
        return lines.count - 1
      },
      node: outline("holds", from: .csv(.named(path), named: "ISO3166-1-Alpha-3")) { (row: Row) in
        try check(row["ISO3166-1-Alpha-2"]?.text?.isEmpty == false)
      })
  }

  private static func files(in folder: String, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }
      .sorted().map { URL(fileURLWithPath: folder).appendingPathComponent($0) }
  }

  private static func json(_ url: URL) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: url))
  }

  private static func check(_ holds: Bool) throws {
    if !holds { throw PublicSuites.Failed(suite: "a case") }
  }
}

/// A group of the JSON Schema suite, as one decodes it.
private struct SchemaGroup: Decodable {
  var schema: JSONValue
  var tests: [Test]

  struct Test: Decodable {
    var description: String
    var data: JSONValue
    var valid: Bool
  }
}

private struct Wycheproof: Decodable {
  var testGroups: [Group]

  struct Group: Decodable {
    var keySize: Int
    var tests: [Test]
  }

  struct Test: Decodable {
    var tcId: Int
    var key, msg, tag, result: String
  }
}

private struct AnyWycheproof: Decodable {
  var testGroups: [Group]

  struct Group: Decodable {
    var tests: [Test]
  }

  struct Test: Decodable {
    var tcId: Int
    var result: String
  }
}

/// A value of any form, as people write it for the lack of one in Foundation.
private enum JSONValue: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Whether there is anything to look at; even null is.
  var isThere: Bool {
    if case .array(let values) = self { values.count >= 0 } else { true }
  }
}
