/// Leaves only what is focused, if anything is.
///
/// It looks at what a selection has left, and it does not ask whether an example can run here: a
/// focused example that cannot still excludes the others, so that a focus never gets lost silently.
enum FocusFilter {
  /// Applies the focus to the selected drafts, and returns what is focused.
  static func apply(to drafts: [Draft], rows: RowSurvey) -> [Draft] {
    var focused: [Draft] = []
    for draft in drafts where draft.isSelected { mark(draft, rows, &focused) }
    guard !focused.isEmpty else { return [] }
    for draft in drafts where draft.isSelected { narrow(draft) }
    return focused
  }

  /// Notes where a focus is, and counts the selected leaves below each node.
  private static func mark(_ draft: Draft, _ rows: RowSurvey, _ focused: inout [Draft]) {
    draft.leaves = draft.isGroup ? 0 : 1
    let before = focused.count
    if draft.properties.isFocused { focused.append(draft) }
    if !rows.marked.isEmpty, draft.isOutline, let marked = rows.marked[draft.path.id] {
      draft.focusedRows = marked.focused(in: draft.rows)
      if !draft.focusedRows.isEmpty, !draft.properties.isFocused { focused.append(draft) }
    }
    for child in draft.children where child.isSelected {
      mark(child, rows, &focused)
      draft.leaves += child.leaves
    }
    // A focus on a group with nothing in it focuses nothing.
    if draft.leaves == 0 { focused.removeSubrange(before...) }
    draft.hasFocus = focused.count > before
  }

  /// Keeps, below a node with a focus in it, only the narrowest.
  private static func narrow(_ draft: Draft) {
    guard draft.hasFocus else {
      draft.isSelected = false
      return
    }
    if !draft.focusedRows.isEmpty { draft.rows = .at(draft.focusedRows) }
    let inner = draft.children.filter { $0.isSelected && $0.hasFocus }
    if inner.isEmpty { return }
    for child in draft.children where child.isSelected { narrow(child) }
  }
}
