import ExemplarCore
import ExemplarLog
import Foundation
import TestSupport
import Testing

@testable import ExemplarCLI

/// Streams of events become one run: each group once, with all of its contents, and one end.
struct StreamMergerTests {
  /// A merger that is told what streams do.
  private struct Script {
    private(set) var reported = Locked(ReportedEvents())
    var merger: StreamMerger
    private var streams: [String: (stream: StreamMerger.Stream, script: EventScript)] = [:]
    private var ends: [String: RunSummary] = [:]
    private var hasParts = false
    private var current = ""

    init(_ script: String) {
      merger = StreamMerger { [reported] in
        $0.forEach { event in reported.withLock { $0.note(event) } }
      }
      let actions = script.split(separator: " ").map(String.init)
      // The streams of a run are known when it begins.
      for action in actions where action.hasSuffix(">") { open(action) }
      for action in actions { perform(action) }
    }

    /// Opens the stream `1>` or its part `1a>`, which claims the node after `@`.
    private mutating func open(_ action: String) {
      let parts = action.dropLast().split(separator: "@", omittingEmptySubsequences: false)
      let (name, claims) = (String(parts[0]), parts.dropFirst().map { EventScript.id($0) })
      if streams[name] != nil { return }
      let isPart = name.count > 1
      if isPart, current.isEmpty { return }
      let run = isPart ? streams[String(name.prefix(1))]?.stream : nil
      streams[name] = (merger.open(in: run, claiming: claims), EventScript())
      if isPart { hasParts = true } else { ends[name] = RunSummary(seed: 1) }
    }

    private mutating func perform(_ action: String) {
      if action.hasSuffix(">") {
        current = String(action.dropLast().prefix { $0 != "@" })
        return open(action)
      }
      let (stream, run) = (streams[current]!.stream, String(current.prefix(1)))
      if action.hasPrefix("run") {
        let numbers = action.dropFirst(3).split(separator: "/").compactMap { Int($0) }
        ends[run] = RunSummary(seed: 1)
        return merger.receive(
          .runStart(seed: 1, repetition: numbers.first ?? 1, of: numbers.last ?? 1), of: stream)
      }
      switch action {
      case "close": merger.close(stream)
      case "remove": merger.remove(stream)
      case "finish": merger.finish()
      case "late": receive(.issue(Issue("late")))
      case "end", "empty", "cut", "short":
        // Parts have no ends of their own; what is left out counts for none of them.
        var end = hasParts ? merger.counts : ends[run]!
        end.finished = action != "cut"
        end.nothingRan = action == "empty" ? "nothing" : nil
        end.notReached = action == "short" ? 2 : 0
        merger.receive(.runEnded(end), of: stream)
      default:
        for event in streams[current]!.script.events(action) { receive(event) }
      }
    }

    private mutating func receive(_ event: Event) {
      ends[String(current.prefix(1))]!.count(event)
      merger.receive(event, of: streams[current]!.stream)
    }

    /// The reported events, with the counts of the end.
    var text: String {
      let reported = reported.withLock { $0 }
      guard let end = reported.summary else { return reported.text }
      let counts = [
        ("✔", end.passed), ("✘", end.failed), ("!", end.groupFailures + end.runFailures),
        ("~", end.warnings), ("-", end.notReached),
      ]
      return reported.text + " = "
        + counts.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        + (end.isSuccess ? "" : " failed")
    }
  }

