import Contract
import Testing

/// A test that is no example.
@Test func plainTest() { print("A plain test ran") }
