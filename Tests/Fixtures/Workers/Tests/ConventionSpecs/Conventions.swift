import Exemplar
import Testing

@Spec class Base_iPad {}

@Spec final class OnTablet: Base_iPad {
  func testRuns() {}
  func testHere_linux() {}
}

@Spec final class Here_linux: Base_iPad {
  func testRuns() {}
  func testOnThePhone_iPhone() {}
}

@Spec final class FocusOne {
  func setUpTestCase(named name: String) { print("hook sees \(name)") }
  func testOne() {}
  func focus_testTwo() {}
  func testThree() {}
}

@Spec class Focus_Base {}
@Spec final class InheritsFocus: Focus_Base { func testRuns() {} }
@Spec final class Unfocused { func testNever() { Issue.record("never") } }

@Spec final class Focus_Narrow {
  func testOne() { Issue.record("never") }
  func focus_testTwo() {}
}

@Spec final class FocusedElsewhere {
  func testOne() {}
  func focus_testTwo_iPad() {}
}

@Spec final class Hooked {
  static nonisolated(unsafe) var instances = 0
  let number: Int
  init() {
    Self.instances += 1
    number = Self.instances
  }
  func setUpTest() { print("~ S \(number)") }
  func tearDownTest() { print("~ T \(number)") }
  func setUpTestCase(named name: String) { print("~ s \(name) \(number)") }
  func tearDownTestCase(named name: String) { print("~ t \(name) \(number)") }
  func testOne() { print("~ one \(number)") }
  func testTwo() { print("~ two \(number)") }
}
