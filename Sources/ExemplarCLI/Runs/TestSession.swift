import ExemplarCore
import ExemplarReports
import Foundation
import Subprocess

/// One run of a worker, with its reporters and the live line.
struct TestSession {
  let worker: Worker
  let reporters: [any Reporter]
  let terminal: Terminal
  let verbose: Bool
  let stopsAtFailure: Bool
  let findings: SourceFindings
  let rerun: @Sendable ([ExampleID], UInt64?) -> String

  /// Runs it to its end. What could not be printed is no success: nobody has read it.
  func run() async throws -> ExitStatus {
    let status = try await runWorker()
    return status == .fine && !terminal.isComplete ? .failed : status
  }

  private func runWorker() async throws -> ExitStatus {
    let console = ConsoleReporter(
      ConsoleReporter.Options(
        style: terminal.style, verbose: verbose,
        directory: FileManager.default.currentDirectoryPath, rerun: rerun,
        write: { [terminal] in terminal.print($0) }))
    let all = reporters + [console]
    let progress = LiveProgress(terminal)
    let stream = Locked(RunStream(stopsAtFailure: stopsAtFailure))
    let take: @Sendable (Event) -> Void = { event in
      for event in findings.adding(to: event) {
        stream.withLock { $0.take(event) }
        progress.take(event)
        all.forEach { $0.report(event) }
      }
    }
    let end: Worker.End
    do {
      end = try await worker.run(take)
    } catch {
      terminal.clear()
      Terminal.write("error: The tests could not be run: \(error)\n", toError: true)
      return .couldNotStart
    }
    progress.stop()
    let seen = stream.withLock { $0 }
    if Interruption.isRequested, !seen.isComplete {
      all.forEach { $0.finish() }
      terminal.print("The run was interrupted.\n")
      return .interrupted
    }
    if seen.summary == nil, seen.hasStarted || !end.status.isWithoutTests {
      for event in seen.events(forEnd: end) { all.forEach { $0.report(event) } }
    }
    all.forEach { $0.finish() }
    if let summary = seen.summary {
      if seen.isListing { return summary.nothingRan == nil ? .fine : .nothingRan }
      let status = seen.status ?? (seen.isComplete ? ExitStatus(summary) : .didNotFinish)
      if !seen.isComplete { terminal.print("The process ended before all repetitions.\n") }
      let verdict = end.status.verdict(orElse: status)
      if end.unreadableEvents > 0 {
        Terminal.write(
          "error: \(end.unreadableEvents) events of the tests could not be understood. Use one version "
            + "of Exemplar for the tool and the library.\n", toError: true)
        return .failed
      }
      // A report that somebody waits for and that is not whole is no success.
      return verdict == .fine && !all.allSatisfy(\.isComplete) ? .failed : verdict
    }
    if !seen.hasStarted, end.status.isWithoutTests {
      terminal.print(
        "No specs were found. Write one with @Spec, in a test target that depends on Exemplar.\n"
          + findings.text(relativeTo: FileManager.default.currentDirectoryPath))
      return .nothingRan
    }
    return .didNotFinish
  }
}

/// What a worker has told so far.
struct RunStream {
  private(set) var isListing = false
  /// How the last run ended; `nil` while one goes on.
  private(set) var summary: RunSummary?
  /// How the first run ended that did not end well, if everything is run several times.
  private(set) var status: ExitStatus?
  private var running: [(example: ExampleStarted, begin: Double)] = []
  /// The hooks around all examples of groups that are running.
  private var hooks: [HooksStarted] = []
  private var start: RunStarted?
  /// The time, in seconds since some moment.
  private let now: @Sendable () -> Double
  /// Whether a failing repetition is the last one.
  private let stopsAtFailure: Bool

  init(
    stopsAtFailure: Bool,
    now: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
  ) {
    self.stopsAtFailure = stopsAtFailure
    self.now = now
  }

  var hasStarted: Bool { start != nil }

  /// Whether the last run that was to be is over.
  var isComplete: Bool {
    guard let start, summary != nil else { return isListing && summary != nil }
    return start.repetition >= start.repetitions || (stopsAtFailure && status != nil)
  }

  mutating func take(_ event: Event) {
    switch event {
    case .exampleListed: isListing = true
    case .runStarted(let start):
      self.start = start
      summary = nil
    case .exampleStarted(let example): running.append((example, now()))
    case .exampleEnded(let end): running.removeAll { $0.example.id == end.id }
    case .hooksStarted(let hooks): self.hooks.append(hooks)
    case .hooksEnded(let end):
      if let last = hooks.lastIndex(where: { $0.id == end.id && $0.phase == end.phase }) {
        hooks.remove(at: last)
      }
    case .runEnded(let summary):
      if !hasStarted { isListing = true }
      self.summary = summary
      let status = ExitStatus(summary)
      if self.status == nil, status != .fine { self.status = status }
    default: break
    }
  }

  /// The events that a worker could not tell any more: what was running has failed.
  func events(forEnd end: Worker.End) -> [Event] {
    let tail = end.errorTail.isEmpty ? "" : "\nThe last that it wrote:\n\(end.errorTail)"
    let message = "The process \(end.status.explanation) while this ran.\(tail)"
    if running.isEmpty, hooks.isEmpty {
      let message = "The process \(end.status.explanation) before the run was over.\(tail)"
      return [.issueRecorded(IssueRecorded(id: nil, issue: Issue(message, cause: .endOfProcess)))]
    }
    let instant = now()
    return running.flatMap { example, begin -> [Event] in
      let issue = Issue(
        message, at: example.context.place, context: example.context, cause: .endOfProcess)
      return [
        .issueRecorded(IssueRecorded(id: example.id, issue: issue)),
        .exampleEnded(
          ExampleEnded(
            id: example.id, outcome: .failed(unexpected: true), duration: instant - begin)),
      ]
    } + endsOfHooks(message)
  }

  /// The ends of groups whose hooks were running, the innermost first; of a group the last that began.
  private func endsOfHooks(_ message: String) -> [Event] {
    var seen: Set<ExampleID> = []
    return hooks.reversed().filter { seen.insert($0.id).inserted }.flatMap { hooks -> [Event] in
      let issue = Issue(message, at: hooks.place, phase: hooks.phase, cause: .endOfProcess)
      return [
        .issueRecorded(IssueRecorded(id: hooks.id, issue: issue)),
        .hooksEnded(HooksEnded(id: hooks.id, phase: hooks.phase)),
        .groupEnded(GroupEnded(id: hooks.id, failed: true)),
      ]
    }
  }
}

extension TerminationStatus {
  /// Whether nothing was there to run: our test was skipped, or is not in the program at all.
  var isWithoutTests: Bool {
    switch self {
    case .exited(let code): [0, 69].contains(code)
    default: false
    }
  }

  /// How the run ended, given what its events say: they do not know how the process ended after them.
  func verdict(orElse status: ExitStatus) -> ExitStatus {
    switch self {
    case .exited(0): status
    case .exited: status == .fine ? .failed : status
    default: .didNotFinish
    }
  }

  /// How the process ended, for people.
  var explanation: String {
    switch self {
    case .exited(let code): "ended with status \(code)"
    case .signaled(let signal): "was ended by signal \(signal) (\(Self.signalName(Int32(signal))))"
    }
  }

  private static func signalName(_ signal: Int32) -> String {
    switch signal {
    case SIGTRAP, SIGILL: "a Swift precondition or trap"
    case SIGSEGV: "bad memory access"
    case SIGABRT: "abort"
    case SIGKILL: "killed"
    case SIGTERM: "terminated"
    default: "signal"
    }
  }
}
