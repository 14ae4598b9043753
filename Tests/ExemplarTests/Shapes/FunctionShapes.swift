import Exemplar
import Testing

// `@Example` on functions of every kind.

@Spec struct FunctionShape {
  var sold = 0
  let shelf = Shelf()

  @BeforeEach mutating func sell() { sold += 1 }
  @BeforeEach func stock(_ info: ExampleInfo) { shelf.books.append(.emma) }

  @Example func isPlain() { #expect(sold == 1) }
  @Example() func hasParentheses() {}
  @Example func isAsync() async { await Task.yield() }
  @Example func isThrowing() throws { try Task.checkCancellation() }
  @Example func isAsyncAndThrowing() async throws {
    await Task.yield()
    try Task.checkCancellation()
  }
  @Example func hasATypedError() throws(CancellationError) {}
  @Example static func isStatic() {}
  @Example mutating func isMutating() {
    sold += 1
    #expect(sold == 2)
  }
  @Example mutating func isMutatingAndAsync() async throws { sold += 1 }
  @Example @MainActor func isOnTheMainActor() {
    MainActor.assertIsolated()
    #expect(shelf.books == [.emma])
  }
  @Example @MainActor mutating func isMutatingOnTheMainActor() { sold += 1 }
  @Example private func isPrivate() {}
  @Example fileprivate func isFileprivate() {}
  @Example func `sells two books`() {}
  @Example func `repeat`() {}
  @Example func `init`() {}
  @Example func `self`() {}
  @Example func instance() {}
  @Example("has a name of its own") func named() {}
  @Example("has a name with \(1 + 1) parts", .tags("shape")) func interpolated() {}
  @Example func hasADefault(price: Int = 3) { #expect(price == 3) }
  @Example func returnsVoid() -> Void {}
  @Exemplar.Example func isQualified() {}
  @available(*, deprecated) @Example func isDeprecated() {}
  @available(macOS 13, *) @Example func isLimitedToVersions() {}
  @inline(never) @Example func hasOtherAttributes() -> () {}

  @Example("is overloaded") func overloaded() {}
  @Example("is overloaded for numbers", over: [1, 2]) func overloaded(_ number: Int) {}
  @Example("is overloaded for texts", over: ["one", "two"]) func overloaded(_ text: String) {}
}

extension FunctionShape {
  @Example private func isInAnExtension() { #expect(sold == 1) }
}

@Spec struct SendableShape: Sendable {
  var sold = 0

  @BeforeEach @MainActor mutating func sell() { sold += 1 }
  @Example @MainActor mutating func isMutatingOnTheMainActor() { #expect(sold == 1) }
}

@Example func isGlobal() {}
@Example private func isGlobalAndPrivate() async throws {}
@Example @MainActor func isGlobalOnTheMainActor() { MainActor.assertIsolated() }
@Example("is global and has rows", over: [1, 2]) func values(_ values: Int) {}
@Example(from: .json(.text(#"[{"row": 1}]"#, path: "inline.json"))) func row(row: Int) throws {
  #expect(row == 1)
}
