import ExemplarCore

// The summary: one JSON object of a few KB, for programs that read the result of a run and for coding agents.
//
// Each text is shortened, and the causes of most failures come first, so that its size has a bound whatever fails.

struct SummaryFold: ReportFold {
  private let context: ReportContext
  /// The counts of all repetitions.
  private var summary = RunSummary(seed: 0)
  private var reasons: [String] = []
  /// The status of the first run that was no success, if everything is run several times.
  private var status: ExitStatus?
  private var start: RunStarted?
  private var isBroken = false
  private var groups = FailureGroups(keeping: Self.idLimit)
  /// The first failure of each cause, by the number of its group, and failures outside examples behind them.
  private var causes: [Int: SummaryCause] = [:]
  private var outside: [SummaryCause] = []
  private var outsideCount = 0
  private var buildErrors: [SummaryCause] = []
  private var buildErrorCount = 0
  private var warnings: [String] = []
  private var warningCount = 0
  private var vanished: (note: VanishedNote, fails: Bool)?

  // The limits, in bytes of JSON where they are of text.
  private static let (idLimit, causeLimit, keptLimit) = (3, 10, 10_000)
  private static let (errorLimit, reasonLimit, otherLimit) = (10, 5, 3)
  private static let causeBytes = 6_000
  static let (textLimit, lineLimit) = (500, 200)

  init(_ context: ReportContext) {
    self.context = context
  }

  mutating func begin(_ event: Event, _ output: inout ReportOutput) {
    if case .groupStarted(let group) = event { groups.receive(group) }
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) {
    switch entry {
    case .runStarted(let start): self.start = start
    case .example(let example):
      if case .failed = example.outcome { record(example.id, example.issues, example.place) }
      for issue in example.issues where issue.isWarning { warn(issue) }
    case .group(let group):
      if !group.failures.isEmpty { record(group.id, group.failures, group.place) }
      for issue in group.issues where issue.isWarning { warn(issue) }
    case .issueOutside(let issue): record(outside: issue)
    case .hooks: break
    case .runEnded(let run):
      end(run)
    }
  }

  private mutating func end(_ run: EndedRun) {
    isBroken = run.isBroken
    let earlier = summary
    summary = run.summary
    for (_, field) in RunSummary.counts { summary[keyPath: field] += earlier[keyPath: field] }
    summary.duration += earlier.duration
    run.summary.troublesOfRun.forEach { add(reason: $0) }
    let status = ExitStatus(run.summary)
    if status != .fine { self.status = self.status ?? status }
  }

  /// Adds a reason why the run is not a success.
  mutating func add(reason: String) {
    let reason = reason.cut(toJSON: Self.lineLimit)
    if !reasons.contains(reason), reasons.count < Self.reasonLimit { reasons.append(reason) }
  }

  private mutating func record(_ id: ExampleID, _ issues: [Issue], _ place: Place?) {
    let number = groups.add(id, issues)
    if causes[number] != nil || causes.count == Self.keptLimit { return }
    causes[number] = SummaryCause(
      issues.first(where: \.isFailure) ?? Issue("It failed."), at: place, context)
  }

  private mutating func record(outside issue: Issue) {
    if let note = VanishedNote(issue) {
      vanished = (note, issue.isFailure)
    } else if issue.isWarning {
      warn(issue)
    } else if issue.isFailure, start == nil, issue.place != nil {
      buildErrorCount += 1
      if buildErrors.count < Self.errorLimit {
        buildErrors.append(SummaryCause(issue, at: nil, context))
      }
    } else if issue.isFailure {
      outsideCount += 1
      if outside.count < Self.causeLimit { outside.append(SummaryCause(issue, at: nil, context)) }
    }
  }

  private mutating func warn(_ issue: Issue) {
    warningCount += 1
    if warnings.count < Self.otherLimit {
      warnings.append(String(issue.message.firstLine).cut(toJSON: Self.lineLimit))
    }
  }

  // MARK: The object

  /// The status, as far as the events show it.
  var statusOfEvents: ExitStatus {
    guard let start else { return summary.nothingRan == nil ? .couldNotStart : .nothingRan }
    if let status { return status }
    return isBroken || start.repetition < start.repetitions ? .didNotFinish : .fine
  }

  /// The object, for a process that exits with a status.
  func text(status: ExitStatus) -> ReportText {
    var text = ReportText()
    text.object { text in
      text.append(key: "format", "exemplar-summary")
      text.append(key: "version", 1)
      text.append(key: "verdict", status == .fine ? "passed" : "failed")
      text.append(key: "status", Int(status.rawValue))
      text.append(key: "meaning", status.meaning)
      text.append(key: "reasons", reasons)
      text.object(key: "counts") { text in
        for (name, field) in RunSummary.counts { text.append(key: name, summary[keyPath: field]) }
      }
      text.append(key: "seconds")
      text.append(summary.duration, digits: 3)
      if start != nil, summary.order != .defined {
        text.append(key: "seed")
        text += "\(summary.seed)"
      }
      text.object(key: "run") { text in
        for fact in context.facts() {
          text.separate()
          text.append(json: fact.name)
          text += ":"
          text.append(json: fact.text.cut(toJSON: Self.lineLimit))
        }
      }
      let (shown, hidden) = shownCauses
      text.list(key: "causes", shown) { $0 += $1 }
      text.object(key: "others") {
        $0.append(key: "causes", hidden.causes)
        $0.append(key: "failures", hidden.failures)
      }
      text.object(key: "buildErrors") { text in
        text.append(key: "count", buildErrorCount)
        text.list(key: "first", buildErrors) { $1.append(to: &$0) }
      }
      text.object(key: "vanished") { text in
        text.append(key: "count", vanished?.note.count ?? 0)
        text.append(key: "fails", vanished?.fails ?? false)
        text.append(
          key: "losses", (vanished?.note.losses ?? []).map { $0.cut(toJSON: Self.lineLimit) })
      }
      text.object(key: "warnings") { text in
        text.append(key: "count", warningCount)
        text.append(key: "first", warnings)
      }
      if let rerun { text.append(key: "rerun", rerun) }
    }
    text += "\n"
    return text
  }

