import Exemplar
import Foundation
import TestSupport
import Testing

/// Runs of the tool on whole packages, which it builds. They share one build folder, so one follows another.
@Suite(.serialized, .slow, BuildFolder())
struct PackageTests {
  @Test func failuresLookAsTheyShould() async throws {
    let options = ["--order", "defined", "--jobs", "1"]
    let result = try await Fixture.example("Failing").test(options)
    expect(result.status, equals: 1)
    // Few failures have all details.
    let few = try await Fixture.example("Failing").test(options + ["FailingSpecs/Rows/in a file"])
    expect(few.status, equals: 1)
    try expectGolden("failing.txt", result.normalized + few.normalized)
  }

  @Test func theBookshopIsGreenInTheToolAndUnderSwiftTest() async throws {
    let bookshop = Fixture.example("Bookshop")
    let first = try await bookshop.test(["--seed", "7", "--jobs", "1"])
    first.expect(0, prints: "seed 7")
    let second = try await bookshop.test(["--seed", "7", "--jobs", "1"])
    expect(first.normalized, equals: second.normalized)
    let other = try await bookshop.test(["--seed", "8", "--jobs", "1"])
    #expect(first.normalized != other.normalized)
    expect(
      first.normalized.replacing("seed 7", with: "").split(separator: "\n").sorted(),
      equals: other.normalized.replacing("seed 8", with: "").split(separator: "\n").sorted())
    let hosted = try await bookshop.swiftTest()
    expect(hosted.status, equals: 0)
    #expect(hosted.counts != nil && hosted.counts == first.counts)
  }

  @Test func aPackageThatDoesNotCompileCannotStart() async throws {
    let fixture = try Fixture.temporary(files: [
      "ShelfSpec.swift": "import Exemplar\n@Spec let shelf = describe(\"A shelf\") { nonsense }\n"
    ])
    let report = fixture.path + "/report.xml"
    try await fixture.test(["--report", "junit=\(report)"]).expect(
      2, prints: "cannot find 'nonsense' in scope",
      errors: "do not build; the compiler's output is above")
    // The report alone states the reason, too.
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("The tests of "))
    #expect(text.contains("/ShelfSpec.swift:2:41: error: cannot find "))
  }

  @Test(arguments: [true, false])
  func aPackageWithoutSpecsRunsItsTests(dependsOnExemplar: Bool) async throws {
    let fixture = try Fixture.temporary(
      files: ["Empty.swift": "import Testing\n@Test func nothing() {}\n"],
      library: dependsOnExemplar)
    try await fixture.test().expect(0, counts: "1 test: 1 passed ")
    try await fixture.test(["--specs"]).expect(
      4, prints: "No specs were found, and --specs leaves out 1 test. Leave it out.")
  }
}
