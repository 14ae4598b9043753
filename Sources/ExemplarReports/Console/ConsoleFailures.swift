import ExemplarCore

/// Collects what went wrong, and prints it with where, which row, and how to run it again.
struct ConsoleFailures {
  private var issues: [ExampleID?: [Issue]] = [:]
  private var failing: [ExampleID?] = []
  private var warning: [ExampleID?] = []
  private var blocked: [ExampleID: Int] = [:]
  /// The issues that fail nothing: of failed attempts, and of quarantined examples and groups.
  private var retried: [ExampleID: [Issue]] = [:]
  private var flaky: [ExampleID] = []
  private var groups = FailureGroups()
  /// The word for what runs.
  private var noun = "example"
  /// The files with the code and the data of failures.
  private var files: QuotedFiles
  private var quarantined: [ExampleID] = []
  /// The running examples in a quarantine, and those that passed.
  private var inQuarantine: Set<ExampleID> = []
  private var passedInQuarantine: [ExampleID] = []
  /// The output of examples that have failed or may still fail.
  private var outputs: [ExampleID: [AttachmentRecorded]] = [:]
  /// The failures as they are shown, once they are.
  private var shownFailures: [Entry]?
  /// Whether anything has failed.
  var hasFailed: Bool { !failing.isEmpty || !failedIDs.isEmpty }
  /// Whether so many have that their specs are shown in few lines.
  var areMany: Bool { failing.count > Self.manyLimit }
  /// The examples and groups that failed, in the order in which they did.
  private(set) var failedIDs: [ExampleID] = []

  /// - Parameter begin: When the run began.
  init(since begin: Double = 0) {
    files = QuotedFiles(since: begin)
  }

  mutating func receive(_ event: Event) {
    switch event {
    case .runStarted(let start): noun = Optional(start).noun
    case .groupStarted(let group): groups.receive(group)
    case .issueRecorded(let record) where record.issue.isFailure || record.issue.isWarning:
      let key = record.id
      let isFirst = !issues[key, default: []].contains {
        $0.isFailure == record.issue.isFailure
      }
      if isFirst, record.issue.isFailure { failing.append(record.id) }
      if isFirst, !record.issue.isFailure { warning.append(record.id) }
      issues[key, default: []].append(record.issue)
    case .issueRecorded(let record) where record.issue.isRetried || record.issue.isQuarantined:
      if let id = record.id { retried[id, default: []].append(record.issue) }
    case .attachmentRecorded(let attachment) where attachment.isOutput:
      outputs[attachment.id, default: []].append(attachment)
    case .exampleStarted(let start) where !start.context.quarantines.isEmpty:
      inQuarantine.insert(start.id)
    case .exampleEnded(let end):
      if !inQuarantine.isEmpty, inQuarantine.remove(end.id) != nil, end.outcome == .passed {
        passedInQuarantine.append(end.id)
      }
      if !outputs.isEmpty, !end.outcome.isFailure { outputs[end.id] = nil }
      if case .flaky = end.outcome {
        flaky.append(end.id)
      } else if case .quarantined = end.outcome {
        if retried[end.id] == nil, let group = excusedGroup(around: end.id) {
          blocked[group, default: 0] += 1
        } else {
          quarantined.append(end.id)
        }
      } else {
        // The issues of the last attempt are the relevant ones.
        if !retried.isEmpty { retried[end.id] = nil }
      }
      if case .failed = end.outcome { failedIDs.append(end.id) }
      if case .blocked(let group) = end.outcome { blocked[group, default: 0] += 1 }
    case .groupEnded(let end) where end.failed: failedIDs.append(end.id)
    case .groupEnded(let end) where retried[end.id] != nil: quarantined.append(end.id)
    default: break
    }
  }

  /// The quarantined group whose hooks failed, and so kept an example without an issue from running.
  private func excusedGroup(around id: ExampleID) -> ExampleID? {
    sequence(first: id, next: \.parent).dropFirst().first { retried[$0] != nil }
  }

