import ExemplarCore

/// A reusable group with a typed parameter.
///
/// ```swift
/// let aCruiser = SharedExamples("a cruiser") { (ship: Given<Ship>) in
///   it("moves") { ship().accelerate(); #expect(ship().speed > 0) }
/// }
///
/// @Spec let voyager = describe("Voyager") {
///   itBehavesLike(aCruiser) { Ship("Voyager") }
/// }
/// ```
///
/// Several parameters are a tuple or a structure; generic shared examples are generic functions. The
/// parameter need not be `Sendable`: each example gets a value of its own.
///
/// A string stands for shared examples that were given that name with `sharedExamples`.
public struct SharedExamples<Parameter>: Sendable {
  let target: Inclusion.Target

  /// Makes shared examples that read their parameter as a value.
  ///
  /// `content` is called once for each inclusion. The parameter can be read in hooks and examples, like
  /// any given.
  public init(
    _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @SpecBuilder _ content: @escaping @Sendable (_ parameter: Given<Parameter>) -> SpecNode
  ) {
    let place = Place(path: filePath, line: line, column: column)
    target = .group(.reading(name, at: place, content))
  }

  /// Makes shared examples that read their parameter with `try await`.
  @_disfavoredOverload
  public init(
    _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @SpecBuilder _ content: @escaping @Sendable (_ parameter: AsyncGiven<Parameter>) -> SpecNode
  ) {
    let place = Place(path: filePath, line: line, column: column)
    target = .group(.awaiting(name, at: place, content))
  }

  /// The shared examples that are named `name` where they are included.
  package init(named name: String) {
    target = .named(name)
  }
}

extension SharedExamples where Parameter == Void {
  /// Makes shared examples without a parameter.
  public init(
    _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    @SpecBuilder _ content: @escaping @Sendable () -> SpecNode
  ) {
    let place = Place(path: filePath, line: line, column: column)
    target = .group(.reading(name, at: place) { (_: Given<Void>) in content() })
  }
}

extension SharedExamples: ExpressibleByStringInterpolation {
  /// The shared examples of that name.
  public init(stringLiteral name: String) {
    self.init(named: name)
  }
}
