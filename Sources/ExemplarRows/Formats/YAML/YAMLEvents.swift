#if YAML
  import CYaml
  import ExemplarCore
  import Foundation

  /// Splits a YAML text into events, each with its location.
  ///
  /// This is the parser below Yams. The trees of Yams cannot be used here: building them reads the
  /// whole text before the first row, recurses as deeply as the text is nested, and loses the
  /// location of the second of two equal keys.
  final class YAMLEvents {
    struct Event {
      enum Kind: Equatable {
        case scalar(String, isPlain: Bool)
        case sequence, mapping
        /// The end of a sequence or a mapping.
        case end
        case alias(String)
        case documentStart, documentEnd, streamEnd
      }

      var kind: Kind
      var place: Place
      /// The bytes from its anchor or tag to its end; of a collection, those of its beginning.
      var range: Range<Int>
      /// Whether it is a collection in braces or brackets.
      var isFlow = false
      /// The whole tag, such as `tag:yaml.org,2002:str` for `!!str`.
      var tag: String?
      var anchor: String?
    }

    let path: String
    private let text: UnsafeMutableBufferPointer<UInt8>
    /// The parser keeps pointers into itself, so it must stay where it is.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var position: Position
    private var differences: YAMLDifferences

    /// Throws ``UsageError`` if the text is not UTF-8 for sure.
    init(_ data: Data, path: String) throws {
      self.path = path
      // The contents of a mapped file can change while it is read, which a reader must not depend
      // on.
      text = .allocate(capacity: data.count)
      _ = text.initialize(from: data)
      parser = .allocate(capacity: 1)
      parser.initialize(to: yaml_parser_t())
      yaml_parser_initialize(parser)
      position = Position(start: 0)
      differences = YAMLDifferences(in: text, from: 0)
      position = Position(start: try TextEncoding.markLength(of: text, in: path))
      differences = YAMLDifferences(in: text, from: position.start)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(
        parser, text.baseAddress.map { $0 + position.start }, text.count - position.start)
      _ = try event()  // the start of the stream
    }

    deinit {
      yaml_parser_delete(parser)
      parser.deallocate()
      text.deallocate()
    }

    /// The next event. Throws ``UsageError`` where the text is malformed.
    func next() throws -> Event { try event() }

    private func event() throws -> Event {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
      defer { yaml_event_delete(&event) }
      let place = place(of: event.start_mark)
      let start = position.byte
      position.move(to: event.end_mark.index, in: UnsafeBufferPointer(text))
      let range = start..<max(start, position.byte)
      if let problem = differences.problem(with: event, from: start, to: position.byte) {
        throw UsageError("Malformed YAML: \(problem.message)", at: self.place(ofByte: problem.byte))
      }
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        return Event(
          kind: .scalar(
            String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE
          ),
          place: place, range: range, tag: Self.text(scalar.tag),
          anchor: Self.text(scalar.anchor))
      case YAML_SEQUENCE_START_EVENT:
        let start = event.data.sequence_start
        return Event(
          kind: .sequence, place: place, range: range,
          isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE, tag: Self.text(start.tag),
          anchor: Self.text(start.anchor))
      case YAML_MAPPING_START_EVENT:
        let start = event.data.mapping_start
        return Event(
          kind: .mapping, place: place, range: range,
          isFlow: start.style == YAML_FLOW_MAPPING_STYLE, tag: Self.text(start.tag),
          anchor: Self.text(start.anchor))
      case YAML_ALIAS_EVENT:
        let name = Self.text(event.data.alias.anchor) ?? ""
        return Event(kind: .alias(name), place: place, range: range)
      case YAML_DOCUMENT_START_EVENT:
        return Event(kind: .documentStart, place: place, range: range)
      case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, place: place, range: range)
      case YAML_STREAM_START_EVENT, YAML_STREAM_END_EVENT:
        return Event(kind: .streamEnd, place: place, range: range)
      default: return Event(kind: .end, place: place, range: range)
      }
    }

    private static func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
      pointer.map { String(decodingCString: $0, as: UTF8.self) }
    }

    // MARK: Places

    /// The place of a mark, which counts characters; places count bytes.
    private func place(of mark: yaml_mark_t) -> Place {
      position.move(to: mark.index, in: UnsafeBufferPointer(text))
      return Place(path: path, line: position.line, column: position.byte - position.lineStart + 1)
    }

    private func place(ofByte byte: Int) -> Place {
      let (line, column) = LineTable(UnsafeBufferPointer(text)).position(of: byte)
      return Place(path: path, line: Int(line), column: Int(column))
    }

    private func problem() -> UsageError {
      let parser = parser.pointee
      let text = parser.problem.map { String(cString: $0) } ?? "the text cannot be read"
      switch parser.error {
      case YAML_READER_ERROR:
        return .yamlReader(
          text, value: parser.problem_value,
          at: place(ofByte: min(position.start + parser.problem_offset, self.text.count)))
      case YAML_SCANNER_ERROR, YAML_PARSER_ERROR:
        // The context comes first: it is before the problem, and moving forward is cheap.
        let context = parser.context.map {
          (String(cString: $0), place(of: parser.context_mark))
        }
        return .yaml(
          text, context: context, at: place(of: parser.problem_mark),
          isTab: isTab(parser.problem_mark))
      default:
        return UsageError("Malformed YAML: \(text).", at: place(of: parser.problem_mark))
      }
    }

    private func isTab(_ mark: yaml_mark_t) -> Bool {
      position.move(to: mark.index, in: UnsafeBufferPointer(text))
      return position.byte < text.count && text[position.byte] == UInt8(ascii: "\t")
    }
  }

  /// A position in UTF-8 text, which is moved from one mark to the next.
  private struct Position {
    /// Where the text begins, after a mark of the encoding.
    let start: Int
    private(set) var byte: Int
    private(set) var line = 1
    private(set) var lineStart: Int
    private var index = 0

    init(start: Int) {
      self.start = start
      byte = start
      lineStart = start
    }

    /// Moves to the character of a number. Marks come nearly in order, so this is a short way.
    mutating func move(to target: Int, in text: UnsafeBufferPointer<UInt8>) {
      while index > target, byte > start {
        repeat { byte -= 1 } while byte > start && text[byte] & 0xC0 == 0x80
        if text[byte] == 0x0A {
          line -= 1
          lineStart = text[start..<byte].lastIndex(of: 0x0A).map { $0 + 1 } ?? start
        }
        index -= 1
      }
      while index < target, byte < text.count {
        if text[byte] == 0x0A {
          line += 1
          lineStart = byte + 1
        }
        byte += 1
        while byte < text.count, text[byte] & 0xC0 == 0x80 { byte += 1 }
        index += 1
      }
    }
  }
#endif
