import ExemplarCore
import ExemplarLog

/// How a process ended that had not come to its end.
struct WorkerDeath {
  var way: ProcessEnd.Way
  /// Why the tool ended it, if it did.
  var cause: Cause?
  /// The platform's report of a crash.
  var report = ""
  /// The running examples, with their output.
  var running: [RunningExample] = []
  var outputs: [ExampleID: AttachmentRecorded] = [:]
  /// When it was seen, in seconds by `EventLog.now`.
  var time = 0.0

  /// Why the tool ends a process.
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
  }

  /// The only thing that can be the cause, if that is known.
  var culprit: RunningExample? {
    switch cause {
    case .timeout(_, let id), .grace(_, let id): running.last { $0.id == id }
    // Cleaning up belongs to the hooks of a group, and runs inside them.
    case .hang(_, _?): nil
    case .memory, .hang, nil:
      running.count == 1 || running.allSatisfy { $0.isGroupHook && $0.id == running[0].id }
        ? running.last : nil
    }
  }

  /// Whether what ran is tried again if it has attempts left: all of them together have one timeout.
  var allowsRetry: Bool {
    switch cause {
    case .timeout, .hang: false
    case .grace, .memory, nil: true
    }
  }

  /// The message about the running examples; `while` is the end of the sentence.
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
      case nil: "The process \(way.explanation) \(circumstances)."
      }
    return report.isEmpty ? sentence : sentence + "\n" + report
  }

  /// Whether what was running is tried again.
  func isRetried(_ running: RunningExample) -> Bool {
    running.isRetryable && !running.isGroupHook && allowsRetry
  }

  /// The issue of a running example.
  func issue(of running: RunningExample) -> Issue {
    Issue(
      message(while: "while this ran"), at: running.context.place, phase: running.phase,
      isRetried: isRetried(running), checkpoint: running.checkpoint,
      context: running.isGroupHook ? nil : running.context,
      cause: .endOfProcess)
  }

  /// The issue of a run if the cause is unknown.
  func issue(while circumstances: String) -> Issue {
    Issue(message(while: circumstances), cause: .endOfProcess)
  }
}
