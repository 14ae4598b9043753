import ExemplarCore

/// Finds rows in items and suites, as ECUnitTests has them, and the suites around them.
struct SuiteLayout {
  /// A row, or an error where a row was expected.
  struct Found {
    var node: RowNode
    var suites: [RowSuite]
    /// The settings around the row; `nil` outside of folders.
    var settings: RowFields?
  }

  /// Whether the values are in the data file of a folder, in which suites have settings.
  private let isInFolder: Bool
  private(set) var rows: [Found] = []

  static let itemsKey = "ECTestItems"
  static let suitesKey = "ECTestSuites"
  static let settingsKey = "settings"

  init(isInFolder: Bool = false) { self.isInFolder = isInFolder }

  /// Reads a whole property list. Throws ``UsageError`` if it cannot contain rows.
  init(_ root: RowNode) throws {
    self.init()
    switch root.content {
    case .object(let nodes): group(nodes, in: [], nil)
    case .array(let nodes): nodes.forEach { add($0, in: [], nil) }
    case .wrong(let mistake): throw mistake
    case .value:
      throw UsageError(
        "Expected a dictionary or an array of dictionaries as rows, found \(root.kind).",
        at: root.place)
    }
  }

  /// The row that was found, or its error.
  func row(_ found: Found, _ maker: inout RowMaker) -> RowResult {
    do {
      var value = try found.node.value()
      let settings = try found.settings.map {
        try value.takeSettings(over: $0, in: found.node.place.path)
      }
      let row = maker.row(
        value, under: found.node.key?.name, at: found.node.rowPlace, in: found.suites,
        expected: "a dictionary")
      return row.map { row in
        var row = row
        if let settings { row.content.fields.add(settings: settings) }
        return row
      }
    } catch {
      return .mistake(
        UsageError(wrapping: error), named: found.node.writtenName, in: found.suites)
    }
  }

  // MARK: Groups

  private mutating func add(_ node: RowNode, in suites: [RowSuite], _ settings: RowFields?) {
    if node.isComplete { rows.append(Found(node: node, suites: suites, settings: settings)) }
  }

  /// Reads a dictionary that has sections, or whose entries are rows and suites.
  private mutating func group(
    _ nodes: [RowNode], in suites: [RowSuite], _ outer: RowFields?
  ) {
    let hasSections = nodes.contains(where: \.isSection)
    var settings = outer
    if hasSections, let outer, let inner = nodes.first(where: { $0.name == Self.settingsKey }) {
      do {
        settings = try inner.value().settings(over: outer, in: inner.place.path)
      } catch {
        let mistake = UsageError(wrapping: error)
        return fail(inner, mistake.message, at: mistake.place, named: "rows", in: suites)
      }
    }
    var names = UniqueNames<Void>()
    for (index, node) in nodes.enumerated() {
      if node.isSection {
        if nodes[..<index].contains(where: { $0.name == node.name }) {
          fail(node, node.duplicate(in: nodes).message, in: suites)
        }
        section(node, in: suites, settings, &names)
      } else if hasSections, isInFolder, node.name == Self.settingsKey {
        continue
      } else if hasSections || node.isMisspelledSection {
        fail(node, isInFolder ? Self.unknown(node.name) : Self.isNoSection(node.name), in: suites)
      } else if node.hasSections {
        suite(node, in: suites, settings, &names)
      } else {
        add(node, in: suites, settings)
      }
    }
  }

  mutating func section(
    _ section: RowNode, in suites: [RowSuite], _ settings: RowFields?,
    _ names: inout UniqueNames<Void>
  ) {
    let isItems = section.name == Self.itemsKey
    switch section.content {
    case .object(let nodes) where isItems:
      for node in nodes {
        if node.hasSections {
          fail(
            node,
            "\(node.name.shortened(to: 60).quoted) in \(Self.itemsKey) is a suite, because it has "
              + "items or suites itself. Move it to \(Self.suitesKey).", in: suites)
        } else {
          add(node, in: suites, settings)
        }
      }
    case .object(let nodes):
      for node in nodes { suite(node, in: suites, settings, &names) }
    case .array(let nodes) where isItems: nodes.forEach { add($0, in: suites, settings) }
    case .wrong: add(section, in: suites, nil)
    case .array, .value:
      let expected = isItems ? "dictionary or an array of dictionaries" : "dictionary of suites"
      fail(
        section, "Expected a \(expected) under \(section.name.quoted), found \(section.kind).",
        in: suites)
    }
  }

