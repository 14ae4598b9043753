#if Macros
  import Foundation
  import TestSupport
  import Testing

  /// What rows in code cost the compiler: twice the rows, twice the steps of its solver.
  ///
  /// It takes a while, so it is asked for by `EXEMPLAR_SLOW_TESTS=1`. Steps are counted by the compiler, and
  /// are the same in every run and on every machine. Seconds are those of the compiler's processes on the
  /// processor, so that they hardly depend on what else runs, and the least of several tries: as many as it
  /// takes to keep the limit.
  @Suite("Compile slope", .serialized, .slow)
  struct CompileSlopeTests {
    /// What the compiler needed for a file, and what it said of it.
    struct Outcome {
      /// The scopes of the constraint solver: what it tried.
      var steps: Int
      var seconds: Double
      var told: [Diagnostic]
    }

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
      let outcome = try await cost(of: wrong, isLessThan: columns.limit(as: form))
      #expect(2 * outcome.steps <= 3 * steps, "\(outcome.steps) for \(steps)")
      #expect(outcome.told.map(\.line) == [wrong.line(of: 50)], "\(outcome.told)")
    }

    @Test("200 rows are checked in time", arguments: RowText.Form.allCases)
    func manyRows(_ form: RowText.Form) async throws {
      let text = RowText(form: form, columns: RowText.Columns.all[0], count: 200)
      let told = try await cost(of: text, isLessThan: 1).told
      #expect(told.isEmpty, "\(told)")
    }

    /// Expects that a file takes at most so many seconds more than one with a single row.
    private func cost(of text: RowText, isLessThan limit: Double) async throws -> Outcome {
      var single = text
      single.count = 1
      single.wrong = nil
      var costs: [Double] = []
      while true {
        let least = try await check(single).seconds
        let outcome = try await check(text)
        costs.append(outcome.seconds - least)
        if costs.last ?? 0 <= limit || costs.count == 5 {
          #expect(costs.contains { $0 <= limit }, "\(costs)")
          return outcome
        }
      }
    }

    private func check(_ text: RowText) async throws -> Outcome {
      let compiler = try Compiler()
      defer { compiler.remove() }
      try compiler.write(text.text, to: "Rows.swift")
      let output = try await compiler.run(
        [
          "-typecheck", "-parse-as-library", "-stats-output-dir", compiler.folder.path,
          "Rows.swift",
        ],
        timed: true)
      // The last line is that of the shell's children.
      let times = output.split(separator: "\n").last?.matches(of: #/(\d+)m([\d.]+)s/#) ?? []
      let seconds = try times.map { try #require(Double($0.1)) * 60 + #require(Double($0.2)) }
      try #require(seconds.count == 2)
      return Outcome(
        steps: try steps(in: compiler.folder), seconds: seconds[0] + seconds[1],
        told: Diagnostic.all(in: output))
    }

    /// What the compiler has counted.
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

      /// What a hundred rows with a wrong one may cost, in seconds of a busy machine. Those of an attribute
      /// are checked twice, and closures in them too.
      func limit(as form: Form) -> Double {
        guard form == .attribute else { return 1 }
        return types.contains { $0.contains("->") } ? 3 : 2
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
