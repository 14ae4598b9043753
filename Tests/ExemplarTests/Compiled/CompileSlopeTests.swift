#if Macros
  import Foundation
  import Testing

  /// What rows in code cost the compiler: twice the rows, twice the steps of its solver.
  ///
  /// It takes a while, so it is asked for by `EXEMPLAR_SLOW_TESTS=1`. Steps are the same in every run. Work
  /// is the time of the compiler's processes on the processor, the least of several tries; it has a
  /// small share that grows faster, since the solver copies what it knows at each statement.
  @Suite(
    "Compile slope", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] == "1"))
  struct CompileSlopeTests {
    /// What the compiler needed for a file.
    struct Cost {
      /// The scopes of the constraint solver: what it tried.
      var steps: Int
      /// Seconds.
      var work: Double
    }

    @Test("rows cost the same each", arguments: RowText.Columns.all, RowText.Form.allCases)
    func slope(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      let empty = try await cost(of: RowText(form: form, columns: columns, count: 1).text)
      var costs: [Cost] = []
      for count in [25, 50, 100] {
        let total = try await cost(of: RowText(form: form, columns: columns, count: count).text)
        costs.append(Cost(steps: total.steps - empty.steps, work: total.work - empty.work))
      }
      for (few, many) in zip(costs, costs.dropFirst()) {
        #expect(Double(many.steps) <= 2.5 * Double(few.steps), "\(costs)")
        // What is nearly nothing cannot be compared.
        #expect(many.work <= 4 * few.work || many.work < 0.3, "\(costs)")
      }
    }

    @Test("200 rows are checked in a second", arguments: RowText.Form.allCases)
    func manyRows(_ form: RowText.Form) async throws {
      let columns = RowText.Columns.all[0]
      let empty = try await cost(of: RowText(form: form, columns: columns, count: 1).text)
      let total = try await cost(of: RowText(form: form, columns: columns, count: 200).text)
      #expect(total.work - empty.work < form.limit)
    }

    @Test(
      "a wrong row among a hundred is named in a second", arguments: RowText.Columns.all,
      RowText.Form.allCases)
    func wrongRow(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      let empty = try await cost(of: RowText(form: form, columns: columns, count: 1).text)
      let text = RowText(form: form, columns: columns, count: 100, wrong: 50)
      let (cost, told) = try await check(text.text)
      #expect(told.map(\.line) == [text.line(of: 50)], "\(told)")
      #expect(cost.work - empty.work < form.limit)
    }

    /// The cost of a file without mistakes: the least of some tries.
    private func cost(of text: String) async throws -> Cost {
      var least: Cost?
      for _ in 0..<3 {
        let (cost, told) = try await check(text)
        #expect(told.isEmpty, "\(told)")
        if cost.work < least?.work ?? .infinity { least = cost }
      }
      return try #require(least)
    }

    private func check(_ text: String) async throws -> (Cost, told: [Diagnostic]) {
      let compiler = try Compiler()
      defer { compiler.remove() }
      try compiler.write(text, to: "Rows.swift")
      let output = try await compiler.run(
        [
          "-typecheck", "-parse-as-library", "-stats-output-dir", compiler.folder.path,
          "Rows.swift",
        ],
        timed: true)
      // The last line is that of the shell's children.
      let times = output.split(separator: "\n").last?.matches(of: #/(\d+)m([\d.]+)s/#) ?? []
      let seconds = times.map { time -> Double in
        let minutes = Double(time.1) ?? 0
        return minutes * 60 + (Double(time.2) ?? 0)
      }
      try #require(seconds.count == 2)
      let cost = Cost(steps: try steps(in: compiler.folder), work: seconds[0] + seconds[1])
      return (cost, Diagnostic.all(in: output))
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

      /// What a hundred wrong rows, or two hundred right ones, may cost, in seconds. The rows of an attribute
      /// are checked twice: before the macro, and in what it makes.
      var limit: Double { self == .closure ? 1 : 2 }
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
      columns.types.enumerated().map { "p\($0): \($1)" }.joined(separator: ", ")
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
