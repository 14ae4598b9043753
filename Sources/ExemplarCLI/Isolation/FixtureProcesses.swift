import ExemplarCore
import ExemplarLog
import Foundation

/// The fixtures of a run, each in a process of its own, which no worker can end: starts them for the workers that ask, and
/// shuts them down after the last worker has exited.
final class FixtureProcesses: @unchecked Sendable {
  private struct Fixture {
    let request: FixtureRequest
    let process: WorkerProcess
    let start: Double
    /// The position among the fixtures that have started; `nil` before.
    var number: Int?
    /// Whether it must exit: after a failed start, or at the end of the run.
    var isEnding = false
    /// Whether its shut-down has succeeded; if that has failed, no other failure is due to its exit.
    var isShutDown: Bool?
    /// The failures that its code has recorded.
    var recorded: [String] = []
    /// Why it was killed, if something that it sent is the reason.
    var cause: String?
    /// Waits for its exit.
    var exit: Task<Void, Never>?
  }
  private let settings: PoolSettings
  /// Receives failures of the run, and the fixture that no longer runs, if one of them does not.
  private let fail: @Sendable (Issue, String?) -> Void
  private let lock = NSLock()
  private var ledger = FixtureLedger<WorkerChannel>()
  private var fixtures: [String: Fixture] = [:]
  private var count = 0

  init(_ settings: PoolSettings, fail: @escaping @Sendable (Issue, String?) -> Void) {
    self.settings = settings
    self.fail = fail
  }

  /// Receives a request from a process of a program.
  func receive(_ request: FixtureRequest, of program: Int, from channel: WorkerChannel) {
    lock.withLock {
      switch ledger.receive(request, from: channel) {
      case .start: start(request, program)
      case .wait: break
      case .answer(let answer): channel.send(.fixture(request, answer))
      }
    }
  }

  private func start(_ request: FixtureRequest, _ program: Int) {
    let name = request.name
    do {
      let process = try WorkerProcess(
        settings.programs[program], directory: settings.directory, isInterruptible: false)
      fixtures[name] = Fixture(request: request, process: process, start: EventLog.now)
      process.channel.send(.serve(request))
      process.channel.read { [self] in handle($0, of: name, program) }
      fixtures[name]?.exit = Task {
        let end: Result<WorkerProcess.End, any Error>
        do {
          end = .success(
            try await process.run(watch: { _ in self.watch(process) }) { _ in })
        } catch { end = .failure(error) }
        self.settings.passOn(process.output, isLast: true)
        process.channel.readRest()
        await onOwnThread { self.handle(end, of: name) }
        process.remove()
      }
      after(request.limit) { [self] in kill(name, ifItHasNotStarted: true) }
    } catch {
      finish(name, with: .failure("\(error)"))
    }
  }

  private func watch(_ process: WorkerProcess) {
    settings.passOn(process.output, isLast: false)
    process.output.forget(before: max(0, process.output.size - 1 << 20))
    if process.stall(planningStart: nil) != nil { process.killGroup() }
  }

  private func finish(_ name: String, with answer: FixtureAnswer) {
    for (channel, request, answer) in ledger.finish(name, with: answer) {
      channel.send(.fixture(request, answer))
    }
  }

  private func handle(_ answer: WorkerAnswer?, of name: String, _ program: Int) {
    guard let fixture = lock.withLock({ fixtures[name] }) else { return }
    guard let answer else {
      lock.withLock { fixtures[name]?.cause = "sent an answer that cannot be read" }
      return fixture.process.killGroup()
    }
    switch answer {
    case .needs(let request): receive(request, of: program, from: fixture.process.channel)
    case .serves(.value(let json)):
      lock.withLock {
        fixtures[name]?.number = count
        count += 1
        finish(name, with: .value(json))
      }
      settings.recordFixture(name, EventLog.now - fixture.start)
    case .serves(.failure(let cause)): fail(name, because: cause)
    case .hangs(let sentence, _):
      fail(name, because: sentence)
      fixture.process.killGroup()
    case .shutDown(let failures):
      lock.withLock { fixtures[name]?.isShutDown = failures.isEmpty }
      for failure in failures { fail(Issue(failure, at: fixture.request.place), nil) }
    case .recorded(let failure): lock.withLock { fixtures[name]?.recorded.append(failure) }
    case .planned, .ready, .read: break
    }
  }

