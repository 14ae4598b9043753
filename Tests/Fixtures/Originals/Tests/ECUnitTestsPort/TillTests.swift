import Exemplar

final class Till {
  var sum = 0
}

@Spec
final class TillTests {
  class func parameterisedTestData() -> [Row] {
    [Row("empty", object: Till()), Row("another", object: Till())]
  }

  func parameterisedTestStartsEmpty() throws {
    let till: Till = try Row.current.object()
    till.sum += 1
    #expect(till.sum == 1)
  }
}
