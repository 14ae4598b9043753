/// The difference between two values that should be equal, as lines for readers.
///
/// A line of the left value begins with `−`, one of the right value with `+`, and one of both with
/// a space. For structures, only the differing parts are shown, each with its path.
struct Difference {
  private(set) var lines: [String] = []

  /// Longer differences do not help.
  private static let limit = 40

  /// The difference of two values; `nil` if both are so short that their texts show it as well.
  init?(_ left: ComparedValue, _ right: ComparedValue) {
    let isShort = left.text.count <= Self.short && right.text.count <= Self.short
    if isShort, left.text != right.text { return nil }
    compare(left, right, at: "")
    if lines.isEmpty || isShort && !lines.contains(where: { $0.hasPrefix("−") }) { return nil }
    if lines.count > Self.limit {
      lines = lines.prefix(Self.limit) + ["  … and \(lines.count - Self.limit) lines more"]
    }
  }

  private static let short = 24

  private mutating func compare(_ left: ComparedValue, _ right: ComparedValue, at path: String) {
    if left.isEqual(to: right) { return }
    if let a = left.string, let b = right.string {
      lines += Self.ofTexts(a, b, at: path)
    } else if left.type != right.type || left.isTruncated || right.isTruncated {
      change(left, right, at: path)
    } else if let a = left.entries, let b = right.entries {
      compareEntries(a, b, at: path)
    } else if left.isRowArray, right.isRowArray {
      compareElements(left.parts, right.parts, at: path)
    } else if left.isCollection, right.isCollection {
      switch left.type.prefix(while: { $0 != "<" }) {
      case "Swift.Dictionary", "Swift.Set": compareSets(left.parts, right.parts, at: path)
      default: compareElements(left.parts, right.parts, at: path)
      }
    } else if !left.parts.isEmpty, left.isRowArray == right.isRowArray,
      left.parts.map(\.label) == right.parts.map(\.label)
    {
      let before = lines.count
      for (a, b) in zip(left.parts, right.parts) { compare(a, b, at: path + a.step) }
      // The difference may be in something that is no stored part; an optional has no others.
      if lines.count == before, left.parts.map(\.label) != ["some"] {
        change(left, right, at: path)
      }
    } else {
      change(left, right, at: path)
    }
  }

  private mutating func change(_ left: ComparedValue, _ right: ComparedValue, at path: String) {
    if left.text == right.text {
      lines.append("  \(path.isEmpty ? "both" : path.asPath) read \(left.text.shortenedPart)")
      if left.type != right.type {
        lines += ["− of type \(left.type)", "+ of type \(right.type)"]
      }
      return
    }
    lines += Self.changed(left.text, right.text, at: path)
  }

  private mutating func compareElements(
    _ left: [ComparedValue], _ right: [ComparedValue], at path: String
  ) {
    for (i, j) in Self.changes(left.map(\.text), right.map(\.text)) {
      // A removal and an insertion at the same position are one changed element.
      for (a, b) in zip(i, j) {
        compare(left[a], right[b], at: "\(path)[\(a == b ? "\(a)" : "\(a) → \(b)")]")
      }
      for a in i.dropFirst(j.count) {
        lines.append("− \("\(path)[\(a)]".asPath): \(left[a].text.shortenedPart)")
      }
      for b in j.dropFirst(i.count) {
        lines.append("+ \("\(path)[\(b)]".asPath): \(right[b].text.shortenedPart)")
      }
    }
  }

  private mutating func compareSets(
    _ left: [ComparedValue], _ right: [ComparedValue], at path: String
  ) {
    let start = path.isEmpty ? "" : path.asPath + ": "
    let (a, b) = (Set(left.map(\.text)), Set(right.map(\.text)))
    lines += a.subtracting(b).sorted().map { "− \(start)\($0.shortenedPart)" }
    lines += b.subtracting(a).sorted().map { "+ \(start)\($0.shortenedPart)" }
  }

  private mutating func compareEntries(
    _ left: [String: ComparedValue], _ right: [String: ComparedValue], at path: String
  ) {
    for step in Set(left.keys).union(right.keys).sorted() {
      let inner = path + step
      switch (left[step], right[step]) {
      case (let a?, let b?): compare(a, b, at: inner)
      case (let a?, nil): lines.append("− \(inner.asPath): \(a.text.shortenedPart)")
      case (nil, let b?): lines.append("+ \(inner.asPath): \(b.text.shortenedPart)")
      case (nil, nil): break
      }
    }
  }
}

extension ComparedValue {
  /// The way to it, from the value around it.
  fileprivate var step: String { label.map { $0 == "some" ? "" : ".\($0)" } ?? "" }
}

extension String {
  /// A way without the point that it begins with.
  var asPath: String { hasPrefix(".") ? String(dropFirst()) : self }

  /// The beginning of a long text, in which nothing has to be found.
  fileprivate var shortenedPart: String { count > 200 ? prefix(199) + "…" : self }
}
