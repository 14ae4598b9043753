#if !canImport(Darwin)
  import ExemplarCore
  import ExemplarReports
  import Foundation
  import XCTest

  /// Turns events into what XCTest logs and counts: a suite for each group and outline, a case for
  /// each example and row.
  final class XCTestLog: Sendable {
    /// The objects of XCTest are not `Sendable`; the lock keeps them from being used side by side.
    fileprivate struct State: @unchecked Sendable {
      let run: SpecsRun
      let className: String
      var groups: [ExampleID: GroupRun] = [:]
      var examples: [ExampleID: ExampleRun] = [:]
    }
    private let state: Locked<State>

    init(_ run: SpecsRun, className: String) {
      state = Locked(State(run: run, className: className))
    }

    func follow(_ event: Event) { state.withLock { $0.follow(event) } }

    func fail(_ message: String, at place: Place? = nil) {
      state.withLock { $0.record(Issue(message, at: place), on: nil) }
    }

    /// Counts the test as skipped, unless it has failed: that is why nothing ran.
    func skip(_ reason: String) {
      state.withLock { state in
        if state.run.totalFailureCount > 0 { return }
        state.run.isSkipped = true
        state.log("\(state.className).testSpecs : Test skipped - \(reason)")
      }
    }
  }

  extension XCTestLog.State {
    fileprivate mutating func follow(_ event: Event) {
      switch event {
      case .runStarted(let start):
        let repetition =
          start.repetitions > 1 ? ", repetition \(start.repetition) of \(start.repetitions)" : ""
        log("Specs of \(className), seed \(start.seed)\(repetition)")
        for id in start.focused { log("Focused: \(id.heading)") }
      case .groupStarted(let group): begin(group)
      case .exampleStarted(let example): begin(example)
      case .issueRecorded(let record): self.record(record.issue, on: record.id)
      case .attachmentRecorded(let attachment):
        let path = attachment.path.map { " at \($0)" } ?? ""
        log("\(name(of: attachment.id)) : attached \(attachment.name)\(path)")
      case .exampleEnded(let example): end(example)
      case .groupEnded(let group): groups.removeValue(forKey: group.id)?.stop()
      case .runEnded(let summary):
        let flaky = summary.flaky > 0 ? ", \(summary.flaky) flaky" : ""
        let focus = summary.isFocused ? "; something is focused, the rest did not run" : ""
        log("Specs of \(className) finished, seed \(summary.seed)\(flaky)\(focus)")
      case .exampleListed, .hooksStarted, .hooksEnded: break
      }
    }

    private mutating func begin(_ group: GroupStarted) {
      let suite = GroupSuite(name: ExampleID.printable(group.id.name))
      suite.run()
      guard let groupRun = suite.testRun as? GroupRun else { return }
      if let parent = group.id.parent.flatMap({ groups[$0] }) {
        parent.addTestRun(groupRun)
      } else {
        run.specs.append(groupRun)
      }
      groups[group.id] = groupRun
      groupRun.start()
    }

    private mutating func begin(_ example: ExampleStarted) {
      let names = example.id.components.dropFirst().map(ExampleID.printable)
      let test = ExampleCase(names.joined(separator: "."))
      test.run()
      guard let exampleRun = test.testRun as? ExampleRun else { return }
      example.id.parent.flatMap { groups[$0] }?.addTestRun(exampleRun)
      examples[example.id] = exampleRun
      exampleRun.start()
    }

    private mutating func end(_ example: ExampleEnded) {
      guard let run = examples.removeValue(forKey: example.id) else { return }
      switch example.outcome {
      case .passed, .failed: break
      case .flaky: log("\(run.test.name) : passed on attempt \(example.attempts), so it is flaky")
      case .quarantined(let reason):
        log("\(run.test.name) : failed, and is quarantined for \(reason)")
      case .skipped(let reason): skip(run, reason)
      case .pending(let reason): skip(run, reason.map { "pending: \($0)" } ?? "pending")
      case .blocked(let group): skip(run, "blocked, because a hook of \(group.heading) failed")
      }
      run.stop()
    }

    private func skip(_ run: ExampleRun, _ reason: String) {
      run.isSkipped = true
      log("\(run.test.name) : Test skipped - \(reason)")
    }

    /// Counts and logs an issue; one that is no failure is only logged.
    fileprivate mutating func record(_ issue: Issue, on id: ExampleID?) {
      let place = issue.place ?? Place(path: "<unknown>")
      guard issue.isFailure else {
        let kind = issue.isWarning ? "warning" : issue.isKnown ? "known issue" : "tried again"
        return log("\(place.path):\(place.line): \(kind): \(name(of: id)) : \(issue.message)")
      }
      if let run = id.flatMap({ examples[$0] }) {
        return run.recordFailure(
          withDescription: issue.text, inFile: place.path, atLine: place.line,
          expected: issue.isExpected)
      }
      if let group = id.flatMap({ groups[$0] }) {
        group.ownFailures.count(issue)
      } else {
        run.ownFailures.count(issue)
      }
      log("\(place.path):\(place.line): error: \(name(of: id)) : \(issue.text)")
    }

    private func name(of id: ExampleID?) -> String {
      id.map { $0.components.dropFirst().map(ExampleID.printable).joined(separator: ".") }
        ?? "\(className).testSpecs"
    }

    fileprivate func log(_ line: String) {
      print(PlainText.string(of: line))
      fflush(nil)
    }
  }

  extension Issue {
    /// The failure, and the facts about the example; XCTest reports the location itself.
    fileprivate var text: String {
      PlainText.string(
        of: ([message] + IssueLines(self, relativeTo: "").context).joined(separator: "\n"))
    }
  }
#endif
