import ExemplarCore
import ExemplarLog
import ExemplarReports
import Foundation

// Reviewing: the values that a run has found, the decisions of a person about them, and the files that they change.

/// A new value for one place in a file, as a run has found it.
struct ReviewItem {
  enum State: String {
    case open, accepted, rejected
    /// It cannot be accepted, for the reason in ``problem``.
    case refused
  }

  /// The name by which a person accepts or rejects exactly this value at exactly this place.
  let id: String
  private(set) var value: ReviewedValue
  /// The path in the package; the one that the run had if there is no such file here.
  let path: String
  /// The file of the package that it leads to, without links; `nil` if there is none.
  let target: String?
  /// The examples that have the value.
  var examples: [ExampleID]
  /// The name of the cause of the failure.
  let cause: String
  /// The failure, with the difference.
  let message: String
  /// When the run found it, in seconds since 1970.
  let time: Double
  /// Why it cannot be accepted.
  var problem: String?
  var state = State.open

  /// The location for people.
  var place: Place { Place(path: path, line: value.place.line, column: value.place.column) }

  /// Whether no example compares it any more, so that accepting it deletes it.
  let isObsolete: Bool

  var kind: String { isObsolete ? "obsolete" : value.isPending ? "pending" : "changed" }

  fileprivate init(
    _ value: ReviewedValue, in file: PackageRoot.File,
    of example: ExampleID?, _ cause: String, _ message: String, at time: Double
  ) {
    let place = "\(value.place.line):\(value.place.column)"
    isObsolete = example == nil
    let hash =
      ([file.path, place, "\(value.site)", value.name, value.new]
      + (isObsolete ? ["obsolete"] : []))
      .reduce(PathHash()) { $0.appending($1) }.key(seed: 0)
    // Always ten digits.
    id = String(String(1 << 40 | hash & (1 << 40 - 1), radix: 16).dropFirst())
    (self.value, path, target, problem) = (value, file.path, file.target, file.problem)
    // Values of one file have one path, wherever the shards of the run were.
    self.value.place.path = file.path
    examples = [example].compactMap(\.self)
    (self.cause, self.message, self.time) = (cause, message, time)
    if isObsolete, value.site != .file {
      problem = "Other code may read the column. Delete it yourself."
    }
  }
}

/// The values that the records of a run contain, each place once.
struct ReviewList {
  private(set) var items: [ReviewItem] = []
  private var indices: [Location: Int] = [:]
  /// The examples of the items, by their indices.
  private var examples: [Int: Set<ExampleID>] = [:]
  private let root: PackageRoot
  /// Whether the log shows that its programs were built from the sources that the run has read.
  private var isOfKnownCode = false
  /// The examples that passed in a run that was repeated.
  private var passed: Set<ExampleID> = []
  /// The examples that passed with an expected value, one of each outline and process at least.
  private var confirmed: [ConfirmedPlace: [Passed]] = [:]
  /// The places of the rows of the items, by their indices.
  private var rows: [Int: Place] = [:]
  private var passedRows: [(row: Place, example: Passed)] = []
  private var outlines: Set<ExampleID> = []

  /// An example that passed, and its declaration.
  private struct Passed {
    let id: ExampleID
    let place: Place?
  }

  /// A place in a file here, by the scalars of its names.
  private struct Location: Hashable {
    let path, name: Spelling
    let line, column: Int

    /// - Parameter name: The name of the value in the file; empty for the file itself.
    init(_ place: Place, named name: String, in file: PackageRoot.File) {
      (path, self.name) = (Spelling(file.target ?? file.path), Spelling(name))
      (line, column) = (place.line, place.column)
    }
  }

  /// Throws ``UsageError`` if a log cannot be read, or its run is still in progress.
  ///
  /// - Parameter isOfObsolete: Whether it has the values that no example compares, and no others.
  init(of logs: [URL], in root: PackageRoot, obsolete isOfObsolete: Bool = false) throws {
    self.root = root
    for log in logs {
      var (open, causes, isRepeated) = (OpenExamples(), FailureGroups(keeping: 0), false)
      isOfKnownCode = RunFolder.facts(ofLogAt: log.path)?.sources != nil
      let clock = EventClock()
      let ending = try RecordedLog(path: log.path).replay(clock) { event in
        switch event {
        case .runStarted(let start): isRepeated = start.repetitions > 1
        case .groupStarted(let group):
          causes.receive(group)
          if group.kind == .outline { outlines.insert(group.id) }
        case .issueRecorded(let record) where isOfObsolete && record.id == nil:
          items += record.issue.obsolete.map {
            ReviewItem(
              $0, in: root.file(at: $0.place.path, mayBeMissing: $0.site == .file), of: nil, "",
              "No example of the run compared this \($0.site == .file ? "file" : "column").",
              at: clock.now)
          }
        default: break
        }
        guard !isOfObsolete, case .example(let example)? = open.receive(event, at: clock.now) else {
          return
        }
        let own = Passed(id: example.id, place: example.context.place)
        if case .exampleEnded(let end) = event {
          for place in end.confirmed { confirmed[place, default: []].append(own) }
        }
        if [.passed, .flaky].contains(example.outcome), let row = example.context.row?.place {
          passedRows.append((row, own))
        }
        if isRepeated, example.outcome == .passed { passed.insert(example.id) }
        add(example, at: clock.now, &causes)
      }
      if ending.isLive {
        throw UsageError("The run in \(log.path) is still in progress. Wait for its end.")
      }
      if let trouble = ending.trouble { Terminal.warn(trouble) }
    }
    for index in items.indices where items[index].examples.contains(where: passed.contains) {
      items[index].problem = "An example passed with the value in the file in another repetition."
    }
    refuseConfirmed()
  }

