import Migration
import Testing

/// The errors of a build, without its warnings and its progress.
@Suite struct BuildErrorsTests {
  private static let output = """
    [1/9] Compiling Shop Shelf.swift
    /shop/Sources/Shop/Shelf.swift:1:2: warning: never used
    1 | let a = 1
      |     `- warning: never used
    /shop/Tests/ShopTests/ShelfTests.swift:4:9: error: cannot find 'b' in scope
     4 |   b()
       |   `- error: cannot find 'b' in scope
    macro expansion @Example:11:35: error: type 'Box' does not conform to the 'Sendable' protocol
    `- /shop/Tests/ShopTests/BoxTests.swift:22:40: note: expanded code originates here
    error: emit-module command failed with exit code 1 (use -v to see invocation)
    /shop/Tests/ShopTests/ShelfTests.swift:4:9: error: cannot find 'b' in scope
    """

  @Test func eachErrorIsListedOnce() {
    #expect(
      BuildErrors(in: Self.output).text == """
          /shop/Tests/ShopTests/ShelfTests.swift:4: cannot find 'b' in scope
          /shop/Tests/ShopTests/BoxTests.swift:22: type 'Box' does not conform to the 'Sendable' protocol
          emit-module command failed with exit code 1 (use -v to see invocation)
        """)
    #expect(BuildErrors(in: "no such module").text == "no such module")
  }

  @Test func anErrorBelongsToItsFile() {
    let errors = BuildErrors(in: Self.output)
    #expect(errors.message(in: "Tests/ShopTests/ShelfTests.swift") == "cannot find 'b' in scope")
    #expect(
      errors.message(in: "Tests/ShopTests/BoxTests.swift")
        == "type 'Box' does not conform to the 'Sendable' protocol")
    #expect(errors.message(in: "Sources/Shop/Shelf.swift") == nil)
  }
}
