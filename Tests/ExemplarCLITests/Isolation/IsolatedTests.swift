import Foundation
import Testing

/// Specs with a process of their own: what they leave behind counts as that of other specs does.
extension PackageTests {
  @Test func anIsolatedSpecThatFailsLateFailsTheRun() async throws {
    let fixture = try Fixture.temporary(named: "Isolated", files: ["LateSpec.swift": Self.late])
    defer { fixture.remove() }
    for jobs in ["1", "3"] {
      let way = ["long", "--order", "defined", "--jobs", jobs]
      let issue = try await fixture.test(["leaves a task"] + way)
      #expect(issue.status == 1)
      #expect(issue.output.contains("the change is counted late"))
      let crash = try await fixture.test(["leaves a thread"] + way)
      #expect(crash.status == 1)
      #expect(crash.output.contains("after leaves a thread had finished in it"))
      #expect(crash.counts == "2 examples: 2 passed, 1 failure outside examples ")
    }

    try await withTemporaryFolder { folder in
      // Specs that follow, and another repetition, have other processes.
      let repeated = try await fixture.test(
        ["alone", "beside", "--repeat", "2", "--jobs", "2"], environment: ["MARKS": folder.path])
      #expect(repeated.status == 0)
      let marks = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(marks.count == 2 * Self.count && repeated.marks.count == 2)
      #expect(Set(marks).isDisjoint(with: repeated.marks))
    }

    try await withTemporaryFolder { folder in
      let alone = try await fixture.test(
        ["alone", "--jobs", "1"], environment: ["MARKS": folder.path])
      #expect(alone.status == 0)
      let marks = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(marks.count == Self.count)
    }

    try await withTemporaryFolder { folder in
      // Not all of them stay.
      let many = try await fixture.test(
        ["alone", "last", "--jobs", "2"], environment: ["MARKS": folder.path])
      #expect(many.status == 0)
      #expect(many.marks == ["8 are left"])
    }
  }

  /// How many isolated specs there are that note their processes.
  private static let count = 11

  private static let late =
    """
    import Exemplar
    import Foundation
    import Testing

    @Spec let task = describe("leaves a task", .isolated) {
      it("counts") {
        Task.detached {
          try await Task.sleep(for: .milliseconds(300))
          Issue.record("the change is counted late")
        }
      }
    }
    @Spec let thread = describe("leaves a thread", .isolated) {
      it("counts") {
        Thread.detachNewThread {
          usleep(300_000)
          abort()
        }
      }
    }
    @Spec let long = describe("long", .runGroup(2)) {
      it("goes on") { try await Task.sleep(for: .milliseconds(1500)) }
    }

    let folder = ProcessInfo.processInfo.environment["MARKS"]
    func mark() throws {
      try "".write(toFile: "\\(folder!)/\\(getpid())", atomically: false, encoding: .utf8)
    }
    func left() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder!).count { kill(pid_t($0)!, 0) == 0 }
    }
    @Spec let beside = describe("beside") { it("runs") { print("~ \\(getpid())") } }
    @Spec let last = describe("last", .runGroup(2)) {
      it("waits") {
        try await eventually(within: .seconds(60)) { try left() <= 8 }
        try await Task.sleep(for: .milliseconds(500))
        print("~ \\(try left()) are left")
      }
    }

    """
    + (1...count).map {
      """
      @Spec let alone\($0) = describe("alone \($0)", .isolated) { it("runs") { try mark() } }

      """
    }.joined()
}
