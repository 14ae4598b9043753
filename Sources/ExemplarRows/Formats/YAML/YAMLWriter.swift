#if YAML
  import ExemplarCore
  import Foundation

  /// Writes values into a YAML text, and leaves every other byte as it is.
  struct YAMLWriter {
    let bytes: [UInt8]
    private let path: String
    let tree: YAMLTree
    let newLine: String
    /// The keys of mappings, which are looked up once.
    private var keys: [Int: [Spelling: [Int]]] = [:]

    /// A place that gets a value.
    fileprivate struct Target {
      var value: ReviewedValue
      /// The value as it is read.
      var content: RowValue
      /// The node of the old value, or the mapping that gets a key.
      var node: Int
      /// The edits that may write it, the best one first.
      var edits: [ByteEdit]
    }

    init(_ bytes: [UInt8], path: String) throws {
      (self.bytes, self.path) = (bytes, path)
      tree = try YAMLTree(bytes, path: path)
      let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D }
      newLine =
        end.map { String(decoding: bytes[$0...].prefix(2), as: UTF8.self) }
        .map { $0 == "\r\n" ? $0 : String($0.unicodeScalars.first!) } ?? "\n"
    }

    /// The edit of each value, in their order, or the error that there is no room for it at its place.
    mutating func edits(_ values: [ReviewedValue]) -> [Result<ByteEdit, UsageError>] {
      var nodes: [Place: Int] = [:]
      for (index, node) in tree.nodes.enumerated() where !tree.isKey(index) {
        var place = node.event.place
        place.path = ""
        // Of nodes that begin at one place, the outermost is the value.
        nodes[place] = nodes[place] ?? index
      }
      var results: [Result<ByteEdit, UsageError>] = []
      var targets: [Int: Target] = [:]
      for (index, value) in values.enumerated() {
        do {
          var place = value.place
          place.path = ""
          guard let node = nodes[place] else {
            throw UsageError("The file has no such value at this place.", at: value.place)
          }
          targets[index] = try target(value, at: node)
          results.append(.failure(Self.refusal(value)))
        } catch {
          results.append(.failure(UsageError(wrapping: error)))
        }
      }
      settle(targets.keys.sorted()[...], &targets, &results)
      return results
    }

    private static func refusal(_ value: ReviewedValue) -> UsageError {
      UsageError(
        "The value cannot be written here without a change of something else. Write it yourself.",
        at: value.place)
    }

    // MARK: Reading again

    /// Chooses the edits of targets after which the text is read as before, with the new values: of all at once if possible.
    private func settle(
      _ indices: ArraySlice<Int>, _ targets: inout [Int: Target],
      _ results: inout [Result<ByteEdit, UsageError>]
    ) {
      guard let first = indices.first, let last = indices.last else { return }
      let chosen = indices.compactMap { targets[$0] }
      if chosen.allSatisfy({ !$0.edits.isEmpty }), isRead(chosen) {
        for (index, target) in zip(indices, chosen) { results[index] = .success(target.edits[0]) }
      } else if first == last {
        if targets[first]?.edits.isEmpty != false { return }
        targets[first]?.edits.removeFirst()
        settle(indices, &targets, &results)
      } else {
        let middle = indices.startIndex + indices.count / 2
        settle(indices[..<middle], &targets, &results)
        settle(indices[middle...], &targets, &results)
        let settled = indices.filter { (try? results[$0].get()) != nil }
        let written = settled.compactMap { targets[$0] }
        // Two values for one place are an error of their own.
        guard ByteEdit.sorted(written.map { $0.edits[0] }) != nil, !isRead(written) else { return }
        for target in settled {
          results[target] = .failure(Self.refusal(targets[target]!.value))
          targets[target]!.edits = []
        }
      }
    }

    /// Whether the text with the first edits of targets is read as the text without, but for their values.
    private func isRead(_ targets: [Target]) -> Bool {
      guard let edits = ByteEdit.sorted(targets.map { $0.edits[0] }),
        let new = try? YAMLTree(ByteEdit.applying(edits, to: bytes), path: path)
      else { return false }
      var (before, after) = (0, 0)
      func isSame(until end: Int) -> Bool {
        while before < end {
          guard after < new.nodes.count else { return false }
          let (old, node) = (tree.nodes[before], new.nodes[after])
          guard old.depth == node.depth, old.event.kind == node.event.kind,
            old.event.tag == node.event.tag, old.event.anchor == node.event.anchor
          else { return false }
          (before, after) = (before + 1, after + 1)
        }
        return true
      }
      func start(_ target: Target) -> Int {
        target.value.site == .row ? tree.nodes[target.node].end : target.node
      }
      // A new key is the last one of its row, before the value after the row.
      let sorted = targets.enumerated().sorted {
        (start($0.element), $0.element.value.site == .row ? 0 : 1, $0.offset)
          < (start($1.element), $1.element.value.site == .row ? 0 : 1, $1.offset)
      }
      for (_, target) in sorted {
        let old = tree.nodes[target.node]
        guard isSame(until: start(target)) else { return false }
        if target.value.site == .row {
          guard after < new.nodes.count, new.isKey(after), new.nodes[after].depth == old.depth + 1,
            new.text(of: after)?.isSpelled(as: target.value.name) == true, !new.isMergeKey(after)
          else { return false }
          after += 1
        }
        guard after < new.nodes.count, !new.isKey(after), let value = new.value(of: after),
          target.isWritten(as: value)
        else { return false }
        let node = new.nodes[after]
        if target.value.site == .row {
          guard node.depth == old.depth + 1, node.event.anchor == nil else { return false }
        } else {
          // A tag fits one kind of values.
          guard node.depth == old.depth, node.event.anchor == old.event.anchor,
            node.event.tag == nil
              || (node.isCollection ? node.event.kind : nil)
                == (old.isCollection ? old.event.kind : nil)
          else { return false }
          before = old.end
        }
        after = node.end
      }
      return isSame(until: tree.nodes.count) && after == new.nodes.count
    }

    // MARK: The edits of a value

    private mutating func target(_ value: ReviewedValue, at found: Int) throws -> Target {
      let content =
        value.form == .json
        ? try RowValue.json(Data(value.new.utf8), path: path) : RowValue(.string(value.new))
      let isRow = value.site == .row
      // A row that lacks a key is found by its first value.
      guard let node = isRow ? tree.nodes[found].parent : found,
        !isRow || tree.nodes[node].event.kind == .mapping
      else {
        throw UsageError(
          "The row is not a mapping, so it has no room for a key \(value.name.quoted). Write it as a "
            + "mapping.", at: value.place)
      }
      let key = isRow ? value.name : tree.keyText(of: node)
      if let key, let mapping = isRow ? node : tree.nodes[node].parent {
        let same = keys(of: mapping)[key] ?? []
        if isRow, let first = same.first {
          throw UsageError(
            "The row has the key \(key.quoted) already.", at: tree.nodes[first].event.place)
        }
        if same.count > 1 {
          throw UsageError.duplicate(
            key: key, in: "one mapping", line: tree.nodes[same[0]].event.place.line,
            at: tree.nodes[same[1]].event.place)
        }
      }
      if let alias = alias(of: node, isRow: isRow, key) {
        let place = tree.nodes[alias].event.place
        throw UsageError(
          "The alias at \(place.line):\(place.column) has this value too. Give its row "
            + "\((key ?? value.name).quoted) with a value of its own, such as "
            + "\u{201C}?\u{201D} in quotation marks, and run the examples again.", at: value.place)
      }
      let edits = isRow ? adding(content, value.name, to: node) : replacing(node, content)
      if edits.isEmpty, tree.hasComment(in: node) {
        throw UsageError(
          "A comment in the value would be lost. Move it to a line before the key, and run the "
            + "examples again.", at: value.place)
      }
      return Target(value: value, content: content, node: node, edits: edits)
    }

    private mutating func keys(of mapping: Int) -> [Spelling: [Int]] {
      if let known = keys[mapping] { return known }
      let texts = tree.children(of: mapping).filter { tree.isKey($0) }
        .compactMap { key in tree.text(of: key).map { (Spelling($0), key) } }
      keys[mapping] = Dictionary(grouping: texts, by: \.0).mapValues { $0.map(\.1) }
      return keys[mapping] ?? [:]
    }

    /// An alias that would have another value if a value changed, or a mapping got a key.
    private func alias(of node: Int, isRow: Bool, _ key: String?) -> Int? {
      if !isRow {
        let range = node..<tree.nodes[node].end
        for index in range {
          if let alias = tree.aliases[index]?.first(where: { !range.contains($0) }) { return alias }
        }
      }
      var (key, outer) = (key, isRow ? node : tree.nodes[node].parent)
      while let index = outer {
        for alias in tree.aliases[index] ?? [] {
          let around = tree.nodes[alias].parent
          let merged = tree.nodes[alias].key != nil ? alias : around
          // A mapping that merges another one keeps its own keys.
          if let key, let merged, let name = tree.nodes[merged].key, tree.isMergeKey(name),
            let mapping = tree.nodes[merged].parent, tree.has(key, in: mapping)
          {
            continue
          }
          return alias
        }
        (key, outer) = (tree.keyText(of: index), tree.nodes[index].parent)
      }
      return nil
    }
  }

  extension YAMLWriter.Target {
    /// Whether a value is read as the new one.
    fileprivate func isWritten(as value: RowValue) -> Bool {
      switch self.value.form {
      case .text: value.text?.isSpelled(as: self.value.new) == true
      case .json: value.isSameData(as: content)
      case .bytes:
        value.text == self.value.new
          || value.data != nil && value.data == Data(base64Encoded: self.value.new)
      }
    }
  }
#endif
