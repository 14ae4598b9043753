#if Macros
  import SwiftDiagnostics
  import Testing

  /// Rows and parameters that do not fit each other.
  struct RowProblemsTests {
    @Test func parametersWithoutRows() {
      expect(
        "@Example(\"sells\", .focused) func sells(price: Int) {}",
        is: "1:39: an example with parameters needs rows: add 'rows:' or 'from:' to @Example; "
          + "'from: .default' reads the file that is named as the type",
        fixIt: "add 'rows:'",
        fixed: """
          @Example("sells", .focused, rows: { row("name", <#values#>) }) func sells(price: Int) {}
          """)
      expect(
        "@Example func sells(price: Int) {}",
        is: "1:20: an example with parameters needs rows: add 'rows:' or 'from:' to @Example; "
          + "'from: .default' reads the file that is named as the type",
        fixIt: "add 'rows:'",
        fixed: "@Example(rows: { row(\"name\", <#values#>) }) func sells(price: Int) {}")
    }

    @Test func rowsWithoutParameters() {
      expect(
        "@Example(over: [1, 2]) func sells() {}",
        is: "1:1: an example with rows needs parameters that take their values")
      expect(
        "@Example(from: .json(\"Books\")) func sells() {}",
        is: "1:1: an example with rows needs parameters that take their values")
    }

    @Test(arguments: ["rows: {}", "over: []"])
    func noRows(rows: String) {
      expect(
        "@Example(\(rows)) func sells(price: Int) {}",
        is: "1:16: without rows nothing runs; write at least one")
    }

    @Test(arguments: [
      ("price: inout Int", "it is 'inout'; copy it in the body"),
      ("prices: Int...", "use an array instead of '...'"),
      ("price: some Numeric", "'some' leaves its type open; name the type"),
      ("prices: [some Numeric]?", "'some' leaves its type open; name the type"),
    ])
    func parametersThatTakeNoValue(parameter: String, why: String) {
      expect(
        "@Example(over: [1]) func sells(\(parameter)) {}",
        is: "1:32: rows cannot be passed to this parameter: \(why)")
    }

    @Test func rowsOfTheWrongLength() {
      expect(
        """
        @Example(over: [
          (1, 2),
          (1, 2, 3),
          1,
        ])
        func sells(book: Int, price: Int) {}
        """,
        is: "3:3: this row has 3 values, but 'sells' takes 2",
        "4:3: this row has 1 value, but 'sells' takes 2")
      expect(
        "@Example(over: [(1, 2), (3, 4)]) func sells(price: Int) {}",
        is: "1:17: this row has 2 values, but 'sells' takes 1",
        "1:25: this row has 2 values, but 'sells' takes 1")
      expect(
        "@Example(over: [(1, 2, 3)] as [(Int, Int, Int)]) func sells(book: Int, price: Int) {}",
        is: "1:17: this row has 3 values, but 'sells' takes 2")
    }

    @Test func bodiesOfOutlinesSayTheTypesOfTheirValues() {
      let warning =
        "write the types of the values: then the body and each row are checked by themselves, and a "
        + "wrong row is named"
      expect(
        """
        @Spec let shelf = describe("A shelf") {
          outline("sells") { price, title, copies in #expect(price > copies) } rows: {
            row("a book", 1, "a", 1 + 1)
            row("a map", 2.5, nil, 3, traits: .focused)
          }
        }
        """, leavesRecords: 1, "2:22: \(warning)", fixIt: warning,
        fixed: """
          @Spec let shelf = describe("A shelf") {
            outline("sells") { (price: Double, title: String?, copies: <#Type#>) in #expect(price > copies) } rows: {
              row("a book", 1, "a", 1 + 1)
              row("a map", 2.5, nil, 3, traits: .focused)
            }
          }
          """, severity: .warning)
      expect(
        """
        @Spec let shelf = describe("A shelf") {
          outline("sells") { (price: Decimal, copies) in #expect(price > copies) } rows: {
            row("a book", 1, 2)
          }
        }
        """, leavesRecords: 1, "2:22: \(warning)", fixIt: warning,
        fixed: """
          @Spec let shelf = describe("A shelf") {
            outline("sells") { (price: Decimal, copies: Int) in #expect(price > copies) } rows: {
              row("a book", 1, 2)
            }
          }
          """, severity: .warning)
      // One for several columns, or without a name, gets its type by hand.
      for (body, column) in [("pair in check(pair.0 > pair.1)", 22), ("check($0 > $1)", 20)] {
        expect(
          """
          @Spec let shelf = describe("A shelf") {
            outline("sells") { \(body) } rows: { row("one", 1, 2) }
          }
          """, leavesRecords: 1, "2:\(column): \(warning)", severity: .warning)
      }
      // What costs nothing may stay as it is, and the compiler itself wants the types of a body with more than
      // one statement.
      for body in [
        "(copies: Int) in check(copies > 1)", "copies in check(copies > 1); check(2)",
        "copies in check(copies)", "check($0)",
      ] {
        expect(
          """
          @Spec let shelf = describe("A shelf") {
            outline("sells") { \(body) } rows: { row("one", 1) }
          }
          """, leavesRecords: 1)
      }
    }

    @Test func valuesWithoutTypeInTheFirstRow() {
      let warning = "the first row determines the types of the others: write"
      func expect(_ value: String, as fixed: String, of type: String) {
        ExemplarMacrosTests.expect(
          """
          @Spec struct Shelf {
            @Example(rows: {
              row("one", 1, \(value), traits: .focused)
              row("two", 2, \(value))
            })
            func sells(copies: Int, value: \(type)) {}
          }
          """, leavesRecords: 2, "3:19: \(warning) '\(fixed)'", fixIt: "\(warning) '\(fixed)'",
          fixed: """
            @Spec struct Shelf {
              @Example(rows: {
                row("one", 1, \(fixed), traits: .focused)
                row("two", 2, \(value))
              })
              func sells(copies: Int, value: \(type)) {}
            }
            """, severity: .warning)
      }
      expect(".euro", as: "Currency.euro", of: "Currency")
      expect(".init(2)", as: "Price.init(2)", of: "Price?")
      expect("nil", as: "nil as Int?", of: "Int?")
      expect("[]", as: "[] as [Int]", of: "[Int]")
      expect("[:]", as: "[:] as [Int: Int]", of: "[Int: Int]")
      ExemplarMacrosTests.expect(
        """
        @Spec struct Shelf {
          @Example<(Int, Currency)>(rows: {
            row("one", 1, .euro)
          })
          func sells(copies: Int, currency: Currency) {}
        }
        """, leavesRecords: 2)
    }

    @Test func rowsBetweenTheLengthsThatDefaultsAllow() {
      expect(
        "@Example(over: [(1, 2), (1, 2, 3)]) func sells(a: Int, b: Int, c: Int = 3, d: Int = 4) {}",
        is: "1:25: this row has 3 values, but 'sells' takes 2")
    }

    @Test func labelsInAnotherOrder() {
      expect(
        "@Example(over: [(price: 1, book: 2)]) func sells(book: Int, price: Int) {}",
        is: "1:18: values must be in the order of the parameters: expected 'book', found 'price'")
    }
  }
#endif
