/// Leaves only what is focused, if anything is.
///
/// It looks at what a selection has left, and it does not ask whether an example can run here: a
/// focused example that cannot still excludes the others, so that a focus never gets lost silently.
enum FocusFilter {
  /// Applies the focus to the selected candidates, and returns what is focused.
  static func apply(to candidates: [Candidate], rows: RowSurvey) -> [Candidate] {
    var focused: [Candidate] = []
    for candidate in candidates where candidate.isSelected { mark(candidate, rows, &focused) }
    guard !focused.isEmpty else { return [] }
    for candidate in candidates where candidate.isSelected { narrow(candidate) }
    return focused
  }

  /// Notes where a focus is, and counts the selected leaves below each node.
  private static func mark(_ candidate: Candidate, _ rows: RowSurvey, _ focused: inout [Candidate])
  {
    candidate.leaves = candidate.isGroup ? 0 : 1
    let before = focused.count
    if !candidate.hasNoTraits, candidate.properties.isFocused { focused.append(candidate) }
    if !rows.marked.isEmpty, candidate.isOutline, let marked = rows.marked[candidate.id] {
      candidate.focusedRows = marked.focused(in: candidate.rows)
      if !candidate.focusedRows.isEmpty, !candidate.properties.isFocused {
        focused.append(candidate)
      }
    }
    for child in candidate.children where child.isSelected {
      mark(child, rows, &focused)
      candidate.leaves += child.leaves
    }
    // A focus on a group with nothing in it focuses nothing.
    if candidate.leaves == 0 { focused.removeSubrange(before...) }
    candidate.hasFocus = focused.count > before
  }

  /// Keeps, below a node with a focus in it, only the narrowest.
  private static func narrow(_ candidate: Candidate) {
    guard candidate.hasFocus else {
      candidate.isSelected = false
      return
    }
    if !candidate.focusedRows.isEmpty {
      candidate.rows = candidate.rows.focused(on: candidate.focusedRows)
    }
    let inner = candidate.children.filter { $0.isSelected && $0.hasFocus }
    if inner.isEmpty { return }
    for child in candidate.children where child.isSelected { narrow(child) }
  }
}
