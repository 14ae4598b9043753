import ExemplarCore
import ExemplarLog
import ExemplarReports

/// Finds the entries of a list of quarantines that have ended, and those that match nothing in a run of everything.
final class QuarantineFindings: Reporter {
  private let list: QuarantineList
  private let isStrict: Bool
  private let state: Locked<State>

  private struct State {
    /// Whether the run has everything, so that an entry without a match is an old one.
    var isWhole: Bool
    var matched: Set<Int> = []
    /// The nodes that have been looked up.
    var seen: Set<ExampleID> = []
  }

  /// - Parameters:
  ///   - isWhole: Whether no option leaves something out.
  ///   - isStrict: Whether they fail the run; else they are warnings.
  init(_ list: QuarantineList, isWhole: Bool, isStrict: Bool) {
    (self.list, self.isStrict) = (list, isStrict)
    state = Locked(State(isWhole: isWhole))
  }

  func report(_ event: Event) { report(.event(event)) }

  func report(_ batch: EventBatch) {
    state.withLock { state in
      switch batch {
      case .event(.runStarted(let start)):
        if !start.focused.isEmpty || start.notSelected > 0 { state.isWhole = false }
      case .event(.groupStarted(let group)): record(group.id, &state)
      case .event(.exampleStarted(let example)): record(example.id, &state)
      case .event(.exampleEnded(let example)): record(example.id, &state)
      case .event: break
      case .passedRows(let rows):
        for row in rows.rows { record(rows.parent.appending(row.name), &state) }
      }
    }
  }

  private func record(_ id: ExampleID, _ state: inout State) {
    for id in sequence(first: id, next: \.parent) {
      guard state.seen.insert(id).inserted else { return }
      state.matched.formUnion(list.entries(for: id))
    }
  }

  /// The findings at the end of the run.
  var issues: [IssueRecorded] {
    let state = state.withLock { $0 }
    let isWhole = state.isWhole && !Interruption.isRequested
    let today = Quarantine.today
    return list.entries.enumerated().compactMap { index, entry in
      let isOver = (try? Quarantine(entry.text))?.isActive(on: today) == false
      guard isOver || isWhole && !state.matched.contains(index) else { return nil }
      let problem = isOver ? "has ended: \(entry.text)" : "matches nothing that ran"
      var issue = Issue(
        "The quarantine of \u{201C}\(entry.id)\u{201D} \(problem). Remove it from the list\(isOver ? ", or name a later day" : "").",
        at: entry.place)
      issue.isWarning = !isStrict
      return IssueRecorded(id: nil, issue: issue)
    }
  }
}
