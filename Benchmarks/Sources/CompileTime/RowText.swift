/// A file with one test of many rows.
struct RowText {
  enum Form: String, CaseIterable {
    /// The first, as the others are compared with it.
    case test = "`@Test(arguments: [])`"
    case closure = "`outline { … } rows: { row(…) … }`"
    case attribute = "`@Example(rows: { row(…) … })`"
  }

  /// The columns: their types, and expressions for row `i`.
  struct Columns: Sendable {
    var name: String
    var types: [String]
    /// Whether all forms are compared, and not those of rows in builders alone.
    var isCompared = false
    var values: @Sendable (Int) -> [String]

    static let all = [
      Columns(name: "an int", types: ["Int"]) { ["\($0)"] },
      Columns(name: "two negative ints", types: ["Int", "Int"]) { ["-\($0)", "-1"] },
      Columns(name: "literals", types: ["Int", "String", "Double"], isCompared: true) {
        ["\($0)", "\"a\"", "\($0).5"]
      },
      Columns(name: "four strings", types: ["String", "String", "String", "String"]) {
        ["\"\($0)\"", "\"a\"", "\"b\"", "\"c\""]
      },
      Columns(name: "five doubles", types: ["Double", "Double", "Double", "Double", "Double"]) {
        ["\($0).5", "0.1", "1.5", "-2.5", "3"]
      },
      Columns(
        name: "six optionals", types: ["Int?", "Int?", "String?", "String?", "Double?", "Double?"]
      ) {
        $0 == 0
          ? [
            "0 as Int?", "1 as Int?", "\"a\" as String?", "nil as String?", "1 as Double?",
            "nil as Double?",
          ]
          : ["\($0)", "nil", "\"a\"", "nil", "1.5", "nil"]
      },
      Columns(name: "seven cases", types: Array(repeating: "Currency", count: 7)) {
        Array(repeating: $0 == 0 ? "Currency.euro" : ".euro", count: 7)
      },
      Columns(name: "nested arrays", types: ["[[Int]]", "[[String]]"]) {
        ["[[\($0)], [1, 2]]", "[[\"a\"], []]"]
      },
      Columns(name: "sums", types: ["Int", "Int"], isCompared: true) { ["\($0)", "\($0) + 1"] },
      Columns(name: "products", types: ["Int"]) { ["\($0) * 1024 * 1024"] },
      Columns(name: "mixed", types: ["Int", "String", "[Int]"], isCompared: true) {
        ["\($0)", "\"a\" + \"b\"", "[\($0), \($0) * 2]"]
      },
      Columns(name: "closures", types: ["Int", "@escaping @Sendable (Int) -> Int"]) {
        ["\($0)", $0 == 0 ? "{ (n: Int) in n }" : "{ $0 + \($0) }"]
      },
      Columns(
        name: "eight",
        types: ["Int?", "Currency", "Int", "[[Int]]", "Bool", "Double", "Int", "String"],
        isCompared: true
      ) {
        [
          $0 == 0 ? "0 as Int?" : "nil", $0 == 0 ? "Currency.euro" : ".euro", "-\($0)",
          "[[\($0)], []]", "\($0) > 3", "\($0)", "\($0) * 1024", "\"a\"",
        ]
      },
    ]

    /// The forms that rows of these columns are written in.
    var forms: [Form] { isCompared ? Form.allCases : [.closure, .attribute] }
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
    case .attribute: row + 7
    case .test: row + 6
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
    case .attribute:
      return """
        import Exemplar
        import Testing
        struct Wrong {}
        enum Currency: Sendable { case euro, pound }
        @Spec struct Shelf {
          @Example("sells", rows: {
        \(rows)  })
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
      case .test: return "    (\(list)),\n"
      }
    }.joined()
  }
}
