import ExemplarCore

/// The issue about examples that an earlier run had and a later one has not: a note, or a failure.
package struct VanishedNote: Equatable {
  package var count: Int
  /// The files and specs that lost them, a line each.
  package var losses: [String]

  /// The lines of its message behind the first begin with this; those that advise do not.
  private static let indent = "  "

  package init(count: Int, losses: [String]) {
    (self.count, self.losses) = (count, losses)
  }

  /// The message.
  ///
  /// - Parameters:
  ///   - earlier: What names the earlier run.
  ///   - advice: What a user does about it.
  package func message(since earlier: String, advice: String) -> String {
    let exist = count == 1 ? "no longer exists" : "no longer exist"
    let lines = losses.map { Self.indent + $0.onOneLine }
    return (["\(count.counted("example")) \(exist) that ran in \(earlier):"] + lines + [advice])
      .joined(separator: "\n")
  }

  /// Reads the note from an issue of a run; `nil` if it is another one.
  package init?(_ issue: Issue) {
    // It has a few lines.
    guard issue.phase == .planning, issue.place == nil, issue.message.utf8.count < 10_000 else {
      return nil
    }
    let lines = issue.message.textLines
    guard
      let match = lines.first?.wholeMatch(
        of: #/(\d+) examples? no longer exists? that ran in .*:/#),
      let count = Int(match.1)
    else { return nil }
    self.init(
      count: count,
      losses: lines.dropFirst().filter { $0.hasPrefix(Self.indent) }
        .map { String($0.dropFirst(Self.indent.count)) })
  }
}
