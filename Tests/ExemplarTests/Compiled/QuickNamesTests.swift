#if Macros
  import Exemplar
  import Testing

  /// The diagnostics for authors who come from Quick, and the forms that compile.
  @Suite("Names of Quick") struct QuickNamesTests {
    @Test("names without a counterpart explain what to write")
    func explanations() async throws {
      let told = try await diagnostics(
        of: """
          import Exemplar
          func helper() { _ = it("is lost") {} }
          @Spec let shelf = describe("A shelf") {
            justBeforeEach { #expect(Bool(true)) }
            beforeSuite { #expect(Bool(true)) }
            afterSuite { #expect(Bool(true)) }
          }
          @Spec let till = describe("A till") {
            it("opens") {}
            helper()
          }
          """)
      #expect(
        told == """
          4: error: 'justBeforeEach' is unavailable: a Given is created on first use, after all beforeEach hooks: \
          let subject = Given { … }. Inner groups change the givens that it reads with override.
          5: error: 'beforeSuite' is unavailable: beforeAll runs once before the examples of its group. For all \
          specs of the module, write it in a spec of its own: @Spec let started = describe("started", .hooks(of: \
          .module)) { beforeAll { … } }.
          6: error: 'afterSuite' is unavailable: afterAll runs once after the examples of its group. For all specs \
          of the module, write it in a spec of its own: @Spec let started = describe("started", .hooks(of: .module)) \
          { afterAll { … } }.
          10: error: cannot convert value of type '()' to expected argument type 'SpecNode'
          """)
    }

    @Test("the locale of a process cannot be a trait, which the compiler explains")
    func locale() async throws {
      let told = try await diagnostics(
        of: """
          import Exemplar
          @Spec let till = describe("A till") {
            it("opens", .locale("de_DE")) {}
          }
          """)
      #expect(
        told == """
          3: error: 'locale' is unavailable: Foundation cannot change Locale.current in a process that runs. Give your \
          code a Locale, and use .environment("LC_ALL", …) for the programs that it starts.
          """)
    }

    @Test("names of Kiwi and of the C library explain what to write")
    func otherNames() async throws {
      let told = try await diagnostics(
        of: """
          import Exemplar
          import Foundation
          @Spec let shared = sharedExamplesFor("a ship") { (data: [String: Any]) in }
          @Spec let till = describe("A till") {
            sharedExamplesFor("a till") { it("opens") {} }
            it("waits") { wait(1) }
            it("waits longer") { let time = 0.5; wait(time) }
          }
          """)
      let shared = """
        error: 'sharedExamplesFor' is unavailable: it is sharedExamples here, with a parameter that has a type: \
        sharedExamples("a ship") { (ship: Given<Ship>) in … }
        """
      let wait = """
        error: 'wait' is unavailable: a pause makes a test slow and may still be too short: try await eventually \
        { … } waits for a condition. For a pause, write try await Task.sleep(for: .seconds(1)).
        """
      expect(told, equals: "3: \(shared)\n5: \(shared)\n6: \(wait)\n7: \(wait)")
    }

    @Test("aroundEach compiles once its call is marked with try")
    func aroundEach() async throws {
      func told(_ call: String) async throws -> String {
        try await diagnostics(
          of: """
            import Exemplar
            @Spec let shelf = describe("A shelf") {
              aroundEach { runExample in \(call) }
              aroundEach { info, runExample in
                _ = info.name
                try await runExample()
              }
              it("opens") {}
            }
            """)
      }
      try await expect(told("try await runExample()"), equals: "")
      try await expect(
        told("await runExample()"),
        equals:
          "3: error: call can throw, but it is not marked with 'try' and the error is not handled")
    }

    /// Everything that an author may expect to be on the main actor, with a variable that bodies share.
    private static let group = """
        var window: Window!
        beforeAll { Window.count = 0 }
        beforeEach { window = Window() }
        beforeEach { (example: ExampleInfo) in window.title = example.id.name }
        afterEach { window.close() }
        afterAll { Window.count = 0 }
        it("opens") {
          cleanup { window.close() }
          #expect(window.title == "opens")
        }
        fit("waits") { try await Task.sleep(for: .zero); window.close() }
        xit("is left out") { window.close() }
        context("with tabs") {
          let tabs = Given { MainActor.assumeIsolated { Window() } }
          it("closes them") { tabs().close() }
          outline("has them") { (count: Int) in #expect(Window.count < count) } rows: { row("one", 1) }
          outline("counts them", over: [1, 2]) { count in Window.count = count }
          outline("reads them", from: .csv("tabs")) { (row: Row) in window.title = row.name ?? "" }
        }
      """

    private static let beginning = """
      import Exemplar
      @MainActor final class Window {
        static var count = 0
        var title = ""
        func close() {}
      }

      """

    @Test("bodies of a group on the main actor run there", arguments: ["5", "6"])
    func group(version: String) async throws {
      let told = try await diagnostics(
        of: Self.beginning
          + "@Spec let windows = describe(\"A window\", on: MainActor.self) {\n\(Self.group)\n}\n",
        version)
      expect(told, equals: "")
    }

    @Test("so do those of a module that declares it once", arguments: ["5", "6"])
    func module(version: String) async throws {
      let groups = ["describe", "fdescribe", "xdescribe"].map { name in
        "@Spec let \(name)Spec = \(name)(\"A window\", .tags(\"slow\")) {\n\(Self.group)\n}\n"
      }
      let told = try await diagnostics(
        of: Self.beginning + "#specsOnMainActor()\n" + groups.joined(), version)
      expect(told, equals: "")
    }

    @Test("in a module whose default isolation is the main actor, too")
    func defaultIsolation() async throws {
      let told = try await diagnostics(
        of: Self.beginning + "#specsOnMainActor()\n"
          + "@Spec nonisolated let windows = describe(\"A window\") {\n\(Self.group)\n}\n",
        options: ["-default-isolation", "MainActor"])
      expect(told, equals: "")
    }

    @Test("elsewhere, a body is on no actor")
    func noActor() async throws {
      let told = try await diagnostics(
        of: Self.beginning + "@Spec let windows = describe(\"A window\") {\n"
          + "  it(\"closes\") { Window.count = 1 }\n}\n")
      #expect(
        told == """
          8: error: main actor-isolated static property 'count' can not be mutated from a Sendable closure
          """)
    }

    private func diagnostics(
      of text: String, _ version: String = "6", options: [String] = []
    ) async throws -> String {
      let compiler = try Compiler()
      return try await compiler.diagnostics(
        of: text, options: ["-swift-version", version] + options
      ).map(\.description).joined(separator: "\n")
    }
  }
#endif
