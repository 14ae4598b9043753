import ExemplarCore

// JUnit XML.
//
// Every example and every row is a case, and so are other failures: of the hooks around a group, or
// of the run as a whole. A case has one verdict: `failure` for an assertion that did not hold,
// `error` for everything else. Earlier attempts are in elements of surefire's format, which Jenkins
// and others show.

struct JUnitFold: ReportFold {
  private var file: JUnitFile
  let context: ReportContext
  /// Whether cases have `file` and `line`, which the schema of Jenkins' xUnit plugin does not know.
  private let hasPlaces: Bool
  /// The specs that are not over.
  private var suites: [ExampleID: JUnitSuite] = [:]
  private var latestSuite: (spec: ExampleID, suite: JUnitSuite)?
  /// The group of the example that ended last, and how its examples name it.
  private var latestGroup: (id: ExampleID, classname: ReportText)?
  /// The path that was written last, and the attribute that it has become.
  private var latestFile: (path: String, text: ReportText)?
  private var run = JUnitSuite("(run)", begin: 0)
  /// The additional cases of a run that was cut short.
  private var broken: JUnitSuite {
    let suite = JUnitSuite("(run)", begin: run.begin)
    suite.append(contentsOf: run)
    append("The run did not finish.", to: suite)
    return suite
  }
  private var seed = "0"
  private var repetition = 1
  private var repetitions = 1
  private var lastWritten = 0.0
  /// How many bytes a spec may have before a part of it is written as a suite of the same name.
  private static let suiteLimit = 1 << 20

  init(
    path: String?, hasPlaces: Bool = true, limit: Int = JUnitFile.usualLimit,
    _ context: ReportContext
  ) throws {
    file = try JUnitFile(path: path, limit: limit)
    self.context = context
    self.hasPlaces = hasPlaces
    run = JUnitSuite("(run)", begin: context.now())
    try write(context.now())
  }

  mutating func add(_ entry: ReportEntry, to output: inout ReportOutput) throws {
    switch entry {
    case .runStarted(let start):
      seed = "\(start.seed)"
      (repetition, repetitions) = (start.repetition, start.repetitions)
      run = JUnitSuite("(run)", begin: context.now())
      latestGroup = nil
    case .example(let example): try add(example)
    case .group(let group):
      if !group.failures.isEmpty {
        try add(group)
      } else if let output = self.output(group.issues, group.attachments) {
        suite(of: group.id).append(output: "\(group.id.heading): \(output)")
      }
      if group.id.spec == group.id { try end(group.id) }
    case .issueOutside(let issue): add(issue)
    case .hooks: break
    case .runEnded(let run):
      try end(run)
      // The file is complete only after the last repetition.
      if !run.isBroken, repetition < repetitions, run.summary.isSuccess {
        try write(context.now())
      }
    }
  }

  mutating func finish(_ output: inout ReportOutput) throws { try file.close() }

  // MARK: Suites

  private mutating func suite(of id: ExampleID) -> JUnitSuite {
    let spec = id.spec
    if let latestSuite, latestSuite.spec == spec { return latestSuite.suite }
    let suite = suites[spec] ?? JUnitSuite(name(of: spec), begin: context.now())
    suites[spec] = suite
    latestSuite = (spec, suite)
    return suite
  }

  /// Writes what has come together, if it is much or time for it.
  private mutating func writeIfNeeded(_ suite: JUnitSuite, of id: ExampleID) throws {
    if suite.cases.count > Self.suiteLimit { try end(id.spec) }
    let now = context.now()
    if file.isFull || now - lastWritten >= 1 { try write(now) }
  }

  private mutating func end(_ spec: ExampleID) throws {
    latestSuite = nil
    guard let suite = suites.removeValue(forKey: spec) else { return }
    try file.append(suite, seed: seed)
  }

  /// Writes what is known so far, as of a run that broke off.
  private mutating func write(_ now: Double) throws {
    lastWritten = now
    try file.write(
      unfinished: suites.values.sorted { $0.name < $1.name } + [broken], seed: seed)
  }

  private mutating func end(_ ended: EndedRun) throws {
    let summary = ended.summary
    seed = "\(summary.seed)"
    let running = ended.running.map { "\n  \($0)" }.joined()
    for trouble in summary.troublesOfRun {
      append(trouble + (summary.finished ? "" : running), to: run)
    }
    if let warning = summary.warningOfRun { add(warning) }
    for spec in suites.keys.sorted(by: { $0.text < $1.text }) { try end(spec) }
    if !run.isEmpty { try file.append(run, seed: seed) }
    run = JUnitSuite("(run)", begin: run.begin)
    try file.write()
  }

