// The difference between two texts.

extension Difference {
  /// The lines that differ, with a few lines of context; a single line with its change.
  static func ofTexts(_ left: String, _ right: String, at path: String) -> [String] {
    let (a, b) = (lines(of: left), lines(of: right))
    // Newlines cannot be seen where nothing else differs.
    if a.count == 1 && b.count == 1 || ended(a) == ended(b) {
      return changed(left.debugDescription, right.debugDescription, at: path)
    }
    return (path.isEmpty ? [] : ["  \(path.asPath):"]) + lineDifference(a, b)
  }

  /// The lines, the last of which ends in no newline.
  private static func ended(_ lines: [String]) -> ArraySlice<String> {
    lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
  }

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// Two values on a line each, shortened around what differs, which is marked below.
  static func changed(_ left: String, _ right: String, at path: String) -> [String] {
    let start = path.isEmpty ? "" : "\(path.asPath): "
    let (a, b, mark) = marked(left, right)
    return ["− \(start)\(a)", "+ \(start)\(b)"]
      + (mark.map { ["  " + String(repeating: " ", count: start.count) + $0] } ?? [])
  }

  /// The number of characters that are shown before and after a difference.
  private static let around = 40

  /// Two texts, shortened where they are long, and a line that marks what differs in the second; `nil` if
  /// that is most of it.
  private static func marked(
    _ left: String, _ right: String
  ) -> (left: String, right: String, mark: String?) {
    let (a, b) = (Array(left), Array(right))
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    let from = start > around + 10 ? start - around : 0
    func shown(_ text: [Character]) -> String {
      let changedEnd = text.count - end
      let changed = min(changedEnd, start + 3 * around)
      let to =
        changed < changedEnd
        ? changed : text.count - changedEnd > around + 10 ? changedEnd + around : text.count
      return (from > 0 ? "…" : "") + String(text[from..<to]) + (to < text.count ? "…" : "")
    }
    let length = min(b.count - end, start + 3 * around) - start
    guard start + end > 2, length > 0 || b.count < a.count else {
      return (shown(a), shown(b), nil)
    }
    let column = start - from + (from > 0 ? 1 : 0)
    let mark =
      String(repeating: " ", count: column) + String(repeating: "^", count: max(1, length))
    return (shown(a), shown(b), mark)
  }

  /// How many lines that both have are shown before and after those that differ.
  private static let context = 2

  private static func lineDifference(_ left: [String], _ right: [String]) -> [String] {
    var all: [(isSame: Bool, lines: [String])] = []
    var next = 0
    func addSame(until end: Int) {
      all += left[next..<end].map { (true, ["  \($0)"]) }
      next = end
    }
    for (old, new) in changes(left, right) {
      addSame(until: old.lowerBound)
      all.append((false, changedLines(Array(left[old]), Array(right[new]))))
      next = old.upperBound
    }
    addSame(until: left.count)
    return shortened(all)
  }

  /// The ranges that differ, in both arrays, in their order.
  static func changes(_ left: [String], _ right: [String]) -> [(Range<Int>, Range<Int>)] {
    let difference = right.difference(from: left)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var changes: [(Range<Int>, Range<Int>)] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
      let (a, b) = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      if i > a || j > b { changes.append((a..<i, b..<j)) }
      (i, j) = (i + 1, j + 1)
    }
    return changes
  }

  private static func changedLines(_ old: [String], _ new: [String]) -> [String] {
    guard old.count == 1, new.count == 1 else {
      return old.map { "− \($0)" } + new.map { "+ \($0)" }
    }
    // Space at the end, or another kind of it, could not be seen.
    let isInvisible = old[0].filter { !$0.isWhitespace } == new[0].filter { !$0.isWhitespace }
    let (a, b) = isInvisible ? (old[0].debugDescription, new[0].debugDescription) : (old[0], new[0])
    return changed(a, b, at: "")
  }

  /// The lines that differ with those around them.
  private static func shortened(_ all: [(isSame: Bool, lines: [String])]) -> [String] {
    var shown: [String] = []
    var isGap = false
    for (index, part) in all.enumerated() {
      let near = all[max(0, index - context)...min(all.count - 1, index + context)]
      if near.contains(where: { !$0.isSame }) {
        shown += part.lines
        isGap = false
      } else if !isGap {
        shown.append("  ⋮")
        isGap = true
      }
    }
    return shown
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
