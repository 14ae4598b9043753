import Exemplar
import ExemplarCLI
import Testing

/// The events that reports receive of a build that failed.
struct BuildFailureTests {
  private static func text(_ output: String) -> String {
    BuildFailure(of: "Shop", output, relativeTo: "/home/emma/Shop").description
  }

  @Test func isItsFirstError() {
    let output = """
      Building for debugging...
      [3/7] Compiling Shop Till.swift
      /home/emma/Shop/Sources/Till.swift:3:5: warning: variable 'a' was never used
      error: emit-module command failed with exit code 1 (use -v to see invocation)
      /home/emma/Shop/Tests/TillSpec.swift:12:7: error: cannot find 'nonsense' in scope
      10 |   it("opens") {
      12 |       `- error: cannot find 'nonsense' in scope
      /home/emma/Shop/Tests/TillSpec.swift:14:7: error: cannot find 'other' in scope
      error: fatalError
      """
    #expect(
      Self.text(output)
        == "The tests of Shop do not build: Tests/TillSpec.swift:12:7: error: cannot find 'nonsense' in scope"
    )
  }

  @Test func mayHaveNoPlace() {
    #expect(
      Self.text("error: 'shop': product 'Till' not found\nerror: fatalError")
        == "The tests of Shop do not build: error: 'shop': product 'Till' not found")
    #expect(
      Self.text("ld: warning: old\nclang: error: linker command failed with exit code 1")
        == "The tests of Shop do not build: clang: error: linker command failed with exit code 1")
  }

  @Test func mayHaveNoWords() {
    expect(Self.text("error: fatalError"), equals: "The tests of Shop do not build.")
    expect(Self.text(""), equals: "The tests of Shop do not build.")
  }

  /// Resources of one name meet in one folder.
  @Test func collidingResourcesAreExplained() {
    let output = """
      Building for debugging...
      error: 'shop': multiple resources named 'input.txt' in target 'ShopSpecs'
      """
    #expect(
      BuildFailure.advice(on: output) == """
        Several files are named input.txt, and .process puts all files of ShopSpecs into one folder. In \
        Package.swift, give the folder that holds them as .copy("…"), which keeps its folders; a name is \
        then a path: "folder/input.txt".
        """)
    #expect(BuildFailure.advice(on: "error: no such module 'Shop'") == nil)
  }
}