  /// Lines about the quarantined examples that have passed in this run and in the recorded ones before.
  func mended(_ context: ReportContext) -> [String] {
    guard !passedInQuarantine.isEmpty, let history = context.history() else { return [] }
    var keys = ExampleKeys()
    let names = passedInQuarantine.filter { id in
      let marks = history.marks(of: keys.key(of: id)).suffix(Self.mendedAfter - 1)
      return marks.count == Self.mendedAfter - 1 && marks.allSatisfy { $0.letter == "p" }
    }.map(\.heading)
    return names.isEmpty
      ? []
      : ["Quarantined, and passed in the last \(Self.mendedAfter) runs: remove the quarantine of"]
        + Self.list(names, context)
  }

  /// The first of some names, a line each; all of them if they are wanted.
  private static func list(_ names: [String], _ context: ReportContext) -> [String] {
    let shown = context.console.isVerbose ? names[...] : names.prefix(endingLimit)
    let more = DisplayText.more(names.count - shown.count, before: "  … ")
    return shown.map { "  \($0)" } + (more.isEmpty ? [] : [more])
  }

  /// After how many runs in which it passed an example needs no quarantine any more.
  private static let mendedAfter = 5

  /// Whether nothing failed but that the process ended, in no example and no group.
  var areEndOfProcess: Bool {
    failing == [nil] && failedIDs.isEmpty && blocked.isEmpty
      && issues[nil, default: []].allSatisfy { !$0.isFailure || $0.cause == .endOfProcess }
  }

  /// The issues that describe the exit of the process, if there are any.
  private func endings(of id: ExampleID?) -> [Issue] {
    issues[id, default: []].filter { $0.cause == .endOfProcess }
  }

  /// The exit of the process, and the examples that were running then: the last message about a
  /// run.
  func ending(_ context: ReportContext) -> String {
    // There, each failure has its message.
    if context.layout == .quiet { return "" }
    let ended = failing.filter { !endings(of: $0).isEmpty }
    var texts: [Substring] = []
    var names: [Substring: [String]] = [:]
    for id in ended {
      for issue in endings(of: id) {
        let text = issue.message.firstLine
        if names[text] == nil { texts.append(text) }
        names[text, default: []] += [id?.heading].compactMap(\.self)
      }
    }
    return texts.map { text in
      let all = names[text, default: []]
      let line = all.isEmpty ? String(text) : text.trimmingSuffix { $0 == "." } + ":"
      return context.style.boldRed(line)
        + Self.list(all, context).map { "\n" + $0 }.joined() + "\n"
    }.joined()
  }

  private static func hidden(_ count: Int, _ indent: String) -> String {
    DisplayText.more(count, before: indent + "… ", after: "; all of them with --verbose")
  }

  /// How many examples, groups and issues of the run are printed in full.
  private static let limit = 100
  /// How many of the others are that ended their process.
  private static let endingLimit = 20
  /// How many failures that are alike are shown with their details.
  private static let causeLimit = 3
  /// How many issues of one of them are.
  private static let issueLimit = 20