  /// The actions of streams, and the run that they become. See ``EventScript`` and ``Script``.
  @Test(arguments: [
    // One stream stays as it is.
    ("1> run ( +a ) end finish", "run (A till a ✔ ) = ✔1"),
    ("1> run ( +a finish", "run (A till a ✔"),
    ("1> run ( +a ) cut finish", "run (A till a ✔ ) = ✔1 failed"),
    ("1> run ( +a ) short finish", "run (A till a ✔ ) = ✔1 -2 failed"),
    ("1> run empty finish", "run =  failed"),
    // Late events count into the end, whatever stream they come of.
    ("1> run ( +a ) end late finish", "run (A till a ✔ ) issue of the run = ✔1 !1 failed"),
    (
      "1> run ( +a ) end 2> run (^shelf +^shelf/b )^shelf end 1> late finish",
      "run (A till a ✔ ) (shelf b ✔ ) issue of the run = ✔2 !1 failed"
    ),
    // The run ends with its last stream, and has no end if one of them has none.
    (
      "1> run ( +a ) end 2> run (^shelf +^shelf/b )^shelf end finish",
      "run (A till a ✔ ) (shelf b ✔ ) = ✔2"
    ),
    ("1> run ( +a ) end close 2> run ( +b close finish", "run (A till a ✔ ) (A till b ✔"),
    ("1> run ( +a ) end 2> finish", "run (A till a ✔ )"),
    ("1> remove 2> run ( +a ) end finish", "run (A till a ✔ ) = ✔1"),
    ("1> remove finish", ""),
    ("1> run empty 2> run ( +a ) end finish", "run (A till a ✔ ) = ✔1"),
    ("1> run empty 2> run empty finish", "run =  failed"),
    ("1> run cut 2> run ( +a ) short finish", "run (A till a ✔ ) = ✔1 -2 failed"),
    // A group begins with its first stream and ends with its last.
    ("1@> run ( +a ) end 2@> run ( +b ) end finish", "run (A till a ✔ b ✔ ) = ✔2"),
    (
      "1@> run ( (night +night/a )night ) end 2@> run ( (night +night/b )night ) end finish",
      "run (A till (night a ✔ b ✔ ) ) = ✔2"
    ),
    (
      "1@> run ( (night +night/a )night ) end 2@> run ( +b ) end finish",
      "run (A till (night a ✔ b ✔ ) ) = ✔2"
    ),
    (
      "1@> run ( +a !) end 2@> run ( +b ) end finish",
      "run (A till a ✔ b ✔ A till!) = ✔2 !1 failed"
    ),
    (
      "1@> run ( +a !) end 2@> run ( +b !) end finish",
      "run (A till a ✔ b ✔ A till!) = ✔2 !1 failed"
    ),
    // A stream that breaks off holds nothing.
    ("1@> run ( +a close 2@> run ( +b ) end finish", "run (A till a ✔ b ✔ )"),
    ("1@> run ( +a ) end close 2@> run ( +b close finish", "run (A till a ✔ b ✔ )"),
    ("1@> run ( +a ) end 2@> close finish", "run (A till a ✔ )"),
    // Parts of a spec: the rows of an outline, in several processes.
    (
      "1> run 1a@> ( [sells +sells/one 1b@sells> ( [sells sells/two 1a> )sells +closes ) close "
        + "1b> ✔sells/two )sells ) close 1> end finish",
      "run (A till (sells one ✔ two closes ✔ ✔ ) ) = ✔3"
    ),
    (
      "1> run 1a@> ( (day [day/sells 1b@day/sells> 1a> )day/sells )day (night +night/a )night ) "
        + "1b> ( (day [day/sells +day/sells/b )day/sells )day ) 1> end finish",
      "run (A till (day (sells (night a ✔ ) b ✔ ) ) ) = ✔2"
    ),
    (
      "1> run 1a@> ( [sells 1b@sells> ( [sells {sells/fees +sells/fees/a )sells/fees 1a> {sells/fees "
        + "+sells/fees/b )sells/fees )sells ) 1b> )sells ) 1> end finish",
      "run (A till (sells (fees a ✔ b ✔ ) ) ) = ✔2"
    ),
    // One of them never comes to the suite, or to the outline, or exits before.
    (
      "1> run 1a@> ( [sells 1b@sells> ( [sells 1a> {sells/fees +sells/fees/b )sells/fees )sells ) "
        + "1b> )sells ) 1> end finish", "run (A till (sells (fees b ✔ ) ) ) = ✔1"
    ),
    (
      "1> run 1a@> ( [sells 1b@sells> ( ) close 1a> )sells ) 1> end finish",
      "run (A till (sells ) ) = "
    ),
    (
      "1> run 1a@> ( [sells )sells 1b@sells> ( [sells +sells/a close 1a> ) 1> end finish",
      "run (A till (sells ) (sells a ✔ ) ) = ✔1"
    ),
    (
      "1> run 1a@> ( [sells 1b@sells> ( [sells 1a> )sells ) 1b> close 1> end finish",
      "run (A till (sells ) ) = "
    ),
    // The first stream has the findings about rows, also among recorded logs.
    (
      "1> run 1a@> ( [sells ?sells/names 1b@sells> ( [sells ?sells/names !sells/names "
        + "✔sells/names 1a> !sells/names ✔sells/names )sells ) 1b> )sells ) 1> end finish",
      "run (A till (sells names issue of names ✔ ) ) = ✔1"
    ),
    (
      "1@> run ( [sells ?sells/x ✔sells/x )sells ) end 2@> run ( [sells ?sells/x ✔sells/x )sells ) "
        + "end finish", "run (A till (sells x ✔ ) ) = ✔1"
    ),
    // So it has those of planning, which a process repeats that continues a part; one alone keeps them all.
    (
      "1> run ~a ~a end 2> run ~a ~b end finish",
      "run issue of a issue of a issue of b = ~3"
    ),
    ("1> run 1a> ~a ~a 1> end finish", "run issue of a = ~1"),
    // Hooks of several specs are a group until the run ends.
    (
      "1> run 1h@^open> 1a> (^open 1b> (^open 1a> !)^open close 1b> )^open close 1c> (^open close "
        + "1h> close 1> end finish", "run (open open!) = !1 failed"
    ),
    // A stream that begins again begins the next repetition, to which all other streams belong that come later.
    (
      "1> run1/2 ( +a ) end run2/2 ( +a ) end finish",
      "run 1/2 (A till a ✔ ) run 2/2 (A till a ✔ ) = ✔1"
    ),
    (
      "1> run1/2 ( +a ) end late run2/2 ( +a ) end finish",
      "run 1/2 (A till a ✔ ) issue of the run run 2/2 (A till a ✔ ) = ✔1"
    ),
    ("1> run1/2 ( run2/2 ( +a ) end finish", "run 1/2 (A till run 2/2 (A till a ✔ ) = ✔1"),
    (
      "1@> run1/2 ( +a ) end run2/2 ( +a ) end close 2@> run ( +b ) end finish",
      "run 1/2 (A till a ✔ ) run 2/2 (A till a ✔ b ✔ ) = ✔2"
    ),
    (
      "1> run1/2 end 2> run1/2 ( +a ) end 1> run2/2 end 2> run2/2 ( +a ) end finish",
      "run 1/2 (A till a ✔ ) run 2/2 (A till a ✔ ) = ✔1"
    ),
  ])
  func streamsBecomeOneRun(script: String, text: String) {
    #expect(Script(script).text == text)
  }