  /// Answers those that wait for a fixture which has not started, and lets its process exit.
  private func fail(_ name: String, because cause: String, _ report: String = "") {
    lock.withLock {
      guard let fixture = fixtures[name], fixture.number == nil else { return }
      fixtures[name]?.isEnding = true
      finish(name, with: .failure(Self.text(cause, report, fixture.process)))
      fixture.process.channel.closeOrders()
    }
    after(0) { [self] in kill(name, ifItHasNotStarted: false) }
  }

  /// A sentence about a process, with the report of its crash and the end of its output.
  private static func text(_ sentence: String, _ report: String, _ process: WorkerProcess) -> String
  {
    let output = process.lastOutput
    return [sentence, report, output.isEmpty ? "" : "It printed:\n\(output)"]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Kills the process of a fixture, some time after it should have answered or exited.
  private func kill(_ name: String, ifItHasNotStarted: Bool) {
    guard let fixture = lock.withLock({ fixtures[name] }),
      !ifItHasNotStarted || (fixture.number == nil && !fixture.isEnding)
    else { return }
    let limit = fixture.request.limit.formattedSeconds
    if ifItHasNotStarted { fail(name, because: "It did not start within \(limit).") }
    fixture.process.killGroup()
  }

  /// Calls `body` after some seconds and the time that a process has to exit.
  private func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let time = Duration.seconds(seconds) + settings.run.exitGrace
    Task {
      try? await Task.sleep(for: time, clock: .suspending)
      body()
    }
  }

  private func handle(_ result: Result<WorkerProcess.End, any Error>, of name: String) {
    let (cause, recorded) = lock.withLock {
      (fixtures[name]?.cause, fixtures[name]?.recorded ?? [])
    }
    let (end, explanation): (WorkerProcess.End?, String) =
      switch result {
      case .success(let end): (end, cause ?? end.exit.explanation)
      case .failure(let error): (nil, "could not be run: \(error)")
      }
    let crash = end?.crash?.shown(
      package: settings.directory, files: [], isWhole: settings.run.console.isVerbose)
    let report = (recorded.map { "It had recorded: \($0)" } + [crash ?? ""])
      .filter { !$0.isEmpty }.joined(separator: "\n")
    fail(name, because: "Its process \(explanation) before it had started.", report)
    guard let fixture = lock.withLock({ fixtures.removeValue(forKey: name) }),
      fixture.number != nil, fixture.isShutDown != false,
      // A status alone does not prove that the fixture was shut down.
      !fixture.isEnding || fixture.isShutDown == nil || end?.exit.isSuccess != true
    else { return }
    let loss = "Its process \(explanation) while the run went on."
    if !fixture.isEnding { lock.withLock { ledger.lose(name, because: loss) } }
    let sentence =
      fixture.isEnding
      ? "The process of the fixture \u{201C}\(name)\u{201D} \(explanation) while it was shut down."
      : "The fixture \u{201C}\(name)\u{201D} does not run any more. \(loss)"
    let text = Self.text(sentence, report, fixture.process)
    fail(
      Issue(text, at: fixture.request.place, cause: .endOfProcess), fixture.isEnding ? nil : name)
  }

  /// Shuts down the fixtures, the one that was ready last first.
  func shutDown() async {
    let names = lock.withLock {
      fixtures.sorted { $0.value.number ?? .max > $1.value.number ?? .max }.map(\.key)
    }
    for name in names {
      let fixture = lock.withLock { () -> Fixture? in
        fixtures[name]?.isEnding = true
        return fixtures[name]
      }
      guard let fixture else { continue }
      fixture.process.channel.closeOrders()
      after(fixture.request.limit) { [self] in kill(name, ifItHasNotStarted: false) }
      await fixture.exit?.value
    }
  }
}
