import ExemplarCore

/// A group on the main actor: its builder and the bodies in it run there.
///
/// ```swift
/// @Spec let freighter = describe("A freighter", on: MainActor.self) {
///   var ship: Ship!
///
///   beforeEach { ship = Ship("Emma") }
///   it("lies in the harbor") { #expect(ship.speed == 0) }
/// }
/// ```
///
/// Bodies of examples, outlines, hooks and cleanups use what is isolated to the main actor without `await`, and
/// share variables of the group. This applies to the groups in it too. ``specsOnMainActor()`` makes it the default
/// of a module.
public func describe(
  _ name: String, _ traits: any ExampleTrait..., on actor: MainActor.Type,
  filePath: String = #filePath, line: Int = #line, column: Int = #column,
  @SpecBuilder _ content: @MainActor () -> SpecNode
) -> SpecNode {
  __describe(name, traits, filePath, line, column, content)
}

/// A group on the main actor, for the functions that ``specsOnMainActor()`` declares.
public func __describe(
  _ name: String, _ traits: [any ExampleTrait], _ filePath: String, _ line: Int, _ column: Int,
  _ content: @MainActor () -> SpecNode
) -> SpecNode {
  group(
    name, traits, filePath, line, column,
    built: {
      MainThread.run { GroupContent.build { MainActor.assumeIsolated(content) } }
    })
}

#if Macros
  /// Makes the specs of this module run on the main actor.
  ///
  /// Write it once, at the top level of a file. It declares `describe`, `fdescribe` and `xdescribe` for the module,
  /// which the compiler prefers: their groups are those of ``describe(_:_:on:filePath:line:column:_:)``.
  ///
  /// ```swift
  /// #specsOnMainActor()
  /// ```
  @freestanding(declaration, names: named(describe), named(fdescribe), named(xdescribe))
  public macro specsOnMainActor() =
    #externalMacro(module: "ExemplarMacros", type: "SpecsOnMainActorMacro")
#endif
