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
    expect(
      Self.text(output),
      equals:
        "The tests of Shop do not build: Tests/TillSpec.swift:12:7: error: cannot find 'nonsense' in scope"
    )
  }

  @Test func mayHaveNoPlace() {
    expect(
      Self.text("error: 'shop': product 'Till' not found\nerror: fatalError"),
      equals: "The tests of Shop do not build: error: 'shop': product 'Till' not found")
    expect(
      Self.text("ld: warning: old\nclang: error: linker command failed with exit code 1"),
      equals: "The tests of Shop do not build: clang: error: linker command failed with exit code 1"
    )
  }

  /// SwiftPM reports the errors of a manifest each time that it loads it.
  @Test func ofAManifestIsShownOnce() {
    func loaded(_ name: String) -> String {
      """
      error: 'shop': Invalid manifest (compiled with: ["/usr/bin/swiftc", "-o", "/tmp/\(name)/shop-manifest"])
      /home/emma/Shop/Package.swift:3:78: error: cannot find 'nope' in scope
      3 |   targets: [nope]
        |             `- error: cannot find 'nope' in scope

      """
    }
    let output = "Fetching Till\n" + loaded("a1") + loaded("b2")
    let once = BuildFailure.withoutRepetition(output)
    expect(
      once,
      equals: """
        Fetching Till
        error: 'shop': Invalid manifest
        /home/emma/Shop/Package.swift:3:78: error: cannot find 'nope' in scope
        3 |   targets: [nope]
          |             `- error: cannot find 'nope' in scope

        """)
    expect(
      Self.text(once),
      equals:
        "The tests of Shop do not build: Package.swift:3:78: error: cannot find 'nope' in scope")
    let other = loaded("a1").replacing("shop", with: "till")
    #expect(
      BuildFailure.withoutRepetition(output + other).hasSuffix(
        "'till': Invalid manifest" + other.drop { $0 != "\n" }))
    expect(BuildFailure.withoutRepetition("a\na\n"), equals: "a\na\n")
  }

  @Test func mayHaveNoWords() {
    expect(Self.text("error: fatalError"), equals: "The tests of Shop do not build.")
    expect(Self.text(""), equals: "The tests of Shop do not build.")
  }

  /// In the quiet console, errors are causes as failures are.
  @Test func isShownByItsErrors() {
    func text(_ output: String) -> String {
      BuildFailure(of: "Shop", output, relativeTo: "/shop")
        .text(relativeTo: "/shop", output: ".build/exemplar/build.txt")
    }
    let error = "/shop/Sources/Till.swift:3:5: error: cannot find 'nonsense' in scope\n"
    expect(
      text(
        "[3/7] Compiling Shop Till.swift\nerror: emit-module command failed with exit code 1\n"
          + error + "3 |  nonsense\n  |  `- error: cannot find 'nonsense' in scope\n" + error
          + "/shop/Sources/Cart.swift:9: error: no such thing\nerror: fatalError\n"),
      equals: """
        failed: the build of the tests
          cannot find 'nonsense' in scope
            at Sources/Till.swift:3:5
          no such thing
            at Sources/Cart.swift:9
          the whole output: .build/exemplar/build.txt


        """)
    let many = text(
      (1...12).map { "/shop/Sources/Till.swift:\($0):5: error: wrong \($0)\n" }.joined())
    #expect(
      many.contains("  wrong 10\n    at Sources/Till.swift:10:5\n  … and 2 more\n"), "\(many)")
    #expect(!many.contains("wrong 11"))
    // Neither a linker nor SwiftPM states a place.
    let linked = text(
      "Till.o:(.text+0x8): error: undefined reference to 'open_till'\nclang: error: linker command failed\n"
    )
    #expect(linked.contains("undefined reference to 'open_till'\n"), "\(linked)")
    #expect(text("").contains("  swift build reported no error.\n"))
  }

  /// Resources of one name meet in one folder.
  @Test func collidingResourcesAreExplained() {
    let output = """
      Building for debugging...
      error: 'shop': multiple resources named 'input.txt' in target 'ShopSpecs'
      """
    expect(
      BuildFailure.advice(on: output),
      equals: """
        Several files are named input.txt, and .process puts all files of ShopSpecs into one folder. In \
        Package.swift, give the folder that holds them as .copy("…"), which keeps its folders; a name is \
        then a path: "folder/input.txt".
        """)
    #expect(BuildFailure.advice(on: "error: no such module 'Shop'") == nil)
  }
}
