import ExemplarCore

extension RowCursor<RowResult> {
  /// The same rows without the elements that are skipped, which it counts. If all of
  /// them are skipped, the last row is an error.
  func skipping(as shape: RowShape, of source: String, at place: Place) -> Self {
    if shape.skipping.isEmpty, !shape.path.isOptional { return self }
    var (elements, skipped, isOver) = (0, 0, false)
    var others = RowCursor(warnings: warnings) { [nextNow] () throws -> RowResult? in
      while !isOver, let row = try nextNow() {
        elements += 1
        if !row.isSkipped { return row }
        skipped += 1
      }
      if !isOver, skipped > 0, skipped == elements {
        isOver = true
        let problem = RowSkipping.allSkipped(skipped, of: source.quoted)
        return .mistake(
          UsageError("\(problem), so nothing was checked.", at: place), named: "rows")
      }
      return nil
    }
    others.skips = {
      skipped == 0 ? [] : ["\(skipped) of \(elements) elements of \(source.quoted)"]
    }
    return others
  }
}
