import ExemplarCore

/// Finds the rows of a property list, and the suites that they stand in.
struct PlistLayout {
  let path: String
  /// The rows that were found, and what is wrong in places where rows were expected.
  private(set) var rows: [Found] = []
  /// The keys on the way to what is being read, for messages about files without lines.
  private var keyPath: [String] = []

  static let itemsKey = "ECTestItems"
  static let suitesKey = "ECTestSuites"

  /// A row as it stands in the file.
  struct Found {
    enum Kind {
      /// The entry of a dictionary.
      case entry(PlistEntry)
      /// An element of an array.
      case element(PlistNode)
      case mistake(AuthoringMistake, named: String?)
    }
    var kind: Kind
    var suites: [RowSuite]
  }

  init(path: String) { self.path = path }

  /// Reads a whole property list. Throws ``AuthoringMistake`` if it cannot hold rows.
  mutating func read(_ root: PlistNode) throws {
    switch root.content {
    case .dictionary(let entries): group(entries, in: [])
    case .array(let nodes): elements(nodes, in: [])
    case .wrong(let mistake): throw mistake
    case .plain:
      throw AuthoringMistake(
        "Expected a dictionary or an array of dictionaries as rows, found \(root.kind).",
        at: root.place(in: path))
    }
  }

  // MARK: Groups

  /// Reads the rows and suites of a dictionary, which is written in either way.
  private mutating func group(_ entries: [PlistEntry], in suites: [RowSuite]) {
    let hasSections = entries.contains(where: \.isSection)
    var names = UniqueNames<Void>()
    for (index, entry) in entries.enumerated() {
      within(entry.key) { layout in
        if !hasSections {
          layout.plain(entry, in: suites, &names)
        } else if entry.isSection {
          if entries[..<index].contains(where: { $0.key == entry.key }) {
            layout.fail(entry, entry.standsTwice(entries), in: suites)
          }
          layout.section(entry, in: suites, &names)
        } else {
          layout.fail(entry, layout.isNoSection(entry), in: suites)
        }
      }
    }
  }

  /// Reads an entry of a dictionary without sections: a row, or a suite that has sections.
  private mutating func plain(
    _ entry: PlistEntry, in suites: [RowSuite], _ names: inout UniqueNames<Void>
  ) {
    if entry.node.hasSections {
      suite(entry, in: suites, &names)
    } else if entry.isMisspelledSection {
      fail(entry, isNoSection(entry), in: suites)
    } else if entry.node.isComplete {
      rows.append(Found(kind: .entry(entry), suites: suites))
    }
  }

  private mutating func section(
    _ entry: PlistEntry, in suites: [RowSuite], _ names: inout UniqueNames<Void>
  ) {
    let isItems = entry.key == Self.itemsKey
    switch entry.node.content {
    case .dictionary(let inner):
      for entry in inner {
        within(entry.key) { layout in
          if isItems {
            layout.item(entry, in: suites)
          } else {
            layout.suite(entry, in: suites, &names)
          }
        }
      }
    case .array(let nodes) where isItems: elements(nodes, in: suites)
    case .wrong(let mistake):
      rows.append(Found(kind: .mistake(mistake, named: entry.key), suites: suites))
    default:
      let expected = isItems ? "dictionary or an array of dictionaries" : "dictionary of suites"
      fail(
        entry,
        "Expected a \(expected) under \u{201C}\(entry.key)\u{201D}, found \(entry.node.kind).",
        in: suites)
    }
  }

  private mutating func item(_ entry: PlistEntry, in suites: [RowSuite]) {
    if entry.node.hasSections {
      fail(
        entry,
        "\u{201C}\(entry.key.shortened(to: 60))\u{201D} stands in \(Self.itemsKey) but is a suite, "
          + "as it has items or suites itself. Move it to \(Self.suitesKey).", in: suites)
    } else if entry.node.isComplete {
      rows.append(Found(kind: .entry(entry), suites: suites))
    }
  }

  /// Reads a suite. One without anything in it fails, as else it would not be seen at all.
  private mutating func suite(
    _ entry: PlistEntry, in suites: [RowSuite], _ names: inout UniqueNames<Void>
  ) {
    let name = names.claim(entry.key)
    let inner = suites + [RowSuite(name, at: entry.place(in: path))]
    let before = rows.count
    if name != entry.key {
      fail(
        entry,
        "Two suites are named \u{201C}\(entry.key.shortened(to: 60))\u{201D}. Give every suite a "
          + "name of its own.", named: "rows", in: inner)
    }
    switch entry.node.content {
    case .dictionary(let entries): group(entries, in: inner)
    case .array(let nodes): elements(nodes, in: inner)
    case .wrong(let mistake):
      rows.append(Found(kind: .mistake(mistake, named: "rows"), suites: inner))
    case .plain:
      fail(
        entry, "Expected a dictionary as a suite, found \(entry.node.kind).", named: "rows",
        in: inner)
    }
    if rows.count == before, entry.node.isComplete {
      fail(
        entry,
        "The suite \u{201C}\(name.shortened(to: 60))\u{201D} has no rows, so nothing was "
          + "checked.", named: "rows", in: inner)
    }
  }

  private mutating func elements(_ nodes: [PlistNode], in suites: [RowSuite]) {
    for node in nodes where node.isComplete {
      rows.append(Found(kind: .element(node), suites: suites))
    }
  }

  // MARK: Mistakes

  private mutating func within(_ key: String, _ body: (inout PlistLayout) -> Void) {
    keyPath.append(key)
    body(&self)
    keyPath.removeLast()
  }

  private mutating func fail(
    _ entry: PlistEntry, _ message: String, named name: String? = nil, in suites: [RowSuite]
  ) {
    let subject = entry.line == 0 ? "In \(keyPath.plistKeyPath): " : ""
    let mistake = AuthoringMistake(subject + message, at: entry.place(in: path))
    rows.append(Found(kind: .mistake(mistake, named: name ?? entry.key), suites: suites))
  }

  private func isNoSection(_ entry: PlistEntry) -> String {
    let key = entry.key.shortened(to: 60)
    if entry.key == "settings" || entry.key == "includes" {
      return
        "\u{201C}\(key)\u{201D} has a meaning only in the testdata.plist of a .testsuite folder; "
        + "nothing would read it here. Put it into the rows, or make the file such a folder's."
    }
    let near = Suggestions.near(entry.key, in: [Self.itemsKey, Self.suitesKey])
    let hint =
      near.isEmpty ? " Rows go in \(Self.itemsKey)." : Suggestions.question(near)
    return "Beside \(Self.itemsKey) and \(Self.suitesKey) there is no key "
      + "\u{201C}\(key)\u{201D}.\(hint)"
  }
}

extension PlistEntry {
  fileprivate var isSection: Bool { key == PlistLayout.itemsKey || key == PlistLayout.suitesKey }

  /// Whether the key was meant to be that of a section: nobody gives a row such a name.
  fileprivate var isMisspelledSection: Bool {
    let key = key.lowercased()
    return key.hasPrefix("ectest")
      && !Suggestions.near(key, in: [PlistLayout.itemsKey, PlistLayout.suitesKey]).isEmpty
  }
}

extension PlistNode {
  /// Whether the value is a dictionary of items or suites.
  fileprivate var hasSections: Bool {
    if case .dictionary(let entries) = content {
      entries.contains(where: \.isSection)
    } else {
      false
    }
  }
}
