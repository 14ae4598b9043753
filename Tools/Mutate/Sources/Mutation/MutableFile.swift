import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file, with everything in it that can be mutated.
public struct MutableFile: Sendable {
  /// Relative to the package.
  public let path: String
  public let text: String
  let candidates: [Candidate]
  /// Errors of the author in comments, with their lines.
  public let mistakes: [String]
  /// Why nothing in it is mutated, if nobody who reads it would expect that.
  public let note: String?
  private let edits: [Edit]
  private let sites: [Range<Int>]
  private let lineStarts: [Int]

  /// - Parameters:
  ///   - declarations: Those of the whole package.
  ///   - isNamed: Whether the user has chosen the file.
  public init(
    path: String, text: String, _ declarations: Declarations = .init(), isNamed: Bool = false
  ) {
    let operators = declarations.operators
    self.path = path
    self.text = text
    let tree = Parser.parse(source: text)
    let starts = [0] + text.utf8.enumerated().lazy.filter { $0.element == 10 }.map { $0.offset + 1 }
    lineStarts = starts
    let unclear = Self.sequences(of: tree) { operators.infixOperator(named: $0) == nil }
    let folded = operators.foldAll(tree) { _ in }.cast(SourceFileSyntax.self)
    let reason = Exclusions.reason(against: folded, isNamed: isNamed)
    note = reason.map { "\(path) has no mutants, since \($0)" }
    let exclusions = Exclusions(
      of: folded, isWhole: reason != nil, builders: declarations.builders)
    let visitor = CandidateVisitor(exclusions, unclear: unclear)
    visitor.walk(folded)
    (candidates, edits, sites) = (visitor.candidates, visitor.edits, visitor.sites)
    mistakes = exclusions.mistakes.map {
      "\(path):\(Self.position($0.offset, starts, text).line): \($0.message)"
    }
  }

  /// The ranges of expressions with operators.
  private static func sequences(
    of tree: SourceFileSyntax, containing isUnknown: (String) -> Bool
  ) -> [Range<Int>] {
    tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      guard case .binaryOperator(let name) = token.tokenKind, isUnknown(name) else { return nil }
      return token.parent?.parent?.parent?.as(SequenceExprSyntax.self)?.offsets
    }
  }

  /// The candidates as mutants without numbers.
  var mutants: [Mutant] {
    let bytes = Array(text.utf8)
    return candidates.map {
      let start = Self.position($0.range.lowerBound, lineStarts, text)
      let end = Self.position($0.range.upperBound, lineStarts, text)
      return Mutant(
        number: 0, file: path, line: start.line, column: start.column, endLine: end.line,
        endColumn: end.column, mutator: $0.mutator.rawValue,
        original: String(decoding: bytes[$0.range], as: UTF8.self), replacement: $0.replacement,
        isOnce: $0.isOnce)
    }
  }

  private static func position(
    _ offset: Int, _ starts: [Int], _ text: String
  ) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }

  // MARK: Mutated text

  /// The numbers of the mutants of each site, as `#1` and `#2` stand for them; `nil` if none is in the program.
  private func numbersBySite(_ numbers: [Int]) -> [(Int, Int)?] {
    var result: [(Int, Int)?] = Array(repeating: nil, count: sites.count)
    var index: [Int] = Array(repeating: 0, count: sites.count)
    for (candidate, number) in zip(candidates, numbers) {
      defer { index[candidate.site] += 1 }
      guard number > 0 else { continue }
      var pair = result[candidate.site] ?? (0, 0)
      if index[candidate.site] == 0 { pair.0 = number } else { pair.1 = number }
      result[candidate.site] = pair
    }
    return result
  }

  /// The edits that are applied, in their order, with the text that they insert.
  private func applied(_ numbers: [Int]) -> [(edit: Edit, text: String)] {
    let bySite = numbersBySite(numbers)
    let included = edits.enumerated().filter { bySite[$0.element.site] != nil }
    let ordered = included.sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    return ordered.map { _, edit in
      let (first, second) = bySite[edit.site] ?? (0, 0)
      return (
        edit, edit.text.replacing("#1", with: "\(first)").replacing("#2", with: "\(second)")
      )
    }
  }

  /// The text in which mutants can be made active.
  ///
  /// - Parameter numbers: The number of each candidate; 0 for those that are not in the program.
  func mutated(_ numbers: [Int]) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var offset = 0
    for (edit, text) in applied(numbers) {
      result += bytes[offset..<edit.offset]
      result += text.utf8
      offset = edit.offset + edit.removed
    }
    return String(decoding: result + bytes[offset...], as: UTF8.self)
  }

  /// The numbers of the mutants that an error in the mutated text can come from: those of the innermost site there.
  func culprits(_ numbers: [Int], line: Int, column: Int) -> [Int] {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    // Edits keep lines, so those of earlier lines do not move columns.
    let start = lineStarts[line - 1]
    let end = lineStarts.indices.contains(line) ? lineStarts[line] : text.utf8.count + 1
    var original = start + column - 1
    for (edit, text) in applied(numbers) where (start..<end).contains(edit.offset) {
      if original < edit.offset { break }
      if original < edit.offset + text.utf8.count { return numbersOf(edit.site, numbers) }
      original -= text.utf8.count - edit.removed
    }
    let bySite = numbersBySite(numbers)
    let around = sites.indices.filter {
      bySite[$0] != nil && sites[$0].lowerBound <= original && original <= sites[$0].upperBound
    }
    return around.min { sites[$0].count < sites[$1].count }.map { numbersOf($0, numbers) } ?? []
  }

  /// The numbers of all mutants that change a line.
  func culprits(_ numbers: [Int], line: Int) -> [Int] {
    guard lineStarts.indices.contains(line - 1) else { return [] }
    let start = lineStarts[line - 1]
    let end = lineStarts.indices.contains(line) ? lineStarts[line] : text.utf8.count + 1
    let touched = Set(edits.filter { (start..<end).contains($0.offset) }.map(\.site))
    return touched.sorted().flatMap { numbersOf($0, numbers) }
  }

  private func numbersOf(_ site: Int, _ numbers: [Int]) -> [Int] {
    zip(candidates, numbers).filter { $0.0.site == site && $0.1 > 0 }.map(\.1)
  }
}
