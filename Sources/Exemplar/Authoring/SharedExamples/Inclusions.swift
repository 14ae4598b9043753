import ExemplarCore

/// Includes shared examples without a parameter, as a group "behaves like …".
///
/// The closure after `with:` redefines givens of the shared examples, and adds hooks and examples, which run in the same
/// group.
public func itBehavesLike(
  _ shared: SharedExamples<Void>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(of: shared, traits, .ready {}, customization, fileID, filePath, line, column)
}

/// Includes shared examples, as a group "behaves like …".
///
/// ```swift
/// itBehavesLike(aCruiser) { ship() } with: {
///   speed.override { 9 }
///   it("docks") { #expect(ship().docks()) }
/// }
/// ```
///
/// The first closure creates the parameter once for each example, on first use, but not before the `beforeEach` hooks of
/// the surrounding groups have finished. The closure after `with:` redefines givens, and adds hooks and examples, which
/// run in the same group.
@_disfavoredOverload
public func itBehavesLike<Parameter>(
  _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ parameter: @escaping @Sendable () -> Parameter,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(of: shared, traits, .ready(parameter), customization, fileID, filePath, line, column)
}

/// Includes shared examples whose parameter is made asynchronously, or may fail to be made.
///
/// Shared examples that read it with `try await` make it when they use it first. For others it is made
/// before their own hooks; if that fails, the example fails and none of them runs.
@_disfavoredOverload
public func itBehavesLike<Parameter>(
  _ shared: SharedExamples<Parameter>, _ traits: any ExampleTrait..., fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  _ parameter: @escaping @Sendable () async throws -> Parameter,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  inclusion(of: shared, traits, .later(parameter), customization, fileID, filePath, line, column)
}

/// Explains the form with a closure to callers that pass a dictionary, as in Kiwi.
@available(
  *, unavailable,
  message: """
    the parameter of shared examples is created for each example, after its beforeEach hooks: write \
    it as a closure, itBehavesLike("a ship") { ["key": value] }
    """
)
public func itBehavesLike(
  _ name: String, _ parameter: [String: Any],
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode { .several([]) }

/// Explains the form with a closure to callers that pass a class.
@available(
  *, unavailable,
  message: """
    the parameter of shared examples is created for each example, after its beforeEach hooks: write \
    it as a closure, itBehavesLike("a ship") { Ship.self }
    """
)
public func itBehavesLike(
  _ name: String, _ parameter: Any.Type,
  @SpecBuilder with customization: () -> SpecNode = { .several([]) }
) -> SpecNode { .several([]) }

/// The node that asks for shared examples, as an author writes it in a file.
func inclusion<Parameter>(
  of shared: SharedExamples<Parameter>, _ traits: [any ExampleTrait],
  _ make: ParameterMaker<Parameter>.Making, _ customization: () -> SpecNode, _ fileID: String,
  _ filePath: String, _ line: Int, _ column: Int
) -> SpecNode {
  let place = Place(path: filePath, line: line, column: column)
  return inclusion(
    of: shared, traits, in: moduleName(ofFileID: fileID), place, make, customization)
}

/// The node that asks for shared examples.
func inclusion<Parameter>(
  of shared: SharedExamples<Parameter>, _ traits: [any ExampleTrait], in module: String,
  _ place: Place, _ make: ParameterMaker<Parameter>.Making,
  _ customization: () -> SpecNode = { .several([]) }
) -> SpecNode {
  if GroupContent.isTooDeep { return .nestedTooDeeply(at: place) }
  let inclusion = Inclusion(
    shared.target, in: module,
    parameter: ParameterMaker(make: make, place: place),
    customization: [GroupContent.build(customization)])
  return SpecNode.made(inclusion.name, at: place, traits: traits, content: .inclusion(inclusion))
}
