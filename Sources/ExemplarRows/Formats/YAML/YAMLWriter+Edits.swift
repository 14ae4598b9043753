#if YAML
  // The edits that may write a value, the one that is most like the text around it first. Whether they do is found by
  // reading the text again.

  extension YAMLWriter {
    /// The edits that may replace the value of a node.
    func replacing(_ index: Int, _ new: RowValue) -> [ByteEdit] {
      let node = tree.nodes[index]
      let parts = parts(index, new).flatMap { joined($0) }.map { [$0] } ?? []
      if node.isCollection, tree.hasComment(in: index) { return parts }
      let ways = ways(new, like: index, in: node.parent)
      var edits = parts + (blockEdit(index, new).map { [$0] } ?? [])
      edits += ways.compactMap { edit(index, $0) }
      if node.event.tag != nil, !node.isCollection {
        let anchor = node.event.anchor.map { "&\($0) " } ?? ""
        let range = node.event.range.lowerBound..<tree.contentEnd(of: index)
        for case .line(let line) in ways {
          edits.append(ByteEdit(range, in: bytes, new: Array((anchor + line).utf8)))
        }
      }
      return edits
    }

    /// The edits of the parts of an array or an object that differ; `nil` if the old value does not have the same parts.
    private func parts(_ index: Int, _ new: RowValue) -> [ByteEdit]? {
      let values = tree.children(of: index).filter { !tree.isKey($0) }
      let news: [RowValue?]
      switch (tree.nodes[index].event.kind, new.content) {
      case (.sequence, .array(let elements)): news = elements
      case (.mapping, .object(let fields)) where fields.keys.count == values.count:
        news = values.map { value in
          tree.isMergeKey(tree.nodes[value].key!)
            ? nil : tree.keyText(of: value).flatMap { fields[$0] }
        }
      default: return nil
      }
      guard news.count == values.count else { return nil }
      var edits: [ByteEdit] = []
      for (value, new) in zip(values, news) {
        guard let new else { return nil }
        if tree.value(of: value)?.isSameData(as: new) == true { continue }
        guard let edit = replacing(value, new).first else { return nil }
        edits.append(edit)
      }
      return edits
    }

    /// One edit that does what several do.
    private func joined(_ edits: [ByteEdit]) -> ByteEdit? {
      guard let sorted = ByteEdit.sorted(edits), let first = sorted.first, let last = sorted.last
      else { return nil }
      var (new, end) = ([UInt8](), first.start)
      for edit in sorted {
        new += bytes[end..<edit.start] + edit.new
        end = edit.end
      }
      return ByteEdit(first.start..<last.end, in: bytes, new: new)
    }

    /// The ways to write a value in a collection, where an old value was.
    private func ways(_ new: RowValue, like index: Int?, in parent: Int?) -> [YAMLText] {
      let outer = tree.indentation(of: parent)
      let isFlow = parent.map { tree.nodes[$0].isFlow } == true
      let old = index.map { tree.nodes[$0] }
      let style = old.flatMap { bytes[$0.bytes].first }
      if case .string(let text) = new.content {
        let isBlock = index.map { tree.isBlockScalar($0) } == true
        let own = isBlock ? index.flatMap { tree.contentIndentation(of: $0) } : nil
        let hasDigit =
          isBlock
          && bytes[old!.bytes].prefix(3).contains { (0x31...0x39).contains($0) }
        var plain: String?
        if case .scalar(let text, isPlain: true)? = old?.event.kind, style != nil { plain = text }
        let lines = old.map { bytes[$0.bytes].split(separator: 0x0A) } ?? []
        let indentation = own ?? max(0, outer ?? 0) + 2
        return YAMLText.ways(
          text, like: style, old: plain, isFlow: isFlow,
          block: isFlow
            ? nil : (indentation: indentation, outer: outer ?? -1, hasDigit: hasDigit),
          width: max(40, (lines.map(\.count).max() ?? 0) - indentation))
      }
      let inside = old.flatMap {
        bytes[$0.bytes].dropFirst().first { !" \t\r\n".utf8.contains($0) }
      }
      return [
        .line(
          YAMLText.line(new, isFlow: isFlow, isQuoted: style == UInt8(ascii: "{") && inside == 0x22)
        )
      ]
    }

    /// The edit that writes a value in lines of its own, as a collection in such lines.
    private func blockEdit(_ index: Int, _ new: RowValue) -> ByteEdit? {
      guard let lines = YAMLText.lines(new) else { return nil }
      let node = tree.nodes[index]
      let outer = tree.indentation(of: node.parent)
      if let own = tree.indentation(of: index) {
        // Only a list may be as far to the left as the key.
        if let outer, own <= outer, new.array == nil { return nil }
        let space = newLine + String(repeating: " ", count: own)
        return ByteEdit(
          node.bytes.lowerBound..<tree.contentEnd(of: index), in: bytes,
          new: Array(lines.joined(separator: space).utf8))
      }
      guard let outer, node.key != nil, !node.isCollection else { return nil }
      let space = String(repeating: " ", count: outer + 2)
      return edit(index, .block(header: "", lines: lines.map { space + $0 }))
    }

    /// The edit that writes a text in the place of a node.
    private func edit(_ index: Int, _ text: YAMLText) -> ByteEdit? {
      let node = tree.nodes[index]
      var (start, end, prefix) = (node.bytes.lowerBound, tree.contentEnd(of: index), "")
      // The rest of the first line is kept: a comment.
      var rest: Range<Int>
      if tree.isBlockScalar(index) {
        let header = tree.header(of: index)
        let indicators = bytes[header].prefix { "|>+-0123456789".utf8.contains($0) }
        rest = indicators.endIndex..<header.upperBound
      } else {
        rest = end..<(node.isBlockCollection ? end : tree.lineEnd(from: end))
      }
      if node.isBlockCollection, let key = node.key {
        // A value in lines of its own moves to the line of its key, unless there is an anchor or a comment between.
        let gap = min(tree.nodes[key].bytes.upperBound, start)..<start
        if let colon = bytes[gap].firstIndex(of: UInt8(ascii: ":")),
          bytes[(colon + 1)..<start].allSatisfy({ " \t\r\n".utf8.contains($0) })
        {
          (start, prefix) = (colon + 1, " ")
        }
      } else if node.bytes.isEmpty {
        let next = bytes[start...].dropFirst().first
        if start < bytes.count, bytes[start] == 0x20, next == nil || ",]} \r\n".utf8.contains(next!)
        {
          (start, end) = (start + 1, start + 1)
          rest = end..<max(end, rest.upperBound)
        } else {
          prefix = start > 0 && bytes[start - 1] == 0x20 ? "" : " "
        }
      }
      switch text {
      case .line(let line):
        let isBlock = tree.isBlockScalar(index)
        return ByteEdit(
          start..<end, in: bytes, new: Array((prefix + line).utf8) + (isBlock ? bytes[rest] : []))
      case .block(let header, let lines):
        var kept = bytes[rest]
        if header.isEmpty, kept.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
          // No space stays at the end of the line.
          (prefix, kept) = ("", [])
          while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
        } else if header.isEmpty {
          kept = kept.drop { $0 == 0x20 }
        }
        end = max(end, rest.upperBound)
        return body(lines, header, end: end).map { body in
          ByteEdit(start..<end, in: bytes, new: Array((prefix + header).utf8) + kept + body)
        }
      }
    }

    /// Lines of their own after a line, with a newline if the text needs it at the end of the file; `nil` if the empty
    /// lines that follow would be a part of the text.
    private func body(_ lines: [String], _ header: String, end: Int) -> [UInt8]? {
      let rest = bytes[end...].drop { $0 == 0x0D }.dropFirst()
      let next = rest.first { $0 != 0x20 }
      if header.hasSuffix("+"), next == 0x0A || next == 0x0D { return nil }
      let needsEnd = end == bytes.count && !header.isEmpty && !header.hasSuffix("-")
      return Array((newLine + lines.joined(separator: newLine) + (needsEnd ? newLine : "")).utf8)
    }

    /// The edits that may add a key to a mapping, after the others and written as they are.
    func adding(_ new: RowValue, _ name: String, to mapping: Int) -> [ByteEdit] {
      let children = tree.children(of: mapping)
      guard let value = children.last, let lastKey = tree.nodes[value].key else { return [] }
      let isQuoted = bytes[tree.nodes[lastKey].bytes].first == 0x22
      let isFlow = tree.nodes[mapping].isFlow
      let key =
        YAMLText.line(RowValue(.string(name)), isFlow: isFlow, isQuoted: isQuoted) + ":"
      if isFlow {
        var separator = " "
        if children.count > 2 {
          let start = tree.nodes[lastKey].event.range.lowerBound
          let gap = min(tree.nodes[children[children.count - 3]].bytes.upperBound, start)..<start
          let text = String(decoding: bytes[gap], as: UTF8.self)
          if let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")), !text.contains("#") {
            separator = String(text[comma...].dropFirst())
          }
        }
        let end = tree.nodes[value].bytes.upperBound
        let line = YAMLText.line(new, isFlow: true, isQuoted: isQuoted)
        return [
          ByteEdit(end..<end, in: bytes, new: Array(",\(separator)\(key) \(line)".utf8))
        ]
      }
      let end = tree.lineEnd(from: tree.contentEnd(of: mapping))
      let outer = tree.indentation(of: mapping) ?? 0
      let start = newLine + String(repeating: " ", count: outer) + key
      var ways = ways(new, like: nil, in: mapping)
      if let lines = YAMLText.lines(new) {
        let space = String(repeating: " ", count: outer + 2)
        ways.insert(.block(header: "", lines: lines.map { space + $0 }), at: 0)
      }
      return ways.compactMap { way in
        switch way {
        case .line(let line):
          return ByteEdit(end..<end, in: bytes, new: Array("\(start) \(line)".utf8))
        case .block(let header, let lines):
          let first = start + (header.isEmpty ? "" : " ") + header
          return body(lines, header, end: end).map {
            ByteEdit(end..<end, in: bytes, new: Array(first.utf8) + $0)
          }
        }
      }
    }
  }
#endif