  /// Reads a suite. One without rows fails; otherwise it would not appear in the results.
  private mutating func suite(
    _ node: RowNode, in suites: [RowSuite], _ settings: RowFields?,
    _ names: inout UniqueNames<Void>
  ) {
    let (name, earlier): (String, Void?) = names.claim(node.name, at: ())
    let inner = suites + [RowSuite(name, at: node.rowPlace)]
    let before = rows.count
    if earlier != nil {
      fail(
        node,
        "Two suites are named \(node.name.shortened(to: 60).quoted). Rename one of them.",
        named: "rows", in: inner)
    }
    switch node.content {
    case .object(let nodes): group(nodes, in: inner, settings)
    case .array(let nodes): nodes.forEach { add($0, in: inner, settings) }
    case .wrong(let mistake):
      fail(node, mistake.message, at: mistake.place, named: "rows", in: inner)
    case .value:
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

  /// Adds an error in the place of rows.
  mutating func fail(
    _ node: RowNode, _ message: String, at place: Place? = nil, named name: String? = nil,
    in suites: [RowSuite]
  ) {
    let mistake = UsageError(message, at: place ?? node.rowPlace)
    let wrong = RowNode(
      key: (name ?? node.name, node.rowPlace), content: .wrong(mistake))
    rows.append(Found(node: wrong, suites: suites))
  }

  /// The message about an unknown key in a suite of a folder.
  static func unknown(_ key: String, besides others: [String] = []) -> String {
    let known = [settingsKey] + others + [itemsKey, suitesKey]
    let near = Suggestions.near(key, in: known, limit: 1)
    return "\u{201C}\(key.shortened(to: 60))\u{201D} means nothing in a suite, which may have "
      + known.dropLast().joined(separator: ", ") + " and \(suitesKey)."
      + Suggestions.question(near.map(\.quoted))
  }

  private static func isNoSection(_ name: String) -> String {
    let key = name.shortened(to: 60).quoted
    if name == settingsKey || name == "includes" {
      return
        "\(key) works only in the testdata.plist of a .testsuite folder. Move it into the rows, "
        + "or make this the file of such a folder."
    }
    let near = Suggestions.near(name, in: [itemsKey, suitesKey])
    return "There is no key \(key) beside \(itemsKey) and \(suitesKey)."
      + (near.isEmpty ? " Rows go in \(itemsKey)." : Suggestions.question(near))
  }
}

extension RowNode {
  fileprivate var isSection: Bool {
    name == SuiteLayout.itemsKey || name == SuiteLayout.suitesKey
  }

  /// Whether the key was probably meant as that of a section.
  fileprivate var isMisspelledSection: Bool {
    name.lowercased().hasPrefix("ectest") && !hasSections
      && !Suggestions.near(name, in: [SuiteLayout.itemsKey, SuiteLayout.suitesKey]).isEmpty
  }

  /// Whether the value is a dictionary of items or suites.
  fileprivate var hasSections: Bool {
    if case .object(let nodes) = content { nodes.contains(where: \.isSection) } else { false }
  }
}

extension RowNode {
  /// The key, or else the text under `name`.
  fileprivate var writtenName: String? {
    if let key { return key.name }
    guard case .object(let nodes) = content,
      let name = nodes.first(where: { $0.name == "name" }),
      case .value(.string(let text)) = name.content
    else { return nil }
    return text
  }
}

// MARK: - Settings

extension RowValue {
  /// The settings that are written as this value, over those around them.
  func settings(over outer: RowFields, in file: String) throws(UsageError) -> RowFields {
    guard case .object(var settings) = content else {
      throw UsageError(
        "Expected keys and values as settings, found \(kind).", at: place(in: file))
    }
    for key in outer.keys {
      if let value = outer[key] { _ = settings.add(value, for: key) }
    }
    return settings
  }

  /// Removes the settings of a row, and returns them over those around them.
  fileprivate mutating func takeSettings(
    over outer: RowFields, in file: String
  ) throws(UsageError) -> RowFields {
    guard var fields = object, let written = fields[SuiteLayout.settingsKey] else { return outer }
    fields[SuiteLayout.settingsKey] = nil
    content = .object(fields)
    return try written.settings(over: outer, in: file)
  }
}

extension RowFields {
  /// Adds the settings of a row, if there are any.
  mutating func add(settings: RowFields) {
    if settings.keys.isEmpty { return }
    _ = add(RowValue(.object(settings)), for: SuiteLayout.settingsKey)
  }
}
