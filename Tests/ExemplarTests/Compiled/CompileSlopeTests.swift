#if Macros
  import Exemplar
  import Foundation
  import TestSupport
  import Testing

  /// The cost of rows in code for the compiler: twice the rows, twice the steps of its solver.
  ///
  /// It takes a while, so it is asked for by `EXEMPLAR_SLOW_TESTS=1`. Steps are counted by the compiler, and
  /// are the same in every run and on every machine.
  @Suite("Compile slope", .serialized, .slow)
  struct CompileSlopeTests {
    /// The scopes of the constraint solver, which are what it tried, and the diagnostics of a file.
    typealias Outcome = (steps: Int, told: [Diagnostic])

    @Test("rows cost the same each", arguments: RowText.Columns.all, RowText.Form.allCases)
    func slope(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      var steps: [Int] = []
      for count in [1, 25, 50, 100] {
        let outcome = try await check(RowText(form: form, columns: columns, count: count))
        #expect(outcome.told.isEmpty, "\(outcome.told)")
        steps.append(outcome.steps)
      }
      let costs = steps.dropFirst().map { $0 - steps[0] }
      #expect(costs[0] > 0)
      for (few, many) in zip(costs, costs.dropFirst()) { #expect(2 * many <= 5 * few, "\(costs)") }
    }

    @Test("rows of an attribute are checked twice, and not once more for another form of it")
    func attributes() async throws {
      for columns in RowText.Columns.all.prefix(3) {
        var costs: [Int] = []
        for form in [RowText.Form.closure, .attribute] {
          let few = try await check(RowText(form: form, columns: columns, count: 1)).steps
          let many = try await check(RowText(form: form, columns: columns, count: 50)).steps
          costs.append(many - few)
        }
        #expect(costs[1] <= 2 * costs[0], "\(costs)")
      }
    }

    /// Steps are what a compiler that gives up has too many of: it looks for what is wrong in all rows.
    @Test(
      "a wrong row among a hundred is found without a search", arguments: RowText.Columns.all,
      RowText.Form.allCases)
    func wrongRow(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      let right = RowText(form: form, columns: columns, count: 100)
      let wrong = RowText(form: form, columns: columns, count: 100, wrong: 50)
      let steps = try await check(right).steps
      let outcome = try await check(wrong)
      #expect(2 * outcome.steps <= 3 * steps, "\(outcome.steps) for \(steps)")
      expect(outcome.told.map(\.line), equals: [wrong.line(of: 50)], "\(outcome.told)")
    }

    private func check(_ text: RowText) async throws -> Outcome {
      let compiler = try Compiler()
      try compiler.folder.write(text.text, to: "Rows.swift")
      let folder = compiler.folder.url
      let output = try await compiler.run([
        "-typecheck", "-parse-as-library", "-stats-output-dir", folder.path, "Rows.swift",
      ])
      return (try steps(in: folder), Diagnostic.all(in: output))
    }

    /// The counts of the compiler.
    private func steps(in folder: URL) throws -> Int {
      var steps = 0
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasPrefix("stats-") {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let match = text.firstMatch(of: #/"Sema\.NumConstraintScopes": (\d+)/#)
        steps += match.flatMap { Int($0.1) } ?? 0
      }
      return steps
    }
  }

  /// A file with an outline of many rows.
  struct RowText {
    enum Form: String, CaseIterable, Sendable {
      case closure, attribute
    }

    /// The columns: their types, and an expression for row `i` in each.
    struct Columns: Sendable, CustomTestStringConvertible {
      var types: [String]
      var values: [@Sendable (Int) -> String]

      static let all = [
        Columns(types: ["Int", "String", "Double"]) {
          ["\($0)", "\"a\"", "\($0).5"]
        },
        Columns(types: ["Int", "Int"]) { ["\($0)", "\($0) + 1"] },
        Columns(types: ["Int", "String", "[Int]"]) {
          ["\($0)", "\"a\" + \"b\"", "[\($0), \($0) * 2]"]
        },
        Columns(types: ["Int?", "Currency", "Price", "Int", "[[Int]]", "Bool", "Double", "String"])
        {
          [
            $0 == 0 ? "0 as Int?" : "nil", $0 == 0 ? "Currency.euro" : ".euro",
            "Price(\($0), .euro)", "-\($0)", "[[\($0)], []]", "\($0) > 3", "\($0)", "\"a\"",
          ]
        },
        Columns(types: ["Int"]) { ["\($0) * 1024 * 1024"] },
        Columns(
          types: [
            "Int", "String", "Double", "Int", "[[Int]]", "Bool", "Int", "@Sendable (Int) -> Int",
          ]
        ) {
          [
            "\($0)", "\"a\"", "\($0).5", "-\($0)", "[[\($0)], []]", "\($0) > 3", "\($0) * 2",
            $0 == 0 ? "{ (n: Int) in n }" : "{ $0 + \($0) }",
          ]
        },
      ]

      init(types: [String], values: @escaping @Sendable (Int) -> [String]) {
        self.types = types
        self.values = types.indices.map { index in { values($0)[index] } }
      }

      var testDescription: String { types.joined(separator: ", ") }
    }

    var form: Form
    var columns: Columns
    var count: Int
    /// The row whose last value has another type.
    var wrong: Int?

    private var parameters: String {
      columns.types.enumerated().map { index, type in
        "p\(index): " + (type.contains("->") ? "@escaping " : "") + type
      }.joined(separator: ", ")
    }

    private var rows: String {
      (0..<count).map { index in
        var values = columns.values.map { $0(index) }
        if index == wrong { values[values.count - 1] = "Wrong()" }
        return "    row(\"row \(index)\", \(values.joined(separator: ", ")))\n"
      }.joined()
    }

    private static let beginning = """
      import Exemplar
      struct Wrong {}
      enum Currency: Sendable { case euro, pound }
      struct Price: Sendable { init(_ cents: Int, _ currency: Currency) {} }

      """

    /// The line of a row, counted from 1.
    func line(of row: Int) -> Int { row + (form == .closure ? 9 : 7) }

    var text: String {
      switch form {
      case .closure:
        return Self.beginning + """
          @Spec let shelf = describe("A shelf") {
            outline("sells") { (\(parameters)) in
              #expect(Bool(true))
            } rows: {
          \(rows)  }
          }

          """
      case .attribute:
        return Self.beginning + """
          enum Shelf {
            @Example("sells", rows: {
          \(rows)  })
            static func sells(\(parameters)) {}
          }

          """
      }
    }
  }
#endif
