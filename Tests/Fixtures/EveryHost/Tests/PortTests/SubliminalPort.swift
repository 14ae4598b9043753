import ExemplarXCTest

/// Three cases, one of which fails, and all hooks.
@Spec
final class TestWithSomeTestCases {
  func setUpTest() { print("set up") }
  func tearDownTest() { print("tear down") }

  func setUpTestCase(named name: String) { print("set up \(name)") }
  func tearDownTestCase(named name: String) { print("tear down \(name)") }

  func testOne() { print("one") }

  func testTwo() {
    print("two")
    XCTAssertTrue(false, "two is never true")
  }

  func testThree() { print("three") }
}
