import ExemplarReports

/// The difference between two values that should be equal, as lines for readers.
///
/// A line of the left value begins with `−`, one of the right value with `+`, and one of both with
/// a space. For structures, only the differing parts are shown, each with its path.
struct Difference {
  private(set) var lines: [String] = []
  /// The pairs of objects that were compared: they may contain themselves.
  private var compared: Set<[ObjectIdentifier]> = []
  /// How many values there are around the one that is compared.
  private var depth = 0

  private static let limit = TextDifference.limit
  /// Lists of objects would exhaust the stack.
  private static let depthLimit = 50

  /// The difference of two values; `nil` if both are so short that their texts show it as well.
  init?(_ left: ComparedValue, _ right: ComparedValue) {
    let isShort = [left, right].allSatisfy {
      $0.text.utf8.count <= 100 && $0.text.count <= Self.short
        && !$0.text.contains(where: \.isNewline)
    }
    // Equal sets may have their elements in any order.
    let isOrdered = !left.type.hasPrefix("Swift.Set") && !left.type.hasPrefix("Swift.Dictionary")
    let appearances = isShort ? [left, right].map { $0.text.appearance } : []
    if isShort, Set(isOrdered ? appearances : appearances.map { String($0.sorted()) }).count > 1 {
      return nil
    }
    compare(left, right, at: "")
    if lines.isEmpty || isShort && !lines.contains(where: { $0.hasPrefix("−") }) { return nil }
    if lines.count > Self.limit { lines = lines.prefix(Self.limit) + ["  … and more"] }
  }

  private static let short = TextDifference.short

  /// The lines, below one that explains their signs.
  var text: String { TextDifference.text(lines) }

  private mutating func compare(_ left: ComparedValue, _ right: ComparedValue, at path: String) {
    if lines.count > Self.limit { return }
    if let left = left.wrapped, let right = right.wrapped {
      return compare(left, right, at: path)
    }
    // Values themselves are compared only if they differ.
    let isRoot = path.isEmpty && left.subject != nil
    let equality = isRoot ? false : left.equality(with: right)
    if equality == true { return }
    if let a = left.object, let b = right.object, !compared.insert([a, b]).inserted { return }
    let before = lines.count
    depth += 1
    defer { depth -= 1 }
    if let a = left.string, let b = right.string {
      lines += TextDifference.lines(a, b, at: path)
    } else if left.type != right.type {
      change(left, right, at: path)
    } else if let changes = left.changes(to: right) {
      show(changes, at: path)
    } else if depth < Self.depthLimit, !left.isTruncated, !right.isTruncated,
      left.parts.map(\.label) == right.parts.map(\.label)
    {
      for (a, b) in zip(left.parts, right.parts) {
        compare(a, b, at: path + (a.label.map { $0.hasPrefix(".") ? $0 : ".\($0)" } ?? ""))
      }
    } else {
      change(left, right, at: path)
    }
    // The difference may be in something that is no stored part.
    if lines.count == before, equality == false { change(left, right, at: path) }
  }

  private mutating func change(_ left: ComparedValue, _ right: ComparedValue, at path: String) {
    if left.text.isSame(as: right.text) {
      lines.append("  \(path.isEmpty ? "both" : path.asPath) read \(left.shown)")
      if left.type != right.type {
        lines += ["− of type \(left.type)", "+ of type \(right.type)"]
      }
      return
    }
    let haveLines = left.text.utf8.contains(0x0A) || right.text.utf8.contains(0x0A)
    lines +=
      haveLines
      ? TextDifference.lines(left.text, right.text, at: path)
      : TextDifference.changed(left.text, right.text, at: path)
  }

  private mutating func show(_ changes: CollectionChanges, at path: String) {
    switch changes {
    case .elements(let elements): showElements(elements, at: path)
    case .members(let left, let right):
      let start = path.isEmpty ? "" : path.asPath + ": "
      let texts = ComparedValue.distinctTexts(left + right)
      lines += texts.prefix(left.count).sorted().map { "− \(start)\($0)" }
      lines += texts.dropFirst(left.count).sorted().map { "+ \(start)\($0)" }
    case .entries(let entries):
      for entry in entries.sorted(by: { $0.step < $1.step }) {
        show(entry.left, entry.right, at: path + entry.step)
      }
    }
  }

  private mutating func showElements(_ elements: ComparedElements, at path: String) {
    let (changes, isComplete) = elements.changes.ranges()
    for (i, j) in changes where lines.count <= Self.limit {
      // A removal and an insertion at the same position are one changed element.
      for (a, b) in zip(i, j) {
        let step = "\(path)[\(a == b ? "\(a)" : "\(a) → \(b)")]"
        compare(elements.left(a), elements.right(b), at: step)
      }
      for a in i.dropFirst(j.count).prefix(Self.limit) {
        show(elements.left(a), nil, at: "\(path)[\(a)]")
      }
      for b in j.dropFirst(i.count).prefix(Self.limit) {
        show(nil, elements.right(b), at: "\(path)[\(b)]")
      }
    }
    if !isComplete { lines.append("  … and more") }
  }

  /// Shows a value that only one side has, or the difference of two.
  private mutating func show(_ left: ComparedValue?, _ right: ComparedValue?, at path: String) {
    switch (left, right) {
    case (let a?, let b?): compare(a, b, at: path)
    case (let a?, nil): lines.append("− \(path.asPath): \(a.shown)")
    case (nil, let b?): lines.append("+ \(path.asPath): \(b.shown)")
    case (nil, nil): break
    }
  }
}