  /// Refuses the items with whose expected values other examples have passed.
  private mutating func refuseConfirmed() {
    if items.isEmpty { return }
    var examples: [Location: [Passed]] = [:]
    for (place, passed) in confirmed {
      examples[location(of: place.place, named: place.name), default: []] += passed
    }
    var indicesOfRows: [Int: [Int]] = [:]
    for (location, index) in indices where items[index].problem == nil {
      let item = items[index]
      // The file of a row is confirmed with its first line.
      var place = item.value.place
      place.line = item.value.site == .file ? 1 : place.line
      for location in [location, self.location(of: place, named: location.name.text)] {
        if let other = examples[location]?.first { refuse(index, since: other) }
      }
      if item.value.site == .value, let row = rows[index] {
        indicesOfRows[row.line, default: []].append(index)
      }
    }
    // A column is confirmed as a whole, so the row of an example shows whether it had the value.
    for (row, example) in passedRows {
      guard let indices = indicesOfRows[row.line], let outline = outline(around: example.id) else {
        continue
      }
      for index in indices where items[index].problem == nil {
        let item = items[index]
        let column = location(of: Place(path: item.value.place.path), named: item.value.name)
        if !item.examples.contains(example.id),
          rows[index].map({ location(of: $0) }) == location(of: row),
          examples[column]?.contains(where: { self.outline(around: $0.id) == outline }) == true
        {
          refuse(index, since: example)
        }
      }
    }
  }

  private mutating func refuse(_ index: Int, since example: Passed) {
    let place = example.place.map { ", at \($0.short)" } ?? ""
    items[index].problem =
      "Another example passed with the value that is there: \(example.id)\(place)"
  }

  /// The innermost outline of an example.
  private func outline(around id: ExampleID) -> ExampleID? {
    var group = id.parent
    while let id = group, !outlines.contains(id) { group = id.parent }
    return group
  }

  private func location(of place: Place, named name: String = "") -> Location {
    Location(place, named: name, in: root.file(at: place.path))
  }

  private func location(of value: ReviewedValue) -> Location {
    Location(value.place, named: value.site == .file ? "" : value.name, in: root.file(of: value))
  }

  private mutating func add(
    _ example: OpenExamples.Example, at time: Double, _ causes: inout FailureGroups
  ) {
    let issues = example.issues.filter { $0.isFailure || $0.isRetried || $0.isQuarantined }
    let values = issues.filter { $0.reviewed != nil }
    if values.isEmpty { return }
    let group = causes.add(example.id, issues)
    let cause = causes.groups[group].name
    let last = Set(values.filter { !$0.isRetried }.compactMap(\.reviewed).map { location(of: $0) })
    for issue in values {
      guard let value = issue.reviewed else { continue }
      var problem: String?
      if issues.contains(where: { $0.cause != nil }) {
        problem = "The example did not come to its end: it crashed, or exceeded its time limit."
      } else if !last.contains(location(of: value)) {
        problem = "The value is unstable: the last attempt of the example did not have it."
      } else if value.isContradicted {
        problem = "Two calls had different values for this place."
      } else if value.site == .call, !isOfKnownCode {
        problem = ReviewAdvice.unknownCode
      }
      add(value, of: example, issue, cause, at: time, problem)
    }
  }

