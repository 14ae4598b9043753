import ExemplarCore
import Foundation

extension Event {
  /// Reads a line of JSON Lines, as a program without Exemplar would.
  package init(line: some StringProtocol) throws {
    self = try JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event
  }

  /// The event as it comes back from a line, which has no location of an issue's example, and a name for a missing
  /// location.
  package var asInJSONLines: Event {
    switch self {
    case .exampleStarted(var start):
      start.context.place = start.context.place ?? .unknown
      return .exampleStarted(start)
    case .issueRecorded(var record):
      record.issue.context.place = nil
      return .issueRecorded(record)
    default: return self
    }
  }
}

extension [Event] {
  /// Reads a text of JSON Lines.
  package init(lines: String) throws {
    self = try lines.split(separator: "\n").map { try Event(line: $0) }
  }

  /// Reads a file of JSON Lines.
  package init(linesAt path: String) throws {
    try self.init(lines: String(contentsOfFile: path, encoding: .utf8))
  }
}

private struct EventLine: Decodable {
  let event: Event

  init(from decoder: any Decoder) throws {
    let json = Fields(try decoder.container(keyedBy: Key.self))
    let name: String = try json("event")
    switch name {
    case "exampleListed":
      var listed = try ExampleListed(
        id: json("id"), place: json("place"), row: json.row, skipReason: json["skipReason"])
      listed.shard = try json["shard"]
      listed.otherFiles = try json["otherFiles"] ?? []
      event = .exampleListed(listed)
    case "runStarted":
      var start = try RunStarted(
        seed: json("seed"), order: json("order"), specs: json("specs"), examples: json("examples"),
        outlines: json("outlines"), repetition: json("repetition"),
        repetitions: json("repetitions"),
        notSelected: json("notSelected"), focused: json("focused"))
      start.version = try json("version")
      (start.tests, start.testsLeftOut) = try (json("tests"), json("testsLeftOut"))
      event = .runStarted(start)
    case "groupStarted":
      event = .groupStarted(
        try GroupStarted(id: json("id"), place: json("place"), kind: json.groupKind))
    case "groupEnded":
      event = .groupEnded(
        try GroupEnded(id: json("id"), duration: json("duration"), failed: json("failed")))
    case "hooksStarted":
      event = .hooksStarted(
        try HooksStarted(id: json("id"), phase: json.phase, place: json("place")))
    case "hooksEnded": event = .hooksEnded(try HooksEnded(id: json("id"), phase: json.phase))
    case "exampleStarted":
      event = .exampleStarted(
        try ExampleStarted(
          json("id"), json.context(at: json("place")), isLeftOut: json["isLeftOut"] ?? false))
    case "exampleEnded":
      var end = try ExampleEnded(
        id: json("id"), outcome: json.object("outcome").outcome, duration: json("duration"),
        attempts: json("attempts"))
      let confirmed: [Fields] = try json["confirmed"] ?? []
      end.confirmed = try confirmed.map {
        let place = try Place(path: $0("path"), line: $0("line"), column: $0("column"))
        return ConfirmedPlace(place, named: try $0("name"))
      }
      event = .exampleEnded(end)
    case "issueRecorded":
      event = .issueRecorded(try IssueRecorded(id: json["id"], issue: json.object("issue").issue))
    case "attachmentRecorded":
      event = .attachmentRecorded(
        try AttachmentRecorded(
          id: json("id"), name: json("name"), size: json("size"), path: json["path"],
          text: json["text"]))
    case "runEnded": event = .runEnded(try json.summary)
    default: throw UsageError("There is no event “\(name)”.")
    }
  }
}

private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The fields of an object.
private struct Fields: Decodable {
  private let container: KeyedDecodingContainer<Key>

  init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
  init(from decoder: any Decoder) throws { self.init(try decoder.container(keyedBy: Key.self)) }

  func callAsFunction<Value: Decodable>(_ key: String) throws -> Value {
    try container.decode(Value.self, forKey: Key(stringValue: key))
  }

  /// A field that is absent where it would be empty.
  subscript<Value: Decodable>(key: String) -> Value? {
    get throws { try container.decodeIfPresent(Value.self, forKey: Key(stringValue: key)) }
  }

