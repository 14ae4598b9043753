#if Macros
  import Testing

  /// What `@Example` refuses to stand on.
  struct ExampleProblemsTests {
    @Test func variables() {
      expect(
        "@Example var shelf = describe(\"A shelf\") {}",
        is: "1:1: @Example belongs on a function; this takes @Spec", fixIt: "use @Spec",
        fixed: "@Spec var shelf = describe(\"A shelf\") {}")
    }

    @Test func types() {
      expect(
        "@Example struct Shelf {}",
        is: "1:1: @Example belongs on a function; this takes @Spec", fixIt: "use @Spec",
        fixed: "@Spec struct Shelf {}")
    }

    @Test func initializers() {
      expect(
        "struct Shelf { @Example init() {} }",
        is: "1:16: @Example belongs on a function; call the initializer in one")
    }

    @Test func subscripts() {
      expect(
        "struct Shelf { @Example subscript(index: Int) -> Int { 1 } }",
        is: "1:16: @Example belongs on a function")
    }

    @Test func genericFunctions() {
      expect(
        "@Example func sells<Item>() {}",
        is:
          "1:20: a generic function cannot be an example or a hook, because its types are unknown"
      )
    }

    @Test func results() {
      expect(
        "@Example func counts() throws -> Int { 1 }",
        is: "1:31: an example or a hook must not have a result; write its expectations in its body",
        fixIt: "remove the result", fixed: "@Example func counts() throws { 1 }")
    }

    @Test func unavailableFunctions() {
      expect(
        "@available(*, unavailable) @Example func sells() {}",
        is: "1:1: what is unavailable cannot be called; use '.skipped(\"why\")' or '.platforms(…)'")
    }

    @Test func repetition() {
      expect(
        "@Example @Example(.focused) func sells() {}", leavesRecords: 1,
        "1:10: @Example is repeated")
    }

    @Test func functionsThatAreHooks() {
      expect(
        "struct Shelf { @Example @BeforeEach func fill() {} }", leavesRecords: 1,
        "1:16: a function is either an example or a hook")
    }

    @Test func functionsInFunctions() {
      expect(
        "func shop() { @Example func sells() {} }",
        is: "1:15: a declaration inside a function cannot be found; move it out of the function")
    }

    @Test func typesInFunctions() {
      expect(
        "func shop() { struct Shelf { @Example func sells() {} } }",
        is: "1:30: a declaration inside a function cannot be found; move it out of the function")
    }

    @Test func genericTypes() {
      let problem =
        "a generic type cannot hold examples; use a generic function that returns shared examples"
      expect("struct Shelf<Item> { @Example func sells() {} }", is: "1:22: \(problem)")
      expect(
        "struct Shelf<Item> { struct Board { @Example func sells() {} } }", is: "1:37: \(problem)")
      expect(
        "extension Shelf where Item == Int { @Example func sells() {} }", is: "1:37: \(problem)")
    }

    @Test func protocols() {
      expect(
        "protocol Shop { @Example func sells() }",
        is: "1:17: a protocol cannot hold examples; use an open class or shared examples")
    }

    @Test func noncopyableTypes() {
      expect(
        "struct Shelf: ~Copyable { @Example func sells() {} }",
        is: "1:27: a noncopyable type cannot hold examples, because hooks and example share its "
          + "instance")
    }

    @Test func typesThatAreNotAvailableEverywhere() {
      expect(
        "@available(macOS 26, *) struct Shelf { @Example func sells() {} }",
        is: "1:40: a spec must be available everywhere, so that it can be found; "
          + "limit its examples instead")
    }
  }
#endif