  /// The issue of a bad exit fails a run that has an end and would be a success otherwise, once.
  @Test(arguments: [
    ("1> run ( +a ) end", "run (A till a ✔ ) issue of the run = ✔1 !1 failed", true),
    ("1> run ( +a ) cut", "run (A till a ✔ ) = ✔1 failed", false),
    ("1> run ( +a )", "run (A till a ✔ )", false),
    (
      "1> run1/3 ( ) end run2/3 ( ) end",
      "run 1/3 (A till ) run 2/3 (A till ) issue of the run = !1 failed", true
    ),
  ])
  func aBadExitIsNoSuccess(script: String, text: String, isReported: Bool) {
    var script = Script(script)
    let issue = Issue("It ended with status 3.", cause: .endOfProcess)
    let (first, second) = (script.merger.fail(with: issue), script.merger.fail(with: issue))
    #expect(first == isReported && !second)
    script.merger.finish()
    script.merger.finish()
    #expect(script.text == text)
  }

  @Test(arguments: [
    ("run2/3", "The run ended after repetition 2 of 3."), ("run3/3", nil), ("run", nil),
  ])
  func aRunThatLacksRepetitionsIsNoSuccess(start: String, message: String?) {
    let issue = Script("1> \(start) end").merger.lackOfRepetitions
    #expect(issue?.message == message)
  }

  /// Streams that run one after another took the sum, and those that ran side by side what the longest took.
  @Test func aGroupTakesWhatItsStreamsTook() {
    let id = EventScript.spec
    for (isSideBySide, duration) in [(false, 3.0), (true, 2)] {
      let reported = Locked(ReportedEvents())
      var merger = StreamMerger { $0.forEach { event in reported.withLock { $0.note(event) } } }
      let streams = (1...2).map { _ in merger.open(claiming: [id]) }
      merger.receive(.groupStart(id), of: streams[0])
      if isSideBySide { merger.receive(.groupStart(id), of: streams[1]) }
      merger.receive(.groupEnd(id, duration: 2), of: streams[0])
      if !isSideBySide { merger.receive(.groupStart(id), of: streams[1]) }
      merger.receive(.groupEnd(id, duration: 1), of: streams[1])
      #expect(reported.withLock { $0.durations } == [id: duration])
    }
  }

