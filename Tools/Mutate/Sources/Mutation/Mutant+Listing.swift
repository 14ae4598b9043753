extension Mutant {
  /// The place, the operator, and the changed lines.
  ///
  /// - Parameters:
  ///   - source: The lines of the original file.
  ///   - limit: The most lines that are shown before and after.
  public func listing(in source: [String], limit: Int = 4) -> String {
    let (before, after) = SourceLines.change(self, in: source)
    func lines(_ lines: [String], _ sign: String) -> [String] {
      lines.prefix(limit).map { sign + $0 }
        + (lines.count > limit ? ["\(sign)… \((lines.count - limit).counted("more line"))"] : [])
    }
    let all = ["\(file):\(line):\(column): \(mutator)"] + lines(before, "-") + lines(after, "+")
    return all.joined(separator: "\n")
  }
}
