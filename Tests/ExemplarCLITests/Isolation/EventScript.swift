import ExemplarCore
import TestSupport

/// Events as words, and words as events, of a spec and whatever is beside it.
struct EventScript {
  static let spec = ExampleID(["Shop", "A till"])
  static let place = Place(path: "/shop/TillSpec.swift", line: 3)

  /// A node of the spec, by its path in it, or of another spec if the path begins with `^`.
  static func id(_ path: some StringProtocol = "") -> ExampleID {
    let names = path.split(separator: Character("/")).map { String($0) }
    guard let first = names.first, first.hasPrefix("^") else {
      return names.reduce(spec) { $0.appending($1) }
    }
    return ExampleID(["Shop", String(first.dropFirst())] + names.dropFirst())
  }

  private var outlines: [ExampleID] = []

  /// The events of an action: `(` and `)` begin and end the spec or a group of it, `!)` ends one that has failed, `[`
  /// begins an outline, and `{` a suite of rows. `a` and `✔a` begin and end an example, or a row in an outline unless it
  /// is `?a`; `+a` is one that passes, `!a` an assertion that fails in it; `~a` is a warning of planning; `<` begins hooks
  /// after all.
  mutating func events(_ action: some StringProtocol) -> [Event] {
    let id = Self.id(action.drop { "([{)✔+?!~<".contains($0) })
    switch action.first {
    case "(": return [.groupStart(id, at: Self.place)]
    case "[":
      outlines.append(id)
      return [.groupStart(id, at: Self.place, kind: .outline)]
    case "{": return [.groupStart(id, at: Self.place, kind: .suite)]
    case ")": return [.groupEnd(id)]
    case "✔": return [.exampleEnd(id)]
    case "!" where action.hasPrefix("!)"): return [.groupEnd(id, failed: true)]
    case "!": return [.issue(Issue("Expectation failed", isExpected: true), of: id)]
    case "~": return [.issue(Issue("odd", phase: .planning, isWarning: true), of: id)]
    case "<": return [.hooksStart(id, .afterAll, at: Self.place)]
    case "+": return [begin(id), .exampleEnd(id)]
    default: return [begin(id, isFinding: action.first == "?")]
    }
  }

  private func begin(_ id: ExampleID, isFinding: Bool = false) -> Event {
    let isRow = !isFinding && outlines.contains { id.isAtOrBelow($0) }
    let context = ExampleContext(at: Self.place).inner(
      at: Self.place, row: isRow ? RowReference(name: id.name) : nil)
    return .exampleStarted(ExampleStarted(id, context))
  }
}

/// The events that were reported, as words.
struct ReportedEvents {
  private(set) var words: [String] = []
  private(set) var issues: [String] = []
  private(set) var summary: RunSummary?
  private(set) var durations: [ExampleID: Double] = [:]

  mutating func note(_ event: Event) {
    switch event {
    case .runStarted(let start):
      words.append(
        start.repetitions > 1 ? "run \(start.repetition)/\(start.repetitions)" : "run")
    case .groupStarted(let group): words.append("(\(group.id.name)")
    case .groupEnded(let group):
      durations[group.id] = group.duration
      words.append(group.failed ? "\(group.id.name)!)" : ")")
    case .exampleStarted(let example): words.append(example.id.name)
    case .exampleEnded(let end):
      durations[end.id] = end.duration
      switch end.outcome {
      case .passed: words.append("✔")
      case .flaky: words.append("✘✔")
      case .blocked: words.append("⊘")
      default: words.append("✘")
      }
    case .issueRecorded(let record):
      words.append(record.id == nil ? "issue of the run" : "issue of \(record.id!.name)")
      issues.append(record.issue.message)
    case .attachmentRecorded(let attachment): words.append("“\(attachment.text ?? "")”")
    case .hooksStarted(let hooks): words.append("<\(hooks.phase.rawValue)")
    case .hooksEnded: words.append(">")
    case .runEnded(let end): summary = end
    case .exampleListed: break
    }
  }

  mutating func leaveNothing() { words.append("nothing left") }

  var text: String { words.joined(separator: " ") }
}