  /// A run counts the tests that follow in its last repetition.
  @Test func whatIsAnnouncedCounts() {
    let starts = Locked([RunStarted]())
    var merger = StreamMerger { batch in
      if case .event(.runStarted(let start)) = batch { starts.withLock { $0.append(start) } }
    }
    let specs = merger.open()
    let tests = merger.open(
      announcing: RunStarted(seed: 0, order: .defined, specs: 2, examples: 5))
    for repetition in 1...2 {
      merger.receive(.runStart(specs: 1, examples: 3, repetition: repetition, of: 2), of: specs)
    }
    merger.receive(.runStart(specs: 2, examples: 5), of: tests)
    #expect(starts.withLock { $0.map(\.examples) } == [3, 8])
    #expect(starts.withLock { $0.map(\.specs) } == [1, 3])
  }

  @Test(arguments: [false, true])
  func findingsInSourcesPrecedeEachEnd(isStrict: Bool) async {
    let found = Issue("“shelf” is made by describe", at: Place(path: "Shelf.swift", line: 3))
    let findings = SourceFindings(isStrict: isStrict) { [found] }
    @Sendable func repetition(_ number: Int) -> Event {
      .runStart(seed: 1, repetition: number, of: 2)
    }
    let events = await withCheckedContinuation { continuation in
      // It may wait, which a task must not.
      Thread.detachNewThread {
        let all = Locked([Event]())
        var merger = StreamMerger(findings: findings.wait(atEnd:)) {
          $0.forEach { event in all.withLock { $0.append(event) } }
        }
        let stream = merger.open()
        for event in [repetition(1), .runEnd(seed: 1), repetition(2), .runEnd(seed: 1)] {
          merger.receive(event, of: stream)
        }
        merger.finish()
        continuation.resume(returning: all.withLock { $0 })
      }
    }
    var issue = found
    issue.isWarning = !isStrict
    let end = Event.runEnd(seed: 1) {
      ($0.warnings, $0.runFailures) = isStrict ? (0, 1) : (1, 0)
    }
    #expect(events == [repetition(1), .issue(issue), end, repetition(2), .issue(issue), end])
  }

  /// Whatever the order in which the events of parts arrive, the run is one of a single process.
  @Test(arguments: 0..<100)
  func anyOrderIsOneRun(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var streams: [[String]] = []
    for part in 0..<Int.random(in: 1...4, using: &random) {
      var actions = ["("]
      // Each part has some examples of each group, and enters no group without examples.
      func group(_ name: String, _ inner: [String] = []) -> [String] {
        let path = name.dropFirst()
        let own = (0..<Int.random(in: 0...2, using: &random)).map { "+\(path)/\(part).\($0)" }
        return own.isEmpty && inner.isEmpty ? [] : [name] + own + inner + [")\(path)"]
      }
      actions += group("(g", group("(g/h")) + group("[o", group("{o/s")) + [")"]
      streams.append(actions)
    }
    var script = "1> run "
    let names = ["1a@>", "1b@>", "1c@>", "1d@>"]
    // All parts are known before the first of them ends.
    script += names.prefix(streams.count).joined(separator: " ") + " "
    var rest = streams
    while let index = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      script += "\(names[index]) \(rest[index].removeFirst()) "
      if rest[index].isEmpty { script += "close " }
    }
    let events = Script(script + "1> end finish").reported.withLock { $0.words }
    var open = 0
    for word in events {
      if word.hasPrefix("(") { open += 1 }
      if word == ")" { open -= 1 }
      #expect(open > 0 || word == "run" || word == ")")
    }
    let groups = events.filter { $0.hasPrefix("(") }
    #expect(open == 0 && Set(groups).count == groups.count && events.last == ")")
    let examples = streams.joined().filter { $0.hasPrefix("+") }.count
    #expect(events.count { $0 == "✔" } == examples)
  }
}
