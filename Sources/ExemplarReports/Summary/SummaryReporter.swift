import ExemplarCore

/// Writes the summary when the exit status of the process is known. Until then, a file has the one that follows from the
/// events.
final class SummaryReporter: Reporter {
  private struct State {
    var fold: SummaryFold
    var run: ReportedRun
    /// A fold may write while it receives events; this one does not.
    var output: ReportOutput
    /// The file, until it is complete; `nil` for the standard output.
    var file: ReportFile?
    var error: (any Error)?
    var isFinished = false
  }
  private let state: Locked<State>
  private let place: String
  private let context: ReportContext

  init(path: String?, _ context: ReportContext) throws {
    let file = try path.map { try ReportFile(path: $0, isRewritten: true) }
    state = Locked(
      State(
        fold: SummaryFold(context), run: ReportedRun(now: context.now),
        output: try ReportOutput(path: nil, context), file: file))
    place = path.map { "at \($0)" } ?? "on the standard output"
    self.context = context
  }

  var isComplete: Bool { state.withLock { $0.error == nil } }

  func report(_ event: Event) {
    attempt { state in
      if !state.isFinished { try state.fold.receive(event, of: &state.run, &state.output) }
    }
  }

  func finish() {
    attempt { state in
      if state.isFinished { return }
      state.isFinished = true
      try state.fold.end(&state.run, &state.output)
    }
    guard let verdicts = context.verdicts else { return write(nil, isLast: true) }
    write(nil, isLast: false)
    // Something else may be on the standard output at the end.
    verdicts.add(isOnOutput: false) { [self] verdict in
      write(verdict, isLast: true)
      return isComplete
    }
  }

  private func write(_ verdict: Verdict?, isLast: Bool) {
    attempt { state in
      if isLast { context.verdicts?.reasons.forEach { state.fold.add(reason: $0) } }
      let text = state.fold.text(status: state.fold.statusOfEvents.after(verdict))
      guard let file = state.file else { return isLast ? try context.print(text.string) : () }
      try file.write(text, at: 0)
      try file.truncate(to: text.count)
      if isLast { try file.close() }
    }
  }

  /// Does something with the state. Reports the first error.
  private func attempt(_ body: (inout State) throws -> Void) {
    let error = state.withLock { state -> (any Error)? in
      guard state.error == nil else { return nil }
      do { try body(&state) } catch { state.error = error }
      return state.error
    }
    if let error { context.printError("The report \(place) is incomplete: \(error)\n") }
  }
}

extension ExitStatus {
  /// The status of the process whose events show this one.
  fileprivate func after(_ verdict: Verdict?) -> ExitStatus {
    switch verdict {
    case nil: self
    case .passed: .fine
    case .failed(let status): status ?? (self == .fine ? .failed : self)
    }
  }
}

extension ReportFormat {
  package static let summary = ReportFormat(
    "summary", "the result with its causes, as one JSON object of a few KB", path: "summary.json"
  ) { try SummaryReporter(path: $0, $1) }
}
