import ExemplarCore

/// Events of every kind, with every field set and not set, and with unusual names.
package enum Samples {
  private static let names = [
    "", "a", "%", "/", "a/b", "…", "\u{0}", "line\nbreak", "e\u{301}", "👩‍👩‍👧",
    String(repeating: "long ", count: 500),
    "\u{FEFF}", "\"quoted\"", "'", "\\", "\u{2028}",
  ]

  package static var all: [Event] {
    let module = ExampleID(["Shop"])
    let spec = module.appending("A cart")
    let deep = (0..<200).reduce(spec) { id, index in id.appending("level \(index)") }
    let here = Place(path: "/shop/CartSpec.swift", line: 12, column: 3)
    var events: [Event] = [
      .runStart(
        seed: .max, examples: 2, repetition: 3, of: 4, notSelected: 5,
        focused: [spec, deep, ExampleID([String]())]),
      .groupStart(spec, at: here),
      .groupStart(spec.appending("adds"), at: here, kind: .outline),
      .groupStart(spec.appending("adds").appending("a suite"), at: here, kind: .suite),
    ]
    for name in names {
      let id = spec.appending("adds").appending(name)
      for place in [nil, here, here, Place(path: name, line: -1, column: .max)] {
        for row in [
          nil, RowReference(name: name), RowReference(name: "other", place: here, values: name),
          RowReference(name: name, place: Place(path: "data.json", line: .min)),
        ] {
          let context = ExampleContext(
            at: place, row: row, tags: row == nil ? [] : [name, "t"], bugs: [name, name],
            inclusions: row == nil ? [InclusionFrame(name, at: here)] : [])
          events.append(.exampleStarted(ExampleStarted(id, context, isLeftOut: place == nil)))
          events.append(.exampleEnd(id, duration: 0.001, attempts: 1))
        }
      }
    }
    for outcome: Outcome in [
      .passed, .flaky, .failed(unexpected: true), .failed(unexpected: false),
      .skipped(reason: "later"), .pending(reason: nil), .pending(reason: ""),
      .blocked(by: spec), .blocked(by: deep),
    ] {
      let id = spec.appending("\(outcome)")
      events.append(.exampleStart(id, at: here))
      for duration in [0, -0.0, 1e-9, 0.1, 1.0 / 3, 86_400, -1, .infinity, .leastNonzeroMagnitude] {
        for attempts in [1, 0, 2, -7] {
          events.append(.exampleEnd(id, outcome, duration: duration, attempts: attempts))
        }
      }
    }
    for outcome in [Outcome.passed, .flaky] {
      var end = ExampleEnded(id: spec.appending("confirms"), outcome: outcome, duration: 1)
      end.confirmed = [ConfirmedPlace(here, named: "expected"), ConfirmedPlace(Place(path: "a"))]
      events += [.exampleStart(end.id, at: here), .exampleEnded(end)]
    }
    events += issues(of: spec, at: here)
    for (path, text) in [(nil, nil), ("a/b", nil), (nil, "\u{0}"), ("", "")] {
      events.append(.attachment("page.html", of: deep, size: -3, path: path, text: text))
    }
    for phase in [Phase.beforeAll, .afterAll, .cleanup] {
      events.append(.hooksStart(spec, phase, at: here))
      events.append(.hooksEnd(spec, phase))
    }
    for reason in [nil, "", "on Linux only"] {
      events.append(
        .exampleListed(
          ExampleListed(
            id: ExampleID(["Shop", "x"]), place: here, row: RowReference(name: "r"),
            skipReason: reason)))
    }
    var combined = ExampleListed(
      id: ExampleID(["Shop", "x"]), place: here, row: RowReference(name: "r"))
    combined.otherFiles = ["a.csv", "b.csv"]
    events += [
      .exampleListed(combined),
      .exampleStart(ExampleID([String]())),
      .exampleEnd(ExampleID([String]())),
      .exampleStart(module, at: here),
      .exampleEnd(module),
      // The same id again, side by side with itself and others.
      .exampleStart(deep, at: here),
      .exampleStart(spec.appending("b"), at: here),
      .exampleStart(deep, at: here),
      .exampleEnd(deep, duration: 0.25),
      .exampleEnd(deep, .flaky, duration: 0.25, attempts: 2),
      .exampleEnd(spec.appending("b")),
      .groupEnd(spec.appending("adds"), duration: 2.5),
      .groupEnd(spec, duration: 3.25, failed: true),
      // A group that had finished comes again.
      .groupStart(spec, at: here),
      .groupEnd(spec),
    ]
    var summary = RunSummary(seed: 7, order: .random)
    summary.executed = 3
    summary.notReached = -2
    summary.isFocused = true
    summary.duration = 12.5
    events.append(.runEnded(summary))
    summary.finished = true
    summary.isFocusRefused = true
    summary.isFocused = false
    summary.nothingRan = "Nothing matches."
    summary.knownIssues = .max
    events.append(.runEnded(summary))
    return events
  }

  private static func issues(of spec: ExampleID, at here: Place) -> [Event] {
    var events: [Event] = []
    for phase in [
      Phase.planning, .beforeAll, .beforeEach, .body, .afterEach, .afterAll, .cleanup,
    ] {
      for (index, cause) in [nil, Issue.Cause.timeLimit, .endOfProcess].enumerated() {
        let context = ExampleContext(
          at: index == 1 ? here : nil,
          row: index == 0 ? nil : row(at: here, hasColumns: index == 2),
          tags: index == 2 ? ["slow", "db"] : [], bugs: index == 2 ? ["#1"] : [],
          inclusions: index == 2 ? [InclusionFrame("a collection", at: here)] : [])
        var issue = Issue(
          "line 1\nline 2 \u{0} \"x\"", at: index == 0 ? nil : here, phase: phase,
          isExpected: index == 0, isKnown: index == 1, isWarning: index == 2,
          isRetried: index == 1, checkpoint: index == 0 ? nil : "paid",
          labels: index == 0 ? [] : ["1", ""], context: context, cause: cause)
        if index == 2 {
          issue.reviewed = ReviewedValue(
            .row, at: here, named: "expected", syntax: "json", digest: "2-a", old: "1\n",
            new: "[2]",
            form: .json, isPending: phase == .body, scrubbers: ["dates"])
          issue.reviewed?.isContradicted = phase == .planning
          if phase == .body {
            issue.obsolete = [
              .obsolete(.file, "/a.txt", named: "a.txt", digest: "2-a"),
              .obsolete(.value, "/a.csv", named: "html"),
            ]
          }
        }
        events.append(.issue(issue, of: index == 0 ? nil : spec.appending("fails")))
      }
    }
    return events
  }

  private static func row(at place: Place, hasColumns: Bool) -> RowReference {
    let columns = [RowColumn("", "1"), RowColumn("price", "\"8.50\"", read: "8.5")]
    return RowReference(
      name: "r", place: place, values: "1 · 2", columns: hasColumns ? columns : nil)
  }

  /// Events like those of real runs, in any order: what begins may not end, and the other way round.
  package static func random(_ count: Int, seed: UInt64) -> [Event] {
    var generator = SeededGenerator(seed: seed)
    func id() -> ExampleID {
      ExampleID((0..<Int.random(in: 0..<5, using: &generator)).map { _ in pick(names, &generator) })
    }
    func place() -> Place {
      Place(path: pick(names, &generator), line: .random(in: -2...40, using: &generator))
    }
    return (0..<count).map { _ in
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: .groupStart(id(), at: place())
      case 1: .groupEnd(id(), duration: .random(in: 0...9, using: &generator))
      case 2, 3:
        .exampleStart(
          id(), at: Bool.random(using: &generator) ? place() : nil,
          row: Bool.random(using: &generator)
            ? RowReference(name: pick(names, &generator), place: place()) : nil,
          tags: Bool.random(using: &generator) ? [pick(names, &generator)] : [])
      case 4, 5:
        .exampleEnd(id(), duration: .random(in: 0...9, using: &generator))
      case 6: .issue(Issue("m", at: place()), of: id())
      default: .hooksStart(id(), .afterAll, at: place())
      }
    }
  }

  private static func pick(_ names: [String], _ generator: inout SeededGenerator) -> String {
    names[Int.random(in: 0..<names.count, using: &generator)]
  }
}
