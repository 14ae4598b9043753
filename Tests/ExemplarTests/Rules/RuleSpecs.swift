import Exemplar
import ExemplarCore
import ExemplarRows
import Testing

// Rules of the standards of formats, as tables of rows.

/// RFC 8259: what must be accepted (`y`), what must be refused (`n`), and what we have decided where
/// the standard leaves it open (`i`).
@Spec let jsonRules = describe("JSON as RFC 8259 defines it") {
  outline("a text", from: .jsonLines("JSONRules", named: .required)) { (rule: JSONRule) in
    // The text is a value in a row. Only a byte order mark counts at the beginning alone.
    let mark: Character = "\u{FEFF}"
    let hasMark = rule.text.unicodeScalars.first == mark.unicodeScalars.first
    let text = hasMark ? String(rule.text.unicodeScalars.dropFirst()) : rule.text
    let source = RowSource.json(
      .text((hasMark ? String(mark) : "") + "[{\"value\":\(text)\n}]", path: "rule.json"))
    let rows = await readRows(source)
    #expect(rows.problem == nil && rows.count == 1 ? rule.isAccepted : !rule.isAccepted, "\(rows)")
  }
}

private struct JSONRule: Decodable {
  var text: String
  var isAccepted: Bool
}

/// RFC 4180, section 2, by the numbers of its rules; and what it is silent about.
@Spec let csvRules = describe("CSV as RFC 4180 defines it") {
  outline("a text", from: .jsonLines("CSVRules", named: .required)) { (rule: CSVRule) in
    let rows = await readRows(.csv(.text(rule.text, path: "rule.csv")))
    #expect(rows.texts == rule.rows)
  }
}

private struct CSVRule: Decodable {
  var text: String
  /// The cells of each row, or that it is a mistake.
  var rows: [CSVCells]
}

private enum CSVCells: Decodable, Equatable {
  case cells([String])
  case mistake

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let cells = try? container.decode([String].self) {
      self = .cells(cells)
    } else {
      let word = try container.decode(String.self)
      guard word == "mistake" else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "expected cells or “mistake”, found “\(word)”")
      }
      self = .mistake
    }
  }
}

private struct ReadRows {
  var texts: [CSVCells] = []
  var problem: String?
  var count: Int { texts.count }
}

private func readRows(_ source: RowSource) async -> ReadRows {
  var read = ReadRows()
  do {
    let rows = try await source.rows(
      for: DeclarationSite(module: "ExemplarTests", place: Place(path: #filePath)))
    while let row = try await rows.next() {
      switch row {
      case .success(let row):
        read.texts.append(.cells(row.keys.map { row[$0]?.text ?? "" }))
      case .failure(let invalid):
        read.texts.append(.mistake)
        read.problem = invalid.mistake.message
      }
    }
  } catch {
    read.texts.append(.mistake)
    read.problem = "\(error)"
  }
  return read
}
