import ExemplarCore
import ExemplarLog
import Foundation
import Subprocess

/// The exit of a process with tests, and its meaning: for the examples that were running, for the run, and for the exit
/// status of the tool.
struct ProcessExit {
  /// The status or the signal; `nil` if it was not recorded.
  var way: ProcessEnd.Way?
  /// The last lines that the process printed, if they are not among the outputs of examples.
  var lastOutput = ""
  /// Why the tool killed it, if it did.
  var cause: Cause?
  /// The message with which the runtime ended the process.
  var fatalError: String?
  /// The platform's report of a crash.
  var report = ""
  /// Whether there is such a report. A process may handle its crash and go on.
  var hasCrashReport = false
  /// The examples that were running, with their output.
  var running: [RunningExample] = []
  var outputs: [ExampleID: AttachmentRecorded] = [:]
  /// When the exit was noticed, in seconds by `EventLog.now`.
  var time = 0.0
  /// Whether the process had begun to make specs, since it has a log.
  var hasBegun = true
  /// Whether Swift Testing has reported the end of its tests.
  var hasEndedTests = false
  /// Whether it exited before the run was planned.
  var isEarly = false
  /// How many others were running beside the only one in `running`.
  var others = 0

  /// Why the tool kills a process.
  enum Cause: Equatable {
    /// An example did not end in time.
    case timeout(Duration, of: ExampleID)
    /// An example went on for that long after its time limit.
    case grace(Duration, of: ExampleID)
    /// The process used more bytes than it may.
    case memory(Int)
    /// Code outside examples hangs, as described by a sentence: the row source of an outline, if
    /// there is one.
    case hang(String, of: ExampleID?)
    /// The process did not exit for that long after its examples had finished.
    case exitGrace(Duration)
    /// The process sent something that is no answer.
    case unreadableAnswer
  }

  // MARK: The run

  /// Whether it exited as a process does in which nothing is wrong.
  var isSuccess: Bool { way == .status(0) }

  /// Whether there was nothing to run: our test was skipped, or is not in the program at all.
  ///
  /// A status is no evidence for that, since code that runs before the tests can end the process with any.
  var isWithoutSpecs: Bool {
    !hasBegun && cause == nil && hasEndedTests && [.status(0), .status(69)].contains(way)
  }

  /// The record in a log.
  var processEnd: ProcessEnd? { way.map { ProcessEnd($0, lastOutput: lastOutput, time: time) } }

  /// The result of a run, given the result of its events.
  func verdict(orElse status: ExitStatus) -> ExitStatus {
    switch way {
    case .status(0), nil: status
    case .status: status == .fine ? .failed : status
    case .signal: .didNotFinish
    }
  }

  /// How the process exited, for people.
  var explanation: String { way?.explanation ?? "ended" }

  /// The issue of the run, if the process exited before the run had finished.
  var issue: Issue { issue(while: "before the run had finished") }

  /// The issue of an abnormal exit after the end of the run; `nil` for a normal one.
  ///
  /// - Parameter withOutput: Whether its last output is included.
  func issueAfterRun(withOutput: Bool = true) -> Issue? {
    if isSuccess { return nil }
    var exit = self
    if !withOutput { exit.lastOutput = "" }
    return exit.issue(while: "after its examples had finished")
  }

  /// The issue of a run if no example is known to be the cause.
  func issue(while circumstances: String) -> Issue {
    Issue(message(while: circumstances), cause: .endOfProcess)
  }

  /// The events that the process could no longer emit: the running examples have failed.
  var events: [Event] {
    if running.isEmpty { return [.issueRecorded(IssueRecorded(id: nil, issue: issue))] }
    // Of a group the hooks that began last; the innermost group first.
    var seen: Set<ExampleID> = []
    let hooks = running.filter(\.isGroupHook).reversed().filter { seen.insert($0.id).inserted }
    return (running.filter { !$0.isGroupHook } + hooks).flatMap { running -> [Event] in
      var issue = issue(of: running)
      issue.isRetried = false
      issue.quarantine()
      return [.issueRecorded(IssueRecorded(id: running.id, issue: issue))] + ends(of: running)
    }
  }

  private func ends(of running: RunningExample) -> [Event] {
    if running.isGroupHook {
      return [
        .hooksEnded(HooksEnded(id: running.id, phase: running.phase)),
        .groupEnded(GroupEnded(id: running.id, failed: true)),
      ]
    }
    return [.exampleEnded(end(of: running))]
  }

  // MARK: The examples

  /// The same exit as that of one of several running examples, any of which may be the cause.
  func alone(_ running: RunningExample, of count: Int) -> ProcessExit {
    var exit = self
    (exit.running, exit.others) = ([running], count - 1)
    return exit
  }

  /// How long a running example has run.
  func duration(of running: RunningExample) -> Double {
    running.start.map { max(0, time - $0) } ?? 0
  }

