import ExemplarCore
import Foundation

/// The additions of a suite folder's data file to the suite.
struct TestSuiteData {
  private static let includesKey = "includes"

  private let suite: TestSuiteFolder
  /// The used names of the suite, and their users.
  private var taken: [String: String]
  private var file = TestSuiteFolder.dataStem
  /// The settings of the suite, over those around it.
  private(set) var settings: RowFields
  private(set) var rows: [RowResult] = []
  private(set) var suites: [TestSuiteFolder.Member] = []
  /// The errors in the file. The rest of it is used nevertheless.
  private(set) var mistakes: [RowResult] = []

  init(of suite: TestSuiteFolder, taken: [String: String]) {
    self.suite = suite
    self.taken = taken
    settings = suite.settings
  }

  mutating func read(_ listing: FolderListing) {
    file = listing.entries.first(where: \.isTestData)?.name ?? file
    do {
      guard let fields = try suite.dataFile(of: listing)?.fields else { return }
      readSettings(fields)
      for key in fields.keys {
        guard let value = fields[key] else { continue }
        switch key {
        case SuiteLayout.itemsKey: rows += members(in: value, under: key).map(notTaken)
        case SuiteLayout.suitesKey: suites += members(in: value, under: key).map { .sourced($0) }
        case Self.includesKey: readIncludes(value)
        case SuiteLayout.settingsKey: break
        default:
          fail(key, SuiteLayout.unknown(key, besides: [Self.includesKey]), at: value)
        }
      }
    } catch {
      mistakes.append(
        .mistake(UsageError(wrapping: error), named: file, in: suite.suites))
    }
  }

  /// The rows in a section of the file.
  private mutating func members(in value: RowValue, under key: String) -> [RowResult] {
    var layout = SuiteLayout(isInFolder: true)
    var node = RowNode(value, in: value.path ?? "").under(key)
    if key == SuiteLayout.suitesKey, case .object(let nodes) = node.content {
      let free = nodes.filter { node in
        guard let other = taken[node.name] else {
          taken[node.name] = node.name
          return true
        }
        layout.fail(
          node, twice(node.name, other), named: "\(node.name) (\(file))", in: suite.suites)
        return false
      }
      node.content = .object(free)
    }
    var names = UniqueNames<Void>()
    layout.section(node, in: suite.suites, settings, &names)
    var maker = RowMaker(takesPlain: false)
    return layout.rows.map { layout.row($0, &maker) }
  }

  /// The row, or an error if something else in the suite has its name.
  private func notTaken(_ result: RowResult) -> RowResult {
    guard case .success(let row) = result, let name = row.ownName, let other = taken[name] else {
      return result
    }
    // The name alone is that of the folder's row.
    return .mistake(
      UsageError(twice(name, other), at: row.place), named: "\(name) (\(file))",
      in: row.ownSuites)
  }

  private func twice(_ name: String, _ other: String) -> String {
    "\(name.shortened(to: 60).quoted) is both in \(file) and the folder \(other). Remove "
      + "one of them, or rename it."
  }

  /// The settings come first, as all rows have them.
  private mutating func readSettings(_ fields: RowFields) {
    guard let value = fields[SuiteLayout.settingsKey] else { return }
    do {
      settings = try value.settings(over: settings, in: value.path ?? "")
    } catch {
      mistakes.append(.mistake(error, named: SuiteLayout.settingsKey, in: suite.suites))
    }
  }

  private mutating func fail(_ name: String, _ message: String, at value: RowValue) {
    mistakes.append(
      .mistake(
        UsageError(message, at: value.place(in: "")), named: name, in: suite.suites))
  }

  // MARK: Includes

  private mutating func readIncludes(_ value: RowValue) {
    guard case .array(let names) = value.content else {
      return fail(
        Self.includesKey, "Expected an array of names as includes, found \(value.kind).", at: value)
    }
    for value in names {
      guard let name = value.text else {
        fail(Self.includesKey, "Expected the name of a suite, found \(value.kind).", at: value)
        continue
      }
      include(name, value)
    }
  }

  private mutating func include(_ name: String, _ value: RowValue) {
    let folder = suite.url.deletingLastPathComponent()
    let beside =
      (try? FolderListing(folder))?.entries
      .filter { $0.fileExtension == TestSuiteFolder.fileExtension } ?? []
    guard let entry = beside.first(where: { $0.name == name || $0.stem == name }) else {
      let near = Suggestions.near(name, in: beside.map(\.stem), limit: 2)
      return fail(
        name.testSuiteName,
        "There is no suite \(name.shortened(to: 60)) to include beside \(suite.url.lastPathComponent); "
          + "it would be a folder \(name.testSuiteName)." + Suggestions.question(near), at: value)
    }
    if let other = taken[entry.stem] {
      return fail(
        entry.name,
        "The suite \(entry.stem) is included, but the name is that of \(other) as well. Remove one "
          + "of them, or rename it.", at: value)
    }
    taken[entry.stem] = "the included \(entry.name)"
    suites.append(.suite(name: entry.stem, entry.url, include: value.place(in: "")))
  }
}

extension String {
  /// The name with the extension of a suite's folder.
  fileprivate var testSuiteName: String {
    lowercased().hasSuffix(".\(TestSuiteFolder.fileExtension)")
      ? self : "\(self).\(TestSuiteFolder.fileExtension)"
  }
}
