import Exemplar
import ExemplarCore
import Foundation
import TestSupport
import Testing

/// Environment variables that traits change. (Semantics, section 4.)
@Suite struct VariablesTests {
  private static func value(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? "–"
  }

  /// The variable of a test, which no other test reads.
  private static func variable(_ number: Int) -> String { "SHOP_VARIABLE_\(number)" }

  @Test("4.9: hooks and examples see the variables of their groups, which are restored afterwards")
  func scopes() async {
    let name = Self.variable(1)
    setenv(name, "Rome", 1)
    @Sendable func see(_ what: String) { log("\(what) \(Self.value(name))") }
    let trace = await traced("shop") {
      beforeAll { see("all") }
      it("is outside") { see("outside") }
      context("in Paris", .environment(name, "Paris")) {
        aroundAll { _, examples in
          cleanup { see("cleaned") }
          see("A(")
          try await examples()
          see(")A")
        }
        beforeAll { see("S") }
        afterAll { see("T") }
        beforeEach { see("s") }
        afterEach { see("t") }
        it("is there") { see("there") }
        it("has none", .environment(name, nil)) {
          cleanup { see("after") }
          see("none")
        }
        context("in Tokyo", .environment(name, "Tokyo"), .environment("\(name)_B", "b")) {
          it("is there") { see("there") }
          it("adds up") { log(Self.value("\(name)_B")) }
        }
        it("is back") { see("back") }
      }
      afterAll { see("end") }
    }
    expect(
      trace.description,
      equals: """
        shop
          all Rome
          outside Rome → is outside: passed
          in Paris
            A( Paris · S Paris
            s Paris · there Paris · t Paris → is there: passed
            s – · none – · t – · after – → has none: passed
            in Tokyo
              s Tokyo · there Tokyo · t Tokyo → is there: passed
              s Tokyo · b · t Tokyo → adds up: passed
            s Paris · back Paris · t Paris → is back: passed
            T Paris · )A Paris · cleaned Paris
          end Rome
        6 executed
        """)
    expect(Self.value(name), equals: "Rome")
    expect(Self.value("\(name)_B"), equals: "–")
  }

  @Test("4.9: a change by a hook stays for its group, whatever becomes of it")
  func changesOfHooks() async {
    let name = Self.variable(2)
    let trace = await traced("shop", .environment(name, "Paris")) {
      beforeAll { setenv(name, "Lyon", 1) }
      it("opens") { log(Self.value(name)) }
      it("fails") { Issue.record("closed") }
      it("cancels itself") { withUnsafeCurrentTask { $0?.cancel() } }
      it("is tried again", .retry(1), .environment(name, "Nice")) {
        log(Self.value(name))
        Issue.record("closed")
      }
      context("fails", .environment(name, nil)) {
        beforeAll { Issue.record("closed") }
        it("is blocked") {}
      }
      it("closes") { log(Self.value(name)) }
    }
    let lines = trace.lines.filter { !$0.contains("!") }
    expect(
      lines.filter { ["  Lyon", "  Nice", "  Paris", "  –"].contains($0) },
      equals: ["  Lyon", "  Nice", "  Nice", "  Paris"])
    expect(Self.value(name), equals: "–")
  }

  /// Each example looks twice, with others running in between.
  @Test("4.9: examples that need other variables never run side by side", arguments: [2, 8])
  func sideBySide(width: Int) async {
    let name = Self.variable(2 + width)
    let (running, most) = (Locked(0), Locked(0))
    @Sendable func look(_ expected: String) async {
      let count = running.withLock {
        $0 += 1
        return $0
      }
      most.withLock { $0 = max($0, count) }
      for _ in 0..<5 {
        expect(Self.value(name), equals: expected)
        await Task.yield()
      }
      running.withLock { $0 -= 1 }
    }
    func shop(_ title: String) -> SpecNode {
      describe(title, .parallel) {
        for number in 0..<20 {
          it("is outside \(number)") { await look("–") }
          it("is in Paris \(number)", .environment(name, "Paris")) { await look("Paris") }
          context("in Tokyo \(number)", .environment(name, "Tokyo")) {
            beforeAll { await look("Tokyo") }
            it("opens") { await look("Tokyo") }
            afterAll { await look("Tokyo") }
          }
        }
        outline("rows") { (_: Int) in
          await look(ExampleScope.current?.info.name == "1" ? "Rome" : "–")
        } rows: {
          row("1", 1, traits: .environment(name, "Rome"))
          row("2", 2)
        }
      }
    }
    let trace = await traced(
      shop("A"), shop("B"),
      describe("C", .environment(name, "Nice"), .parallel) {
        for number in 0..<20 { it("\(number)") { await look("Nice") } }
      }, options: .plain { $0.jobs = width })
    expect(trace.messages, equals: [])
    expect(trace.summary.passed, equals: 2 * 62 + 20)
    expect(Self.value(name), equals: "–")
    #expect(most.withLock { $0 } > 1)
  }

  @Test("4.9: rows state variables and a time zone, in code and in files")
  func rows() async {
    let name = Self.variable(100)
    let source = RowSource.json(
      .text(
        """
        [{"name": "one", "environment": {"\(name)": "Paris", "\(name)_B": 7}},
         {"name": "two", "environment": "\(name)=a=b"},
         {"name": "three", "environment": ["\(name)=x", "\(name)_B="]},
         {"name": "four", "environment": {"\(name)": null}, "city": "Rome"},
         {"name": "five"}]
        """, path: "cities.json"))
    let spec = describe("shop", .environment(name, "Rome")) {
      outline("opens", .unread, from: source.withMetadata) { (_: Row) in
        log("\(Self.value(name)) \(Self.value("\(name)_B"))")
      }
    }
    await expect(
      traced(spec).description,
      equals: """
        shop › opens
          Paris 7 → one: passed
          a=b – → two: passed
          x  → three: passed
          – – → four: passed
          Rome – → five: passed
        5 executed
        """)
  }

  @Test(
    "4.9: variables and time zones that cannot exist fail at their line",
    arguments: [
      (
        ".timeZone",
        "There is no time zone “Asia/Tokio”. Did you mean “Asia/Tokyo” or “Asia/Tomsk”?"
      ),
      (
        ".environment",
        "“A=B” cannot be the name of an environment variable: it has at least one character, and no “=”."
      ),
      (
        ".zero",
        "The value of the environment variable “A” contains the character 0, which ends it."
      ),
    ])
  func mistakes(trait: String, message: String) async {
    let line = #line + 3
    let trait: PropertyTrait =
      switch trait {
      case ".timeZone": .timeZone("Asia/Tokio")
      case ".zero": .environment("A", "b\0c")
      default: .environment("A=B", "c")
      }
    let place = #line + 2
    let trace = await traced("shop") {
      it("opens", trait) { log("never") }
    }
    expect(trace.issues.map(\.message), equals: [message])
    expect(trace.summary.failed, equals: 1)
    expect(
      trace.issues.first?.place?.line, equals: message.contains("time zone") ? line : place)
  }

  /// A run that an example makes is part of that example.
  @Test func aRunInsideOfAnExampleDoesNotWaitForIt() async {
    let name = Self.variable(200)
    let inner = describe("inner", .environment(name, "Lyon")) {
      it("opens") { expect(Self.value(name), equals: "Lyon") }
    }
    let trace = await traced("outer", .environment(name, "Paris")) {
      it("opens") {
        let trace = await traced(inner)
        expect(trace.summary.passed, equals: 1)
        expect(Self.value(name), equals: "Paris")
      }
    }
    expect(trace.messages, equals: [])
  }
}