  mutating func text(_ context: ReportContext) -> String {
    let style = context.style
    var lines: [String] = []
    // This layout has already printed them.
    if context.layout == .failures {
      let rest = failing.dropFirst(Self.limit)
      let hidden = rest.count - min(rest.count { !endings(of: $0).isEmpty }, Self.endingLimit)
      if hidden > 0, !context.console.isVerbose { lines += [Self.hidden(hidden, "  "), ""] }
    } else {
      let entries = failureEntries(context)
      shownFailures = entries
      append(style.boldRed("Failures"), entries, context, &lines)
    }
    let isQuiet = context.layout == .quiet
    if !isQuiet {
      let flaky = flaky.map { Entry(id: $0, issues: retried[$0] ?? []) }
      append(style.yellow("Flaky"), flaky, context, &lines)
      let entries = entries(of: quarantined, context) { id in id.flatMap { retried[$0] } ?? [] }
      append(style.yellow("Quarantined"), entries, context, &lines)
    }
    let warnings = warning.flatMap { id in
      // Warnings about the run question its result; examples may record others.
      issues[id, default: []].filter {
        $0.isWarning && (!isQuiet || id == nil || $0.phase == .planning)
      }
    }
    if !warnings.isEmpty {
      if !isQuiet { lines += [style.yellow("Warnings"), ""] }
      for issue in warnings {
        if isQuiet { lines.append("warning:") }
        appendLines(of: issue, indent: "  ", context, &lines)
      }
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The issues of a finished example or group, or the last issue of the run.
  mutating func text(ofLatest id: ExampleID?, _ context: ReportContext) -> String {
    guard let number = failing.lastIndex(of: id) else { return "" }
    if number >= Self.limit, !context.console.isVerbose {
      if endings(of: id).isEmpty { return "" }
      let earlier = failing[Self.limit..<number].count { !endings(of: $0).isEmpty }
      if earlier >= Self.endingLimit { return "" }
    }
    let failures = issues[id, default: []].filter(\.isFailure)
    var lines: [String] = []
    let entry = Entry(id: id, issues: id == nil ? failures.suffix(1) : failures)
    append(number + 1, entry, context, &lines)
    return lines.map { $0 + "\n" }.joined()
  }

  /// A failure as it is shown: that of an example, of a group or of the run, or the first of many that are alike.
  private struct Entry {
    let id: ExampleID?
    let issues: [Issue]
    var alike: FailureGroups.Group?
    /// Whether it takes few lines, since others precede it.
    var isShort = false
    /// Whether it is one of so many that its details are shortened, and that no line runs it again.
    var isOneOfMany = false
    var count: Int { alike?.count ?? 1 }

    /// The name in one line; of failures in several groups, the message. Crashes that are alike have both, as far as
    /// there is room.
    func title(columns limit: Int) -> String {
      let message = String(issues.first?.message.firstLine ?? "")
      guard let alike else { return DisplayText.end(of: id?.heading ?? message, columns: limit) }
      let count = "\(alike.count) × "
      guard let parent = alike.parent else {
        return DisplayText.beginning(of: count + message, columns: limit)
      }
      let name = DisplayText.end(of: count + parent.heading, columns: limit)
      let rest = limit - DisplayText.columns(of: name) - 2
      return issues.first?.crash == nil || rest < 12
        ? name : "\(name): " + DisplayText.beginning(of: message, columns: rest)
    }
  }

  /// The entries of a section; failures that are alike are one, unless all are wanted.
  private func entries(
    of ids: [ExampleID?], _ context: ReportContext, _ issues: (ExampleID?) -> [Issue]
  ) -> [Entry] {
    var entries = ids.map { Entry(id: $0, issues: issues($0)) }
    if context.console.isVerbose { return entries }
    var groups = groups
    let numbers = entries.map { entry in entry.id.map { groups.add($0, entry.issues) } }
    let isLong =
      context.layout == .quiet || groups.groups.count(where: \.isFolded) <= Self.causeLimit
    var shown: Set<Int> = []
    entries = zip(entries, numbers).compactMap { entry, number in
      guard let number, groups.groups[number].isFolded else { return entry }
      guard shown.insert(number).inserted else { return nil }
      return Entry(
        id: entry.id, issues: entry.issues, alike: groups.groups[number],
        isShort: !isLong && shown.count > Self.causeLimit)
    }
    if entries.count > Self.manyLimit {
      for index in entries.indices { entries[index].isOneOfMany = true }
    }
    return entries
  }

  /// The failures as they are shown.
  private func failureEntries(_ context: ReportContext) -> [Entry] {
    shownFailures
      ?? entries(of: failing, context) { issues[$0, default: []].filter(\.isFailure) }
  }

  /// A line for each failure or cause, for the screen that a user sees last: its number, its location and its name.
  /// Nothing if there are few. With them, the first failure, if there are so many that no line runs each again.
  func overview(_ context: ReportContext) -> (lines: [String], first: ExampleID?) {
    let entries = failureEntries(context)
    guard entries.count > Self.causeLimit else { return ([], nil) }
    let single =
      context.layout == .failures
      ? nil : entries.first { $0.isOneOfMany && $0.alike == nil && $0.id != nil }
    // Failures outside all examples have one number, and nothing else in common.
    let all = entries.enumerated().flatMap { offset, entry in
      (entry.id == nil ? entry.issues.map { Entry(id: nil, issues: [$0]) } : [entry])
        .map { (offset: offset, element: $0) }
    }
    // The causes of most failures, in the order of the failures above.
    let shown = all.sorted { $0.element.count > $1.element.count }
      .prefix(Self.overviewLimit).sorted { $0.offset < $1.offset }
    let places = shown.map { _, entry in
      var place = entry.issues.first { $0.place != nil }?.place?.relative(to: context.directory)
      place?.column = 0
      let text = entry.issues.first?.crash?.place ?? place?.description ?? ""
      // The name of a file suffices to run what is at its line, and leaves room for the other name.
      return DisplayText.columns(of: text) <= Self.placeWidth
        ? text : text.split(separator: "/").last.map(String.init) ?? text
    }
    let width = places.map(DisplayText.columns).max() ?? 0
    // These layouts have no numbers that a line could refer to.
    let hasNumbers = context.layout != .quiet && context.layout != .failures
    let lines = zip(shown, places).map { element, place in
      let (index, entry) = element
      let number = hasNumbers ? "\(index + 1)".leftPadded(to: 3) : ""
      let start =
        "\(number)  \(place)"
        + String(repeating: " ", count: max(0, width - DisplayText.columns(of: place)) + 2)
      let rest = max(30, Self.overviewWidth - DisplayText.columns(of: start))
      return context.style.dim(start) + entry.title(columns: rest)
    }
    let more = DisplayText.more(
      all.count - shown.count, before: hasNumbers ? "     … " : "  … ")
    return (lines + (more.isEmpty ? [] : [more]), single?.id)
  }

  /// From how many failures or causes on each is shortened.
  private static let manyLimit = 10
  private static let overviewLimit = 20
  /// The columns of a line of the overview, and of its location with the folders.
  private static let (overviewWidth, placeWidth) = (80, 40)

  private mutating func append(
    _ title: String, _ entries: [Entry], _ context: ReportContext, _ lines: inout [String]
  ) {
    if entries.isEmpty { return }
    if context.layout != .quiet { lines += [title, ""] }
    let numbered = Array(entries.enumerated())
    let (shown, rest) =
      context.console.isVerbose
      ? (numbered[...], []) : (numbered.prefix(Self.limit), numbered.dropFirst(Self.limit))
    for (number, entry) in shown { append(number + 1, entry, context, &lines) }
    // Issues about the exit of the process must not be cut, unless it happens repeatedly.
    let last = rest.filter { !endings(of: $0.element.id).isEmpty }.prefix(Self.endingLimit)
    let hidden = rest.reduce(-last.count) { $0 + $1.element.count }
    if hidden > 0 { lines += [Self.hidden(hidden, "  "), ""] }
    for (number, entry) in last { append(number + 1, entry, context, &lines) }
    if entries.contains(where: \.isShort) {
      if lines.last?.isEmpty == false { lines.append("") }
      lines += ["  All details of each failure with --verbose", ""]
    }
  }

  /// Appends failures that are alike, below their heading, in few lines: how to run them again, and the first line of
  /// each message with its location.
  private func append(
    short issues: [Issue], _ alike: FailureGroups.Group, indent: String, _ context: ReportContext,
    _ lines: inout [String]
  ) {
    lines[lines.count - 1] += context.style.dim(" · \(context.rerun(alike))")
    for issue in issues {
      let text = IssueLines(issue, relativeTo: context.directory)
      let rest = text.message.count > 1 ? " …" : ""
      let place = text.place.map { "  \($0)" } ?? ""
      lines.append(indent + context.style.failure(text.message[0]) + rest + place)
    }
  }

  private mutating func append(
    _ number: Int, _ entry: Entry, _ context: ReportContext, _ lines: inout [String]
  ) {
    let (id, issues) = (entry.id, entry.issues)
    let indent: String
    if !entry.isShort, lines.last?.isEmpty == false { lines.append("") }
    if context.layout == .quiet {
      lines.append("failed: \(id?.text ?? "outside all examples")")
      indent = "  "
      if let alike = entry.alike {
        let others = alike.ids[1..<3].map(\.text).joined(separator: ", ")
        lines.append("\(indent)alike: \(alike.count - 1) more, such as \(others)")
      }
    } else {
      let label = "\(number)".leftPadded(to: 3)
      let heading = entry.alike?.heading ?? id?.heading ?? "Outside all examples"
      lines.append("\(context.style.dim(label))  \(context.style.bold(heading))")
      indent = "     "
    }
    if entry.isShort, let alike = entry.alike {
      return append(short: issues, alike, indent: indent, context, &lines)
    }
    let shown = context.console.isVerbose ? issues.count : min(issues.count, Self.issueLimit)
    for issue in issues[..<shown] {
      let isShort = entry.alike != nil || entry.isOneOfMany
      appendLines(of: issue, indent: indent, isShort: isShort, context, &lines)
    }
    let endings = issues[shown...].filter { $0.cause == .endOfProcess }
    if shown + endings.count < issues.count {
      lines.append(Self.hidden(issues.count - shown - endings.count, indent))
    }
    for issue in endings { appendLines(of: issue, indent: indent, context, &lines) }
    if let alike = entry.alike {
      lines.append(context.style.dim("\(indent)run these again: \(context.rerun(alike))"))
    } else if let id {
      // Hooks that are fine may print too.
      if issues.contains(where: \.isFailure) {
        for output in outputs[id, default: []] {
          append(output: output, of: entry, indent, context, &lines)
        }
      }
      if let count = blocked[id] {
        lines.append("\(indent)blocked: \(count.counted(noun))")
      }
      if !entry.isOneOfMany {
        lines.append(context.style.dim(indent + IssueLines.rerun(context.rerun([id], nil))))
      }
    }
    lines.append("")
  }

  /// The number of lines that are shown of an example's output: at its beginning and at its end.
  private static let (firstLines, lastLines) = (10, 30)

  private func append(
    output: AttachmentRecorded, of entry: Entry, _ indent: String, _ context: ReportContext,
    _ lines: inout [String]
  ) {
    var rest = (output.text ?? "").textLines[...]
    while rest.last?.isEmpty == true { rest.removeLast() }
    // The message of a crash begins with it. Output that has no line end is in the same line, before
    // the location of the fatal error.
    if let sentence = entry.issues.last?.crash?.text.prefix(while: { $0 != "\n" }),
      let last = rest.last, last.hasSuffix(sentence),
      !last.dropLast(sentence.count + 1).contains(" ")
    {
      rest.removeLast()
    }
    if rest.isEmpty { return }
    lines.append("\(indent)It printed:")
    let (firstLines, lastLines) = entry.isOneOfMany ? (0, 10) : (Self.firstLines, Self.lastLines)
    let hidden = rest.count - firstLines - lastLines
    if hidden > 1, !context.console.isVerbose {
      lines += rest.prefix(firstLines).map { "\(indent)  " + $0 }
      lines.append(
        "\(indent)  … "
          + (output.isCut
            ? "much is left out; all that is printed with --show-output always"
            : "\(hidden) lines are left out; all of them with --verbose"))
      rest = rest.suffix(lastLines)
    }
    lines += rest.map { "\(indent)  " + $0 }
  }

  private mutating func appendLines(
    of issue: Issue, indent: String, isShort: Bool = false, _ context: ReportContext,
    _ lines: inout [String]
  ) {
    let text = IssueLines(
      issue, relativeTo: context.directory, quoting: &files, isShort: isShort)
    lines += text.message.map { indent + (issue.isFailure ? context.style.failure($0) : $0) }
    lines += text.details.map { "\(indent)  \($0)" }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> String {
    var rest = self
    while let last = rest.last, isUnwanted(last) { rest.removeLast() }
    return String(rest)
  }
}

extension String {
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