  /// The line that runs all failures again.
  private var rerun: String? {
    guard let first = groups.groups.first(where: { !$0.isQuarantined }) else { return nil }
    let seed = summary.order == .defined ? nil : summary.seed
    let line =
      context.rerunFailed?(seed) ?? (groups.groups.count == 1 ? self.line(of: first) : nil)
    return line.flatMap { $0.utf8.count > Self.textLimit ? nil : $0 }
  }

  private func line(of group: FailureGroups.Group) -> String? {
    let line = group.count == 1 ? context.rerun(group.ids, nil) : context.rerun(group)
    return line.utf8.count > Self.textLimit ? context.rerunCause?(group.name) : line
  }

  /// The causes as objects, as many as there is room for, with those of most failures first.
  private var shownCauses: (shown: [ReportText], hidden: (causes: Int, failures: Int)) {
    let order = groups.groups.indices.filter { !groups.groups[$0].isQuarantined }
      .sorted { (-groups.groups[$0].count, $0) < (-groups.groups[$1].count, $1) }
    var shown: [ReportText] = []
    var (bytes, failures) = (0, 0)
    func add(_ count: Int, _ append: (inout ReportText) -> Void) {
      var text = ReportText()
      text.object(append)
      bytes += text.count
      if shown.count == Self.causeLimit || bytes > Self.causeBytes && !shown.isEmpty { return }
      shown.append(text)
      failures += count
    }
    // Those outside examples may be why others failed.
    for cause in outside {
      add(1) { text in
        text.append(key: "count", 1)
        text.append(key: "ids", EmptyCollection<String>())
        cause.appendFields(to: &text)
      }
    }
    for index in order.prefix(Self.causeLimit) {
      let group = groups.groups[index]
      add(group.count) { text in
        text.append(key: "name", group.name)
        text.append(key: "count", group.count)
        text.append(
          key: "ids", group.ids.lazy.map(\.text).filter { $0.utf8.count <= Self.lineLimit })
        causes[index]?.appendFields(to: &text)
        if let line = line(of: group) { text.append(key: "rerun", line) }
      }
    }
    let all = order.reduce(outsideCount) { $0 + groups.groups[$1].count }
    return (shown, (order.count + outsideCount - shown.count, all - failures))
  }
}

/// A failure as the summary shows it: its texts are shortened when it happens, so that many take little memory.
private struct SummaryCause {
  private let message: String
  /// The lines of a difference.
  private let difference: String?
  private let place: String?
  private let row: (name: String, place: String?, values: String?)?

  init(_ issue: Issue, at other: Place?, _ context: ReportContext) {
    let (text, line) = (SummaryFold.textLimit, SummaryFold.lineLimit)
    func shown(_ place: Place?) -> String? {
      place?.relative(to: context.directory).description.cut(toJSON: line)
    }
    // By bytes, since messages may be long.
    let parts = issue.message.utf8.firstRange(of: "\n\(TextDifference.heading)\n".utf8)
    message = String(issue.message[..<(parts?.lowerBound ?? issue.message.endIndex)])
      .cut(toJSON: text)
    difference = parts.map { String(issue.message[$0.upperBound...]).cut(toJSON: text) }
    place = shown(issue.place ?? other)
    row = issue.context.row.map {
      ($0.name.cut(toJSON: line), shown($0.place), $0.values?.cut(toJSON: line))
    }
  }

  func append(to text: inout ReportText) { text.object(appendFields) }

  func appendFields(to text: inout ReportText) {
    text.append(key: "message", message)
    if let difference { text.append(key: "difference", difference) }
    if let place { text.append(key: "place", place) }
    guard let row else { return }
    text.object(key: "row") { text in
      text.append(key: "name", row.name)
      if let place = row.place { text.append(key: "place", place) }
      if let values = row.values { text.append(key: "values", values) }
    }
  }
}

extension String {
  /// The beginning, with an ellipsis, of a text that takes more bytes as JSON.
  fileprivate func cut(toJSON limit: Int) -> String {
    func size(_ text: String) -> Int {
      var json = ReportText()
      json.append(json: text)
      return json.count
    }
    var text = self
    var count = limit
    while text.utf8.count > limit || size(text) > limit {
      var end = utf8.index(utf8.startIndex, offsetBy: min(count, utf8.count))
      // A scalar is not cut in two.
      while end < utf8.endIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
      text = self[..<end] + "\u{2026}"
      count -= max(1, count / 4)
    }
    return text
  }
}
