// The messages between the tool and its workers, in addition to the log: which part is next. One
// line of JSON each.

/// An order for a worker.
package enum WorkerOrder: Sendable, Hashable, Codable {
  /// Make a plan, and answer with it.
  case plan(PlanRequest)
  /// Report the examples of that plan as events, up to the end of a run; with their shards, if it is divided.
  case list(PlanDivision?)
  /// A run of that plan begins, or of another one if the seed is another.
  case begin(WorkerBeginning)
  /// Run this part next. Examples that run one at a time have this slot.
  case run(PlanPart, slot: Int)
  /// Start no further example.
  case stop
  /// Start this fixture, and shut it down when there are no more orders.
  case serve(FixtureRequest)
  /// The answer to a request.
  case fixture(FixtureRequest, FixtureAnswer)
  /// The fixture with this name does not run any more.
  case forget(String)
  /// Pass the events in this log of a finished run to the reports.
  case replay(String)
  /// End the run.
  case end
}

/// The options of a plan that may depend on what the tool has learned since it started the process, such as the plans of
/// other programs.
package struct PlanRequest: Sendable, Hashable, Codable {
  package var seed: UInt64
  package var selectors: [String]
  /// The files of `EXEMPLAR_RERUN`, `EXEMPLAR_FIRST` and `EXEMPLAR_SHARE`.
  package var rerunFile: String?
  package var firstFile: String?
  package var shareFile: String?
  /// Whether a list contains the examples that a selection or a focus leaves out.
  package var listsLeftOut: Bool

  package init(
    seed: UInt64, selectors: [String] = [], rerunFile: String? = nil, firstFile: String? = nil,
    shareFile: String? = nil, listsLeftOut: Bool = false
  ) {
    self.seed = seed
    self.selectors = selectors
    self.rerunFile = rerunFile
    self.firstFile = firstFile
    self.shareFile = shareFile
    self.listsLeftOut = listsLeftOut
  }
}

extension RunOptions {
  /// The same options with those of a request.
  package func with(_ request: PlanRequest) -> RunOptions {
    var options = self
    options.seed = request.seed
    options.selection.selectors = request.selectors
    options.rerunFile = request.rerunFile
    options.firstFile = request.firstFile
    options.shareFile = request.shareFile
    options.listsLeftOut = request.listsLeftOut
    return options
  }
}

/// How a plan is divided.
package struct PlanDivision: Sendable, Hashable, Codable {
  /// The number of shards; `nil` for one for each unit.
  package var count: Int?
  /// The records whose durations balance the shards.
  package var durations: [String]
  /// The file into which the worker writes the shares; see ``ShardAssignment/lines``.
  package var file: String

  package init(count: Int?, durations: [String] = [], file: String) {
    self.count = count
    self.durations = durations
    self.file = file
  }
}

/// How a run begins in a worker.
package struct WorkerBeginning: Sendable, Hashable, Codable {
  package var seed: UInt64
  package var repetition: Int
  package var repetitions: Int
  /// After how many failed examples the worker stops by itself.
  package var failFast: Int?
  /// The folder in which workers claim rows; `nil` if each outline runs in one process.
  package var claims: String?
  /// How many workers run at the same time at most.
  package var workers: Int

  package init(
    seed: UInt64, repetition: Int = 1, repetitions: Int = 1, failFast: Int? = nil,
    claims: String? = nil, workers: Int = 1
  ) {
    self.seed = seed
    self.repetition = repetition
    self.repetitions = repetitions
    self.failFast = failFast
    self.claims = claims
    self.workers = workers
  }
}

/// An answer of a worker.
package enum WorkerAnswer: Sendable, Hashable, Codable {
  /// The worker has made its plan.
  case planned(WorkerPlan)
  /// The worker has finished its order.
  case ready
  /// Which rows it has read of an outline of which some belong to others, to the last one.
  case read(ExampleID, RowReading)
  /// Author's code exceeds its limit outside of examples: a sentence, and the outline if it is its row source.
  case hangs(String, ExampleID?)
  /// The worker needs the value of a fixture.
  case needs(FixtureRequest)
  /// The fixture for which the process was started has started, or has not.
  case serves(FixtureAnswer)
  /// Code of that fixture has recorded a failure: a sentence, in case its process exits before the next answer.
  case recorded(String)
  /// That fixture has been shut down, or it could not be: sentences.
  case shutDown(failures: [String])
}

/// The contents of a plan.
package struct WorkerPlan: Sendable, Hashable, Codable {
  package var demands: [SpecDemand]
  /// Why nothing can run, if so.
  package var nothingToRun: String?
  /// The selectors that nothing agrees with, if that is why.
  package var unmatched: [String]
  /// Existing examples with similar names.
  package var near: [String] = []
  /// The focused nodes.
  package var focused: [ExampleID]
  /// How many examples a selection or a focus left out.
  package var notSelected: Int
  /// The locations of included shared examples.
  package var includedShared: Set<Place> = []
  /// The hooks that specs share.
  package var sharedHooks: Set<ExampleID> = []
  /// The reports that code of the program defines, by the whole names of their classes.
  package var reports: [String] = []

  package init(
    demands: [SpecDemand], nothingToRun: String? = nil, unmatched: [String] = [],
    focused: [ExampleID] = [], notSelected: Int = 0
  ) {
    self.demands = demands
    self.nothingToRun = nothingToRun
    self.unmatched = unmatched
    self.focused = focused
    self.notSelected = notSelected
  }

  package var isFocused: Bool { !focused.isEmpty }

  /// How many examples it contains.
  package var examples: Int { demands.reduce(0) { $0 + $1.examples } }
  /// How many of them are outlines.
  package var outlines: Int { demands.reduce(0) { $0 + $1.outlines } }
  /// How many specs contain examples.
  package var specs: Int { demands.count { $0.examples > 0 } }

  package init(_ plan: Plan) {
    self.init(
      demands: plan.demands, nothingToRun: plan.nothingToRun?.message,
      focused: plan.focused, notSelected: plan.notSelected)
    includedShared = plan.includedShared
    sharedHooks = Set(plan.runGroups.joined().flatMap(\.sharedHooks).map(\.info.id))
    if case .nothingMatches(let selectors, let near, _) = plan.nothingToRun {
      unmatched = selectors
      self.near = near
    }
  }
}
