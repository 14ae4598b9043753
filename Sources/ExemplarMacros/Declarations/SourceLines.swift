#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// A part of the author's source, to be copied so that all of it stays in its lines and columns.
  ///
  /// The place is asked for once, and the rest is counted: the compiler answers slowly, and there may be
  /// hundreds of rows.
  struct SourceLines {
    /// A change of the text. Text before it in its line keeps its column.
    struct Edit {
      fileprivate let range: Range<Int>
      fileprivate let text: String

      init(at node: some SyntaxProtocol, _ text: String) {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        self.init(start..<start, text)
      }

      /// Adds text after `node`; what follows it in its line has to be a comment.
      init(after node: some SyntaxProtocol, _ text: String) {
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        self.init(end..<end, text)
      }

      /// Removes what follows a token, with all of `node`.
      init(removingFrom token: TokenSyntax, through node: some SyntaxProtocol) {
        self.init(
          token.endPositionBeforeTrailingTrivia
            .utf8Offset..<node.endPositionBeforeTrailingTrivia
            .utf8Offset, "")
      }

      private init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = text
      }
    }

    private let bytes: [UInt8]
    /// Where the text begins in the tree of the author's source.
    private let start: Int
    private let file: ExprSyntax
    private let line: Int
    private let column: Int
    /// Where lines begin after the first one, counted from the beginning of the text.
    private let lineStarts: [Int]

    init?(_ node: some SyntaxProtocol, in context: some MacroExpansionContext) {
      guard
        let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath),
        let line = Int(place.line.trimmedDescription),
        let column = Int(place.column.trimmedDescription)
      else { return nil }
      let bytes = Array(node.trimmedDescription.utf8)
      self.bytes = bytes
      start = node.positionAfterSkippingLeadingTrivia.utf8Offset
      file = place.file.trimmed
      self.line = line
      self.column = column
      lineStarts = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    private func place(of node: some SyntaxProtocol) -> (line: Int, column: Int) {
      let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset - start
      var low = 0
      var high = lineStarts.count
      while low < high {
        let middle = (low + high) / 2
        if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
      }
      return low == 0
        ? (line, column + offset) : (line + low, offset - lineStarts[low - 1] + 1)
    }

    func arguments(of node: some SyntaxProtocol) -> String {
      let (line, column) = place(of: node)
      return "line: \(line), column: \(column)"
    }

    /// The text of some nodes with the changes that are in it, which are sorted by position; a head is in the
    /// line above.
    func copy(
      from first: some SyntaxProtocol, through last: some SyntaxProtocol, _ edits: [Edit],
      after head: String? = nil
    ) -> String {
      let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
      let text = text(start..<last.endPositionBeforeTrailingTrivia.utf8Offset, edits)
      if let head { return copy(text, of: first, after: head) }
      let (line, column) = place(of: first)
      return directive(line) + indented(text, column)
    }

    /// Other text in place of a node, with a prefix in the line above.
    func copy(_ text: String, of node: some SyntaxProtocol, after head: String) -> String {
      let (line, column) = place(of: node)
      return line > 1
        ? directive(line - 1) + "\(head)\n" + indented(text, column)
        : directive(line) + head + text
    }

    private func directive(_ line: Int) -> String {
      "#sourceLocation(file: \(file), line: \(line))\n"
    }

    private func indented(_ text: String, _ column: Int) -> String {
      String(repeating: " ", count: column - 1) + text
    }

    private func text(_ range: Range<Int>, _ edits: [Edit]) -> String {
      var result: [UInt8] = []
      var position = range.lowerBound
      for edit in edits
      where edit.range.lowerBound >= position && edit.range.upperBound <= range.upperBound {
        result += bytes[(position - start)..<(edit.range.lowerBound - start)]
        result += edit.text.utf8
        position = edit.range.upperBound
      }
      result += bytes[(position - start)..<(range.upperBound - start)]
      return String(decoding: result, as: UTF8.self)
    }
  }
#endif
