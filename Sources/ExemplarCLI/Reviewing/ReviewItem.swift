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
  let value: ReviewedValue
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
    _ value: ReviewedValue, in file: (path: String, target: String?, problem: String?),
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
  /// The examples that passed in a run that was repeated.
  private var passed: Set<ExampleID> = []
  /// The examples that passed with an expected value.
  private var confirmed: [ConfirmedPlace: ExampleID] = [:]

  private struct Location: Hashable {
    let place: Place
    let site: ReviewedValue.Site
    let name: String

    init(_ value: ReviewedValue) {
      (place, site, name) = (value.place, value.site, value.name)
    }
  }

  /// Throws ``UsageError`` if a log cannot be read, or its run is still in progress.
  ///
  /// - Parameter isOfObsolete: Whether it has the values that no example compares, and no others.
  init(of logs: [URL], in root: PackageRoot, obsolete isOfObsolete: Bool = false) throws {
    self.root = root
    for log in logs {
      var (open, causes, isRepeated) = (OpenExamples(), FailureGroups(keeping: 0), false)
      let clock = EventClock()
      let ending = try RecordedLog(path: log.path).replay(clock) { event in
        switch event {
        case .runStarted(let start): isRepeated = start.repetitions > 1
        case .groupStarted(let group): causes.receive(group)
        case .exampleEnded(let end):
          for place in end.confirmed { confirmed[place] = end.id }
        case .issueRecorded(let record) where isOfObsolete && record.id == nil:
          items += record.issue.obsolete.map {
            ReviewItem(
              $0, in: root.file(for: $0, mayBeDeleted: true), of: nil, "",
              "No example of the run compared this \($0.site == .file ? "file" : "column").",
              at: clock.now)
          }
        default: break
        }
        guard !isOfObsolete, case .example(let example)? = open.receive(event, at: clock.now) else {
          return
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
    for index in items.indices {
      let value = items[index].value
      let place =
        value.site == .file
        ? ConfirmedPlace(value.place) : ConfirmedPlace(value.place, named: value.name)
      guard let example = confirmed[place], items[index].problem == nil else { continue }
      items[index].problem = "Another example passed with the value that is there: \(example)"
    }
  }

  private mutating func add(
    _ example: OpenExamples.Example, at time: Double, _ causes: inout FailureGroups
  ) {
    let issues = example.issues.filter { $0.isFailure || $0.isRetried || $0.isQuarantined }
    let values = issues.filter { $0.reviewed != nil }
    if values.isEmpty { return }
    let group = causes.add(example.id, issues)
    let cause = causes.groups[group].name
    let last = Set(
      values.lazy.filter { !$0.isRetried }.compactMap { $0.reviewed.map(Location.init) })
    for issue in values {
      guard let value = issue.reviewed else { continue }
      var problem: String?
      if issues.contains(where: { $0.cause != nil }) {
        problem = "The example did not come to its end: it crashed, or exceeded its time limit."
      } else if !last.contains(Location(value)) {
        problem = "The value is unstable: the last attempt of the example did not have it."
      } else if value.isContradicted {
        problem = "Two calls had different values for this place."
      }
      add(value, of: example, issue, cause, at: time, problem)
    }
  }

  private mutating func add(
    _ value: ReviewedValue, of example: OpenExamples.Example, _ issue: Issue, _ cause: String,
    at time: Double, _ problem: String?
  ) {
    let location = Location(value)
    guard let index = indices[location] else {
      indices[location] = items.count
      var item = ReviewItem(
        value, in: root.file(for: value), of: example.id, cause, issue.message, at: time)
      item.problem = problem ?? item.problem
      examples[items.count] = [example.id]
      items.append(item)
      return
    }
    let known = items[index].value
    let isSame = known.new.isSpelled(as: value.new) && known.form == value.form
    let isNew = examples[index, default: []].insert(example.id).inserted
    if !isSame {
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
      let version = item.target.flatMap {
        files.version(of: $0, digest: item.value.digest, journal)
      }
      let isAccepted =
        version.map { $0.changes.contains { $0.ids.contains(item.id) } }
        ?? accepted.contains(item.id)
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
struct PackageRoot {
  private let path: String
  private let realPath: String

  init(_ path: String) {
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    realPath = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// The file that a value belongs to: its path in the package, and where that leads, or why it is not one that is written.
  func file(
    for value: ReviewedValue, mayBeDeleted: Bool = false
  ) -> (path: String, target: String?, problem: String?) {
    let mayBeMissing = value.site == .file && (mayBeDeleted || value.digest == nil)
    guard let name = name(of: value.place.path, isNew: mayBeMissing) else {
      return (
        value.place.path, nil,
        "The file \(value.place.path) is not in the package, or no longer exists."
      )
    }
    let (root, target) = (FileTarget(self.path).path, FileTarget(self.path + "/" + name).path)
    guard target.hasPrefix(root + "/") else {
      return (
        name, nil,
        "\(name) leads to \(target), which is not in the package. Write the new value there yourself."
      )
    }
    // A record of another machine must not lead to files such as those of Git.
    if [name, String(target.dropFirst(root.count))].contains(where: {
      $0.split(separator: "/").contains { $0.hasPrefix(".") }
    }) {
      return (
        name, nil,
        "The file is in a hidden folder, such as that of the build. Build again, so that rows are those of the sources."
      )
    }
    return (name, target, nil)
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
    // The folder of a new file may be new too.
    let folder = file.deletingLastPathComponent()
    let outer = folder.deletingLastPathComponent()
    return isOwn || folder.path != root.path && exists(folder)
      || outer.path != root.path && outer.path.hasPrefix(root.path) && exists(outer)
  }
}
