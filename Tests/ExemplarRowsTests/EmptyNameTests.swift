import Exemplar
import ExemplarRows
import TestSupport
import Testing

/// An empty name is no name. (Semantics, section 1.3.)
struct EmptyNameTests {
  @Test(arguments: [#"[{"name": "", "price": 8}]"#, #"{"": {"price": 8}}"#, #"{"": 8}"#])
  func inEachFormat(json: String) async throws {
    let texts = try FormatTexts(json)
    func sources(_ naming: RowNaming) -> [RowSource] {
      let keyed: [RowSource] = [
        .json(.text(texts.json, path: "b"), named: naming),
        .plist(.text(texts.plist, path: "b"), named: naming),
      ]
      let listed: [RowSource] = [
        .jsonLines(.text(texts.lines, path: "b"), named: naming),
        .csv(.text("name,price\n,8\n", path: "b"), named: naming),
        .plist(
          .text(
            """
            <dict><key>ECTestItems</key><array><dict><key>name</key><string></string></dict></array></dict>
            """, path: "b"), named: naming),
      ]
      return keyed + ifRead(.yaml(.text(texts.json, path: "b"), named: naming))
        + (json.hasPrefix("[") ? listed : [])
    }
    for source in sources([]) {
      await expect(transcript(of: source).first?.contains(" - {"), equals: true)
    }
    for source in sources(.required) {
      await expect(
        transcript(of: source).first?.contains(" mistake: The row has no name;"), equals: true)
    }
  }
}
