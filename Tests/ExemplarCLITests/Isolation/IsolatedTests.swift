import Foundation
import Testing

/// Specs with a process of their own: what they leave behind counts as that of other specs does.
extension FixturePackageTests {
  @Test func anIsolatedSpecThatFailsLateFailsTheRun() async throws {
    let fixture = Fixture.workers
    for jobs in ["1", "3"] {
      let way = ["IsolatedSpecs/long", "--order", "defined", "--jobs", jobs]
      try await fixture.test(["IsolatedSpecs/leaves a task"] + way).expect(
        1, prints: "the change is counted late")
      try await fixture.test(["IsolatedSpecs/leaves a thread"] + way).expect(
        1, counts: "2 examples: 2 passed, 1 failure outside examples ",
        prints: "after leaves a thread had finished in it")
    }

    let repeatedMarks = try temporaryFolder()
    // Specs that follow, and another repetition, have other processes.
    let repeated = try await fixture.test(
      ["IsolatedSpecs/alone", "IsolatedSpecs/beside", "--repeat", "2", "--jobs", "2"],
      environment: ["MARKS": repeatedMarks.path])
    #expect(repeated.status == 0)
    let marks = try FileManager.default.contentsOfDirectory(atPath: repeatedMarks.path)
    #expect(marks.count == 2 * Self.count && repeated.marks.count == 2)
    #expect(Set(marks).isDisjoint(with: repeated.marks))

    let aloneMarks = try temporaryFolder()
    let alone = try await fixture.test(
      ["IsolatedSpecs/alone", "--jobs", "1"], environment: ["MARKS": aloneMarks.path])
    #expect(alone.status == 0)
    let processes = try FileManager.default.contentsOfDirectory(atPath: aloneMarks.path)
    #expect(processes.count == Self.count)

    let folder = try temporaryFolder()
    // Not all of them stay.
    let many = try await fixture.test(
      ["IsolatedSpecs/alone", "IsolatedSpecs/last", "--jobs", "2"],
      environment: ["MARKS": folder.path])
    #expect(many.status == 0)
    #expect(many.marks == ["8 are left"])
  }

  /// How many isolated specs there are that note their processes.
  private static let count = 11
}