  /// The end of a running example, which has failed.
  ///
  /// - Parameter lost: The seconds of attempts in other processes that have exited.
  func end(of running: RunningExample, after lost: Double = 0) -> ExampleEnded {
    ExampleEnded(
      id: running.id, outcome: running.context.outcome(ofFailure: true),
      duration: lost + duration(of: running),
      attempts: running.attempt)
  }

  /// The only example or hook that can be the cause, if that is known.
  var culprit: RunningExample? {
    switch cause {
    case .timeout(_, let id), .grace(_, let id): running.last { $0.id == id }
    // Cleaning up belongs to the hooks of a group, and runs inside them.
    case .hang(_, _?): nil
    case .memory, .hang, .exitGrace, .unreadableAnswer, nil:
      running.count == 1 || running.allSatisfy { $0.isGroupHook && $0.id == running[0].id }
        ? running.last : nil
    }
  }

  /// Whether a running example is tried again: all attempts together have one timeout.
  func isRetried(_ running: RunningExample) -> Bool {
    let allowsRetry =
      switch cause {
      case .timeout, .hang: false
      case .grace, .memory, .exitGrace, .unreadableAnswer, nil: true
      }
    return running.isRetryable && !running.isGroupHook && allowsRetry
  }

  /// The issue of a running example.
  func issue(of running: RunningExample) -> Issue {
    let beside = others == 0 ? "" : " beside \(others.counted("other"))"
    var issue = Issue(
      message(while: "while this ran\(beside)"), at: running.context.place, phase: running.phase,
      isRetried: isRetried(running), checkpoint: running.checkpoint,
      context: running.isGroupHook ? nil : running.context,
      cause: .endOfProcess)
    issue.quarantine()
    return issue
  }

  /// The message about the exit; `circumstances` is the end of the sentence.
  func message(while circumstances: String) -> String {
    let sentence =
      switch cause {
      case .timeout(let limit, _):
        "It did not end within \(limit.seconds.formattedSeconds) (--timeout), so its process was killed."
      case .grace(let grace, _):
        "It went on for \(grace.seconds.formattedSeconds) after its time limit, so its process was killed."
      case .memory(let limit):
        "The process used more than \(ByteCount.text(limit)) of memory (--memory-limit) \(circumstances), so "
          + "it was killed."
      case .hang(let sentence, _): "\(sentence) The process was killed."
      case .exitGrace(let limit):
        "A process did not exit within \(limit.seconds.formattedSeconds) \(circumstances) (--grace), so it was "
          + "killed: a handler of atexit may hang."
      case .unreadableAnswer:
        "The process sent an answer that cannot be read \(circumstances), so it was killed: its code has written into "
          + "a descriptor that it had not opened."
      case nil:
        "The process \(explanation) \(circumstances)."
          + (way == nil ? " How it ended was not recorded." : "")
      }
    let output = lastOutput.isEmpty ? "" : "The last that it wrote:\n\(lastOutput)"
    return [fatalError ?? "", sentence, report, output].filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}

extension ProcessExit {
  /// Adds the explanation of a crash, or of the hang for which the tool killed the process.
  ///
  /// - Parameters:
  ///   - output: The output of the examples that were running.
  ///   - package: The folder of the package.
  ///   - isWhole: Whether all calls are shown.
  mutating func explain(
    _ crash: CrashReport?, _ hang: HangingProcess?, output: String, package: String, isWhole: Bool
  ) {
    // The calls of an archive's programs are named by the paths of the build.
    let package = MovedPackage.built(package)
    guard cause == nil else {
      report =
        hang.map {
          HangExplanation(process: $0, package: package, running: running, output: output)
            .text(isWhole: isWhole)
        } ?? ""
      return
    }
    if [SIGILL, SIGTRAP, SIGABRT].contains(where: { way == .signal($0) }) {
      fatalError = CrashReport.fatalError(in: output)
    }
    let files = running.compactMap(\.context.place?.path)
    report = crash?.shown(package: package, files: files, isWhole: isWhole) ?? ""
  }

  /// The recorded exit of a process.
  init(_ end: ProcessEnd?, running: [RunningExample] = []) {
    self.init(
      way: end?.way, lastOutput: end?.lastOutput ?? "", running: running, time: end?.time ?? 0)
  }
}

extension TerminationStatus {
  /// The same, as a log has it.
  var way: ProcessEnd.Way {
    switch self {
    case .exited(let code): .status(Int32(truncatingIfNeeded: code))
    case .signaled(let signal): .signal(Int32(truncatingIfNeeded: signal))
    }
  }
}

extension ProcessEnd.Way {
  var explanation: String {
    switch self {
    case .status(let code): "ended with status \(code)"
    case .signal(let signal): "was ended by signal \(signal) (\(Self.name(of: signal)))"
    }
  }

  private static func name(of signal: Int32) -> String {
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
