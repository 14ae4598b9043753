import Foundation
import Testing

/// Specs with a process of their own: what they leave behind counts as that of other specs does.
extension PackageTests {
  @Test func anIsolatedSpecThatFailsLateFailsTheRun() async throws {
    let fixture = Fixture.workers
    for jobs in ["1", "3"] {
      let way = ["IsolatedSpecs/long", "--order", "defined", "--jobs", jobs]
      let issue = try await fixture.test(["IsolatedSpecs/leaves a task"] + way)
      #expect(issue.status == 1)
      #expect(issue.output.contains("the change is counted late"))
      let crash = try await fixture.test(["IsolatedSpecs/leaves a thread"] + way)
      #expect(crash.status == 1)
      #expect(crash.output.contains("after leaves a thread had finished in it"))
      #expect(crash.counts == "2 examples: 2 passed, 1 failure outside examples ")
    }

    try await withTemporaryFolder { folder in
      // Specs that follow, and another repetition, have other processes.
      let repeated = try await fixture.test(
        ["IsolatedSpecs/alone", "IsolatedSpecs/beside", "--repeat", "2", "--jobs", "2"],
        environment: ["MARKS": folder.path])
      #expect(repeated.status == 0)
      let marks = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(marks.count == 2 * Self.count && repeated.marks.count == 2)
      #expect(Set(marks).isDisjoint(with: repeated.marks))
    }

    try await withTemporaryFolder { folder in
      let alone = try await fixture.test(
        ["IsolatedSpecs/alone", "--jobs", "1"], environment: ["MARKS": folder.path])
      #expect(alone.status == 0)
      let marks = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(marks.count == Self.count)
    }

    try await withTemporaryFolder { folder in
      // Not all of them stay.
      let many = try await fixture.test(
        ["IsolatedSpecs/alone", "IsolatedSpecs/last", "--jobs", "2"],
        environment: ["MARKS": folder.path])
      #expect(many.status == 0)
      #expect(many.marks == ["8 are left"])
    }
  }

  /// How many isolated specs there are that note their processes.
  private static let count = 11
}
