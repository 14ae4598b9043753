import ExemplarCore
import ExemplarRows
import Testing

/// An empty name is no name. (Semantics, section 1.3.)
struct EmptyNameTests {
  private static let site = anySite

  private static let sources: [(String, @Sendable (RowNaming) -> RowSource)] = [
    ("csv", { .csv(.text("name,price\n,8\n", path: "b.csv"), named: $0) }),
    ("json", { .json(.text(#"[{"name": "", "price": 8}]"#, path: "b.json"), named: $0) }),
    ("json object", { .json(.text(#"{"": {"price": 8}}"#, path: "b.json"), named: $0) }),
    ("json values", { .json(.text(#"{"": 8}"#, path: "b.json"), named: $0) }),
    ("jsonl", { .jsonLines(.text(#"{"name": "", "price": 8}"#, path: "b.jsonl"), named: $0) }),
    (
      "plist",
      {
        .plist(
          .text("<plist><dict><key></key><integer>8</integer></dict></plist>", path: "b.plist"),
          named: $0)
      }
    ),
    (
      "plist array",
      {
        .plist(
          .text(
            """
            <plist><dict><key>ECTestItems</key><array><dict><key>name</key><string></string></dict>\
            </array></dict></plist>
            """, path: "b.plist"), named: $0)
      }
    ),
  ]

  @Test(arguments: sources.indices)
  func aRowWithOneHasNone(index: Int) async throws {
    let (format, source) = Self.sources[index]
    let rows = try await source(.optional).rows(for: Self.site)
    guard case .success(let row)? = try await rows.next() else {
      Testing.Issue.record("There is no row in \(format).")
      return
    }
    #expect(row.name == nil, "\(format)")
  }

  @Test(arguments: sources.indices)
  func aRowThatNeedsANameFails(index: Int) async throws {
    let (format, source) = Self.sources[index]
    let rows = try await source(.required).rows(for: Self.site)
    guard case .failure(let invalid)? = try await rows.next() else {
      Testing.Issue.record("The row in \(format) is no mistake.")
      return
    }
    #expect(invalid.name == nil)
    #expect(invalid.mistake.message.hasPrefix("The row has no name;"), "\(format)")
  }
}

#if YAML
  extension EmptyNameTests {
    @Test(arguments: ["- name: ''\n  price: 8\n", "'': {price: 8}\n", "'': 8\n"])
    func inYAML(text: String) async throws {
      let rows = try await RowSource.yaml(.text(text, path: "b.yaml")).rows(for: Self.site)
      guard case .success(let row)? = try await rows.next() else {
        Testing.Issue.record("There is no row.")
        return
      }
      #expect(row.name == nil)
      let strict = try await RowSource.yaml(.text(text, path: "b.yaml"), named: .required)
        .rows(for: Self.site)
      guard case .failure? = try await strict.next() else {
        Testing.Issue.record("The row is no mistake.")
        return
      }
    }
  }
#endif
