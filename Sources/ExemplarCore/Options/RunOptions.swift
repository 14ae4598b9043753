// Options: the settings of a run, in every host and in the tool. Their values are read in one
// place.

/// The options of a run, the same in every host.
public struct RunOptions: Sendable {
  /// The examples to run; empty selects everything. See ``Selection``.
  public var selection = Selection()
  /// Whether the tool leaves out tests that are not examples.
  package var leavesOutTests = false
  /// The share of the selected examples to run; `nil` for all.
  package var shard: Shard?
  /// Records of an earlier run, whose durations balance the shards.
  package var durationFiles: [String] = []
  /// The file with the examples of the shard.
  package var shareFile: String?
  /// The URL of the queue whose batches the tool runs.
  package var queue: String?
  /// The seed of the order; `nil` stands for a fresh one.
  public var seed: UInt64?
  /// The order of specs, groups and examples.
  public var order = Order.random
  /// The platform whose examples run; the one of this process unless it is set.
  public var platform = Platform.current
  /// How many specs run side by side at most; `nil` stands for the number of processors.
  public var jobs: Int?
  /// How often a failing example is tried again.
  public var retries = 0
  /// The file with the list of quarantines; `nil` without one.
  package var quarantineFile: String?
  /// After how many failed examples the run stops; `nil` stands for never.
  package var failFast: Int?
  /// How long an example may take if no trait overrides it.
  public var timeLimit: Duration?
  /// How many times everything runs.
  public var repetitions = 1
  /// Whether a failing repetition is the last one.
  package var stopsAtFailure = false
  /// Whether the examples are only listed, and whether all of them are printed; for the host.
  package var isListing = false
  /// Files whose rows are only read; empty for a run as usual.
  package var checkedFiles: [String] = []
  /// Whether a list holds what a selection or a focus leaves out.
  package var listsLeftOut = false
  /// The file with the only ids that run again; `nil` for a normal run.
  package var rerunFile: String?
  /// The file with the ids that begin; `nil` for the usual order.
  package var firstFile: String?
  /// The only ids that run again, because they failed in an earlier repetition of the process.
  package var rerunIDs: Set<ExampleID>?
  package var console = ConsoleSettings()
  /// Whether the tool runs everything in one process.
  package var isInProcess = false
  /// How many threads the concurrency pool has in a process of the tool; `nil` for one for each processor.
  package var pool: Int?
  /// How many bytes of memory a process of the tool may use.
  package var memoryLimit: Int?
  /// How long an example may go on after its time limit before the tool ends its process.
  package var grace = Duration.seconds(10)
  /// How long any piece of the author's code may run before its process is terminated.
  package var timeout: Duration?
  /// How long planning may take, and each call to a builder, a condition or a row source.
  package var planningTimeout = Duration.seconds(120)
  /// When the tool shows what examples print.
  package var showOutput = ShownOutput.failed
  /// Which output the records of a run contain.
  package var recordedOutput = RecordedOutput.failures
  /// Whether a run with a focus in it can be a success.
  package var allowsFocus = true
  /// Whether the run fails for warnings: duplicate names in a group, groups without examples, and
  /// shared examples that nothing includes.
  package var isStrict = false

  /// Creates the options that apply if a user gives none.
  public init() {}

  /// How long a process may take to exit after its last example.
  ///
  /// Even an idle process needs a moment on a busy machine, so it is no less than five seconds.
  package var exitGrace: Duration { max(grace, .seconds(5)) }

  /// How often everything runs at most until something fails, if no number is given.
  static let repetitionsUntilFailure = 1_000
}

extension RunOptions {
  /// The options that no run can have; code may set them.
  package var problems: [String] {
    let counts = [("jobs", jobs ?? 1, 1), ("retries", retries, 0), ("repetitions", repetitions, 1)]
    return [timeLimit?.problem(as: "RunOptions.timeLimit")].compactMap(\.self)
      + counts.filter { $1 < $2 }.map { "RunOptions.\($0) is \($1), and must be at least \($2)." }
  }

  /// How long a call to author's code outside of examples may run, and the option that sets it.
  package func limit(of kind: AuthorStep.Kind) -> (duration: Duration, option: EnvironmentOption) {
    if kind != .planning, let timeout, timeout < planningTimeout { return (timeout, .timeout) }
    return (planningTimeout, .planningTimeout)
  }

  /// How long a process with specs of its own may take to exit after its run, and the option that sets it.
  package var exitLimit: (duration: Duration, option: EnvironmentOption) {
    let limit = limit(of: .builder)
    return exitGrace < limit.duration ? (exitGrace, .grace) : limit
  }
}

/// The settings of the console.
package struct ConsoleSettings: Sendable {
  /// Whether to print every example, even where there are many.
  package var isVerbose: Bool
  /// Whether only failures and one line about the run are printed, for programs and for people.
  package var isQuiet = false
  /// How many of the slowest examples are listed; `nil` stands for none.
  package var slowest: Int?
  /// How many specs and examples are shown one by one at most; an outline counts as one.
  package var treeLimit: Int

  package init(isVerbose: Bool = false, treeLimit: Int = 400) {
    self.isVerbose = isVerbose
    self.treeLimit = treeLimit
  }
}

/// When the output of examples is shown.
package enum ShownOutput: String, Sendable, Hashable {
  /// As it comes, with that of examples that fail in their reports.
  case always
  /// With examples that fail.
  case failed
  /// Not at all.
  case never
}

/// Which output the records of a run contain.
package enum RecordedOutput: String, Sendable, Hashable {
  /// That of examples that do not pass.
  case failures
  case none
}
