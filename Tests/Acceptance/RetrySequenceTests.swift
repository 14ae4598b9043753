import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Every sequence of up to three attempts: a later attempt that passes makes an example flaky, and nothing else
/// makes up for a failure. (Semantics, section 2.)
@Suite struct RetrySequenceTests {
  private enum Attempt: String, CaseIterable {
    case pass, fail, `throw`, skip, timeOut, cancel
  }

  /// All sequences of three; the attempts after the one that decides do not run.
  private static let sequences = Attempt.allCases.flatMap { first in
    Attempt.allCases.flatMap { second in
      Attempt.allCases.map { [first, second, $0] }
    }
  }

  /// The outcome by the rule, and the issues that fail the example.
  private static func expected(_ sequence: [Attempt]) -> String {
    var failure: String?
    for attempt in sequence {
      switch attempt {
      case .pass: return failure == nil ? "passed" : "flaky"
      case .skip: return failure.map { "\($0), skipped" } ?? "skipped"
      case .fail: failure = "failed: fail"
      case .throw, .timeOut, .cancel: failure = "failed unexpectedly: \(attempt.rawValue)"
      }
    }
    return failure ?? "no attempt"
  }

  private static func word(_ issue: ExemplarCore.Issue) -> String {
    let texts: [(String, Attempt)] = [
      ("Threw an error: PowerCut()", .throw), ("The time limit of", .timeOut),
      ("Threw an error: CancellationError()", .cancel), ("one cent is missing", .fail),
    ]
    let attempt = texts.first { issue.message.contains($0.0) }?.1.rawValue ?? issue.message
    let skipped =
      "\nThe next attempt was skipped, which does not make up for this failure: no scanner"
    return attempt + (issue.message.hasSuffix(skipped) ? ", skipped" : "")
  }

  @Test func nothingButALaterPassMakesUpForAFailure() async {
    let clock = ManualClock()
    let till = describe("till", .retry(2)) {
      for sequence in Self.sequences {
        let attempts = Counter()
        it(
          sequence.map(\.rawValue).joined(separator: " "),
          // Without a limit, bodies run in the task of the run.
          PropertyTrait { $0.timeLimit = sequence.contains(.timeOut) ? .seconds(60) : nil }
        ) {
          switch sequence[attempts.next() - 1] {
          case .pass: break
          case .fail: #expect(Bool(false), "one cent is missing")
          case .throw: throw PowerCut()
          case .skip: throw Skip("no scanner")
          case .timeOut: try await clock.exceedLimit()
          case .cancel:
            withUnsafeCurrentTask { $0?.cancel() }
            try Task.checkCancellation()
          }
        }
      }
    }
    let trace = await clock.measure { await traced(till) }
    var issues: [ExampleID: [String]] = [:]
    var outcomes: [String: String] = [:]
    for event in trace.events {
      switch event {
      case .issueRecorded(let record) where record.issue.isFailure:
        issues[record.id!, default: []].append(Self.word(record.issue))
      case .exampleEnded(let end):
        let outcome =
          switch end.outcome {
          case .failed(let isUnexpected): "failed" + (isUnexpected ? " unexpectedly" : "")
          case .skipped: "skipped"
          default: "\(end.outcome)"
          }
        let causes = issues[end.id].map { ": " + $0.joined(separator: ", ") } ?? ""
        outcomes[end.id.name] = outcome + causes
      default: break
      }
    }
    #expect(outcomes.count == 216)
    for sequence in Self.sequences {
      let name = sequence.map(\.rawValue).joined(separator: " ")
      #expect(outcomes[name] == Self.expected(sequence), "\(name)")
    }
    #expect(!trace.summary.isSuccess && trace.summary.finished)
  }

  /// Swift Testing, XCTest and the reports show what fails an example by issues that are no mere retries.
  @Test func aRunThatIsCanceledBeforeTheNextAttemptKeepsTheFailure() async {
    let run = Locked<Task<Trace, Never>?>(nil)
    let isKnown = Rendezvous(of: 2)
    let till = describe("till") {
      it("counts", .retry(2)) {
        try await isKnown.arrive()
        run.withLock { $0 }?.cancel()
        #expect(Bool(false), "one cent is missing")
      }
    }
    let task = Task { await traced(till) }
    run.withLock { $0 = task }
    try? await isKnown.arrive()
    let trace = await task.value
    let failures = trace.issues.filter(\.isFailure).map(\.message)
    #expect(failures.count == 1)
    #expect(failures.first?.hasSuffix("one cent is missing\nThere was no other attempt.") == true)
    #expect(trace.summary.failed == 1 && !trace.summary.finished)
  }
}
