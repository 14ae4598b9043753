import ExemplarCore
import ExemplarRuntime
import Foundation

/// Watches the process from a thread of its own, which author's code cannot block.
///
/// It terminates the process with a failure when author's code exceeds its limit, when the exit of the process
/// hangs, and when every descriptor was closed, because Dispatch stops working without its own. Under the tool,
/// which goes on without the process, it reports the hang instead.
enum HangWatch {
  /// Receives a sentence about code that hangs, and the outline if the code is its row source.
  typealias Handler = @Sendable (_ message: String, _ outline: ExampleID?) -> Void

  private struct Settings {
    var options = RunOptions()
    var isWorker = false
    var handler: Handler?

    /// How often to look: ten times within the shortest limit, and once a second at least.
    var interval: Double {
      let limits = [options.timeout, options.planningTimeout, options.exitLimit.duration]
      return max(0.01, min(1, limits.compactMap { $0?.seconds }.min()! / 10))
    }

    /// The settings until a host runs, and those of runs from code.
    init() {
      let names = [EnvironmentOption.timeout, .planningTimeout, .grace].map(\.rawValue)
      let environment = ProcessInfo.processInfo.environment.filter { names.contains($0.key) }
      if let options = try? RunOptions(environment: environment) { self.options = options }
    }
  }
  private static let settings = Locked(Settings())

  /// Starts the thread on first use.
  static let isRunning: Void = Thread.detachNewThread { watch() }

  /// Applies the limits of a host's options from now on.
  static func apply(_ options: RunOptions, isWorker: Bool, handler: Handler?) {
    settings.withLock { settings in
      settings.options = options
      settings.isWorker = isWorker
      settings.handler = handler
    }
  }

  /// Code that runs, and how long it may.
  private struct Subject {
    enum ID: Hashable {
      case call(AuthorStep.Call.ID)
      case example(RunningCode)
      case emission(of: ObjectIdentifier, number: Int)
      case exit
    }
    var id: ID
    var limit: (duration: Duration, option: EnvironmentOption)
    /// How many seconds more it may run, since code inside it that hangs names the cause better.
    var allowance = 0.0
    var outline: ExampleID?
    /// Makes the sentence that reports a hang from the limit in words.
    var message: (String) -> String
  }

  private static func subjects(_ settings: Settings) -> [Subject] {
    let options = settings.options
    let calls = AuthorStep.calls
    var subjects = calls.map { call in
      Subject(
        id: .call(call.id), limit: options.limit(of: call.kind),
        allowance: call.id == calls.last?.id ? 0 : 2 * settings.interval, outline: call.outline
      ) {
        call.hangMessage(limit: $0, among: calls)
      }
    }
    // The tool watches examples and exits itself.
    if settings.handler != nil { return subjects }
    if let timeout = options.timeout {
      subjects += ExitGuard.runningCode.map { code in
        var id = code
        id.explained = 0
        return Subject(
          id: .example(id), limit: (timeout, .timeout), allowance: code.explained
        ) {
          "\u{201C}\(code.name)\u{201D} did not end within \($0)."
        }
      }
      subjects += ExitGuard.observedRuns.compactMap { run in
        run.progress.emission.map { number in
          Subject(
            id: .emission(of: ObjectIdentifier(run), number: number), limit: (timeout, .timeout)
          ) {
            "The reporters of the run did not handle an event within \($0): a reporter hangs, or no process reads "
              + "the output."
          }
        }
      }
    }
    if exemplar_is_exiting() {
      subjects.append(
        Subject(id: .exit, limit: options.exitLimit) {
          "The process did not exit within \($0) after its run: a handler of atexit or a destructor hangs."
        })
    }
    return subjects
  }

  private static func watch() -> Never {
    // The time of this thread. The time while the process is stopped or the machine sleeps does not count.
    var clock = 0.0
    var seen: [Subject.ID: (first: Double, last: Double)] = [:]
    var reported: Set<Subject.ID> = []
    var uptime = ProcessInfo.processInfo.systemUptime
    let descriptors = descriptorsToKeep()
    var lastOpen = 0.0
    while true {
      let settings = settings.withLock { $0 }
      Thread.sleep(forTimeInterval: settings.interval)
      let now = ProcessInfo.processInfo.systemUptime
      clock += min(now - uptime, settings.interval + 1)
      uptime = now
      let subjects = subjects(settings)
      for subject in subjects { seen[subject.id] = (seen[subject.id]?.first ?? clock, clock) }
      // A look may miss a subject while another thread holds a lock.
      seen = seen.filter { $0.value.last > clock - 60 }
      let late = subjects.last { subject in
        clock - (seen[subject.id]?.first ?? clock)
          > subject.limit.duration.seconds + subject.allowance
      }
      if let late, reported.insert(late.id).inserted { report(late, settings) }
      // A worker notices by itself.
      let areOpen = descriptors.isEmpty || descriptors.contains(where: \.isOpen)
      if settings.isWorker || !ExitGuard.isArmed || areOpen { lastOpen = clock }
      if clock - lastOpen > 1 { endWithoutDescriptors() }
    }
  }

  private static func report(_ subject: Subject, _ settings: Settings) {
    let option = subject.limit.option
    let name = settings.isWorker ? option.commandLineName : option.rawValue
    let message =
      subject.message(subject.limit.duration.seconds.formattedSeconds)
      + " Let it end sooner, or raise \(name)."
    if let handler = settings.handler { return handler(message, subject.outline) }
    ExitGuard.end(because: message)
  }

  /// Two descriptors that only code which closes all descriptors closes; none if they cannot be opened.
  private static func descriptorsToKeep() -> [PrivateDescriptor] {
    #if os(Windows)
      return []
    #else
      var ends: [Int32] = [-1, -1]
      return pipe(&ends) == 0 ? ends.compactMap { PrivateDescriptor($0) } : []
    #endif
  }

  private static func endWithoutDescriptors() -> Never {
    let message =
      "Every descriptor of the process was closed, so it cannot go on. Close only descriptors that the code has "
      + "opened itself."
    // Descriptors of reports may belong to other files by now.
    ExitGuard.end(because: message, finishing: false)
  }
}
