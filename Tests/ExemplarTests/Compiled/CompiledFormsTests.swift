import Exemplar
#if Macros
  import Exemplar
  import Foundation
  import Testing

  /// What the compiler says of forms that users may write: each mistake is one error at its line that says
  /// what to do, and each right form compiles without a warning.
  @Suite("Compiled forms") struct CompiledFormsTests {
    @Test("a closure that gives no Bool is no condition; one that gives one is no expectation")
    func conditions() async throws {
      let beginning = """
        import Exemplar
        import Testing
        func prepare() {}
        func holds() -> Bool { false }
        @discardableResult func fill() -> Bool { false }

        """
      let forms = [
        "try await eventually { #expect(holds()) }",
        "try await eventually { prepare(); #expect(holds()) }",
        "prepare(); try await eventually { #expect(holds()) }",
        "try await eventually { prepare(); fill() }",
        "try await within(\"a\") { try await eventually { prepare(); fill() } }",
        "try await eventually { if holds() { return }; prepare() }",
        "try await eventually { throw CancellationError() }",
        "try await eventually {}",
        "try await eventually(prepare)",
        "try await eventuallyPasses { fill() }",
        "try await eventuallyPasses { holds() as Bool }",
        "try await eventuallyPasses { prepare(); return holds() }",
        "runLoop(until: { prepare(); fill() })",
      ]
      let noBool = """
        error: 'eventually(within:polling:isolation:_:)' is unavailable: this closure gives no Bool. \
        For a condition, return it; to try expectations again, write eventuallyPasses.
        """
      let noExpectation = """
        warning: 'eventuallyPasses(within:polling:isolation:fileID:filePath:line:column:_:)' is \
        deprecated: this closure returns a Bool, as a condition does: write eventually, or #expect the Bool in it.
        """
      // The last one is found only when there are no other errors.
      let expected = forms.indices.dropLast().map { $0 < 9 ? noBool : noExpectation }
      let all = try await diagnostics(of: beginning, forms)
      expect(all, equals: zip(1..., expected).map { "\($0): \($1)" })
      let last = try await diagnostics(of: beginning, forms.suffix(1))
      expect(last, equals: ["1: error: missing return in closure expected to return 'Bool'"])
    }

    @Test("each problem of a method has the line of the method, also inside #if")
    func methodsInConditions() async throws {
      let told = try await Compiler().diagnostics(
        of: """
          import Exemplar
          @Spec struct A {
            func testA<T>(_ t: T) {}
            #if os(Linux)
            func testB() {}
            #if DEBUG
            #else
            func setup() {}
            #endif
            #endif
            func TestC() {}
          }
          """)
      // The last part is the macro that reports it.
      expect(
        told.map { "\($0.line) \($0.isError) \($0.message.prefix { $0 != ";" && $0 != "," })" },
        equals: [
          "3 true a generic function cannot be an example or a hook",
          "3 true 'testA' has parameters but no rows",
          "5 true 'testB' is inside '#if'",
          "8 true 'setup' means nothing in a type with @Spec",
          "11 false 'TestC' means nothing in a type with @Spec",
        ])
    }

    @Test("values that are no data explain how they get into rows")
    func objects() async throws {
      let told = try await Compiler().diagnostics(
        of: """
          import Exemplar
          final class Till { var sum = 0 }
          @Spec final class TillSpec {
            class func parameterisedTestData() -> Till { Till() }
            func parameterisedTestOpens(till: Till) {}
          }
          @Spec final class RowSpec {
            class func parameterisedTestData() -> [Row] {
              [Row("a till", object: Till()), Row("a closure", object: { (sum: Int) in sum + 1 })]
            }
            func parameterisedTestOpens() throws {
              let till: Till = try Row.current.object()
              #expect(try Row.current.object(as: Till.self).sum == till.sum)
            }
          }
          """)
      expect(
        told.map(\.description),
        equals: [
          """
          6: error: '__rows(of:perOutline:at:_:)' is unavailable: rows are a RowSource, a dictionary or an array. \
          For an object, return [Row("a", object: …)] and read it with Row.current.object(as:)
          """,
          """
          6: error: 'decode(_:as:)' is unavailable: the values of rows are data, so that the type must be \
          Decodable. An object is in Row("a", object: …), and Row.current.object(as:) reads it
          """,
        ])
    }

    @Test("an outline over a source with a parameter for each column explains its forms")
    func parametersOfOutlines() async throws {
      let told = try await Compiler().diagnostics(
        of: """
          import Exemplar
          @Spec let isbns = describe("An ISBN") {
            outline("has two forms", from: .csv("isbns")) { (old: String, new: String?) in }
            outline("has three parts", .ordered, from: .csv("isbns")) { (a: String, b: String?, c: Int) in
              try await Task.sleep(for: .zero)
            }
            outline("is one value", from: .csv("isbns")) { (old: String) in }
          }
          """
      ).map(\.description).joined(separator: "\n")
      let explanation = """
        in a closure, a row of a source is one value: { (row: Conversion) in … } with a Decodable type that has the \
        columns as properties, or { (row: Row) in … }. For a parameter per column, write a method: @Example(from: .csv) \
        func converts(isbn10: String, isbn13: String?).
        """
      expect(
        told,
        equals: """
          3: error: 'outline(_:_:from:_:)' is unavailable: \(explanation)
          4: error: 'outline(_:_:from:_:)' is unavailable: \(explanation)
          """)
    }

    @Test func `a form of Kiwi or XCTest is an error that names its replacement`() async throws {
      let compiler = try Compiler()
      let all = try await compiler.diagnostics(
        of: """
          import ExemplarXCTest
          class Ship {}
          @Spec let ships = describe("Ships") {
            itBehavesLike("a ship", ["name": "Emma", "speed": 2])
            itBehavesLike("a ship", Ship.self)
            itBehavesLike("a ship", ["name": "Emma"]) { it("docks") {} }
          }
          @Spec final class ShipTests: XCTestCase { func testDocks() {} }
          final class ShipSpecs: SpecTestCase {
            func testSpecs() {}
            override class var defaultTestSuite: XCTestSuite { XCTestSuite(name: "") }
            override class var testInvocations: [Any] { [] }
          }
          class ShopTestCase: XCTestCase {}
          @Spec final class CartTests: ShopTestCase { func testAdds() {} }
          @Spec final class TillTests: ShopSpecs { func testAdds() {} }
          class ShopSpecs: SpecTestCase { func testSpecs() {} }

          """)
      let closure = """
        error: 'itBehavesLike(_:_:with:)' is unavailable: the parameter of shared examples is created \
        for each example, after its beforeEach hooks: write it as a closure, itBehavesLike("a ship")
        """
      let outline = "write an outline, whose rows are the tests of this class"
      expect(
        all.filter { $0.line <= 12 }.map(\.description),
        equals: [
          "4: \(closure) { [\"key\": value] }", "5: \(closure) { Ship.self }",
          "6: \(closure) { [\"key\": value] }",
          "8: error: a class with @Spec or @Example is not a test case of XCTest; remove the "
            + "superclass 'XCTestCase' (from macro 'Spec ')",
          "11: error: cannot override 'defaultTestSuite' which has been marked unavailable: \(outline)",
          "12: error: cannot override 'testInvocations' which has been marked unavailable: \(outline)",
        ])
      // An instance is made for the spec, and for each of its examples.
      let inherited =
        "error: 'init(__exemplar:)' is unavailable: a class with @Spec is not a test case "
        + "of XCTest; remove the superclass"
      expect(
        Set(all.filter { $0.line > 12 }.map(\.description)),
        equals: [
          "15: \(inherited)", "16: \(inherited)",
        ])
    }

    @Test func `a data race is an error at its line, and no other spec has one`() async throws {
      let compiler = try Compiler()
      try compiler.folder.write(
        """
        import Exemplar
        @Spec let shelf = describe("A shelf") { it("holds") {} }
        @Spec struct Till {
          @Example func counts() {}
          @Example(over: [1, 2]) func adds(_ number: Int) {}
        }

        """, to: "Other.swift")
      let all = try await compiler.diagnostics(
        of: """
          import Exemplar
          @Spec let echoes = describe("Echoes") {
            let echo: (Int) -> Result<Int, Never> = { .success($0) }
            it("maps") { @MainActor in
              let results = [1].map(echo)
              #expect(results == [.success(1)])
            }
            it("calls") { @MainActor in #expect(echo(1) == .success(1)) }
          }
          @Spec let others = describe("Other echoes") {
            let echo: (Int) -> Result<Int, Never> = { .success($0) }
            it("maps") { @MainActor in #expect([1].map(echo) == [.success(1)]) }
            it("calls") { @MainActor in #expect(echo(1) == .success(1)) }
          }
          """, options: ["Other.swift", "-whole-module-optimization"])
      expect(
        all.map { "\($0.file), \($0)" },
        equals: [
          "Specs.swift, 5: error: sending 'echo' risks causing data races",
          "Specs.swift, 12: error: sending 'echo' risks causing data races",
        ])
    }

    /// No code refers to a record; the section is what the linker and the Swift runtime read.
    @Test("the optimizer keeps all records", arguments: ["-Onone", "-O", "-Osize"])
    func optimizedRecords(level: String) async throws {
      let compiler = try Compiler()
      try compiler.folder.write(
        """
        import Exemplar
        @Spec let shelf = describe("A shelf") { it("holds") {} }
        @Spec struct Till { @Example func counts() {} }
        @Example func lends() {}
        """, to: "Specs.swift")
      let code = try await compiler.run([
        "-parse-as-library", level, "-whole-module-optimization", "-emit-ir", "Specs.swift",
      ])
      expect(code.matches(of: #/section ".*swift5_proto(col_conformances)?[",]/#).count, equals: 4)
    }

    @Test func `an example in an extension of a generic type is an error`() async throws {
      let compiler = try Compiler()
      let all = try await compiler.diagnostics(
        of: "import Exemplar\nextension Array { @Example func holds() {} }\n")
      expect(
        all.map(\.description),
        equals: [
          "2: error: static stored properties not supported in generic types"
        ])
    }

    @Test func `#expect comes with Exemplar, also where Testing is not imported`() async throws {
      let all = try await diagnostics(
        of: "import Exemplar\n", ["#expect(Bool(true))", "_ = try #require(Int(\"1\"))"])
      expect(all, equals: [])
    }

    @Test("an error that is thrown inside an expectation wants its `try` in front of that")
    func thrownInside() async throws {
      let beginning = """
        import Exemplar
        func read() throws -> Bool { true }
        func fetch() async throws -> Bool { true }

        """
      let forms = [
        "try #expect(read())", "try await #expect(fetch())", "#expect(try read())",
        "#expect(try await fetch())",
      ]
      let all = try await diagnostics(of: beginning, forms)
      expect(
        all,
        equals: [
          "3: error: errors thrown from here are not handled",
          "4: error: errors thrown from here are not handled",
        ])
    }

    /// The diagnostics of bodies of examples, each by the number of its form.
    private func diagnostics(of beginning: String, _ forms: [String]) async throws -> [String] {
      let compiler = try Compiler()
      let offset = beginning.split(separator: "\n", omittingEmptySubsequences: false).count
      let examples = forms.map { "  it(\"example\") { \($0) }\n" }.joined()
      return try await compiler.diagnostics(
        of: beginning + "@Spec let spec = describe(\"A group\") {\n" + examples + "}\n"
      ).map {
        var diagnostic = $0
        diagnostic.line -= offset
        return diagnostic.description
      }
    }
  }
#endif
