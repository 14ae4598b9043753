#if YAML
  import CYaml

  /// Finds what YAML 1.2 reads otherwise than the parser, which knows YAML 1.1, or does not allow.
  ///
  /// A value that depends on the version of the reader is refused, and so is a text that only lenient readers take.
  struct YAMLDifferences {
    typealias Problem = (message: String, byte: Int)

    private let text: UnsafeMutableBufferPointer<UInt8>
    private let start: Int
    /// The end of the last event.
    private var end: Int
    /// The collections around the next event.
    private var open: [(isFlow: Bool, start: Int)] = []
    private var isDocumentOpen = false

    init(in text: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
      (self.text, self.start, end) = (text, start, start)
    }

    /// The problem with the text of an event, or before it.
    mutating func problem(with event: yaml_event_t, from start: Int, to end: Int) -> Problem? {
      defer { self.end = max(self.end, end) }
      if self.end < start, let problem = comment(in: self.end..<start) { return problem }
      let data = event.data
      switch event.type {
      case YAML_DOCUMENT_START_EVENT:
        defer { isDocumentOpen = true }
        guard start < end, text[start] == UInt8(ascii: "%") else { return nil }
        return isDocumentOpen
          ? ("a directive is in a document. End the document with ... on a line before it.", start)
          : comment(in: start..<end)
      case YAML_DOCUMENT_END_EVENT:
        if data.document_end.implicit == 0 { isDocumentOpen = false }
      case YAML_SCALAR_EVENT:
        return anchor(data.scalar.anchor, at: start) ?? scalar(event, start, end)
      case YAML_ALIAS_EVENT: return endOfName(at: end)
      case YAML_SEQUENCE_START_EVENT:
        open.append((data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE, start))
        return anchor(data.sequence_start.anchor, at: start)
      case YAML_MAPPING_START_EVENT:
        open.append((data.mapping_start.style == YAML_FLOW_MAPPING_STYLE, start))
        return anchor(data.mapping_start.anchor, at: start)
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        // The outermost collection contains the lines of the others.
        guard let closed = open.popLast(), closed.isFlow, open.last?.isFlow == false else { break }
        return unindentedLine(in: closed.start..<end, isFlow: true)
      default: break
      }
      return nil
    }

    private func scalar(_ event: yaml_event_t, _ start: Int, _ end: Int) -> Problem? {
      let scalar = event.data.scalar
      switch scalar.style {
      case YAML_PLAIN_SCALAR_STYLE:
        if open.last?.isFlow == true, start > 0, text[start - 1] == UInt8(ascii: "?") {
          return ("a text that begins with a question mark needs quotation marks.", start - 1)
        }
        if scalar.length == 1, scalar.value[0] == UInt8(ascii: "-") {
          return ("a text that is only a hyphen needs quotation marks.", start)
        }
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE:
        let header = text[start..<end].drop { !"|>".utf8.contains($0) }.dropFirst()
        let rest = header.drop { "+-0123456789".utf8.contains($0) }
        if rest.first == UInt8(ascii: "#") { return Self.noSpace(at: rest.startIndex) }
        if end == text.count, scalar.length > 0, scalar.value[scalar.length - 1] == 0x20,
          text[..<end].reversed().prefix(while: { $0 != 0x0A }).allSatisfy({ $0 == 0x20 })
        {
          return (
            "the last line of the file has spaces only. End the line, or remove them.", end - 1
          )
        }
      default:
        if open.contains(where: { !$0.isFlow }) {
          return unindentedLine(in: start..<end, isFlow: false)
        }
      }
      return nil
    }

    private func anchor(_ name: UnsafePointer<yaml_char_t>?, at start: Int) -> Problem? {
      guard let name, let mark = text[start...].firstIndex(of: UInt8(ascii: "&")) else {
        return nil
      }
      return endOfName(at: mark + 1 + String(cString: name).utf8.count)
    }

    /// A colon is a part of the name of an anchor in YAML 1.2, but ends it in YAML 1.1.
    private func endOfName(at end: Int) -> Problem? {
      guard end < text.count, !" \t\r\n,[]{}".utf8.contains(text[end]) else { return nil }
      return (
        "a colon or another character follows the name of an anchor. Write a space after the name.",
        end
      )
    }

    private func comment(in range: Range<Int>) -> Problem? {
      var index = range.lowerBound
      while let mark = text[index..<range.upperBound].firstIndex(of: UInt8(ascii: "#")) {
        if mark > start, !" \t\r\n".utf8.contains(text[mark - 1]) { return Self.noSpace(at: mark) }
        index = text[mark..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
      }
      return nil
    }

    private static func noSpace(at byte: Int) -> Problem {
      ("a comment needs a space before it; a text with a # in it needs quotation marks.", byte)
    }

    /// A line of a quoted text or a flow collection in a block that does not begin with a space.
    private func unindentedLine(in range: Range<Int>, isFlow: Bool) -> Problem? {
      var index = range.lowerBound
      while let end = text[index..<range.upperBound].firstIndex(of: 0x0A) {
        index = end + 1
        let line = text[index..<range.upperBound].prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.first != 0x20, let first = line.first(where: { $0 != 0x09 }) else { continue }
        // Nobody indents the bracket at the end.
        if isFlow, "#]}".utf8.contains(first) { continue }
        return ("the line continues an indented value. Indent it with spaces.", index)
      }
      return nil
    }
  }
#endif
