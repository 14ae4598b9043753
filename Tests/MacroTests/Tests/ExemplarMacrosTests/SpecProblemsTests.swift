#if Macros
  import Testing

  /// What `@Spec` refuses to stand on.
  struct SpecProblemsTests {
    @Test func variables() {
      expect(
        "@Spec var shelf = describe(\"A shelf\") {}",
        is: "1:7: a spec must be a constant: use 'let'", fixIt: "use 'let'",
        fixed: "@Spec let shelf = describe(\"A shelf\") {}")
      expect(
        "@Spec var shelf: SpecNode { get async { await made() } }",
        is: "1:7: a spec must be a constant: use 'let'", fixIt: "use 'let'",
        fixed: "@Spec let shelf: SpecNode { get async { await made() } }")
    }

    @Test func constantsOfInstances() {
      expect(
        "struct Shop { @Spec private let shelf = describe(\"A shelf\") {} }",
        is: "1:29: a spec in a type must be static, so that it can be found without an instance",
        fixIt: "make it static",
        fixed: "struct Shop { @Spec private static let shelf = describe(\"A shelf\") {} }")
    }

    @Test func patterns() {
      let problem = "a spec must be one constant with a name of its own"
      expect("@Spec let (shelf, board) = specs()", is: "1:11: \(problem)")
      expect("@Spec let _ = spec()", is: "1:11: \(problem)")
    }

    @Test func valuesOfActors() {
      expect(
        "@Spec @MainActor let shelf = describe(\"A shelf\") {}",
        is:
          "1:7: a spec that is a value belongs to no actor: write '@MainActor' at the closures that "
          + "need it, as in '{ @MainActor in … }'")
      expect(
        "@MainActor enum Shop { @Spec static let shelf = describe(\"A shelf\") {} }",
        is:
          "1:37: a spec that is a value belongs to no actor, but all in this type do by '@MainActor': "
          + "make it 'nonisolated static let'")
    }

    @Test func valuesWithNamesOfTheirOwn() {
      expect(
        "@Spec(\"A shelf\", .focused) let shelf = describe(\"A shelf\") {}",
        is: "1:7: the name and the traits of a value belong to the value: "
          + "'describe(\"name\", .tags(…))'")
    }

    private let place =
      "@Spec belongs on a global or static 'let', or on a structure, class, actor or enumeration"

    @Test func functions() {
      expect(
        "@Spec func sells() {}", is: "1:1: \(place); a function takes @Example",
        fixIt: "use @Example", fixed: "@Example func sells() {}")
    }

    @Test func extensions() {
      expect(
        "@Spec extension Shelf {}",
        is: "1:1: \(place); examples in an extension need no @Spec of their own")
    }

    @Test func aliases() {
      expect("@Spec typealias Shelf = Int", is: "1:1: \(place)")
    }

    @Test func protocols() {
      expect(
        "@Spec protocol Shop {}",
        is: "1:16: a protocol cannot hold examples; use an open class or shared examples")
    }

    @Test func genericTypes() {
      expect(
        "@Spec struct Shelf<Item> {}",
        is: "1:19: a generic type cannot hold examples; "
          + "use a generic function that returns shared examples")
    }

    @Test func noncopyableTypes() {
      expect(
        "@Spec struct Shelf: ~Copyable {}",
        is: "1:21: a noncopyable type cannot hold examples, because hooks and example share its "
          + "instance")
    }

    /// Only XCTest makes instances of its test cases, so the compiler would miss arguments.
    @Test func testCases() {
      func problem(_ type: String) -> String {
        "a class with @Spec or @Example is not a test case of XCTest; remove the superclass '\(type)'"
      }
      expect(
        "@Spec final class Shelf: XCTestCase { func testOpens() {} }",
        is: "1:26: \(problem("XCTestCase"))", fixIt: "remove the superclass",
        fixed: "@Spec final class Shelf { func testOpens() {} }")
      expect(
        "@Spec final class Shelf: XCTest.XCTestCase, Sendable {}",
        is: "1:26: \(problem("XCTest.XCTestCase"))", fixIt: "remove the superclass",
        fixed: "@Spec final class Shelf: Sendable {}")
      expect(
        "@Spec class Shelf: SpecTestCase {}", is: "1:20: \(problem("SpecTestCase"))",
        fixIt: "remove the superclass", fixed: "@Spec class Shelf {}")
      expect(
        "class Shelf: XCTestCase { @Example func opens() {} }",
        is: "1:27: \(problem("XCTestCase"))")
      expect("@Spec class Shelf: Shop.Furniture {}", leavesRecords: 1)
    }

    @Test func local() {
      expect(
        "func shop() { @Spec struct Shelf {} }",
        is: "1:15: a declaration inside a function cannot be found; move it out of the function")
    }

    @Test func repetition() {
      expect(
        "@Spec @Spec(\"a shelf\") struct Shelf {}", leavesRecords: 1, "1:7: @Spec is repeated")
    }

    @Test func availability() {
      let limited =
        "a spec must be available everywhere, so that it can be found; limit its examples instead"
      expect("@available(macOS 26, *) @Spec struct Shelf {}", is: "1:1: \(limited)")
      expect(
        "@available(macOS, introduced: 26) @Spec let shelf = describe(\"A shelf\") {}",
        is: "1:1: \(limited)")
      expect(
        "@available(*, unavailable) @Spec struct Shelf {}",
        is: "1:1: what is unavailable cannot be called; use '.skipped(\"why\")' or '.platforms(…)'")
    }
  }
#endif
