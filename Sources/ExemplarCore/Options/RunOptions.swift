// Options: what a run can be told, in every host and by the tool. Their values are read in one place.

/// The options of a run, the same in every host.
public struct RunOptions: Sendable {
  /// What to run; empty stands for everything. See ``Selection``.
  public var selection = Selection()
  /// The seed of the order; `nil` stands for a fresh one.
  public var seed: UInt64?
  public var order = Order.random
  /// How many specs run side by side at most; `nil` stands for the number of processors.
  public var jobs: Int?
  /// How often a failing example is tried again.
  public var retries = 0
  /// After how many failed examples the run stops; `nil` stands for never.
  public var failFast: Int?
  /// How long an example may take where no trait says otherwise.
  public var timeLimit: Duration?
  /// How many times everything runs.
  public var repetitions = 1
  /// Whether a failing repetition is the last one.
  public var stopsAtFailure = false
  /// Whether the examples are only listed, and whether all of them are printed; for the host.
  package var isListing = false
  /// Files whose rows are only read; empty for a run as usual.
  package var checkedFiles: [String] = []
  /// Whether a list holds what a selection or a focus leaves out.
  package var listsLeftOut = false
  /// The file with the ids of what alone is to run again; `nil` for a run as usual.
  package var rerunFile: String?
  package var isVerbose = false
  /// Whether the tool runs everything in one process.
  package var isInProcess = false
  /// How many bytes of memory a process of the tool may use.
  package var memoryLimit: Int?
  /// How long an example may go on after its time limit, and how long it may run at all, before the tool ends
  /// its process.
  package var grace = Duration.seconds(10)
  package var timeout: Duration?
  /// When the tool shows what examples print.
  package var showOutput = ShownOutput.failed
  /// Whether a run with a focus in it can be a success.
  public var allowsFocus = true
  /// Whether the run fails for what is otherwise only a warning: duplicate names in a group, groups
  /// without examples, and shared examples that nothing includes.
  public var isStrict = false

  public init() {}
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
