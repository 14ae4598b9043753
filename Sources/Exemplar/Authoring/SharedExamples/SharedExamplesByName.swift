import ExemplarCore

/// Shared examples that can be included by their name.
///
/// ```swift
/// @Spec let reusable = sharedExamples("something reusable") { (ship: Given<Ship>) in
///   it("docks") { #expect(ship().docks()) }
/// }
///
/// @Spec let voyager = describe("Voyager") {
///   itBehavesLike("something reusable") { Ship() }
/// }
/// ```
///
/// In a group, the name is visible in that group and the groups in it; with `@Spec`, in its module,
/// and in modules that do not define the name. The nearest definition applies. The order of
/// declarations does not matter.
public func sharedExamples<Parameter>(
  _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder _ content: @escaping @Sendable (_ parameter: Given<Parameter>) -> SpecNode
) -> SpecNode {
  SpecNode(.reading(name, at: Place(path: filePath, line: line, column: column), content))
}

/// Shared examples that can be included by their name, and read their parameter with `try await`.
@_disfavoredOverload
public func sharedExamples<Parameter>(
  _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder _ content: @escaping @Sendable (_ parameter: AsyncGiven<Parameter>) -> SpecNode
) -> SpecNode {
  SpecNode(.awaiting(name, at: Place(path: filePath, line: line, column: column), content))
}

/// Shared examples without a parameter that can be included by their name.
public func sharedExamples(
  _ name: String, filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder _ content: @escaping @Sendable () -> SpecNode
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  return SpecNode(.reading(name, at: place) { (_: Given<Void>) in content() })
}

extension SpecNode {
  fileprivate init(_ group: SharedGroup) {
    self = .made(group.name, at: group.place, content: .shared(group))
  }
}
