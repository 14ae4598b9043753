import ExemplarCore

/// A report as a fold over entries, and over the events that complete them: a value that receives one after another
/// and writes text.
package protocol ReportFold {
  /// Receives the next event. By default, passes it to ``begin(_:_:)``, and the entry that it completes to
  /// ``add(_:to:)``; a report of events writes it.
  mutating func receive(
    _ event: Event, of run: inout ReportedRun, _ output: inout ReportOutput) throws
  /// Writes the head of the report. It is called first, even if there is no run.
  mutating func start(_ output: inout ReportOutput)
  /// Receives each event before the entry that it completes, for reports that also show beginnings.
  mutating func begin(_ event: Event, _ output: inout ReportOutput) throws
  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws
  /// Writes what is left.
  mutating func finish(_ output: inout ReportOutput) throws
}

extension ReportFold {
  package mutating func start(_ output: inout ReportOutput) {}
  package mutating func begin(_ event: Event, _ output: inout ReportOutput) {}
  package mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) {}
  package mutating func finish(_ output: inout ReportOutput) {}
}

/// Where a fold writes: a file, or the standard output.
package struct ReportOutput {
  /// Text that has not been written yet.
  package var text = ReportText()
  package let file: ReportFile?
  private let print: @Sendable (String) throws -> Void

  /// Writes to `path`, or to the standard output if it is `nil` or `-`.
  package init(path: String?, _ context: ReportContext) throws {
    print = context.print
    file = try path.flatMap { $0 == "-" ? nil : $0 }.map { try ReportFile(path: $0) }
  }

  /// Writes the text, if there is much of it, or in any case.
  package mutating func flush(ifOver limit: Int = 0) throws {
    guard text.count > limit else { return }
    defer { text.removeAll() }
    if let file { try file.write(text) } else { try print(text.string) }
  }
}

/// A reporter that writes what a fold makes of the events.
package final class FoldReporter<Fold: ReportFold>: Reporter {
  private struct State {
    var fold: Fold
    var output: ReportOutput
    var run: ReportedRun
    /// The first error that kept something out of the report.
    var error: (any Error)?
    var isFinished = false
  }
  private let state: Locked<State>
  private let path: String
  private let limit: Int
  private let printError: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limit: How many bytes may wait to be written; what people follow does not wait.
  ///   - opensFile: Whether the fold does not open its files itself.
  package init(
    _ fold: Fold, path: String?, limit: Int = 1 << 16, opensFile: Bool = true,
    _ context: ReportContext
  ) throws {
    state = Locked(
      State(
        fold: fold, output: try ReportOutput(path: opensFile ? path : nil, context),
        run: ReportedRun(now: context.now)))
    self.path = path ?? "-"
    self.limit = path == nil || path == "-" ? 0 : limit
    printError = context.printError
  }

  package func report(_ event: Event) {
    state.withLock { state in
      // Nothing can follow what was written in part.
      guard state.error == nil, !state.isFinished else { return }
      do {
        try state.fold.receive(event, of: &state.run, &state.output)
        try state.output.flush(ifOver: limit)
      } catch {
        state.error = error
      }
    }
  }

  package var isComplete: Bool { state.withLock { $0.error == nil } }

  package func finish() {
    let error = state.withLock { state -> (any Error)? in
      if state.isFinished { return nil }
      state.isFinished = true
      do {
        if state.error == nil {
          try state.fold.end(&state.run, &state.output)
          try state.output.flush()
        }
        try state.output.file?.close()
      } catch {
        state.error = state.error ?? error
      }
      return state.error
    }
    if let error {
      let place = path == "-" ? "on the standard output" : "at \(path)"
      printError("The report \(place) is incomplete: \(error)\n")
    }
  }
}
