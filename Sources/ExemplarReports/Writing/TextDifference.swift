import ExemplarCore
import Foundation

/// The difference between two texts, as lines for readers.
///
/// A line of the left text begins with `−`, one of the right text with `+`, and one of both with a space.
package enum TextDifference {
  /// The line above a difference, which explains its signs.
  static let heading = "− left, + right:"

  /// Longer differences do not help.
  package static let limit = 40

  /// Lines of a difference, below one that explains their signs.
  package static func text(_ lines: [String]) -> String {
    ([heading] + lines).joined(separator: "\n")
  }

  /// The difference of two values that are known as texts; `nil` if both are so short that they show it themselves.
  ///
  /// - Parameter areTexts: Whether the values are texts, which are shown in quotation marks.
  package static func text(_ left: String, _ right: String, areTexts: Bool) -> String? {
    let texts = [left, right]
    let haveLines = texts.contains { $0.utf8.contains(0x0A) }
    let areShort = texts.allSatisfy { $0.utf8.count <= 100 && $0.count <= short } && !haveLines
    if left.isSame(as: right) || areShort && !left.looksLike(right) { return nil }
    var found =
      areTexts || haveLines
      ? lines(left, right, at: "") : changed(left, right, at: "")
    if found.count > limit { found = found.prefix(limit) + ["  … and more"] }
    return found.isEmpty ? nil : text(found)
  }

  /// How many characters values have that need no difference.
  package static let short = 24

  /// The lines that differ, with a few lines of context; a single line with its change.
  package static func lines(_ left: String, _ right: String, at path: String) -> [String] {
    let (left, right) = excerpts(left, right)
    var (a, b) = (lines(of: left.text), lines(of: right.text))
    let isCut = left.isCut || right.isCut
    // Their last lines are cut.
    if isCut, a.count > 1, b.count > 1 {
      a.removeLast()
      b.removeLast()
    }
    let count = min(a.count, b.count)
    // Newlines cannot be seen where nothing else differs.
    if a.count == 1 && b.count == 1
      || (isCut ? a.prefix(count) == b.prefix(count) : ended(a) == ended(b))
    {
      return changed(left.text.quoted, right.text.quoted, at: path)
    }
    return (path.isEmpty ? [] : ["  \(path.asPath):"]) + lineDifference(a, b, isCut: isCut)
  }

  private static func lines(of text: String) -> [String] {
    text.textLines.map(String.init)
  }

  /// The lines, the last of which ends in no newline.
  private static func ended(_ lines: [String]) -> ArraySlice<String> {
    lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
  }

  /// How many bytes are compared of two texts, from the first that differ.
  private static let excerptSize = 1 << 17
  /// How many bytes that are equal are kept before and after those that differ.
  private static let excerptContext = 1 << 12

  /// The parts of two texts that differ first, with the text around them. Texts of many megabytes are thus compared as
  /// bytes, and only a part of them as characters.
  private static func excerpts(
    _ left: String, _ right: String
  ) -> ((text: String, isCut: Bool), (text: String, isCut: Bool)) {
    var (left, right) = (left, right)
    let (n, m) = (left.utf8.count, right.utf8.count)
    if max(n, m) <= excerptSize { return ((left, false), (right, false)) }
    return left.withUTF8 { a in
      right.withUTF8 { b in
        func areEqual(_ i: Int, _ j: Int, _ count: Int) -> Bool {
          memcmp(a.baseAddress! + i, b.baseAddress! + j, count) == 0
        }
        let count = min(n, m)
        let first = ElementChanges.sameCount(of: count) {
          areEqual($0.lowerBound, $0.lowerBound, $0.count)
        }
        let last = ElementChanges.sameCount(of: count - first) {
          areEqual(n - $0.upperBound, m - $0.upperBound, $0.count)
        }
        func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, isCut: Bool) {
          let end = min(bytes.count, bytes.count - last + excerptContext, first + excerptSize)
          let lines = bytes[..<first].suffix(excerptContext)
          // It begins with a line, and ends with a character.
          let start = lines.firstIndex(of: 0x0A).map { $0 + 1 } ?? lines.startIndex
          let text = String(decoding: bytes[start..<end], as: UTF8.self)
          return (text, end < bytes.count - last)
        }
        return (excerpt(a), excerpt(b))
      }
    }
  }

  /// Two values on a line each, shortened around what differs, which is marked below.
  package static func changed(_ left: String, _ right: String, at path: String) -> [String] {
    let start = path.isEmpty ? "" : "\(path.asPath): "
    let (left, right) = excerpts(left, right)
    let (a, b, mark) = marked(left.text, right.text)
    return ["− \(start)\(a)", "+ \(start)\(b)"]
      + (mark.map { ["  " + String(repeating: " ", count: start.count) + $0] } ?? [])
  }

  /// The number of characters that are shown before and after a difference.
  private static let around = 40

  /// Two texts, shortened where they are long, and a line that marks what differs in the second; `nil` if
  /// that is most of it. Characters that look alike are shown as their scalars.
  private static func marked(
    _ left: String, _ right: String
  ) -> (left: String, right: String, mark: String?) {
    let (a, b) = (Array(left), Array(right))
    // Characters are equal if they mean the same; texts that differ only in their scalars do so everywhere.
    let isSame = a == b
    let start = isSame ? 0 : zip(a, b).prefix { $0 == $1 }.count
    let end =
      isSame ? 0 : zip(a[start...].reversed(), b[start...].reversed()).prefix { $0 == $1 }.count
    let isAlike = String(a[start..<a.count - end]).looksLike(String(b[start..<b.count - end]))
    let from = start > around + 10 ? start - around : 0
    func changed(_ text: [Character]) -> String {
      let changed = String(text[start..<min(text.count - end, start + 3 * around)])
      return isAlike ? changed.escapingNonASCII : changed
    }
    func shown(_ text: [Character]) -> String {
      let changedEnd = text.count - end
      let isCut = changedEnd > start + 3 * around
      let to = isCut ? changedEnd : end > around + 10 ? changedEnd + around : text.count
      return (from > 0 ? "…" : "") + String(text[from..<start]) + changed(text)
        + (isCut ? "" : String(text[changedEnd..<to])) + (isCut || to < text.count ? "…" : "")
    }
    let length = changed(b).count
    guard start + end > 2 || isAlike, length > 0 || b.count < a.count else {
      return (shown(a), shown(b), nil)
    }
    let column = start - from + (from > 0 ? 1 : 0)
    let mark =
      String(repeating: " ", count: column) + String(repeating: "^", count: max(1, length))
    return (shown(a), shown(b), mark)
  }

  /// How many lines that both have are shown before and after those that differ.
  private static let context = 2
  /// How many lines of one text are shown that the other one does not have in the same place.
  private static let blockLimit = 15

  private static func lineDifference(
    _ left: [String], _ right: [String], isCut: Bool
  ) -> [String] {
    let elements = ElementChanges(counts: (left.count, right.count)) { left[$0] == right[$1] }
    var (changes, isComplete) = elements.ranges()
    // Lines that were not compared are not shown as lines that both have.
    var end = isComplete ? left.count : changes.last?.0.upperBound ?? 0
    // Texts that are cut end in different places.
    if isCut, changes.count > 1, let (old, new) = changes.last,
      old.upperBound == left.count || new.upperBound == right.count
    {
      end = old.lowerBound
      changes.removeLast()
    }
    isComplete = isComplete && !isCut
    var all: [(isSame: Bool, lines: [String])] = []
    var next = 0
    func addSame(until end: Int) {
      all += left[next..<end].map { (true, ["  \($0.shortenedPart)"]) }
      next = end
    }
    for (old, new) in changes {
      addSame(until: old.lowerBound)
      all.append((false, changedLines(Array(left[old]), Array(right[new]))))
      next = old.upperBound
    }
    addSame(until: end)
    return shortened(all) + (isComplete ? [] : ["  … and more"])
  }

  private static func changedLines(_ old: [String], _ new: [String]) -> [String] {
    guard old.count == 1, new.count == 1 else {
      return block(old, "− ") + block(new, "+ ")
    }
    // Space at the end, or another kind of it, could not be seen.
    let isInvisible = old[0].looksLike(new[0])
    let (a, b) = isInvisible ? (old[0].quoted, new[0].quoted) : (old[0], new[0])
    return changed(a, b, at: "")
  }

  private static func block(_ lines: [String], _ sign: String) -> [String] {
    let shown = lines.prefix(blockLimit).map { line in
      let line = line.shortenedPart
      return sign + (line.last?.isWhitespace == true ? line.quoted : line)
    }
    return shown + (lines.count > blockLimit ? ["\(sign)…"] : [])
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

extension String {
  /// A way without the point that it begins with.
  package var asPath: String { hasPrefix(".") ? String(dropFirst()) : self }
}
