import Exemplar
import ExemplarCore
import TestSupport
import Testing

/// Durations and counts of authors that are too large, or not positive. (Semantics, section 2.)
@Suite struct LimitsTests {
  private static let endless = Duration.seconds(Int64.max)

  private struct Careless: ExampleTrait {
    func apply(to properties: inout NodeProperties) { properties.retries = -3 }
  }

  @Test("2.34: a duration without end is a limit like others", arguments: [1, 2])
  func endless(factor: Int) async {
    let endless = Self.endless * factor
    var options = RunOptions.plain()
    options.timeLimit = endless
    let trace = await traced("A shop", options: options) {
      it("has all the time in the world", .timeLimit(endless)) {
        try await eventually(within: endless, polling: endless) { true }
        runLoop(until: { true }, timeout: endless)
      }
      it("waits", .timeLimit(endless)) {
        let isMet = Counter()
        let waiting = Task {
          try await eventuallyPasses(within: endless, polling: endless) {
            isMet.next()
            #expect(Bool(false))
          }
        }
        while isMet.value == 0 { await Task.yield() }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
      }
      outline("sells") { (_: Int) in
      } rows: {
        row("one", 1, traits: .timeLimit(endless))
      }
    }
    expect(trace.issues.map(\.message), equals: [])
    expect(trace.summary.passed, equals: 3)
    #expect(endless.seconds > 9e18 && !endless.seconds.formattedSeconds.isEmpty)
    expect(Double.infinity.formattedSeconds, equals: "inf s")
  }

  @Test("2.34: limits and retries that are not positive fail at the line of their node")
  func notPositive() async {
    let line = #line + 2
    let trace = await traced("A shop") {
      it("sells", .timeLimit(.zero)) {}
      it("buys", .timeLimit(.seconds(-5))) {}
      it("lends", .retry(-1)) {}
      it("does not", .retry(0)) {}
      it("retries", Careless()) {}
      context("a shelf", .timeLimit(.milliseconds(-1))) {

        it("holds") {}
      }
      outline("stocks") { (_: Int) in
      } rows: {
        row("one", 1, traits: .timeLimit(.zero))
      }
    }
    expect(
      trace.issues.map { "\($0.place?.line ?? 0): \($0.message)" },
      equals: [
        "\(line): The time limit is 0.0 seconds, and must be longer than nothing.",
        "\(line + 1): The time limit is -5.0 seconds, and must be longer than nothing.",
        "\(line + 2): The number of retries is -1, and must be at least 0.",
        "\(line + 4): The number of retries is -3, and must be at least 0.",
        "\(line + 5): The time limit is -0.001 seconds, and must be longer than nothing.",
        "\(line + 11): The time limit is 0.0 seconds, and must be longer than nothing.",
      ])
    #expect(trace.summary.failed == 6 && trace.summary.passed == 1)
  }

  @Test("2.34: waiting for no time fails at its line")
  func waiting() async {
    let line = #line + 3
    let trace = await traced("A shop") {
      it("waits") {
        try await eventually(within: .zero) { true }
        try await eventually(polling: .zero) { true }
        try? await eventuallyPasses(within: .seconds(-1), polling: .seconds(-2)) { log("never") }
        runLoop(until: { true }, timeout: .seconds(-1))
      }
    }
    expect(
      trace.issues.map { "\($0.place?.line ?? 0): \($0.message)" },
      equals: [
        "\(line): The limit of eventually is 0.0 seconds, and must be longer than nothing.",
        "\(line + 1): The polling interval is 0.0 seconds, and must be longer than nothing.",
        "\(line + 2): The limit of eventually is -1.0 seconds, and must be longer than nothing.",
        "\(line + 2): The polling interval is -2.0 seconds, and must be longer than nothing.",
        "\(line + 3): The time-out of runLoop is -1.0 seconds, and must be longer than nothing.",
      ])
    #expect(!trace.description.contains("never"))
  }

  @Test("2.34: options from code that no run can have fail the run")
  func options() async {
    var options = RunOptions.plain()
    (options.jobs, options.retries, options.repetitions) = (0, -1, 0)
    options.timeLimit = .seconds(-1)
    let trace = await traced("A shop", options: options) { it("sells") {} }
    expect(
      trace.issues.map(\.message),
      equals: [
        "RunOptions.timeLimit is -1.0 seconds, and must be longer than nothing.",
        "RunOptions.jobs is 0, and must be at least 1.",
        "RunOptions.retries is -1, and must be at least 0.",
        "RunOptions.repetitions is 0, and must be at least 1.",
      ])
    #expect(trace.summary.runFailures == 4 && !trace.summary.isSuccess)
  }
}
