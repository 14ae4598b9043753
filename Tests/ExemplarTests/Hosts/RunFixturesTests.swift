import ExemplarCore
import Foundation
import TestSupport
import Testing

@testable import Exemplar

/// The fixtures of a run in the process of the run. (Semantics, section 2.)
@Suite struct RunFixturesTests {
  private struct Address: Codable, Sendable, Equatable { var port: Int }
  private struct PortInUse: Error {}
  private struct Odd: Codable {
    init() {}
    init(from decoder: any Decoder) throws { throw PortInUse() }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Keys.self) }
    enum Keys: CodingKey {}
  }

  /// Runs a group with fixtures of its own, and shuts them down.
  private func run(
    _ fixtures: RunFixtures = RunFixtures(), jobs: Int = 1, @SpecBuilder _ content: () -> SpecNode
  ) async -> (trace: Trace, problems: [UsageError]) {
    let spec = describe("Shop", .parallel) { content() }
    let options = RunOptions.fixtures(jobs)
    return await RunFixtures.$current.withValue(fixtures) {
      let trace = await Trace { report in await Exemplar.run([spec], options, report) }
      return (trace, await fixtures.shutDown())
    }
  }

  @Test func `many examples start it once, and it is shut down once, with its value`() async {
    let log = Locked([String]())
    let address = RunFixture("address") { () async throws -> Address in
      log.withLock { $0.append("start") }
      try await Task.sleep(for: .milliseconds(20))
      return Address(port: 8080)
    } shutDown: { address in
      log.withLock { $0.append("end of \(address.port)") }
    }
    let unused = RunFixture("unused") {
      1
    } shutDown: { _ in
      log.withLock { $0.append("unused") }
    }
    let (trace, problems) = await run(jobs: 4) {
      for number in 1...8 {
        it("\(number)") { expect(try await address(), equals: Address(port: 8080)) }
      }
      it("may not need it", .skipped("today")) { _ = try await unused() }
    }
    expect(trace.summary.passed, equals: 8)
    #expect(problems.isEmpty)
    expect(log.withLock { $0 }, equals: ["start", "end of 8080"])
  }

  @Test func `the next run starts it anew`() async {
    let starts = Counter()
    let fixture = RunFixture("count") { starts.next() }
    let fixtures = RunFixtures()
    for number in 1...2 {
      let (trace, _) = await run(fixtures) {
        it("counts") { expect(try await fixture(), equals: number) }
      }
      #expect(trace.summary.isSuccess)
    }
  }

  @Test func `a start that throws fails each example that asks, the first with all of it`() async {
    let starts = Counter()
    let fixture = RunFixture("address") { () async throws -> Address in
      starts.next()
      throw PortInUse()
    }
    let (trace, problems) = await run {
      it("asks first", .retry(1)) { _ = try await fixture() }
      it("asks too") { _ = try await fixture() }
      it("does not") {}
    }
    #expect(starts.value == 1 && problems.isEmpty)
    #expect(trace.summary.failed == 2 && trace.summary.passed == 1)
    let failures = trace.lines.filter { $0.contains("did not start") }
    expect(failures.count, equals: 3, "\(trace.lines)")
    #expect(failures.allSatisfy { $0.contains("It threw an error: PortInUse()") })
    #expect(
      failures.filter { $0.contains("(see “Shop › asks first”, which asked first)") }.count == 1)
  }

  @Test func `an expectation that fails in the start fails it, and its value is shut down`() async {
    let ended = Counter()
    let fixture = RunFixture("address") { () async throws -> Int in
      #expect(Bool(false), "no route")
      return 1
    } shutDown: { _ in
      ended.next()
    }
    let (trace, _) = await run { it("asks") { _ = try await fixture() } }
    expect(trace.summary.failed, equals: 1)
    let messages = trace.issues.map(\.message)
    expect(messages.count, equals: 1)
    #expect(messages[0].hasPrefix("The fixture “address” did not start: Expectation failed: "))
    #expect(messages[0].contains("no route\n  at RunFixturesTests.swift:"))
    expect(ended.value, equals: 1)
  }

  @Test func `a start that takes too long fails, and what it makes in the end is shut down`() async
  {
    let (entered, released) = (Promise<Void>(), Promise<Void>())
    let ended = Promise<Void>()
    let fixture = RunFixture("slow", timeLimit: .milliseconds(50)) { () async throws -> Int in
      entered.give(())
      // It does not heed its cancellation.
      await Task.detached { await released.value }.value
      return 1
    } shutDown: { _ in
      ended.give(())
    }
    let (trace, _) = await run {
      it("asks") { _ = try await fixture() }
    }
    #expect(
      trace.lines.contains { $0.contains("did not start: It did not start within 0.05 s") },
      "\(trace.lines)")
    await entered.value
    released.give(())
    await ended.value
  }

  @Test func `a time limit that is not positive fails each example that asks, at its line`() async {
    let line = #line + 1
    let fixture = RunFixture("stall", timeLimit: .seconds(-1)) { 1 }
    let (trace, problems) = await run {
      it("buys") { _ = try await fixture() }
      it("sells") { _ = try? await fixture() }
      it("rests") {}
    }
    #expect(
      trace.issues.map { "\($0.place?.line ?? 0): \($0.message)" } == [
        "\(line): The time limit of the fixture “stall” is -1.0 seconds, and must be longer than nothing."
      ])
    #expect(problems.isEmpty && trace.summary.passed == 2)
  }

  @Test func `an example that is canceled does not wait, and the others get the value`() async {
    let released = Promise<Void>()
    let fixture = RunFixture("slow") { () async throws -> Int in
      await Task.detached { await released.value }.value
      return 1
    }
    let (trace, _) = await run(jobs: 2) {
      afterEach { info in if info.name == "has no time" { released.give(()) } }
      it("has no time", .timeLimit(.milliseconds(50))) { _ = try await fixture() }
      it("waits") { expect(try await fixture(), equals: 1) }
    }
    #expect(trace.summary.failed == 1 && trace.summary.passed == 1)
  }

  @Test func `a fixture may use another, which is shut down after it`() async {
    let log = Locked([String]())
    let inner = RunFixture("inner") {
      1
    } shutDown: { _ in
      log.withLock { $0.append("inner") }
    }
    let outer = RunFixture("outer") {
      try await inner() + 1
    } shutDown: { _ in
      log.withLock { $0.append("outer") }
    }
    let (trace, _) = await run { it("asks") { expect(try await outer(), equals: 2) } }
    #expect(trace.summary.isSuccess)
    expect(log.withLock { $0 }, equals: ["outer", "inner"])
  }

  @Test func `fixtures that need each other fail with their names`() async {
    let second = Locked<RunFixture<Int>?>(nil)
    let first = RunFixture("first") { () async throws -> Int in
      try await second.withLock { $0 }!()
    }
    second.withLock { $0 = RunFixture("second") { try await first() } }
    let (trace, _) = await run { it("asks") { _ = try await first() } }
    expect(trace.summary.failed, equals: 1)
    #expect(
      trace.lines.contains { $0.contains("“first” needs “second” needs “first”") },
      "\(trace.lines)")
  }

  @Test func `a shut-down that fails or takes too long is a failure of the run`() async {
    let fails = RunFixture("fails") {
      1
    } shutDown: { _ in
      throw PortInUse()
    }
    let hangs = RunFixture("hangs", timeLimit: .seconds(8)) {
      1
    } shutDown: { _ in
      try await Task.sleep(for: .seconds(600))
    }
    let (trace, problems) = await run {
      it("asks") { _ = try await fails() + hangs() }
    }
    #expect(trace.summary.isSuccess)
    #expect(
      problems.map(\.message) == [
        "The fixture “hangs” was not shut down: It did not end within 8 s.",
        "The fixture “fails” was not shut down: It threw an error: PortInUse()",
      ])
    #expect(problems.allSatisfy { $0.place?.path == #filePath })
  }

  @Test func `a value that JSON cannot hold fails its start`() async {
    let fixture = RunFixture("number") { Double.infinity }
    let (trace, _) = await run { it("asks") { _ = try await fixture() } }
    expect(trace.summary.failed, equals: 1)
    #expect(trace.lines.contains { $0.contains("The fixture “number” did not start") })
    let odd = RunFixture("odd") { Odd() }
    let (other, _) = await run { it("asks") { _ = try await odd() } }
    expect(other.summary.failed, equals: 1)
    #expect(
      other.lines.contains {
        $0.contains("The value of the fixture “odd” cannot be read from its JSON, {}: PortInUse()")
      }, "\(other.lines)")
  }

  @Test func `a fixture without @Spec, and two of a name, are errors at their lines`() async throws
  {
    let fixtures = RunFixtures()
    let (one, two, lost) = (
      RunFixture("one") { 1 }, RunFixture("one") { 2 }, RunFixture("lost") { 3 }
    )
    let problems = fixtures.declare([one.declaration, two.declaration])
    expect(problems.count, equals: 2)
    #expect(
      problems.allSatisfy {
        $0.message.hasPrefix("2 fixtures of the run are named “one”") && $0.place?.path == #filePath
      })
    let (trace, _) = await run(fixtures) {
      it("asks for one") { _ = try await one() }
      it("asks for the lost one") { _ = try await lost() }
    }
    expect(trace.summary.failed, equals: 2)
    let lines = trace.lines.filter { $0.contains("The fixture “lost” ") }
    expect(lines.count, equals: 1)
    expect(
      lines.first?.contains(
        "“lost” is not declared with @Spec, so its process would not find it. Write @Spec before a global or static constant."
      ), equals: true)

    let assembly = SpecAssembly([
      .__value(one, at: __Location("Shop/A.swift", "A.swift", 1, 1)),
      .__value(two, at: __Location("Shop/A.swift", "A.swift", 2, 1)),
    ])
    expect(assembly.specs().map(\.root.name), equals: ["fixtures", "fixtures"])
  }

  @Test func `in a worker, each request is answered by the tool, and a lost fixture is forgotten`()
    async
  {
    let fixtures = RunFixtures()
    let requests = Locked([String]())
    fixtures.ask { request in
      let count = requests.withLock { requests in
        requests.append("\(request.name) for \(request.example ?? "")")
        return requests.count
      }
      fixtures.receive(count < 2 ? .value("7") : .failure("It is gone."), to: request)
    }
    let fixture = RunFixture("address") { () async throws -> Int in 0 }
    let (trace, _) = await run(fixtures) {
      it("asks") { expect(try await fixture(), equals: 7) }
      it("asks again") { expect(try await fixture(), equals: 7) }
      it("loses it") {
        fixtures.forget("address")
        _ = try await fixture()
      }
    }
    #expect(requests.withLock { $0 } == ["address for Shop › asks", "address for Shop › loses it"])
    #expect(trace.summary.failed == 1 && trace.summary.passed == 2)
    #expect(trace.lines.contains { $0.contains("It is gone.") })
  }
}

extension RunOptions {
  fileprivate static func fixtures(_ jobs: Int) -> RunOptions {
    var options = RunOptions()
    (options.order, options.seed, options.jobs) = (.defined, 1, jobs)
    return options
  }
}
