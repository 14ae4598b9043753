import ExemplarCore
import Foundation

extension TestTargets {
  /// The targets that a change concerns.
  enum Scope: Equatable {
    case targets(Set<String>)
    /// All of them, with the reason, as a part of a sentence about the file.
    case everything(String)
  }

  /// The targets that contain a changed file, or depend on one that does.
  func scope(of change: FileChange) -> Scope {
    if change.kind == .repository {
      return .everything("is a repository of its own, so its changes are not known")
    }
    if change.isManifest { return .everything("is a manifest") }
    guard let target = target(ofFileAt: change.path) else {
      return .everything("is in no target of the package")
    }
    let dependents = targets(dependingOn: target)
    if dependents.contains(where: \.isPlugin) {
      return .everything("is used by a plugin, which may change any target")
    }
    let names = Set(dependents.map(\.name))
    return tests(among: names).isEmpty
      ? .everything("is in \(target.name), on which no test target depends") : .targets(names)
  }

  /// The test targets among some targets.
  func tests(among names: Set<String>) -> Set<String> {
    names.intersection(targets.map(\.name))
  }
}

/// The tests that changes of files concern.
struct ConcernedTests {
  /// The modules of which everything is concerned.
  private var modules: Set<String> = []
  /// The data files of test targets that have changed, with the modules whose tests may read them.
  private var data: [(change: FileChange, modules: Set<String>)] = []
  /// All modules of the package. Specs of others may depend on anything.
  private let known: Set<String>
  private let hasChanges: Bool

  /// Why everything is concerned.
  struct Everything: Error, Equatable {
    /// The file, or the folder.
    let file: String
    /// The end of a sentence about it.
    let reason: String
    /// Whether it is not known what has changed in it.
    var isUnknown = false
  }

  /// - Parameter root: The folder that names of files are relative to.
  init(
    _ changes: [FileChange], in targets: TestTargets, relativeTo root: String
  ) throws(Everything) {
    known = Set(targets.names.map(TestTargets.module))
    hasChanges = !changes.isEmpty
    for change in changes {
      switch targets.scope(of: change) {
      case .everything(let reason):
        throw Everything(
          file: WatchPlan.relative(change.path, to: root), reason: reason,
          isUnknown: change.kind == .repository)
      case .targets(let names):
        let dependents = Set(names.map(TestTargets.module))
        // Outlines read the data files of test targets.
        if change.isSource || targets.target(ofFileAt: change.path)?.isTest != true {
          modules.formUnion(dependents)
        } else {
          data.append((change, dependents))
        }
      }
    }
  }

  /// The ids of the concerned specs, outlines, rows and tests.
  ///
  /// A data file of a test target concerns the rows that come from what has changed in it, and tests that are not examples.
  /// If no row comes from it, it may concern everything in the target.
  ///
  /// - Parameters:
  ///   - examples: All examples, as they are listed.
  ///   - tests: The tests that are not examples.
  func ids(among examples: [ExampleListed], _ tests: [ExampleID]) -> Set<ExampleID> {
    var (ids, modules, readers) = (Set<ExampleID>(), modules, Set<String>())
    let rows = RowsByFile(data.isEmpty ? [] : examples)
    for (change, dependents) in data {
      readers.formUnion(dependents)
      let found = rows.ids(concernedBy: change)
      if let found { ids.formUnion(found) } else { modules.formUnion(dependents) }
    }
    func isConcerned(_ module: String) -> Bool {
      modules.contains(module) || hasChanges && !known.contains(module)
    }
    for example in examples {
      let module = example.id.components.first ?? ""
      if isConcerned(module) {
        ids.insert(example.id.spec)
      } else if readers.contains(module), example.row == nil,
        Outline.findingNames.contains(example.id.name), let outline = example.id.parent
      {
        // Of rows that cannot be read, nothing is known.
        ids.insert(outline)
      }
    }
    for test in tests {
      let module = test.components.first ?? ""
      if isConcerned(module) || readers.contains(module) { ids.insert(test) }
    }
    return ids
  }
}

/// The rows of examples by the files that they come from.
private struct RowsByFile {
  /// By the path of the file, or of the folder, at which they are.
  private var rows: [String: [ExampleListed]] = [:]
  /// By the path of each other file of which any change concerns them.
  private var others: [String: [ExampleListed]] = [:]

  init(_ examples: [ExampleListed]) {
    var resolved: [String: String] = [:]
    func path(_ path: String) -> String {
      if let known = resolved[path] { return known }
      resolved[path] = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      return resolved[path] ?? path
    }
    for example in examples {
      if let place = example.row?.place { rows[path(place.path), default: []].append(example) }
      for file in example.otherFiles { others[path(file), default: []].append(example) }
    }
  }

  /// The ids of the rows that a change of a file concerns; `nil` if no row comes from the file.
  func ids(concernedBy change: FileChange) -> Set<ExampleID>? {
    var ids = Set((others[change.path] ?? []).map(\.id))
    // A row may be a folder around the file.
    var folder = URL(fileURLWithPath: change.path).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      ids.formUnion((rows[folder.path] ?? []).map(\.id))
      folder.deleteLastPathComponent()
    }
    guard let own = rows[change.path] else { return ids.isEmpty ? nil : ids }
    let ranges = change.mayHaveLinesOfRows ? change.ranges : nil
    for (_, rows) in Dictionary(grouping: own, by: \.id.parent) {
      ids.formUnion(ranges.map { change.rows(in: $0, of: rows) } ?? rows.map(\.id))
    }
    return ids
  }
}

extension FileChange {
  /// Whether each row of the file is in lines of its own, and depends on nothing after them: a list in JSON, or a table.
  ///
  /// An alias in YAML, and a value beside the rows, change rows elsewhere in the file.
  var mayHaveLinesOfRows: Bool {
    guard kind == .changed, let text = after, !text.contains(0) else { return false }
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "csv", "tsv", "jsonl", "ndjson": return true
    case "json": return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
    default: return false
    }
  }

  /// The rows with a part in ranges of lines. A change before the first row concerns all of them.
  fileprivate func rows(in ranges: [Range<Int>], of rows: [ExampleListed]) -> [ExampleID] {
    let rows = rows.sorted { ($0.row?.place ?? .unknown) < ($1.row?.place ?? .unknown) }
    let places = rows.compactMap { $0.row?.place }
    guard places.count == rows.count, let first = places.first, first.line > 0, let after else {
      return rows.map(\.id)
    }
    let lines = after.lines
    /// Whether nothing precedes a row in its line.
    func isFirst(_ place: Place) -> Bool {
      lines.indices.contains(place.line - 1)
        && lines[place.line - 1].prefix(max(0, place.column - 1)).allSatisfy {
          $0 == 0x20 || $0 == 0x09
        }
    }
    var found: Set<Int> = []
    for range in ranges {
      // Lines of places are counted from 1.
      let (start, end) = (range.lowerBound + 1, range.upperBound + 1)
      if start < first.line || start == first.line && (range.isEmpty || !isFirst(first)) {
        return rows.map(\.id)
      }
      let next = places.firstIndex { $0.line >= start } ?? places.count
      found.formUnion(next..<(places.firstIndex { $0.line >= max(start, end) } ?? places.count))
      // The row before it goes on in that line, unless the next one is the first in it.
      let isNew = next < places.count && places[next].line == start && isFirst(places[next])
      if !isNew { found.insert(next - 1) }
    }
    return found.map { rows[$0].id }
  }
}
