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

      extension Till { func testCloses() {} }
      """
    ])
    defer { fixture.remove() }
    let file = fixture.path + "/Tests/CornerSpecs/ShelfSpec.swift"
    let shelf =
      "“forgotten” is made by describe and has no @Spec, and nothing uses it, so its examples never run. "
      + "Write @Spec before it, or remove it.\n    at \(file):4:5\n"
    let closes =
      "“testCloses” stands in an extension of Till, where its name does not make it an example. Write "
      + "@Example before it, or move it into the type.\n    at \(file):12:23\n"

    let warned = try await fixture.test()
    #expect(warned.status == 0)
    #expect(warned.counts == "2 examples: 2 passed, 2 warnings ")
    #expect(warned.output.contains("  " + shelf + "  " + closes))

    let strict = try await fixture.test(["--strict"])
    #expect(strict.status == 1)
    #expect(strict.counts == "2 examples: 2 passed, 2 failures outside examples ")
    #expect(try await fixture.test(["--strict", "opens"]).status == 0)
    #expect(try await fixture.test(environment: ["CI": "1"]).status == 1)

    let checked = try await fixture.check([])
    #expect(checked.status == 0)
    #expect(
      checked.output
        == "! \(shelf)! \(closes)\n1 source file of 1 test target: 2 found that nothing runs\n")
    #expect(try await fixture.check(["--strict"]).status == 1)
    let fine = try await Fixture.example("Bookshop").check([])
    #expect(fine.status == 0)
    #expect(fine.output.hasSuffix("nothing was found that nothing runs\n"))
  }
}
