#if Macros
  import Testing

  /// Methods whose names mean something in a type with `@Spec`. (Semantics, SL-01.)
  struct ConventionTests {
    @Test(arguments: [
      ("func testOpens() {}", 2), ("func test() {}", 2), ("func focus_testOpens() {}", 2),
      ("func Focus_testOpens() {}", 2), ("func outlineTestOpens() {}", 2),
      ("func parameterisedTestOpens(book: String) {}", 2), ("func parameterizedTestOpens() {}", 2),
      ("static func testOpens() {}", 2), ("func testOpens() async throws {}", 2),
      ("func setUpTest() {}", 2), ("func tearDownTestCase(named name: String) {}", 2),
      ("func setUp() {}", 2), ("func setUpTest(named: String) {}", 1),
      ("func testing() {}", 1), ("func tester() -> Int { 0 }", 1), ("func opens() {}", 1),
      ("@Example func testOpens() {}", 2), ("var testOpens = 1", 1),
    ])
    func leaveARecordEach(member: String, records: Int) {
      expect("@Spec struct Shelf { \(member) }", leavesRecords: records)
    }

    @Test func withParametersNeedRows() {
      expect(
        "@Spec struct Shelf { func testHolds(book: String) {} }",
        is: "1:27: 'testHolds' has parameters but no rows; call it 'outlineTestHolds' "
          + "to take them from a file, or use @Example with 'rows:'")
    }

    @Test func mustNotHaveAResult() {
      expect(
        "@Spec struct Shelf { func testHolds() -> Bool { true } }",
        is: "1:39: an example or a hook must not have a result; say what is expected in its body",
        fixIt: "remove the result",
        fixed: "@Spec struct Shelf { func testHolds() { true } }")
    }

    @Test func mustBeWithinReach() {
      expect(
        "@Spec struct Shelf { private func testHolds() {} }",
        is: "1:35: 'testHolds' is private, so @Spec cannot call it; remove 'private', "
          + "or say with an attribute what it is")
    }

    @Test func mustNotBeConditional() {
      expect(
        "@Spec struct Shelf {\n  #if os(Linux)\n  func testHolds() {}\n  #endif\n}",
        is: "3:8: 'testHolds' stands in '#if', where @Spec cannot tell whether it is built; "
          + "say with an attribute what it is")
    }

    @Test func withoutSpecMeanNothing() {
      expect("struct Shelf { func testHolds() {} }", leavesRecords: 0)
    }
  }
#endif