  private mutating func add(
    _ value: ReviewedValue, of example: OpenExamples.Example, _ issue: Issue, _ cause: String,
    at time: Double, _ problem: String?
  ) {
    let location = location(of: value)
    guard let index = indices[location] else {
      indices[location] = items.count
      var item = ReviewItem(
        value, in: root.file(of: value), of: example.id, cause,
        ReviewAdvice.removed(from: issue.message), at: time)
      item.problem = problem ?? item.problem
      rows[items.count] = example.context.row?.place
      examples[items.count] = [example.id]
      items.append(item)
      return
    }
    let known = items[index].value
    let isSame = known.new.isSpelled(as: value.new) && known.form == value.form
    let isNew = examples[index, default: []].insert(example.id).inserted
    if !isSame, items[index].problem == nil {
      items[index].problem =
        !isNew
        ? "The value is unstable: two attempts of the example had different ones."
        : "Two examples have different values for this place: \(items[index].examples[0]) and \(example.id)."
    }
    if isNew { items[index].examples.append(example.id) }
    items[index].problem = items[index].problem ?? problem
  }

  /// Marks the items by the decisions so far, and those whose file is another one now.
  mutating func mark(by journal: ReviewJournal, _ files: inout ReviewedFiles) {
    let accepted = journal.accepted
    for index in items.indices {
      let item = items[index]
      let isAccepted = files.isAccepted(item, journal, or: accepted)
      if !isAccepted, item.problem == nil {
        items[index].problem = files.problem(with: item, journal)
      }
      items[index].state =
        isAccepted
        ? .accepted
        : items[index].problem != nil
          ? .refused : journal.rejected.contains(item.id) ? .rejected : .open
    }
  }
}

/// The folder of a package, and the files in it that a run named by their paths, which may be those of another machine.
final class PackageRoot: Sendable {
  private let path: String
  private let realPath: String
  /// The files that were looked for, by their paths, with a mark before those that need not exist.
  private let files = Locked([Spelling: File]())

  init(_ path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    realPath = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The file of a value: its path in the package, where that leads, and why it is not one that is written.
  struct File: Sendable {
    let path: String
    var target: String?
    var problem: String?
  }

  /// The file that a value belongs to.
  func file(of value: ReviewedValue) -> File {
    file(at: value.place.path, mayBeMissing: value.site == .file && value.digest == nil)
  }

  /// The file that a run named.
  ///
  /// - Parameter mayBeMissing: Whether it need not exist.
  func file(at path: String, mayBeMissing: Bool = false) -> File {
    let key = Spelling((mayBeMissing ? "?" : "") + path)
    if let file = files.withLock({ $0[key] }) { return file }
    let file = find(path, mayBeMissing: mayBeMissing)
    files.withLock { $0[key] = file }
    return file
  }

  private func find(_ path: String, mayBeMissing: Bool) -> File {
    guard let name = name(of: path, isNew: mayBeMissing) else {
      return File(
        path: path,
        problem: "The file \(path) is not in the package, or no longer exists.")
    }
    let (root, target) = (FileTarget(self.path).path, FileTarget(self.path + "/" + name).path)
    guard target.hasPrefix(root + "/") else {
      return File(
        path: name,
        problem:
          "\(name) leads to \(target), which is not in the package. Write the new value there yourself."
      )
    }
    // A record of another machine must not lead to files such as those of Git.
    if [name, String(target.dropFirst(root.count))].contains(where: {
      $0.split(separator: "/").contains { $0.hasPrefix(".") }
    }) {
      return File(
        path: name,
        problem:
          "The file is in a hidden folder, such as that of the build. Build again, so that rows are those of the sources."
      )
    }
    return File(path: name, target: target)
  }

  /// The path here of a file that exists; `nil` if it is not in the package.
  func path(of file: String) -> String? { name(of: file, isNew: false).map { path + "/" + $0 } }

  /// The path in the package of a file that a run named.
  ///
  /// - Parameter isNew: Whether it need not exist.
  private func name(of file: String, isNew: Bool) -> String? {
    let path = URL(fileURLWithPath: file).standardizedFileURL.path
    let own = [self.path, realPath].first { path.hasPrefix($0 + "/") }
    let parts = path.split(separator: "/").map(String.init)
    let candidates =
      own.map { [String(path.dropFirst($0.count + 1))] }
      ?? parts.indices.map { parts[$0...].joined(separator: "/") }
    return candidates.first { isThere($0, isNew: isNew, isOwn: own != nil) }
  }

  private func isThere(_ name: String, isNew: Bool, isOwn: Bool) -> Bool {
    func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }
    let (root, file) = (URL(fileURLWithPath: path), URL(fileURLWithPath: path + "/" + name))
    if exists(file) { return true }
    guard isNew else { return false }
    // The folder of a new file may be new too. That of a golden file has the name of its source.
    let folder = file.deletingLastPathComponent()
    let outer = folder.deletingLastPathComponent()
    let source = outer.deletingLastPathComponent()
      .appendingPathComponent(folder.lastPathComponent + ".swift")
    return isOwn || folder.path != root.path && exists(folder)
      || outer.path.hasPrefix(root.path + "/") && exists(outer)
      || outer.lastPathComponent == "Goldens" && exists(source)
  }
}
