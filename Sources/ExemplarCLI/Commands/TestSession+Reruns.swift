import ExemplarCore
import ExemplarReports
import Foundation

/// The outstanding examples in a run (Semantics, section 9).
extension TestSession {
  func nothingRan(_ rerun: RerunRequest, _ reports: RunReporters) -> ExitStatus {
    terminal.print(rerun.reasonIfEmpty + "\n")
    reports.finish(orIfSilent: .nothingRan(rerun.reasonIfEmpty))
    return .nothingRan
  }

  /// Whether the examples are listed, to find those that are new or no longer exist.
  var needsList: Bool {
    [rerun, first].contains { request in
      guard let request, request.isOfOutstanding else { return false }
      return request.decided != nil || !request.ids.isEmpty
    }
  }

  /// Adds the examples and tests that no run has decided to those that run again, or first.
  mutating func addUndecided(of others: ForeignTestRun) async throws {
    guard needsList else { return }
    do {
      let examples = try await others.listedExamples(environment.worker, by: asked)
      // A list has tests without their arguments. Of the others, those that it lacks no longer exist, unless it is of
      // specs alone.
      let foreign =
        command.specs == true
        ? state.foreign
        : state.outstanding.filter { others.test(at: ExampleID(text: $0))?.hasArguments == true }
      rerun?.add(examples + others.listed, except: foreign)
      first?.add(examples + others.listed, except: foreign)
    } catch ExitStatus.didNotFinish {
      Terminal.warn("The examples could not be listed, so new ones are not outstanding.")
    }
  }

  /// Reports what runs again, or first.
  func announceOutstanding() {
    guard !options.console.isQuiet, !options.isListing else { return }
    if let rerun, rerun.isOfOutstanding, watcher == nil {
      terminal.print(rerun.summary + "\n")
    } else if let first, watcher == nil {
      terminal.print(
        first.ids.isSubset(of: first.gone)
          ? "Nothing is outstanding, so the order is the usual one.\n"
          : first.summary + ". They begin, as far as run groups and .ordered permit.\n")
    }
  }

  /// The examples that the run is asked for.
  func scope(_ facts: RunFacts) -> RunResults.Scope {
    guard let rerun else { return facts.isPartial ? .selection : .everything }
    let isWhole =
      rerun.isOfOutstanding && options.selection.isEmpty && options.shard == nil
      && facts.changedSince == nil
    return isWhole ? .outstanding : .selection
  }

  /// The status of a run after one with `status`: a rerun that passed reports what it has left outstanding.
  func rest(
    after status: ExitStatus, _ results: RunResultsReport, _ print: (String) -> Void
  ) -> ExitStatus {
    guard status == .fine, let rerun, rerun.isOfOutstanding else { return status }
    let rest = results.remaining.union(rerun.hidden).subtracting(rerun.gone)
    if rest.isEmpty { return status }
    let verb = rest.count == 1 ? "is" : "are"
    let reason = "\(rest.count.counted("other example")) \(verb) outstanding."
    verdicts.reasons.append(reason)
    print("\(reason) Run what is: \(package.invocation(command).rerunFailed(seed: nil))\n")
    return .outstanding
  }
}
