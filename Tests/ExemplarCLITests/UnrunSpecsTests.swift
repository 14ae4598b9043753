import Exemplar
import Foundation
import Testing

extension PackageTests {
  @Test func specsThatNothingRunsAreNamed() async throws {
    let fixture = try Fixture.temporary(files: [
      "ShelfSpec.swift": """
      import Exemplar
      import Testing

      let forgotten = describe("A shelf") { it("holds books") {} }
      let run = describe("Inside") { it("is run from code") {} }

      @Spec struct Till {
        @Example func opens() {}
        @Example func runsOthers() async { #expect(await Exemplar.run([run]).isSuccess) }
      }
      """
    ])
    let file = fixture.path + "/Tests/CornerSpecs/ShelfSpec.swift"
    let shelf =
      "“forgotten” is made by describe and has no @Spec, and nothing uses it, so its examples never run. "
      + "Write @Spec before it, or remove it.\n    at \(file):4:5\n"

    try await fixture.test().expect(
      0, counts: "2 examples: 2 passed, 1 warning ", prints: "  " + shelf)

    try await fixture.test(["--strict"]).expect(
      1, counts: "2 examples: 2 passed, 1 failure outside examples ")
    try await expect(fixture.test(["--strict", "opens"]).status, equals: 0)
    try await expect(fixture.test(environment: ["CI": "1"]).status, equals: 1)
    // A negative selection includes all the rest.
    try await fixture.test(["--tag", "!slow"], environment: ["CI": "1"]).expect(1)

    // A check builds nothing.
    let checked = try await fixture.check([])
    expect(checked.status, equals: 0)
    expect(
      checked.output,
      equals: "! \(shelf)\n1 source file of 1 test target: found 1 that never runs\n")
    try await expect(fixture.check(["--strict"]).status, equals: 1)
    let fine = try await Fixture.example("Bookshop").check([])
    expect(fine.status, equals: 0)
    #expect(fine.output.hasSuffix("found nothing that never runs\n"))
  }
}
