import ExemplarCore
import ExemplarReports
import Foundation

/// The examples of a run of everything that a later run of everything no longer has.
///
/// Renamed examples are not among them: those whose body, or whose row, is where that of a new example is. Lines that
/// were added or removed above it do not matter, as far as an example beside it kept its name.
struct VanishedExamples {
  private(set) var ids: [ExampleID] = []
  private(set) var renamed: [(from: ExampleID, to: ExampleID)] = []
  /// The new names, with those of arguments whose names may be others in each run.
  private(set) var newNames: Set<ExampleID> = []
  /// The files of rows, the specs and the modules that lost them, those that lost most first.
  private(set) var losses: [Loss] = []

  struct Loss {
    /// The path of a file, or an id.
    let home: String
    fileprivate(set) var names: [String] = []
    fileprivate(set) var count = 0
    /// How many examples it had.
    fileprivate(set) var all = 0
  }

  /// - Parameters:
  ///   - earlier: The records of a run: one, or those of its shards.
  ///   - later: The records of a later run.
  init(from earlier: [RecordedRun], to later: [RecordedRun]) {
    let (old, new) = (KnownExamples(earlier), KnownExamples(later))
    let missing = old.contexts.keys.filter { !new.hasPlace(for: $0) }
      .sorted { $0.text < $1.text }
    if missing.isEmpty { return }
    let moves = PlaceMoves(from: old, to: new)
    let names = NewNames(for: missing, in: old, new, moves)
    newNames = Set(names.found.values)
    renamed = missing.compactMap { id in
      names.values.contains(id) ? nil : names.found[id].map { (id, $0) }
    }
    ids = missing.filter { names.found[$0] == nil }
    if !ids.isEmpty { countLosses(old, new, moves) }
  }

  private mutating func countLosses(
    _ old: KnownExamples, _ new: KnownExamples, _ moves: PlaceMoves
  ) {
    let modules = Set(new.contexts.keys.lazy.map { $0.components.first ?? "" })
    /// Where a reader finds an example: in the file of its row, in its spec, or in a module that has no examples left.
    func home(of id: ExampleID) -> String {
      let module = id.components.first ?? ""
      if !modules.contains(module) { return module }
      let context = old.contexts[id]
      guard let row = context?.row?.place, row.path != context?.place?.path else {
        return id.spec.text
      }
      return moves.candidates(for: row)[0].path
    }
    var found: [String: Loss] = [:]
    for id in ids {
      let home = home(of: id)
      found[home, default: Loss(home: home)].count += 1
      // A position is not the name of what is missing: the rows behind it have moved up.
      if id.name.wholeMatch(of: /#\d+/) == nil { found[home]?.names.append(id.name) }
    }
    for id in old.contexts.keys {
      let home = home(of: id)
      found[home]?.all += 1
    }
    losses = found.values.sorted { ($1.count, $0.home) < ($0.count, $1.home) }
  }
}

/// The examples of a run with their contexts.
private struct KnownExamples {
  private(set) var contexts: [ExampleID: ExampleContext] = [:]
  private(set) var outlines: Set<ExampleID> = []
  private var groups: Set<ExampleID> = []
  /// The outlines whose rows could not be read.
  private var unread: Set<ExampleID> = []

  init(_ runs: [RecordedRun]) {
    for repetition in runs.lazy.flatMap(\.repetitions) {
      outlines.formUnion(repetition.outlines)
      groups.formUnion(repetition.groups.lazy.map(\.id))
    }
    for end in runs.lazy.flatMap(\.repetitions).flatMap(\.ends) {
      if !end.context.hasRow, Outline.findingNames.contains(end.id.name), isRow(end.id) {
        if end.id.name == Outline.rowsName, let outline = end.id.parent { unread.insert(outline) }
      } else {
        contexts[end.id] = end.context
      }
    }
  }

  func isRow(_ id: ExampleID) -> Bool { id.parent.map(outlines.contains) ?? false }

  /// Whether an example exists, or is not known to be missing: it may have become a group, or be in something whose
  /// examples did not become known, such as the rows of an outline that was skipped, or that could not be read.
  func hasPlace(for id: ExampleID) -> Bool {
    contexts[id] != nil || groups.contains(id)
      || sequence(first: id, next: \.parent).dropFirst().contains {
        contexts[$0] != nil || unread.contains($0)
      }
  }
}

/// Where places of an earlier run are in a later one, by the examples that both have.
private struct PlaceMoves {
  /// The lines of a file, sorted, and where they are now.
  private var lines: [String: [(old: Int, path: String, new: Int)]] = [:]
  /// The folder of the earlier run, and its counterpart, if they are different.
  private var root: (old: String, new: String)?

  init(from old: KnownExamples, to new: KnownExamples) {
    var moved: [String: [Int: Place]] = [:]
    func add(_ old: Place?, _ new: Place?) {
      if let old, let new { moved[old.path, default: [:]][old.line] = new }
    }
    for (id, context) in old.contexts {
      guard let other = new.contexts[id] else { continue }
      add(context.place, other.place)
      add(context.row?.place, other.row?.place)
    }
    for (path, places) in moved {
      let known = places.map { ($0, $1.path, $1.line) }.sorted { $0.0 < $1.0 }
      // Both files have a beginning.
      lines[path] = [(0, known[0].1, 0)] + known
    }
    let others = lines.filter { path, lines in lines.contains { $0.path != path } }
    if let pair = others.min(by: { $0.key < $1.key }), let new = pair.value.first?.path {
      findRoot(pair.key, new)
    }
    findRenamedFiles(from: old, to: new)
  }

