import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// What `exemplar flaky` derives from recorded runs.
struct FlakyExamplesTests {
  private typealias Ran = RecordedFailureTests.Ran
  private static let failed = RecordedFailureTests.failed
  private static let shop = RecordedFailureTests.shop

  /// Writes the log of a run, and the state of its sources.
  private static func record(
    _ runs: [[Ran]], seed: UInt64 = 1, code: SourceState? = nil, in folder: URL
  ) throws {
    let log = try RecordedFailureTests.record(runs, seed: seed, in: folder)
    code?.write(in: URL(fileURLWithPath: log).deletingLastPathComponent())
  }

  private static func flaky(in folder: URL) -> FlakyExamples {
    FlakyExamples(in: RunRecord.folders(in: folder))
  }

  @Test func anExampleThatPassedAndFailedWithTheSameCodeIsFlaky() async throws {
    try await withTemporaryFolder { folder in
      let code = SourceState(commit: "abc", build: 1)
      try Self.record([[Ran(name: "a"), Ran(name: "b")]], code: code, in: folder)
      try Self.record(
        [[Ran(name: "a", outcome: Self.failed), Ran(name: "b")]], seed: 7, code: code, in: folder)
      try Self.record([[Ran(name: "a")]], code: code, in: folder)
      let flaky = Self.flaky(in: folder)
      #expect(flaky.runs == 3)
      let finding = try #require(flaky.findings.first)
      #expect(flaky.findings.count == 1)
      #expect(finding.id == Self.shop.appending("a"))
      #expect((finding.passed, finding.failed, finding.retried) == (2, 1, 0))
      #expect(finding.seed == 7 && !finding.hasFailedAlone)
      #expect(abs(finding.since - 1001) < 0.01)
    }
  }

  /// A change of the code explains why an example passes now; runs of which the code is unknown prove nothing.
  @Test(
    arguments: [
      (SourceState(commit: "abc", build: 1), SourceState(commit: "abd", build: 1)),
      (SourceState(commit: "abc", build: 1), SourceState(commit: "abc", build: 2)), (nil, nil),
    ] as [(SourceState?, SourceState?)])
  func otherCodeMakesNoExampleFlaky(first: SourceState?, second: SourceState?) async throws {
    try await withTemporaryFolder { folder in
      try Self.record([[Ran(name: "a")]], code: first, in: folder)
      try Self.record([[Ran(name: "a", outcome: Self.failed)]], code: second, in: folder)
      #expect(Self.flaky(in: folder).findings.isEmpty)
    }
  }

  @Test func retriesAndRepetitionsOfOneRunCount() async throws {
    try await withTemporaryFolder { folder in
      try Self.record(
        [[Ran(name: "a", outcome: .flaky), Ran(name: "c", outcome: Self.failed)]], in: folder)
      try Self.record(
        [[Ran(name: "b")], [Ran(name: "b", outcome: Self.failed)]], in: folder)
      let findings = Self.flaky(in: folder).findings
      #expect(findings.map(\.id.name) == ["a", "b"])
      #expect(findings[0].retried == 1 && !findings[0].hasFailedAlone)
      #expect(findings[1].hasFailedAlone)
    }
  }

  // MARK: Commits

  @Test func theCommitIsReadFromTheFilesOfGit() async throws {
    try await withTemporaryFolder { folder in
      func write(_ text: String, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
      let package = folder.appendingPathComponent("main/package").path
      func commit() -> String? { SourceState.commit(checkedOutAround: package) }
      try write("0123\n", "main/.git/HEAD")
      #expect(commit() == "0123")
      try write("ref: refs/heads/main\n", "main/.git/HEAD")
      #expect(commit() == nil)
      try write("# pack-refs\n4567 refs/heads/main\n^89 \n", "main/.git/packed-refs")
      #expect(commit() == "4567")
      try write("89ab\n", "main/.git/refs/heads/main")
      #expect(commit() == "89ab")
      // A worktree.
      try write("gitdir: ../main/.git/worktrees/tree\n", "tree/.git")
      try write("ref: refs/heads/topic\n", "main/.git/worktrees/tree/HEAD")
      try write("../..\n", "main/.git/worktrees/tree/commondir")
      try write("cdef\n", "main/.git/refs/heads/topic")
      #expect(
        SourceState.commit(checkedOutAround: folder.appendingPathComponent("tree").path) == "cdef")
    }
  }

  @Test func aStateIsStoredWithItsRun() async throws {
    try await withTemporaryFolder { folder in
      #expect(SourceState(in: folder) == nil)
      let state = SourceState(commit: nil, build: 12.5)
      state.write(in: folder)
      #expect(SourceState(in: folder) == state)
      #expect(SourceState(ofPackageAt: folder.path, []) == nil)
      let source = folder.appendingPathComponent("source.json")
      #expect(SourceState(ofPackageAt: folder.path, [source])?.build ?? 0 > 1e9)
    }
  }
}
