extension [Spec] {
  /// The outlines over rows of `files`, as examples that only read their rows: without hooks and
  /// traits, since data must be valid even where it is not used.
  ///
  /// - Parameter files: Paths of files and folders, as in the locations of rows.
  package func checking(_ files: [String]) async -> [Spec] {
    var specs: [Spec] = []
    for spec in self {
      let module = ExampleID([spec.module])
      guard let root = await spec.grouped.root.checking(files, in: module) else { continue }
      specs.append(Spec(module: spec.module, root: root))
    }
    return specs
  }
}

extension SpecNode {
  fileprivate func checking(_ files: [String], in outer: ExampleID) async -> SpecNode? {
    let id = outer.appending(name)
    switch content {
    case .group(let children):
      var checked: [SpecNode] = []
      for child in children.flattened {
        if let node = await child.checking(files, in: id) { checked.append(node) }
      }
      return checked.isEmpty ? nil : SpecNode(name, at: place, content: .group(checked))
    case .outline(let outline):
      guard let outline = await outline.watched(as: id, at: place).checking(files) else {
        return nil
      }
      return SpecNode(name, at: place, content: .outline(outline))
    default: return nil
    }
  }
}

extension Outline {
  /// The outline over the same rows, ignoring their metadata.
  package var withoutRowTraits: Outline {
    Outline { [open] in
      let cursor = try await open()
      var plain = RowCursor { () throws -> ExampleInvocation? in
        let row = try cursor.nextNow()
        row?.traits = []
        return row
      }
      plain.notes = cursor.notes
      return plain
    }
  }

  /// The outline over those of its rows that are in `files`; `nil` if none is, and what keeps it from reading
  /// rows is not about these files.
  fileprivate func checking(_ files: [String]) async -> Outline? {
    guard let check else { return nil }
    let open: Open = {
      try await check().compactMap { row in
        guard let path = row.place?.path else { return nil }
        return files.contains { path.isAtOrBelow($0) } ? row : nil
      }
    }
    do {
      guard try await open().next() != nil else { return nil }
    } catch {
      // The file may be right, and the outline read it in a shape that it does not have, or elsewhere.
      let mistake = UsageError(wrapping: error)
      let issue = Issue(mistake.message, at: mistake.place)
      guard files.contains(where: issue.concerns) else { return nil }
    }
    return Outline(open: open).withoutRowTraits
  }
}

extension Issue {
  /// Whether it is in a file or folder, or begins with a sentence that names the file.
  package func concerns(_ file: String) -> Bool {
    if let path = place?.path, path.isAtOrBelow(file) { return true }
    // Hints and suggestions follow, which name others.
    let sentence = message.prefix(
      upTo: message.firstRange(of: ". ")?.lowerBound ?? message.endIndex)
    return sentence.split(separator: " ").contains { word in
      let name = word.trimming { "\u{201C}\u{201D}.,:;".contains($0) }
      return !name.isEmpty && (file == name || file.hasSuffix("/" + name))
    }
  }
}

extension Substring {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> Substring {
    var text = drop(while: isLeftOut)
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}

extension String {
  /// Whether the path is `file`, or below it if that is a folder.
  fileprivate func isAtOrBelow(_ file: String) -> Bool {
    self == file || hasPrefix(file.hasSuffix("/") ? file : file + "/")
  }
}
