/// A file with one test of many rows.
struct RowText {
  enum Form: String, CaseIterable {
    case closure = "`outline { … } rows: { row(…) … }`"
    case dictionary = "`outline(rows: [:])`"
    case attribute = "`@Example(rows: { row(…) … })`"
    case attributeOfDictionary = "`@Example(rows: [:])`"
    case test = "`@Test(arguments: [])`"
  }

  /// The columns: their types, and expressions for row `i`.
  struct Columns: Sendable {
    var name: String
    var types: [String]
    var values: @Sendable (Int) -> [String]

    static let all = [
      Columns(name: "literals", types: ["Int", "String", "Double"]) {
        ["\($0)", "\"a\"", "\($0).5"]
      },
      Columns(name: "sums", types: ["Int", "Int"]) { ["\($0)", "\($0) + 1"] },
      Columns(name: "mixed", types: ["Int", "String", "[Int]"]) {
        ["\($0)", "\"a\" + \"b\"", "[\($0), \($0) * 2]"]
      },
      Columns(
        name: "eight",
        types: ["Int?", "Currency", "Int", "[[Int]]", "Bool", "Double", "Int", "String"]
      ) {
        [
          $0 == 0 ? "0 as Int?" : "nil", $0 == 0 ? "Currency.euro" : ".euro", "-\($0)",
          "[[\($0)], []]", "\($0) > 3", "\($0)", "\($0) * 1024", "\"a\"",
        ]
      },
    ]
  }

  var form: Form
  var columns: Columns
  var count: Int
  /// The row whose last value has another type.
  var wrong: Int?

  /// The line of a row, counted from 1.
  func line(of row: Int) -> Int {
    switch form {
    case .closure: row + 9
    case .test: row + 6
    default: row + 7
    }
  }

  var text: String {
    let parameters = columns.types.enumerated().map { "p\($0): \($1)" }.joined(separator: ", ")
    switch form {
    case .closure:
      return """
        import Exemplar
        import Testing
        struct Wrong {}
        enum Currency: Sendable { case euro, pound }
        @Spec let spec = describe("A shelf") {
          outline("sells") { (\(parameters)) in
            #expect(p0 == p0)
          } rows: {
        \(rows)  }
        }

        """
    case .dictionary:
      return """
        import Exemplar
        import Testing
        struct Wrong {}
        enum Currency: Sendable { case euro, pound }
        @Spec let spec = describe("A shelf") {
          outline("sells", rows: [
        \(rows)  ]) { (\(parameters)) in #expect(p0 == p0) }
        }

        """
    case .attribute, .attributeOfDictionary:
      return """
        import Exemplar
        import Testing
        struct Wrong {}
        enum Currency: Sendable { case euro, pound }
        @Spec struct Shelf {
          @Example("sells", rows: \(form == .attribute ? "{" : "[")
        \(rows)  \(form == .attribute ? "}" : "]"))
          func sells(\(parameters)) { #expect(p0 == p0) }
        }

        """
    case .test:
      return """
        import Testing
        struct Wrong {}
        enum Currency: Sendable { case euro, pound }
        struct Shelf {
          @Test(arguments: [
        \(rows)  ])
          func sells(\(parameters)) { #expect(p0 == p0) }
        }

        """
    }
  }

  private var rows: String {
    (0..<count).map { index in
      var values = columns.values(index)
      if index == wrong { values[values.count - 1] = "Wrong()" }
      let list = values.joined(separator: ", ")
      switch form {
      case .closure, .attribute: return "    row(\"row \(index)\", \(list))\n"
      case .dictionary, .attributeOfDictionary: return "    \"row \(index)\": (\(list)),\n"
      case .test: return "    (\(list)),\n"
      }
    }.joined()
  }
}
