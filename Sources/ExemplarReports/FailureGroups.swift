import ExemplarCore

/// The failed examples of a run, in groups with one cause each.
///
/// A group never hides a different failure. Two examples share a cause only if they are rows of one outline, or
/// examples of one declaration in one group, and if all their issues agree: in the location to the column, the phase,
/// the kind, and the text without values. Text that no rule below describes has to be equal. Failures of hooks before
/// examples are grouped by spec, since the hook is the cause. Crashes are grouped across specs by the frame in which they
/// happened; other exits of processes are never grouped. Failures of quarantined examples are in groups of their own.
package struct FailureGroups {
  /// The failed examples with one cause.
  package struct Group {
    /// The name of the cause, which is the same in every run.
    package let name: String
    /// The examples, in the order in which they failed; only the first if there is a limit.
    package fileprivate(set) var ids: [ExampleID] = []
    /// The group that contains all of them, if it is one.
    package fileprivate(set) var parent: ExampleID?
    package fileprivate(set) var count = 0
    package fileprivate(set) var isQuarantined = false

    /// Whether there are so many examples that reports show the group as one failure.
    package var isFolded: Bool { count > 3 }

    /// The group as a heading: its examples by their names, if they are in one group.
    package var heading: String {
      let first = ids.prefix(3)
      if let parent {
        let names = first.map { ExampleID.printable($0.name) }.joined(separator: ", ")
        return "\(parent.heading): \(count) fail alike, such as \(names)"
      }
      return "\(count) fail alike, such as \(first.map(\.heading).joined(separator: ", "))"
    }
  }

  package private(set) var groups: [Group] = []
  /// The number of each group, by the hash of its cause: messages may be long.
  private var numbers: [UInt64: Int] = [:]
  private var outlines: Set<ExampleID> = []
  private let limit: Int

  /// - Parameter limit: How many examples of a group are kept.
  package init(keeping limit: Int = .max) {
    self.limit = limit
  }

  package mutating func receive(_ group: GroupStarted) {
    if group.kind == .outline { outlines.insert(group.id) }
  }

  /// Adds a failed example, and returns the number of its group.
  package mutating func add(_ id: ExampleID, _ issues: [Issue]) -> Int {
    let failures = issues.filter { $0.isFailure || $0.isQuarantined }
    let key = cause(of: id, failures).reduce(PathHash()) { $0.appending($1) }.key(seed: 0)
    let number = numbers[key] ?? groups.count
    if number == groups.count {
      numbers[key] = number
      groups.append(Group(name: String(key, radix: 36), parent: id.parent))
      groups[number].isQuarantined = failures.contains(where: \.isQuarantined)
    }
    if groups[number].parent != id.parent { groups[number].parent = nil }
    groups[number].count += 1
    if groups[number].ids.count < limit { groups[number].ids.append(id) }
    return number
  }

  /// Everything that examples of one group agree in.
  private func cause(of id: ExampleID, _ failures: [Issue]) -> [String] {
    if failures.count == 1, let crash = failures[0].crash {
      let shape = MessageShape(row: failures[0].context.row)
      return ["crash", "\(failures[0].isQuarantined)", shape.ofText(crash.text), crash.frame]
    }
    guard let context = failures.first?.context, let declaration = context.place,
      failures.allSatisfy(\.canBeShared)
    else { return ["", id.text] }
    let isSetUp = failures.allSatisfy { $0.phase == .beforeEach }
    let home = isSetUp ? id.spec : outline(around: id) ?? id.parent ?? id
    return [home.text, isSetUp ? "" : declaration.description]
      + context.inclusions.map(\.place.description) + failures.flatMap(\.distinctions)
  }

  private func outline(around id: ExampleID) -> ExampleID? {
    if outlines.isEmpty { return nil }
    return sequence(first: id, next: \.parent).dropFirst().first(where: outlines.contains)
  }
}

extension Issue {
  /// The description of a crash, and its innermost frame in the package; `nil` for another issue.
  package var crash: (text: String, frame: String, place: String)? {
    guard cause == .endOfProcess, place != nil, phase.isPartOfExample else { return nil }
    let lines = message.split(separator: "\n")
    guard let index = lines.firstIndex(where: { $0.hasPrefix(Self.frameIndent) }), index > 0,
      lines[index - 1].hasPrefix("The process was ended by signal "),
      let mark = lines[index].ranges(of: Self.frameMark).last
    else { return nil }
    return (
      lines[..<index].joined(separator: "\n"),
      String(lines[index].dropFirst(Self.frameIndent.count)),
      String(lines[index][mark.upperBound...])
    )
  }

  /// The parts of a line with a frame: the indentation, the name, the mark, and the location.
  package static let (frameIndent, frameMark) = ("  ", " at ")

  /// Whether other examples may have failed for the same cause.
  fileprivate var canBeShared: Bool {
    phase.isPartOfExample && place != nil && cause != .endOfProcess
  }

  /// Everything about the issue that the issues of a group have in common.
  fileprivate var distinctions: [String] {
    let shape = MessageShape(row: context.row)
    return [
      place?.description ?? "", phase.rawValue, "\(isExpected)", cause?.rawValue ?? "",
      labels.map(shape.ofLabel).joined(separator: " › "),
      checkpoint.map { "at " + shape.ofText($0) } ?? "", shape.ofMessage(self),
    ] + (isQuarantined ? ["quarantined"] : [])
  }
}

extension Phase {
  fileprivate var isPartOfExample: Bool {
    switch self {
    case .beforeEach, .body, .afterEach, .cleanup: true
    case .planning, .beforeAll, .afterAll: false
    }
  }
}
