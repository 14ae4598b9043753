#if Macros
  import Testing

  /// Methods whose names mean something in a type with `@Spec`. (Semantics, SL-01.)
  struct ConventionTests {
    @Test(arguments: [
      ("func testOpens() {}", 2), ("func test() {}", 2), ("func focus_testOpens() {}", 2),
      ("func Focus_testOpens() {}", 2), ("func outlineTestOpens() {}", 2),
      ("func parameterisedTestOpens(book: String) {}", 2),
      ("static func testOpens() {}", 2), ("func testOpens() async throws {}", 2),
      ("func setUpTest() {}", 2), ("func tearDownTestCase(named name: String) {}", 2),
      ("func setUp() {}", 2),
      ("func testing() {}", 2), ("private func testing() {}", 1),
      ("func testing(_ a: Int) {}", 1), ("func setUpTestCase() {}", 2),
      ("static func parameterisedTestData() -> RowSource { .default }", 2),
      ("class func parameterisedTestData() async throws -> [String: Any] { [:] }", 2),
      ("static func examples(forOutlineTest name: String) throws -> RowSource { .default }", 2),
      ("@Example(.tags(\"slow\")) func parameterisedTestOpens(book: String) {}", 2),
      ("func tester() -> Int { 0 }", 1), ("func opens() {}", 1),
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
        is: "1:39: an example or a hook must not have a result; write its expectations in its body",
        fixIt: "remove the result",
        fixed: "@Spec struct Shelf { func testHolds() { true } }")
    }

    @Test func mustBeWithinReach() {
      expect(
        "@Spec struct Shelf { private func testHolds() {} }",
        is: "1:35: 'testHolds' is private, so @Spec cannot call it; remove 'private', "
          + "or declare its meaning with an attribute")
    }

    @Test func mustNotBeConditional() {
      expect(
        "@Spec struct Shelf {\n  #if os(Linux)\n  func testHolds() {}\n  #endif\n}",
        is: "3:8: 'testHolds' is inside '#if', where @Spec cannot know whether it is built; "
          + "declare its meaning with an attribute")
    }

    /// What compiles and does nothing is a trap.
    @Test(arguments: [
      ("func setUpTest(named: String) {}", "setUpTest", "write 'func setUpTest()'"),
      (
        "func setUpTestCaseWithSelector(_ name: String) {}", "setUpTestCaseWithSelector",
        "write 'func setUpTestCase(named name: String)'"
      ),
      (
        "func tearDownTestCase(with selector: String) {}", "tearDownTestCase",
        "write 'func tearDownTestCase(named name: String)'"
      ),
      (
        "func tearDownTestWithSelector(_ selector: String) {}", "tearDownTestWithSelector",
        "write 'func tearDownTestCase(named name: String)'"
      ),
      ("func setUp(completion: () -> Void) {}", "setUp", "write 'func setUp()'"),
      ("func teardown() {}", "teardown", "write 'func tearDown()'"),
      ("func beforeEach() {}", "beforeEach", "write '@BeforeEach' in front of it"),
      ("class func runGroup() -> Int { 2 }", "runGroup", "write '@Spec(.runGroup(…))' on the type"),
      ("static var runGroup: Int { 2 }", "runGroup", "write '@Spec(.runGroup(…))' on the type"),
      (
        "static var isAbstract: Bool { true }", "isAbstract", "write '@Spec(.abstract)' on the type"
      ),
      (
        "class func supportsCurrentPlatform() -> Bool { true }", "supportsCurrentPlatform",
        "write '@Spec(.enabled(if: …))' on the type"
      ),
      (
        "class func testCaseWithSelectorSupportsCurrentPlatform(_ name: String) -> Bool { true }",
        "testCaseWithSelectorSupportsCurrentPlatform",
        "write '@Example(.enabled(if: …))' on the method that it speaks of"
      ),
      ("static func tags() -> Set<String> { [] }", "tags", "write '@Spec(.tags(…))' on the type"),
      (
        "func examplesForOutlineTestWithSelector(_ name: String) -> [Any] { [] }",
        "examplesForOutlineTestWithSelector",
        "write 'static func examples(forOutlineTest name: String)'"
      ),
      (
        "static func parameterisedTestData(of name: String) -> RowSource { .default }",
        "parameterisedTestData", "write 'static func parameterisedTestData()', without parameters"
      ),
      (
        "static let parameterisedTestData: RowSource = .default", "parameterisedTestData",
        "write 'static func parameterisedTestData()'"
      ),
      (
        "static var parameterizedTestData: RowSource { .default }", "parameterizedTestData",
        "write 'static func parameterisedTestData()'"
      ),
      (
        "class func parameterizedTestData() -> RowSource { .default }", "parameterizedTestData",
        "write 'parameterisedTestData'"
      ),
      (
        "func focus_parameterizedTestOpens() {}", "focus_parameterizedTestOpens",
        "write 'focus_parameterisedTestOpens'"
      ),
      (
        "override class var defaultTestSuite: XCTestSuite { suite }", "defaultTestSuite",
        "write 'outlineTest…' for the body of these tests, and return a row for each of them from "
          + "'static func examples(forOutlineTest name: String)'"
      ),
      (
        "class func testInvocations() -> [Any] { [] }", "testInvocations",
        "write 'outlineTest…' for the body of these tests, and return a row for each of them from "
          + "'static func examples(forOutlineTest name: String)'"
      ),
    ])
    func inForeignSpellingsAreErrors(member: String, name: String, advice: String) {
      let source = "@Spec class Shelf { \(member) }"
      let column =
        source.distance(
          from: source.startIndex, to: source.firstRange(of: " \(name)")!.lowerBound) + 2
      expect(
        source,
        is:
          "1:\(column): '\(name)' means nothing in a type with @Spec, so nothing would "
          + "call it; \(advice)")
    }

    @Test(arguments: [
      "private func beforeEach() {}", "var isAbstract = true", "func setUpShelves() {}",
      "func isFocused() -> Bool { true }", "static let tags = [1]", "@BeforeEach func setup() {}",
    ])
    func areNotMistakenForOthers(member: String) {
      expect("@Spec class Shelf { \(member) }", leavesRecords: member.hasPrefix("@") ? 2 : 1)
    }

    @Test func thatGiveRowsMustBeStaticAndGiveThem() {
      expect(
        "@Spec struct Shelf { func parameterisedTestData() -> RowSource { .default } }",
        is: "1:27: 'parameterisedTestData' gives the rows of the outlines, for which there is no "
          + "instance; make it static")
      expect(
        "@Spec struct Shelf { static func examples(forOutlineTest name: String) {} }",
        is:
          "1:34: 'examples' gives the rows of the outlines; return a RowSource, a dictionary or an "
          + "array")
    }

    @Test func sayOnceWhereTheyRun() {
      expect(
        "struct Shelf { @Example(.platforms(.macOS)) func testOpens_linux() {} }",
        is: "1:50: the name 'testOpens_linux' and '.platforms(…)' both restrict where this runs; "
          + "keep one of them")
      expect(
        "@Spec(.platforms(.macOS)) struct Shelf_linux {}",
        is:
          "1:34: the name 'Shelf_linux' and '.platforms(…)' both restrict where this runs; keep one of them"
      )
    }

    @Test func withoutSpecMeanNothing() {
      expect("struct Shelf { func testHolds() {} }", leavesRecords: 0)
    }
  }
#endif
