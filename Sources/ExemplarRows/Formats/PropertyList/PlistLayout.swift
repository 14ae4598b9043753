import ExemplarCore

/// Finds the rows of a property list, and the suites around them.
struct PlistLayout {
  /// A row, or an error where a row was expected.
  struct Found {
    var node: PlistNode
    var suites: [RowSuite]
  }

  private let path: String
  private(set) var rows: [Found] = []

  static let itemsKey = "ECTestItems"
  static let suitesKey = "ECTestSuites"

  /// Reads a whole property list. Throws ``AuthoringMistake`` if it cannot contain rows.
  init(_ root: PlistNode, path: String) throws {
    self.path = path
    switch root.content {
    case .dictionary(let nodes): group(nodes, in: [])
    case .array(let nodes): nodes.forEach { add($0, in: []) }
    case .wrong(let mistake): throw mistake
    case .plain:
      throw AuthoringMistake(
        "Expected a dictionary or an array of dictionaries as rows, found \(root.kind).",
        at: root.position.place(in: path))
    }
  }

  /// The row that was found, or its error.
  func row(_ found: Found, _ maker: inout RowMaker) -> RowResult {
    let place = found.node.rowPlace(in: path)
    do {
      let value = try found.node.value(path: path)
      if let key = found.node.key {
        return maker.entry(value, named: key.name, at: place, in: found.suites)
      }
      return maker.element(value, at: place, in: found.suites, expected: "a dictionary")
    } catch {
      return .mistake(
        AuthoringMistake(wrapping: error), named: found.node.key?.name, in: found.suites)
    }
  }

  // MARK: Groups

  private mutating func add(_ node: PlistNode, in suites: [RowSuite]) {
    if node.isComplete { rows.append(Found(node: node, suites: suites)) }
  }

  /// Reads a dictionary that has sections, or whose entries are rows and suites.
  private mutating func group(_ nodes: [PlistNode], in suites: [RowSuite]) {
    let hasSections = nodes.contains(where: \.isSection)
    var names = UniqueNames<Void>()
    for (index, node) in nodes.enumerated() {
      if node.isSection {
        if nodes[..<index].contains(where: { $0.name == node.name }) {
          fail(node, node.duplicate(in: nodes, path).message, in: suites)
        }
        section(node, in: suites, &names)
      } else if hasSections || node.isMisspelledSection {
        fail(node, Self.isNoSection(node.name), in: suites)
      } else if node.hasSections {
        suite(node, in: suites, &names)
      } else {
        add(node, in: suites)
      }
    }
  }

  private mutating func section(
    _ section: PlistNode, in suites: [RowSuite], _ names: inout UniqueNames<Void>
  ) {
    let isItems = section.name == Self.itemsKey
    switch section.content {
    case .dictionary(let nodes) where isItems:
      for node in nodes {
        if node.hasSections {
          fail(
            node,
            "\(node.name.shortened(to: 60).quoted) in \(Self.itemsKey) is a suite, because it has "
              + "items or suites itself. Move it to \(Self.suitesKey).", in: suites)
        } else {
          add(node, in: suites)
        }
      }
    case .dictionary(let nodes):
      for node in nodes { suite(node, in: suites, &names) }
    case .array(let nodes) where isItems: nodes.forEach { add($0, in: suites) }
    case .wrong: add(section, in: suites)
    case .array, .plain:
      let expected = isItems ? "dictionary or an array of dictionaries" : "dictionary of suites"
      fail(
        section, "Expected a \(expected) under \(section.name.quoted), found \(section.kind).",
        in: suites)
    }
  }

  /// Reads a suite. One without rows fails; otherwise it would not appear in the results.
  private mutating func suite(
    _ node: PlistNode, in suites: [RowSuite], _ names: inout UniqueNames<Void>
  ) {
    let name = names.claim(node.name)
    let inner = suites + [RowSuite(name, at: node.rowPlace(in: path))]
    let before = rows.count
    if name != node.name {
      fail(
        node,
        "Two suites are named \(node.name.shortened(to: 60).quoted). Rename one of them.",
        named: "rows", in: inner)
    }
    switch node.content {
    case .dictionary(let nodes): group(nodes, in: inner)
    case .array(let nodes): nodes.forEach { add($0, in: inner) }
    case .wrong(let mistake):
      fail(node, mistake.message, at: mistake.place, named: "rows", in: inner)
    case .plain:
      fail(node, "Expected a dictionary as a suite, found \(node.kind).", named: "rows", in: inner)
    }
    if rows.count == before, node.isComplete {
      fail(
        node,
        "The suite \(name.shortened(to: 60).quoted) has no rows, so nothing was checked.",
        named: "rows", in: inner)
    }
  }

  // MARK: Errors

  private mutating func fail(
    _ node: PlistNode, _ message: String, at place: Place? = nil, named name: String? = nil,
    in suites: [RowSuite]
  ) {
    let mistake = AuthoringMistake(message, at: place ?? node.rowPlace(in: path))
    let wrong = PlistNode(
      key: (name ?? node.name, node.key?.position ?? node.position), content: .wrong(mistake))
    rows.append(Found(node: wrong, suites: suites))
  }

  private static func isNoSection(_ name: String) -> String {
    let key = name.shortened(to: 60).quoted
    if name == "settings" || name == "includes" {
      return
        "\(key) works only in the testdata.plist of a .testsuite folder. Move it into the rows, "
        + "or make this the file of such a folder."
    }
    let near = Suggestions.near(name, in: [itemsKey, suitesKey])
    return "There is no key \(key) beside \(itemsKey) and \(suitesKey)."
      + (near.isEmpty ? " Rows go in \(itemsKey)." : Suggestions.question(near))
  }
}

extension PlistNode {
  fileprivate var isSection: Bool {
    name == PlistLayout.itemsKey || name == PlistLayout.suitesKey
  }

  /// Whether the key was probably meant as that of a section.
  fileprivate var isMisspelledSection: Bool {
    name.lowercased().hasPrefix("ectest") && !hasSections
      && !Suggestions.near(name, in: [PlistLayout.itemsKey, PlistLayout.suitesKey]).isEmpty
  }

  /// Whether the value is a dictionary of items or suites.
  fileprivate var hasSections: Bool {
    if case .dictionary(let nodes) = content { nodes.contains(where: \.isSection) } else { false }
  }
}
