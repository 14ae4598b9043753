import ExemplarCore

/// The result of a run, derived from its events so far.
struct RunProgress {
  private(set) var isListing = false
  /// How the last run ended; `nil` while one goes on.
  private(set) var summary: RunSummary?
  /// How the first run ended that did not end well, if everything is run several times.
  private(set) var status: ExitStatus?
  private var start: RunStarted?
  /// Whether a failing repetition is the last one.
  private let stopsAtFailure: Bool

  init(stopsAtFailure: Bool = false) { self.stopsAtFailure = stopsAtFailure }

  var hasStarted: Bool { start != nil }

  /// Whether the last expected run has finished.
  var isComplete: Bool {
    guard let start, summary != nil else { return isListing && summary != nil }
    return start.repetition >= start.repetitions || (stopsAtFailure && status != nil)
  }

  /// Whether a part of the plan did not run.
  var isCut: Bool {
    guard isComplete, let summary else { return true }
    return !summary.finished || summary.notReached > 0
  }

  /// The exit status of the tool, given the exits of processes, and whether all reports could be written.
  func exitStatus(_ exits: [ProcessExit], isWhole: Bool) -> ExitStatus {
    guard let summary else { return .didNotFinish }
    if isListing { return summary.nothingRan == nil ? .fine : .nothingRan }
    let status = exits.reduce(isComplete ? self.status ?? .fine : .didNotFinish) {
      $1.verdict(orElse: $0)
    }
    return status == .fine && !isWhole ? .failed : status
  }

  mutating func record(_ event: Event) {
    switch event {
    case .exampleListed: isListing = true
    case .runStarted(let start):
      self.start = start
      summary = nil
    case .runEnded(let summary):
      if !hasStarted { isListing = true }
      self.summary = summary
      let status = ExitStatus(summary)
      if self.status == nil, status != .fine { self.status = status }
    default: break
    }
  }
}