  private mutating func findRoot(_ old: String, _ new: String) {
    let (a, b) = (old.split(separator: "/"), new.split(separator: "/"))
    let shared = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }.count
    root = (
      a.dropLast(shared).map { "/" + $0 }.joined(), b.dropLast(shared).map { "/" + $0 }.joined()
    )
  }

  /// Finds files with other names in which specs have other names too: at least half of the old examples are in the same
  /// lines under their old names.
  private mutating func findRenamedFiles(from old: KnownExamples, to new: KnownExamples) {
    struct Key: Hashable {
      let line: Int
      let column: Int
      let names: ArraySlice<String>
    }
    func files(_ known: KnownExamples, _ move: (Place) -> Place) -> [String: [Key: String]] {
      var files: [String: [Key: String]] = [:]
      for (id, context) in known.contexts {
        guard let place = context.place, !known.isRow(id) || context.row?.place != nil else {
          continue
        }
        let key = Key(line: place.line, column: place.column, names: id.components.dropFirst(2))
        files[move(place).path, default: [:]][key] = place.path
      }
      return files
    }
    let (before, after) = (files(old) { candidates(for: $0)[0] }, files(new) { $0 })
    let added = after.filter { before[$0.key] == nil }.sorted { $0.key < $1.key }
    for (path, keys) in before where after[path] == nil {
      let shared = added.map { file in (file.key, keys.keys.count { file.value[$0] != nil }) }
      guard let best = shared.max(by: { $0.1 < $1.1 }), best.1 * 2 >= keys.count,
        let file = keys.values.first
      else { continue }
      lines[file] = [(0, best.0, 0)]
    }
  }

  /// Where a place may be now; at least one.
  func candidates(for place: Place) -> [Place] {
    guard let known = lines[place.path] else {
      guard let root, place.path.hasPrefix(root.old + "/") else { return [place] }
      return [
        Place(
          path: root.new + place.path.dropFirst(root.old.count), line: place.line,
          column: place.column)
      ]
    }
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].old < place.line { low = middle + 1 } else { high = middle }
    }
    // By the line itself, or by the one before it and the one behind it.
    let isKnown = low < known.count && known[low].old == place.line
    return (isKnown ? [low] : [low - 1, low]).filter(known.indices.contains).map { index in
      let line = known[index]
      return Place(
        path: line.path, line: place.line + line.new - line.old, column: place.column)
    }
  }
}

/// The new names of examples.
private struct NewNames {
  private(set) var found: [ExampleID: ExampleID] = [:]
  /// The examples among them whose names are values.
  private(set) var values: Set<ExampleID> = []

  /// The properties that an example has in common with its new name.
  private struct Key: Hashable {
    let body: Place
    /// The places of the lines that include it.
    let inclusions: [Place]
    let row: RowKey?
  }

  private enum RowKey: Hashable {
    case named(String)
    case at(Place)
    /// A row without a place, such as an argument of a test: names of values may be different in each run.
    case any
  }

  init(
    for missing: [ExampleID], in old: KnownExamples, _ new: KnownExamples, _ moves: PlaceMoves
  ) {
    var unused = Set(new.contexts.keys.filter { !old.hasPlace(for: $0) })
    if unused.isEmpty { return }
    /// Gives names to those that have a key in common with a new example.
    func match(
      _ oldKeys: (ExampleID, ExampleContext) -> [Key], _ newKey: (ExampleID, ExampleContext) -> Key?
    ) {
      var candidates: [Key: [ExampleID]] = [:]
      for id in unused.sorted(by: { $0.text < $1.text }) {
        if let key = new.contexts[id].flatMap({ newKey(id, $0) }) {
          candidates[key, default: []].append(id)
        }
      }
      if candidates.isEmpty { return }
      let keys = missing.map { id in
        found[id] == nil ? old.contexts[id].map { oldKeys(id, $0) } ?? [] : []
      }
      // The best key of all, then the next ones.
      for rank in 0..<(keys.map(\.count).max() ?? 0) {
        for (id, keys) in zip(missing, keys) where found[id] == nil && rank < keys.count {
          let ids = (candidates[keys[rank]] ?? []).filter { unused.contains($0) }
          guard let name = ids.first(where: { $0.parent == id.parent }) ?? ids.first else {
            continue
          }
          found[id] = name
          unused.remove(name)
        }
      }
    }
    func keys(_ context: ExampleContext, _ rows: [RowKey?]) -> [Key] {
      guard let place = context.place else { return [] }
      let inclusions = context.inclusions.map { moves.candidates(for: $0.place)[0] }
      return moves.candidates(for: place).flatMap { body in
        rows.map { Key(body: body, inclusions: inclusions, row: $0) }
      }
    }
    func key(_ context: ExampleContext, _ row: RowKey?) -> Key? {
      context.place.map { Key(body: $0, inclusions: context.inclusions.map(\.place), row: row) }
    }
    // A group around it, or the example itself, has another name.
    match {
      keys($1, [old.isRow($0) ? .named($0.name) : nil])
    } _: {
      key($1, new.isRow($0) ? .named($0.name) : nil)
    }
    // The row has another one.
    match { _, context in
      context.row?.place.map { keys(context, moves.candidates(for: $0).map { .at($0) }) } ?? []
    } _: { _, context in
      context.row?.place.flatMap { key(context, .at($0)) }
    }
    let named = Set(found.keys)
    match {
      old.isRow($0) && $1.row?.place == nil ? keys($1, [.any]) : []
    } _: {
      new.isRow($0) && $1.row?.place == nil ? key($1, .any) : nil
    }
    values = Set(found.keys).subtracting(named)
  }
}