  func object(_ key: String) throws -> Fields { try self(key) }

  var groupKind: GroupStarted.Kind {
    get throws {
      let name: String = try self("kind")
      guard let kind = GroupStarted.Kind(rawValue: name) else {
        throw UsageError("No kind of group is “\(name)”.")
      }
      return kind
    }
  }

  var phase: Phase {
    get throws {
      let name: String = try self("phase")
      guard let phase = Phase(rawValue: name) else { throw UsageError("No phase is “\(name)”.") }
      return phase
    }
  }

  var row: RowReference? {
    get throws {
      guard let row: Fields = try self["row"] else { return nil }
      var reference = try RowReference(
        name: row("name"), place: row["place"], values: row["values"])
      let columns: [Fields]? = try row["columns"]
      reference.columns = try columns?.map {
        var column = RowColumn(try $0("name"), try $0("value"))
        column.read = try $0["read"]
        return column
      }
      return reference
    }
  }

  func context(at place: Place? = nil) throws -> ExampleContext {
    var facts = Facts()
    for fact in Fact.allCases { facts[fact] = try self["\(fact.name)"] ?? [] }
    let inclusions: [Fields] = try self["inclusions"] ?? []
    return ExampleContext(
      at: place, row: try row, facts,
      try inclusions.map { InclusionFrame(try $0("name"), at: try $0("place")) })
  }

  var outcome: Outcome {
    get throws {
      let kind: String = try self("kind")
      switch kind {
      case "passed": return .passed
      case "flaky": return .flaky
      case "failed": return .failed(unexpected: try self("unexpected"))
      case "quarantined": return .quarantined(reason: try self("reason"))
      case "skipped": return .skipped(reason: try self("reason"))
      case "pending": return .pending(reason: try self["reason"])
      case "blocked": return .blocked(by: try self("by"))
      default: throw UsageError("No outcome is “\(kind)”.")
      }
    }
  }

  var issue: Issue {
    get throws {
      let cause: String? = try self["cause"]
      var issue = Issue(
        try self("message"), at: try self["place"], phase: try phase,
        isExpected: try self("isExpected"), isKnown: try self("isKnown"),
        isWarning: try self("isWarning"), isRetried: try self("isRetried"),
        checkpoint: try self["checkpoint"], labels: try self["labels"] ?? [],
        context: try context(), cause: cause.flatMap(Issue.Cause.init))
      issue.isQuarantined = try self["isQuarantined"] ?? false
      if let value: Fields = try self["reviewed"] { issue.reviewed = try value.reviewed }
      let obsolete: [Fields] = try self["obsolete"] ?? []
      issue.obsolete = try obsolete.map {
        let (site, digest): (String, String) = try ($0("site"), $0("digest"))
        return .obsolete(
          site == "file" ? .file : .value, try $0("path"), named: try $0("name"),
          digest: digest.isEmpty ? nil : digest)
      }
      return issue
    }
  }

  var reviewed: ReviewedValue {
    get throws {
      let (site, form): (String, String) = try (self("site"), self("form"))
      guard let site = ReviewedValue.Site.allCases.first(where: { "\($0)" == site }),
        let form = ReviewedValue.Form.allCases.first(where: { "\($0)" == form })
      else { throw UsageError("No reviewed value is at a \(site), or has the form \(form).") }
      var value = ReviewedValue(
        site, at: try self("place"), named: try self("name"), syntax: try self("syntax"),
        digest: try self["digest"], old: try self["old"], new: try self("new"), form: form,
        isPending: try self("isPending"), scrubbers: try self["scrubbers"] ?? [])
      value.isContradicted = try self["isContradicted"] ?? false
      return value
    }
  }

  var summary: RunSummary {
    get throws {
      var summary = RunSummary(seed: try self("seed"), order: try self("order"))
      for (name, field) in RunSummary.counts { summary[keyPath: field] = try self("\(name)") }
      summary.duration = try self("duration")
      summary.isFocused = try self("isFocused")
      summary.isFocusRefused = try self("isFocusRefused")
      summary.finished = try self("finished")
      summary.nothingRan = try self["nothingRan"]
      return summary
    }
  }
}