  // MARK: Cases

  private mutating func add(_ example: OpenExamples.Example) throws {
    let classname = classname(example.id.parent)
    let place = place(example.place)
    let suite = suite(of: example.id)
    var contents = ReportText()
    append(example, to: &contents)
    suite.append(
      classname, example.id.name, time: example.duration, at: place, example.outcome.verdict,
      contents)
    try writeIfNeeded(suite, of: example.id)
  }

  /// A group whose own hooks failed is a case beside those of its examples: its class ends with a slash, as
  /// no other does.
  private mutating func add(_ group: OpenExamples.Group) throws {
    var classname = classname(group.id)
    classname += "/"
    let failures = group.failures
    let suite = suite(of: group.id)
    var contents = ReportText()
    append(group, to: &contents)
    suite.append(
      classname, failures.first?.phase.rawValue ?? "hooks", time: 0, at: place(group.place),
      failures.first?.isExpected == true ? .failure : .error, contents)
    try writeIfNeeded(suite, of: group.id)
  }

  /// The attribute `file`, escaped, and the line.
  private mutating func place(_ place: Place?) -> (file: ReportText, line: Int)? {
    guard hasPlaces, let place else { return nil }
    if latestFile?.path != place.path {
      var text = ReportText()
      text.append("file", xml: place.relative(to: context.directory).path)
      latestFile = (place.path, text)
    }
    return latestFile.map { ($0.text, place.line) }
  }

  /// An issue of no example and no group.
  private func add(_ issue: Issue) {
    guard issue.isFailure else {
      if let output = output([issue], []) { run.append(output: output) }
      return
    }
    append(text(of: [issue]), to: run, issue.isExpected ? .failure : .error)
  }

  private func append(
    _ text: String, to run: JUnitSuite, _ verdict: JUnitSuite.Verdict = .error
  ) {
    var contents = ReportText()
    Self.append(verdict == .failure ? "failure" : "error", text, to: &contents)
    run.append(
      ReportText("(run)"), repeated("issue \(run.counts.tests + 1)"), time: 0, at: nil, verdict,
      contents)
  }

  private func repeated(_ name: String) -> String {
    repetition == 1 ? name : "\(name), repetition \(repetition)"
  }

  private func name(of spec: ExampleID) -> String {
    repeated(spec.components.map(ExampleID.printable).joined(separator: "."))
  }

  /// How examples name the group they are in: the module, a dot, and the path as ids have it. No module has
  /// a blank in its name, so what runs several times stays apart.
  private mutating func classname(_ group: ExampleID?) -> ReportText {
    guard let group else { return ReportText() }
    if let latestGroup, latestGroup.id == group { return latestGroup.classname }
    let text = group.text
    let module = text.prefix { $0 != "/" }
    var classname = ReportText()
    classname.append(
      xml: module + (repetition == 1 ? "" : " (\(repetition))")
        + (module.count == text.count ? "" : "." + text.dropFirst(module.count + 1)),
      isAttribute: true)
    latestGroup = (group, classname)
    return classname
  }
}

extension ReportFormat {
  package static let junit = ReportFormat(
    "junit", "JUnit XML, with {n} in the path in files below 30 MB", path: "junit.xml"
  ) { try report($0, hasPlaces: true, $1) }

  /// The plugin, unlike Jenkins itself, refuses attributes that are not in its schema.
  package static let xunit = ReportFormat(
    "xunit", "the same as Jenkins' xUnit plugin takes it, without files and lines",
    path: "xunit.xml"
  ) { try report($0, hasPlaces: false, $1) }

  private static func report(
    _ path: String?, hasPlaces: Bool, _ context: ReportContext
  ) throws -> any Reporter {
    try FoldReporter(
      JUnitFold(path: path, hasPlaces: hasPlaces, context), path: path ?? "-", opensFile: false,
      context)
  }
}

extension Outcome {
  fileprivate var verdict: JUnitSuite.Verdict {
    switch self {
    case .passed, .flaky: .passed
    case .failed(let isUnexpected): isUnexpected ? .error : .failure
    // A separate case reports the failure of the group that blocks it.
    case .quarantined, .skipped, .pending, .blocked: .skipped
    }
  }
}
