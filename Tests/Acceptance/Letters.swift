import Exemplar
import TestSupport

/// A group of three examples whose hooks and bodies each write their name, as the traces of the
/// semantics do: `S` and `T` around all of them, `s(a)` and `t(a)` around example `a`.
///
/// `act` is called after each name is written, with that name; what it does decides what fails.
func letters(
  named name: String = "C",
  _ act: @escaping @Sendable (String) throws -> Void = { _ in }
) -> SpecNode {
  @Sendable func step(_ name: String) throws {
    log(name)
    try act(name)
  }
  return describe(name) {
    beforeAll { try step("S") }
    beforeEach { info in try step("s(\(info.name))") }
    afterEach { info in try step("t(\(info.name))") }
    afterAll { try step("T") }
    for name in ["a", "b", "c"] {
      it(name) { try step(name) }
    }
  }
}

/// An error of the code under test, not an assertion.
struct PowerCut: Error {}
