import ExemplarCLI
import Testing

/// What a build says of resources that meet in one folder is explained.
struct CollidingResourcesTests {
  @Test func areExplained() {
    let output = """
      Building for debugging...
      error: 'shop': multiple resources named 'input.txt' in target 'ShopSpecs'
      """
    #expect(
      CollidingResources.advice(on: output) == """
        Several files are named input.txt, and .process puts all files of ShopSpecs into one folder. In \
        Package.swift, give the folder that holds them as .copy("…"), which keeps its folders; a name is \
        then a path: "folder/input.txt".
        """)
    #expect(CollidingResources.advice(on: "error: no such module 'Shop'") == nil)
  }
}
