import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// The selection of Swift Testing, as a process reads it before any test begins.
@Suite struct TestProcessTests {
  private func testProcess(
    _ arguments: String..., environment: [String: String] = [:]
  ) -> TestProcess? {
    TestProcess(
      arguments: ["Tests.xctest"] + arguments + ["--testing-library", "swift-testing"],
      environment: environment)
  }

  @Test(
    arguments: [
      ([], true), (["--filter", "A shelf"], false), (["--filter=A shelf"], false),
      (["--filter", #"^Exemplar\."#], true), (["--filter", "Exemplar.examples"], true),
      (["--filter", "A shelf", "--filter", "examples"], true), (["--skip", "examples"], false),
      (["--filter", "Exemplar", "--skip", "SwiftTestingHost"], false), (["--filter", "("], nil),
    ] as [([String], Bool?)])
  func knowsWhetherTheSpecsAreSelected(arguments: [String], isSelected: Bool?) throws {
    let process = try #require(
      TestProcess(
        arguments: ["Tests.xctest", "--testing-library", "swift-testing"] + arguments,
        environment: [:]))
    expect(process.selects(SwiftTestingHost.idOfTest), equals: isSelected)
  }

  @Test func readsAConfiguration() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"filter": ["A shelf"], "skip": ["B"], "listTests": true}"#, to: "configuration.json")
    let process = try #require(testProcess("--configuration-path", file.path))
    expect(process.filters, equals: ["A shelf"])
    expect(process.skips, equals: ["B"])
    #expect(process.isListing)
    #expect(!process.repeatsUntilPass)
    let repeated = try folder.write(#"{"repeatUntil": "pass"}"#, to: "repeated.json")
    expect(testProcess("--configuration-path", repeated.path)?.repeatsUntilPass, equals: true)
    expect(testProcess("--repeat-until", "pass")?.repeatsUntilPass, equals: true)
    expect(testProcess("--repeat-until=fail")?.repeatsUntilPass, equals: false)
    #expect(testProcess("--configuration-path", "/missing") == nil)
  }

  @Test func isNoneOfOtherProcesses() {
    #expect(TestProcess(arguments: ["till", "self-test"], environment: [:]) == nil)
    #expect(
      TestProcess(arguments: ["Tests.xctest", "--testing-library", "xctest"], environment: [:])
        == nil)
    #expect(testProcess(environment: ["SWT_EXIT_TEST_ID": "x"]) == nil)
  }

  @Test func explainsThatSwiftTestingIsDisabled() {
    #expect(SpecsWithoutHost.explanation(ofParent: ["swift-test", "--parallel"]) == nil)
    #expect(
      SpecsWithoutHost.explanation(ofParent: ["swift-test", "--disable-swift-testing"])
        == "The specs, which all together are one test of Swift Testing, Exemplar.examples(), are left out by "
        + "--disable-swift-testing.")
  }

  @Test func explainsWhatIsLeftOut() {
    #expect(
      testProcess("--filter", "A shelf", "--filter", "till")?.explanation == """
        The specs, which all together are one test of Swift Testing, Exemplar.examples(), are left \
        out by --filter 'A shelf' --filter till.
        To run specs by their names: EXEMPLAR_FILTER='A shelf
        till' swift test --filter '^Exemplar\\.'
        """)
    let tags = testProcess("--filter", "tag:slow", "--filter", "tag:db")?.explanation
    let line = "To run specs by their tags: EXEMPLAR_TAG=slow,db swift test --filter '^Exemplar\\.'"
    expect(tags?.hasSuffix("\n" + line), equals: true)
    #expect(
      testProcess("--filter", "Exemplar", "--skip", "examples")?.explanation == """
        The specs, which all together are one test of Swift Testing, Exemplar.examples(), are left \
        out by --skip examples.
        """)
  }
}

/// The id that Exemplar takes for that of its test.
@Spec let idOfTest = describe("The id of the test of Swift Testing") {
  it("is what Swift Testing says", .enabled(if: Test.current?.name == "examples()")) {
    let test = try #require(Test.current)
    expect(String(describing: test.id), equals: SwiftTestingHost.idOfTest)
  }
}
