import ExemplarCore
import Foundation
import TestSupport
import Testing

/// What is told of examples that end their process, and of those that never end; `ScenarioTests` has the outcome of
/// every way to end one.
extension FixturePackageTests {
  @Test func whatEndsAProcessFailsOneExample() async throws {
    let fixture = Fixture.workers
    let path = try temporaryFolder().path + "/events.jsonl"
    func run(_ arguments: String..., environment: [String: String] = [:]) async throws
      -> (result: Tool.Result, outcomes: [String: String], issues: [String: String])
    {
      let result = try await fixture.test(
        arguments + ["--seed", "7", "--report", "json=\(path)"],
        environment: environment.merging(["EXEMPLAR_SHOW_OUTPUT": "failed"]) { own, _ in own })
      var outcomes: [String: String] = [:]
      var issues: [String: String] = [:]
      for event in try [Event](linesAt: path) {
        switch event {
        case .exampleEnded(let end):
          let name = end.id.components.dropFirst(2).joined(separator: "/")
          #expect(outcomes.updateValue(end.outcome.word, forKey: name) == nil)
        case .groupEnded(let end) where end.failed:
          outcomes[end.id.components.dropFirst(2).joined(separator: "/")] = "failed"
        case .issueRecorded(let record):
          issues[record.id?.name ?? "run", default: ""] += record.issue.message + "\n"
        default: break
        }
      }
      return (result, outcomes, issues)
    }

    let (result, outcomes, issues) = try await run("--jobs", "3", "dying")
    #expect(result.status == 1)
    #expect(
      outcomes == [
        "is fine": "passed", "starts what crashes": "passed", "by a trap": "failed",
        "a broken lift": "failed", "a broken lift/opens": "blocked",
        "a broken lift/inside/closes": "blocked", "a lift that breaks later": "failed",
        "a lift that breaks later/opens": "passed", "a lift/breaks": "failed",
        "a lift/goes on": "passed", "a lift/stops": "failed",
      ])
    #expect(issues["by a trap"]?.contains("was ended by signal") == true)
    #expect(issues["by a trap"]?.hasPrefix("Fatal error: ") == true, "\(issues)")
    #expect(result.output.contains("last checkpoint: counted"))
    #expect(result.output.contains("       before the end\n"))
    #expect(!result.output.contains("all is well"))
    #if os(Linux)
      #expect(result.output.contains("Till.sell(_:) at Tests/DyingSpecs/DyingSpec.swift:"))
    #endif
    let shown = try await fixture.exemplar("report")
    #expect(shown.status == 1)
    // A report names what failed, since it may be of an earlier run.
    let texts = [shown.normalized, String(result.normalized.drop { $0 != "R" })].map {
      $0.replacing(#/(?m)^Run what failed again: .*$/#, with: "")
    }
    #expect(texts[0] == texts[1])

    // The failures run again alone.
    let again = try await run("dying/by a trap")
    #expect(again.outcomes == ["by a trap": "failed"])
    // Nothing begins after enough has failed.
    let stopped = try await run("dying", "--jobs", "1", "--order", "defined", "--fail-fast")
    #expect(
      stopped.outcomes == [
        "is fine": "passed", "starts what crashes": "passed", "by a trap": "failed",
      ])
    #expect(stopped.result.status == 1)

    let hanging = try await run(
      "hanging", "--timeout", "3s", "--grace", "1s", environment: ["MARK": path + ".child"])
    #expect(hanging.result.status == 1)
    #expect(
      hanging.outcomes == [
        "for ever": "failed", "over its limit": "failed", "not at all": "passed",
      ])
    #expect(
      hanging.issues["for ever"]?.hasPrefix(
        "It did not end within 3 s (--timeout), so its process was killed.\n") == true)
    #expect(
      hanging.issues["over its limit"]?.hasPrefix(
        "The time limit of 0.2 s was exceeded.\n"
          + "It went on for 1 s after its time limit, so its process was killed.\n") == true)
    #expect(hanging.result.output.contains("slow: hanging › for ever · 1."))
    #expect(!hanging.result.output.contains("Signal"))
    #if os(Linux)
      // Where it hangs takes seconds to find out on a busy machine.
      // The innermost frame may be missing, and is that of another function.
      var issue = ""
      for _ in 1...8 where !issue.contains("\n  compute() at Tests/DyingSpecs/DyingSpec.swift:") {
        let told = try await run("computing", "--timeout", "2s", "--grace", "60s")
        #expect(told.outcomes == ["for ever": "failed"])
        #expect(!told.result.output.contains("Signal"))
        issue = try #require(told.issues["for ever"])
      }
      #expect(issue.contains("\n  compute() at Tests/DyingSpecs/DyingSpec.swift:"))
      #expect(issue.contains(" in variable initialization expression of computing at Tests/"))
    #endif
    #expect(hanging.result.output.contains("last checkpoint: waits"))
    #if os(Linux)
      let child = try #require(pid_t(try String(contentsOfFile: path + ".child", encoding: .utf8)))
      #expect(try await exits(child))
    #endif

    // The beginnings of lines are not lost in a buffer.
    let last = try await run("last words", "--timeout", "3s").result.output
    #expect(last.contains("It printed:\n       loading… DyingSpecs/DyingSpec.swift:"), "\(last)")
    #expect(last.contains("It printed:\n       waiting… \n"), "\(last)")

    let talking = try await run("talking")
    #expect(talking.outcomes == ["much": "failed", "little": "passed"])
    #expect(talking.result.output.contains(" are left out …"))
    #expect(talking.result.output.utf8.count < 100_000)
    #expect(talking.result.output.contains("       the last line"))
    let silent = try await run("talking", environment: ["EXEMPLAR_SHOW_OUTPUT": "never"])
    #expect(!silent.result.output.contains("the last line"))

    let alone = try await fixture.test(["DyingSpecs/alone", "DyingSpecs/beside", "--jobs", "1"])
    #expect(alone.status == 0)
    let processes = Set(alone.marks.map { $0.split(separator: " ").last! })
    #expect(alone.marks.count == 4 && processes.count == 2, "\(alone.marks)")

    try await fixture.test(["dying/by a trap", "--in-process"]).expect(
      5, errors: "Everything runs in one process (--in-process)")
  }
}
