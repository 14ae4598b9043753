import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a plan is run: everything about a run that does not decide what runs in which order.
package struct RunConfiguration: Sendable {
  /// How many specs run side by side at most.
  package var width: Int
  /// How many times a failing example is retried if no trait overrides it.
  package var retries: Int
  /// After how many failed examples the run stops; `nil` stands for never.
  package var failFast: Int?
  /// How long an example may take if no trait overrides it.
  package var timeLimit: Duration?
  /// Whether a run with a focus in it can be a success; on a CI machine it must not.
  package var allowsFocus: Bool
  /// Which repetition this is, from 1, and of how many.
  package var repetition = 1
  package var repetitions = 1
  /// The examples that failed in earlier repetitions, which are flaky if they pass.
  package var failedBefore: Set<ExampleID> = []
  /// Problems of the host, which are reported at the start of the run.
  package var hostIssues: [Issue]
  /// The time since some fixed moment, in seconds. Tests replace it, to compare whole traces.
  package var now: @Sendable () -> Double
  /// The meaning of an error that an example threw, if a library of tests defines it.
  package var meaning: @Sendable (any Error) -> ErrorMeaning? = { _ in nil }
  /// Whether code of an author calls the run, which may expect its errors as known issues.
  package var isCalledByAuthor = false
  /// Whether a library of tests expects an error as a known issue, where code of an example threw it.
  package var isKnown: @Sendable (_ error: any Error, _ place: Place) -> Bool = { _, _ in false }
  /// Sets an alarm. Tests replace it.
  package var alarm: Alarm = Self.clockOfTask?.alarm ?? Self.alarm

  /// Calls a closure after a duration, unless the returned closure was called before.
  package typealias Alarm =
    @Sendable (Duration, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  /// The clock of the runs that this task makes: a test sets it, so that it depends on no real time.
  @TaskLocal package static var clockOfTask: (now: @Sendable () -> Double, alarm: Alarm)?

  /// Rings on a thread that no body can block: all tasks share a few threads. If bodies block all of them, no
  /// task runs, not even one that reports an exceeded time limit.
  private static let alarm: Alarm = { duration, ring in
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: alarms)
    timer.setEventHandler(handler: ring)
    timer.schedule(deadline: .now() + duration.seconds)
    timer.resume()
    return { timer.cancel() }
  }
  private static let alarms = DispatchQueue(label: "exemplar.alarms")

  /// Returns the next part to run; `nil` runs the whole plan. It is called again after each part,
  /// and returns `nil` at the end.
  package var nextPart: (@Sendable () async -> PlanPart?)?

  /// Returns the claims of a part on the rows of an outline that several processes may run.
  package var claimRows: (@Sendable (ExampleID, _ part: Int) -> @Sendable (_ row: Int) -> Bool)?

  /// Receives the rows that were read of an outline some of whose rows ran in other processes.
  package var recordRead: (@Sendable (ExampleID, RowReading) -> Void)?

  /// Receives the steps of running examples, in the task in which each occurs.
  package var follow: (@Sendable (ExampleStep) -> Void)?

  /// The slots of running examples.
  package var slots = Slots.ofProcess

  /// The environment variables, which traits change.
  package var environment = ProcessEnvironment()

  /// Waits for issues that the last examples may still record, before the run ends. Returns further issues of the run.
  package var settle: @Sendable () async -> [Issue] = { [] }

  package init(
    width: Int = 1, retries: Int = 0, failFast: Int? = nil, timeLimit: Duration? = nil,
    allowsFocus: Bool = true, hostIssues: [Issue] = [],
    now: @escaping @Sendable () -> Double = clockOfTask?.now ?? suspendingTime
  ) {
    self.width = max(1, width)
    self.retries = max(0, retries)
    self.failFast = failFast.map { max(1, $0) }
    self.timeLimit = timeLimit
    self.allowsFocus = allowsFocus
    self.hostIssues = hostIssues
    self.now = now
  }

  /// The settings of examples for which no trait states others.
  var settings: ExampleSettings { ExampleSettings(timeLimit: timeLimit, retries: retries) }

  /// A clock that stops while the machine sleeps, which exceeds no limit.
  package static let suspendingTime: @Sendable () -> Double = {
    #if os(Linux)
      // What `SuspendingClock` reads, too, at a fraction of the cost where nothing is optimized.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let start = time.tv_sec
      return {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec - start) + Double(time.tv_nsec) / 1e9
      }
    #else
      let start = SuspendingClock.now
      return { (SuspendingClock.now - start).seconds }
    #endif
  }()
}

/// The meaning of an error of a library of tests.
package enum ErrorMeaning: Sendable {
  /// The example skips itself.
  case skip(reason: String)
  /// The library has recorded an issue, as Swift Testing does for `#require`.
  case recorded
  /// A failure with this message.
  case failure(String)
}
