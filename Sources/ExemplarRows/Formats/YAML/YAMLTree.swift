#if YAML
  import ExemplarCore
  import Foundation

  /// The nodes of a YAML text in the order in which they begin, each with the bytes that it is written as.
  struct YAMLTree {
    struct Node {
      var event: YAMLEvents.Event
      /// The bytes without the anchor and the tag.
      var bytes: Range<Int>
      /// The collection around it; `nil` for the root of a document.
      var parent: Int?
      /// How many collections are around it.
      var depth: Int
      /// The index of its key, which is its own for a key; `nil` outside mappings.
      var key: Int?
      /// The index after those of the nodes in it.
      var end = 0
      /// Whether it is a collection in braces or brackets, or in one.
      var isFlow: Bool

      var isCollection: Bool { event.kind == .mapping || event.kind == .sequence }
      var isBlockCollection: Bool { isCollection && !isFlow }
    }

    let text: [UInt8]
    private(set) var nodes: [Node] = []
    /// The aliases of nodes with anchors.
    private(set) var aliases: [Int: [Int]] = [:]

    /// Throws ``UsageError`` if the text is malformed.
    init(_ text: [UInt8], path: String) throws {
      self.text = text
      let events = try YAMLEvents(Data(text), path: path)
      // The collections that have begun, each with the key whose value comes next.
      var open: [(index: Int, key: Int?)] = []
      var anchors: [Spelling: Int] = [:]
      while true {
        let event = try events.next()
        switch event.kind {
        case .streamEnd: return
        case .documentStart: anchors = [:]
        case .documentEnd: break
        case .end:
          let (index, _) = open.removeLast()
          nodes[index].end = nodes.count
          if nodes[index].event.isFlow { extend(index, to: event.range.upperBound) }
          if let last = open.last { extend(last.index, to: nodes[index].bytes.upperBound) }
        default:
          let (index, outer) = (nodes.count, open.last?.index)
          var node = Node(
            event: event, bytes: event.range, parent: outer, depth: open.count, end: index + 1,
            isFlow: event.isFlow || outer.map { nodes[$0].isFlow } == true)
          if let outer, nodes[outer].event.kind == .mapping {
            let key = open[open.count - 1].key
            node.key = key ?? index
            open[open.count - 1].key = key == nil ? index : nil
          }
          if event.anchor != nil || event.tag != nil {
            let end = node.isCollection ? text.count : event.range.upperBound
            let start = contentStart(from: event.range.lowerBound, to: end)
            node.bytes = start..<max(start, event.range.upperBound)
          }
          nodes.append(node)
          if let anchor = event.anchor { anchors[anchor] = index }
          if case .alias(let name) = event.kind, let target = anchors[name] {
            aliases[target, default: []].append(index)
          }
          if open.count > RowValue.maximumDepth { throw UsageError.yamlIsTooDeep(at: event.place) }
          if node.isCollection {
            open.append((index, nil))
          } else if let outer {
            extend(outer, to: node.bytes.upperBound)
          }
        }
      }
    }

    private mutating func extend(_ index: Int, to end: Int) {
      let start = nodes[index].bytes.lowerBound
      nodes[index].bytes = start..<max(nodes[index].bytes.upperBound, end)
    }

    /// The first byte after an anchor, a tag, and the space and the comments after them.
    private func contentStart(from start: Int, to end: Int) -> Int {
      var index = start
      while index < end {
        switch text[index] {
        case UInt8(ascii: "&"), UInt8(ascii: "!"):
          index = text[index..<end].firstIndex { " \t\r\n".utf8.contains($0) } ?? end
        case UInt8(ascii: "#"): index = min(lineEnd(from: index), end)
        case 0x20, 0x09, 0x0A, 0x0D: index += 1
        default: return index
        }
      }
      return end
    }

    // MARK: Nodes

    func children(of index: Int) -> [Int] {
      var (children, next) = ([Int](), index + 1)
      while next < nodes[index].end {
        children.append(next)
        next = nodes[next].end
      }
      return children
    }

    func isKey(_ index: Int) -> Bool { nodes[index].key == index }

    func text(of index: Int) -> String? {
      if case .scalar(let text, _) = nodes[index].event.kind { text } else { nil }
    }

    /// The text of the key of a value.
    func keyText(of index: Int) -> String? { nodes[index].key.flatMap { text(of: $0) } }

    /// Whether a mapping has a key itself.
    func has(_ key: String, in mapping: Int) -> Bool {
      children(of: mapping).contains { isKey($0) && text(of: $0)?.isSpelled(as: key) == true }
    }

    func isMergeKey(_ index: Int) -> Bool {
      nodes[index].event.kind == .scalar("<<", isPlain: true) && nodes[index].event.tag == nil
    }

    func isBlockScalar(_ index: Int) -> Bool {
      guard case .scalar(_, isPlain: false) = nodes[index].event.kind else { return false }
      return text[nodes[index].bytes].first.map { "|>".utf8.contains($0) } == true
    }

    /// The value of a node; `nil` if it has an error, or depends on other nodes by aliases of collections or merged keys.
    func value(of index: Int) -> RowValue? {
      let event = nodes[index].event
      switch event.kind {
      case .scalar(let text, let isPlain):
        return (try? YAMLScalar.content(of: text, isPlain: isPlain, tag: event.tag, .ignored))
          .map { RowValue($0) }
      case .sequence:
        let values = children(of: index).map { value(of: $0) }
        return values.contains { $0 == nil } ? nil : RowValue(.array(values.compactMap(\.self)))
      case .mapping:
        var fields = RowFields()
        for child in children(of: index) where !isKey(child) {
          guard let key = nodes[child].key, !isMergeKey(key), let name = text(of: key),
            let value = value(of: child), fields.add(value, for: name)
          else { return nil }
        }
        return RowValue(.object(fields))
      case .alias:
        let target = aliases.first { $0.value.contains(index) }?.key
        return target.flatMap { nodes[$0].isCollection ? nil : value(of: $0) }
      default: return nil
      }
    }

    // MARK: Bytes

    /// The end of the line of a byte, before its newline.
    func lineEnd(from index: Int) -> Int {
      text[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    }

    private func lineStart(of index: Int) -> Int {
      let start = text[..<index].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
      return start == 0 && text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
    }

    /// How many bytes are before a byte in its line.
    func column(of index: Int) -> Int { index - lineStart(of: index) }

    /// The indentation of the keys or hyphens of a collection in lines of its own; `nil` for another one.
    func indentation(of index: Int?) -> Int? {
      guard let index, nodes[index].isBlockCollection else { return nil }
      return column(of: nodes[index].bytes.lowerBound)
    }

    /// The end of a node without the newline and the empty lines after a block of text.
    func contentEnd(of index: Int) -> Int {
      let (node, last) = (nodes[index], nodes[index].end - 1)
      var end = node.bytes.upperBound
      guard isBlockScalar(last), nodes[last].bytes.upperBound == end else { return end }
      func dropNewLine() {
        if end > 0, text[end - 1] == 0x0A { end -= 1 }
        if end > 0, text[end - 1] == 0x0D { end -= 1 }
      }
      let header = header(of: last)
      dropNewLine()
      if text[header].prefix(3).contains(UInt8(ascii: "+")) { return max(end, header.upperBound) }
      // Spaces beyond the indentation are a part of the text.
      let indentation = contentIndentation(of: last) ?? 0
      while end > header.upperBound {
        let start = lineStart(of: end)
        guard end - start <= indentation, text[start..<end].allSatisfy({ $0 == 0x20 }) else {
          break
        }
        end = start
        dropNewLine()
      }
      return max(end, header.upperBound)
    }

    /// The line that begins a block of text, from its indicator to before the newline.
    func header(of index: Int) -> Range<Int> {
      let start = nodes[index].bytes.lowerBound
      return start..<lineEnd(from: start)
    }

    /// The indentation of the first line of a block of text that is not empty.
    func contentIndentation(of index: Int) -> Int? {
      let bytes = nodes[index].bytes
      if let digit = text[header(of: index)].prefix(3).first(where: { (0x31...0x39).contains($0) })
      {
        return max(0, indentation(of: nodes[index].parent) ?? 0) + Int(digit - 0x30)
      }
      let body = text[header(of: index).upperBound..<bytes.upperBound]
      return body.firstIndex { !" \r\n".utf8.contains($0) }.map { column(of: $0) }
    }

    /// Whether there is a comment in a node, which is lost if the node is written again.
    func hasComment(in index: Int) -> Bool {
      var start = nodes[index].bytes.lowerBound
      for inner in index..<nodes[index].end where !nodes[inner].isCollection {
        let bytes = nodes[inner].bytes
        if text[start..<max(start, bytes.lowerBound)].contains(UInt8(ascii: "#")) { return true }
        if isBlockScalar(inner), inner != index, text[header(of: inner)].contains(UInt8(ascii: "#"))
        {
          return true
        }
        start = max(start, bytes.upperBound)
      }
      return text[start..<max(start, nodes[index].bytes.upperBound)].contains(UInt8(ascii: "#"))
    }
  }
#endif
