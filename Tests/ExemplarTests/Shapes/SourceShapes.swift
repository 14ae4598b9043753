import Exemplar
import Testing

// Rows from sources: the columns are the parameters, or one value stands for the whole row.

extension RowSource {
  fileprivate static var copies: RowSource {
    .json(
      .text(
        """
        [
          {"name": "short", "title": "Persuasion", "pages": 249},
          {"name": "long", "title": "Lanark", "pages": 560, "signed": true}
        ]
        """, path: "copies.json"))
  }
}

@Spec struct SourceShape {
  @Example(from: .copies) func takesColumns(title: String, pages: Int) {
    #expect(title.count < pages)
  }

  @Example(from: .copies) func takesColumnsInAnyOrder(pages: Int, title: String) {}

  @Example(from: .copies) func takesColumnsWithoutLabels(_ title: String, _ pages: Int) {
    #expect(title.count < pages)
  }

  @Example(from: .copies) func takesColumnsWithTwoNames(title book: String) {
    #expect(book.count > 5)
  }

  @Example(from: .copies) func takesAValue(_ copy: Copy) { #expect(copy.pages > 200) }

  @Example(from: .copies) func takesTheRow(_ row: Row) { #expect(row["title"] != nil) }

  @Example(from: .copies) func takesTheRowWithALabel(row: Exemplar.Row, pages: Int) {
    #expect(row["pages"] != nil)
  }

  @Example(from: .copies) func takesTheNameOfARow(name: String) {
    #expect(["short", "long"].contains(name))
  }

  @Example(from: .copies)
  func hasDefaults(title: String, signed: Bool = false, price: Int = 3) { #expect(price == 3) }

  @Example(from: .copies) func hasOptionals(title: String, signed: Bool?) {
    #expect(signed == (title == "Lanark" ? true : nil))
  }

  @Example("has a name", .tags("shape"), from: .copies) static func isStatic(title: String) {}

  @Example(from: .json(.text(#"{"first": "emma"}"#, path: "books.json")))
  func takesPlainValues(_ book: Book) async throws { #expect(book == .emma) }

  @Example(from: .copies) func hasRawNames(`title`: String) {}
}
