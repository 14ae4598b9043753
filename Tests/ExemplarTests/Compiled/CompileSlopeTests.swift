#if Macros
  import Foundation
  import Testing

  /// What rows in code cost the compiler: twice the rows, at most two and a half times the work.
  ///
  /// It takes a while, so it is asked for by `EXEMPLAR_SLOW_TESTS=1`. Work is the time of the compiler's
  /// processes on the processor, which hardly depends on what else runs, and the least of several tries.
  @Suite(
    "Compile slope", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["EXEMPLAR_SLOW_TESTS"] == "1"))
  struct CompileSlopeTests {
    @Test("rows cost the same each", arguments: RowText.Columns.all, RowText.Form.allCases)
    func slope(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      let empty = try await work(of: RowText(form: form, columns: columns, count: 1).text)
      var costs: [Double] = []
      for count in [25, 50, 100] {
        let total = try await work(of: RowText(form: form, columns: columns, count: count).text)
        costs.append(max(total - empty, 0.02))
      }
      #expect(costs[1] <= 2.5 * costs[0] || costs[1] < 0.1, "\(costs)")
      #expect(costs[2] <= 2.5 * costs[1] || costs[2] < 0.1, "\(costs)")
    }

    @Test("200 rows are checked in a second", arguments: RowText.Form.allCases)
    func manyRows(_ form: RowText.Form) async throws {
      let columns = RowText.Columns.all[0]
      let empty = try await work(of: RowText(form: form, columns: columns, count: 1).text)
      let total = try await work(of: RowText(form: form, columns: columns, count: 200).text)
      #expect(total - empty < form.limit)
    }

    @Test(
      "a wrong row among a hundred is named in a second", arguments: RowText.Columns.all,
      RowText.Form.allCases)
    func wrongRow(_ columns: RowText.Columns, _ form: RowText.Form) async throws {
      let empty = try await work(of: RowText(form: form, columns: columns, count: 1).text)
      let text = RowText(form: form, columns: columns, count: 100, wrong: 50)
      let (work, told) = try await check(text.text)
      #expect(told.map(\.line) == [text.line(of: 50)], "\(told)")
      #expect(work - empty < form.limit)
    }

    /// The least work of some tries, in seconds.
    private func work(of text: String) async throws -> Double {
      var least = Double.infinity
      for _ in 0..<3 {
        let (work, told) = try await check(text)
        #expect(told.isEmpty, "\(told)")
        least = min(least, work)
      }
      return least
    }

    private func check(_ text: String) async throws -> (work: Double, told: [Diagnostic]) {
      let compiler = try Compiler()
      defer { compiler.remove() }
      try compiler.write(text, to: "Rows.swift")
      let output = try await compiler.run(
        ["-typecheck", "-parse-as-library", "Rows.swift"], timed: true)
      // The last line is that of the shell's children.
      let times = output.split(separator: "\n").last?.matches(of: #/(\d+)m([\d.]+)s/#) ?? []
      let seconds = times.map { time -> Double in
        let minutes = Double(time.1) ?? 0
        return minutes * 60 + (Double(time.2) ?? 0)
      }
      try #require(seconds.count == 2)
      let work = seconds[0] + seconds[1]
      return (work, Diagnostic.all(in: output))
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
