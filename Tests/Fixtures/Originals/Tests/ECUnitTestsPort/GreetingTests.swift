import Exemplar

@Spec
final class GreetingTests {
  func parameterisedTestIsFriendly() throws {
    let greeting: String = try Row.current.decode("value")
    #expect(greeting.hasPrefix("H"))
  }

  func parameterisedTestIsShort(value: String) {
    #expect(value.count == 5, "\(value) has \(value.count) letters")
  }
}
