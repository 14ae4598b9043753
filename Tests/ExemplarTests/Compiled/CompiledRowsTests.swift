import Exemplar
#if Macros
  import Exemplar
  import Foundation
  import Testing

  /// What the compiler says of rows in code: each mistake is an error at its line, in closures and in
  /// attributes.
  @Suite("Compiled rows") struct CompiledRowsTests {
    /// A wrong row, and the errors of the compiler in a closure and in an attribute.
    struct Mistake: Sendable {
      var parameters = "(copies: Int, price: Double)"
      var row: String
      var inClosure: [String]
      /// The same ones as in a closure if there are none.
      var inAttribute: [String] = []
    }

    private static let noDouble =
      "cannot convert value of type 'String' to expected argument type 'Double'"
    private static func isNoRow(_ type: String, _ wanted: String = "(Int, Double)") -> String {
      "cannot convert value of type '\(type)' to expected argument type 'InlineRow<\(wanted)>'"
    }

    private static let mistakes = [
      Mistake(row: #"row("two", 2, "x")"#, inClosure: [noDouble]),
      Mistake(row: #"row("two", 2 * 1024, "a" + "b")"#, inClosure: [noDouble]),
      Mistake(
        row: #"row("two", 2)"#,
        inClosure: ["cannot convert value of type 'Int' to expected argument type '(Int, Double)'"],
        inAttribute: ["this row has 1 value, but 'sells' takes 2 (from macro 'Example')"]),
      Mistake(
        row: #"row("two", 2, 3.5, 1)"#, inClosure: [isNoRow("InlineRow<(Int, Double, Int)>")],
        inAttribute: ["this row has 3 values, but 'sells' takes 2 (from macro 'Example')"]),
      Mistake(
        row: "row(2, 3.5)",
        inClosure: [
          "cannot convert value of type 'Double' to expected argument type '(Int, Double)'",
          "cannot convert value of type 'Int' to expected argument type 'String'",
        ],
        inAttribute: ["cannot convert value of type 'Int' to expected argument type 'String'"]),
      Mistake(
        parameters: "(copies: Int)", row: #"row("two", 2, 3.5)"#,
        inClosure: [isNoRow("InlineRow<(Int, Double)>", "Int")],
        inAttribute: ["this row has 2 values, but 'sells' takes 1 (from macro 'Example')"]),
      Mistake(
        parameters: "(copies: Int, currency: Currency)", row: #"row("two", 2, .yen)"#,
        inClosure: ["type 'Currency' has no member 'yen'"],
        inAttribute: ["cannot infer contextual base in reference to member 'yen'"]),
      Mistake(
        row: #"row("two", nil, 3.5)"#,
        inClosure: ["'nil' is not compatible with expected argument type 'Int'"]),
      Mistake(row: #"row("two", coppies, 3.5)"#, inClosure: ["cannot find 'coppies' in scope"]),
      Mistake(row: #"("two", 2, 3.5)"#, inClosure: [isNoRow("(String, Int, Double)")]),
      Mistake(
        row: #"row("two", 2, 3.5, traits: .focussed)"#,
        inClosure: ["type 'any ExampleTrait' has no member 'focussed'"]),
    ]

    @Test("a wrong row among right ones is an error at its line", arguments: [true, false])
    func wrongRows(inClosure: Bool) async throws {
      var text = "func prepare() {}\n"
      for (index, mistake) in Self.mistakes.enumerated() {
        let parameters = mistake.parameters
        let values = parameters.contains("currency") ? "two, Currency.euro" : "two, 1.5"
        let right = parameters.contains(",") ? "row(\"one\", \(values))" : "row(\"one\", 1)"
        let last = right.replacing("one", with: "three")
        let rows = [right, mistake.row, last].map { "    \($0)\n" }.joined()
        text +=
          inClosure
          ? "let outline\(index) = describe(\"A shelf\") {\n  outline(\"sells\") { \(parameters) in\n"
            + "    prepare()\n  } rows: {\n\(rows)  }\n}\n"
          : "enum Outline\(index) {\n  @Example(rows: {\n\(rows)  })\n"
            + "  static func sells\(parameters) {}\n}\n"
      }
      let told = try await diagnostics(of: text)
      expect(
        told,
        equals: Self.mistakes.flatMap { mistake in
          let isSame = inClosure || mistake.inAttribute.isEmpty
          return (isSame ? mistake.inClosure : mistake.inAttribute).map {
            "\(mistake.row): \($0)"
          }
        })
    }

    @Test func `the types of the function count, not those of the first row`() async throws {
      let told = try await diagnostics(
        of: """
          @Example(rows: {
            row("one", "1", 1)
            row("two", 2, 1.5)
            row("three", 3, 1.5)
          })
          func sells(copies: Int, price: Double) {}

          @Example(rows: {
            row("one", .euro)
          })
          func buys(with currency: Currency) {}

          @Example<(Currency, Int?)>(rows: {
            row("one", .euro, nil)
            row("two", .pound, 2)
          })
          func lends(currency: Currency, copies: Int?) {}
          """)
      expect(
        told,
        equals: [
          #"row("one", "1", 1): cannot convert value of type 'String' to expected argument type 'Int'"#,
          #"row("one", .euro): cannot infer contextual base in reference to member 'euro'"#,
        ])
    }

    @Test("the macro of a spec says what to write, also where the compiler refuses the rows")
    func specs() async throws {
      let told = try await diagnostics(
        of: """
          @Spec struct Shelf {
            @Example(rows: {
              row("one", .euro, nil)
              row("two", .pound, 2)
            })
            func buys(with currency: Currency, copies: Int?) {}
          }
          """)
      expect(
        told,
        equals: [
          #"row("one", .euro, nil): the first row determines the types of the others: write "#
            + "'Currency.euro' (from macro 'Spec ')",
          #"row("one", .euro, nil): the first row determines the types of the others: write "#
            + "'nil as Int?' (from macro 'Spec ')",
          #"row("one", .euro, nil): generic parameter 'B' could not be inferred"#,
          #"row("one", .euro, nil): cannot infer contextual base in reference to member 'euro'"#,
        ])
    }

    @Test func `an attribute with rows has a name, traits, both or neither`() async throws {
      let told = try await diagnostics(
        of: """
          @Example(.focused, rows: {
            row("one", 1)
          })
          func lends(copies: Int) {}

          @Example(.focused, .tags("a shelf"), rows: {
            if two == 2 { row("one", 1) }
            for number in 2...3 { row("\\(number)", number * 2) }
          })
          func returns(copies: Int) {}

          @Example("sells", .tags("a shelf"), rows: {
            row("one", 1)
            row("two", "2")
          })
          func sells(copies: Int) {}

          @Example(.focused, rows: {
            row("one", 1)
            row("two", 2.5)
          })
          func counts(copies: Int) {}

          @Example<_, (Currency, Int?)>(.focused, rows: {
            row("one", .euro, nil)
          })
          func buys(currency: Currency, copies: Int?) {}

          let trait: any ExampleTrait = .focused
          @Example("returns late", trait, rows: {
            row("one", 1)
          })
          func returnsLate(copies: Int) {}
          """)
      expect(
        told,
        equals: [
          #"row("two", "2"): cannot convert value of type 'String' to expected argument type 'Int'"#,
          #"row("two", 2.5): cannot convert value of type 'Double' to expected argument type 'Int'"#,
        ])
    }

    @Test func `a body that does not fit its rows`() async throws {
      let told = try await diagnostics(
        of: """
          let a = describe("A shelf") {
            outline("a") { (copies: Int, price: Double, currency: Currency) in _ = copies } rows: {
              row("one", 1, 2.5)
              row("two", 2, 3.5)
            }
          }
          let b = describe("A shelf") {
            outline("b") { (copies: Int) in _ = copies } rows: {
              row("three", 1, 2.5)
              row("four", 2, 3.5)
            }
          }
          let c = describe("A shelf") {
            outline("c") { copies in _ = copies } rows: {
              row("five", 1)
              row("six", 2)
            }
          }
          let d = describe("A shelf") {
            outline("d") { copies, price in
              #expect(copies > 0)
              #expect(price > 0)
            } rows: {
              row("five", 1, 2)
              row("six", 2, "x")
            }
          }
          @Example(rows: {
            row("seven", 1, 2.5)
            row("eight", 2, 3.5)
          })
          func takes(copies: Int, price: Double, currency: Currency) {}
          @Example(rows: {
            row("nine", 1, 2.5)
            row("ten", 2, 3.5)
          })
          func gives(copies: Int) {}
          """)
      expect(
        told,
        equals: [
          #"row("one", 1, 2.5): cannot convert value of type 'InlineRow<(Int, Double)>' to expected "#
            + "argument type 'InlineRow<(Int, Double, Currency)>'",
          #"row("three", 1, 2.5): cannot convert value of type 'InlineRow<(Int, Double)>' to expected "#
            + "argument type 'InlineRow<Int>'",
          "outline(\"d\") { copies, price in: cannot infer type of closure parameter 'copies' without "
            + "a type annotation",
          "outline(\"d\") { copies, price in: cannot infer type of closure parameter 'price' without "
            + "a type annotation",
          #"row("seven", 1, 2.5): this row has 2 values, but 'takes' takes 3 (from macro 'Example')"#,
          #"row("eight", 2, 3.5): this row has 2 values, but 'takes' takes 3 (from macro 'Example')"#,
          #"row("nine", 1, 2.5): this row has 2 values, but 'gives' takes 1 (from macro 'Example')"#,
          #"row("ten", 2, 3.5): this row has 2 values, but 'gives' takes 1 (from macro 'Example')"#,
        ])
    }

    @Test func `rows in other forms, and values that are no rows`() async throws {
      let told = try await diagnostics(
        of: """
          let a = describe("A shelf") {
            outline("a", rows: {
              row("one", 1)
            }) { (copies: Int) in _ = copies }
          }
          let b = describe("A shelf") {
            outline("b", rows: [
              "one": (1, 2),
              "two": (1, "x"),
            ]) { copies, price in #expect(copies < price) }
          }
          let c = describe("A shelf") {
            outline("c", rows: [1, 2]) { copies in #expect(copies > 0) }
          }
          let d = describe("A shelf") {
            outline("d") { (copies: Int) in
              #expect(copies.isBig)
            } rows: {
              row("one", 1)
            }
          }
          @Example(rows: [1, 2]) func takes(copies: Int) {}
          @Example(rows: [row("one", 1)]) func gives(copies: Int) {}
          """)
      let misplaced = "unnamed argument #3 must precede argument 'rows'"
      let noClosure = "to expected argument type '() -> __AttributeRows<Values, Void>'"
      let unknown = "generic parameter 'Values' could not be inferred"
      expect(
        told,
        equals: [
          "}) { (copies: Int) in _ = copies }: \(misplaced)",
          "]) { copies, price in #expect(copies < price) }: \(misplaced)",
          "outline(\"c\", rows: [1, 2]) { copies in #expect(copies > 0) }: \(misplaced)",
          "#expect(copies.isBig): value of type 'Int' has no member 'isBig'",
          "@Example(rows: [1, 2]) func takes(copies: Int) {}: cannot convert value of type '[Int]' \(noClosure)",
          "@Example(rows: [1, 2]) func takes(copies: Int) {}: \(unknown)",
          "@Example(rows: [row(\"one\", 1)]) func gives(copies: Int) {}: cannot convert value of type "
            + "'[InlineRow<Int>]' \(noClosure)",
          "@Example(rows: [row(\"one\", 1)]) func gives(copies: Int) {}: \(unknown)",
        ])
    }
  }

  /// The diagnostics of declarations, each after the text of its line.
  func diagnostics(of declarations: String) async throws -> [String] {
    let compiler = try Compiler()
    let text = """
      import Exemplar
      enum Currency: Sendable { case euro, pound }
      let two = 2

      """ + declarations
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return try await compiler.diagnostics(of: text).map {
      "\(lines[$0.line - 1].trimmingCharacters(in: .whitespaces)): \($0.message)"
    }
  }
#endif
