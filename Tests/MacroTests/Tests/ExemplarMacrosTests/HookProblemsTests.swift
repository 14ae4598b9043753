#if Macros
  import Testing

  /// What hooks refuse to stand on.
  struct HookProblemsTests {
    @Test(arguments: ["BeforeAll", "AfterAll"])
    func hooksAroundAllAreStatic(hook: String) {
      let column = "struct Shelf { @\(hook) func ".count + 1
      expect(
        "struct Shelf { @\(hook) func fill() {} }",
        is: "1:\(column): a hook around all examples must be static, "
          + "because each example has its own instance",
        fixIt: "make it static",
        fixed: "struct Shelf { @\(hook) static func fill() {} }")
    }

    @Test(arguments: ["BeforeEach", "AfterEach"], ["static", "class"])
    func hooksAroundEachAreNot(hook: String, modifier: String) {
      let column = "class Shelf { @\(hook) \(modifier) func ".count + 1
      expect(
        "class Shelf { @\(hook) \(modifier) func fill() {} }",
        is: "1:\(column): a hook around each example must not be static")
    }

    @Test(arguments: [
      "_ a: ExampleInfo, _ b: ExampleInfo", "_ info: ExampleInfo = .some",
      "_ infos: ExampleInfo...",
      "count: Int",
    ])
    func parameters(_ parameters: String) {
      expect(
        "struct Shelf { @BeforeEach func fill(\(parameters)) {} }",
        is: "1:37: a hook takes no parameter, or one ExampleInfo without a default value")
    }

    @Test func functionsOutsideTypes() {
      expect(
        "@BeforeEach func fill() {}",
        is: "1:1: a hook belongs on a function in a type with examples")
    }

    @Test func otherDeclarations() {
      expect(
        "struct Shelf { @BeforeEach var books = 1 }",
        is: "1:16: a hook belongs on a function in a type with examples")
    }

    @Test func resultsAndGenerics() {
      expect(
        "struct Shelf { @BeforeEach func fill() -> Int { 1 } }",
        is: "1:40: an example or a hook must not have a result; write its expectations in its body",
        fixIt: "remove the result", fixed: "struct Shelf { @BeforeEach func fill() { 1 } }")
      expect(
        "struct Shelf { @BeforeEach func fill<Item>() {} }",
        is:
          "1:37: a generic function cannot be an example or a hook, because its types are unknown"
      )
    }

    @Test func repetition() {
      expect(
        "struct Shelf { @BeforeEach @BeforeEach func fill() {} }", leavesRecords: 1,
        "1:28: @BeforeEach is repeated")
      expect("struct Shelf { @BeforeEach @AfterEach func fill() {} }", leavesRecords: 2)
    }
  }
#endif
